#!/usr/bin/env bash
# Puts the binaries in artifacts/ into the platform packages and makes package.json name those in exactly this version.
# TAG, when set, must be the version's. REPOSITORY (owner/name) is what npm compares the provenance with.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node -p 'require("./package.json").version')
if [ -n "${TAG:-}" ] && [ "$TAG" != "v$version" ]; then
  echo "the tag is $TAG and package.json says $version" >&2
  exit 1
fi
npx napi create-npm-dirs
for directory in npm/*/; do
  # The binary is in these packages, so the notices are too.
  cp LICENSE THIRD-PARTY-NOTICES.md "$directory"
  (cd "$directory" && npm pkg set "files[]=THIRD-PARTY-NOTICES.md")
done
if [ -n "${REPOSITORY:-}" ]; then
  for directory in . npm/*/; do
    (cd "$directory" && npm pkg set "repository.type=git" "repository.url=git+https://github.com/$REPOSITORY.git")
  done
fi
npx napi artifacts
npx napi pre-publish --dry-run --no-gh-release
npx napi pre-publish --skip-optional-publish --no-gh-release
