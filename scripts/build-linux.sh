#!/usr/bin/env bash
# scripts/build-linux.sh x86_64-unknown-linux-gnu [more arguments of napi build]
# Builds the release binary of a Linux target, glibc ones against version 2.17. Zig links it and comes from PyPI,
# so any machine with Rust, Node and Python does, whatever its own glibc is.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$1
shift
tools=target/zig
if [ ! -x "$tools/bin/cargo-zigbuild" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check cargo-zigbuild==0.24.1 ziglang==0.17.1
fi
export PATH="$PWD/$tools/bin:$PATH"
rustup target add "$target"

case $target in
  *-gnu) versioned=$target.2.17 ;;
  *) versioned=$target ;;
esac
npx napi build --platform --release --cross-compile --target "$versioned" "$@"

case $target in
  x86_64-*-gnu) name=linux-x64-gnu ;;
  x86_64-*-musl) name=linux-x64-musl ;;
  aarch64-*-gnu) name=linux-arm64-gnu ;;
  aarch64-*-musl) name=linux-arm64-musl ;;
esac
node scripts/check-symbols.mjs "clawprompt.$name.node"
