#!/usr/bin/env bash
# Every export and method under valgrind's memcheck. Fails when an error has a frame of this addon.
#
#   scripts/valgrind.sh [TIMES]      calls of each export, 3 by default; build the addon first (debug for line numbers)
#
# V8 itself reads what memcheck cannot follow, so errors without a frame of the addon are only counted.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node soak/shapes.mjs > "$work/shapes.json"
# Generated code would be checked by translating it again and again; the interpreter makes the same calls.
valgrind --tool=memcheck --error-limit=no --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
  --num-callers=40 --suppressions=scripts/valgrind.supp --log-file="$work/log" \
  node --jitless --max-lazy soak/once.mjs "$work/shapes.json" "${1:-3}"

# One block an error; the addon is known by its object file or its crates.
awk -v RS='\n==[0-9]+== \n' '
  !/LEAK SUMMARY/ && /(Invalid|uninitialised|Mismatched|overlap|definitely lost|fishy)/ {
    total += 1
    if (/clawprompt/) { ours += 1; print > "/dev/stderr" }
  }
  END { printf "memcheck: %d errors, %d of them with a frame of the addon\n", total, ours; exit ours > 0 }
' "$work/log"
tail -3 "$work/log"
