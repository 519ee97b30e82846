#!/usr/bin/env bash
# Measures the real release binaries beside curl doing the same work in the same run, and prints one table.
# It never fails on a number; it fails only when something cannot be measured at all.
#
#   scripts/bench.sh [large-file] [many-files] [mirror] [replace] [saved] [start] [service] [trips] [imports] [machines]     all when none is named
#   ROUNDS=3 (the middle one counts)  LARGE_MB=2048  MANY=1000  BENCH_DIR=folder with room for twice the large file
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

(($# > 0)) || set -- large-file many-files mirror replace saved start service trips imports machines
scripts/need.sh rust build ui bench peers window
say "Building the release binaries (the first time takes minutes)"
npm --prefix ui run --silent build >/dev/null
cargo build --quiet --release "${cargo_set[@]}" --bins

work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/fielddesk-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
export BENCH_WORK=$work BENCH_ROWS=$work/rows ROUNDS=${ROUNDS:-3}
: >"$BENCH_ROWS"
for part in "$@"; do
  say "Measuring: $part"
  "scripts/bench/$part.sh"
done

say
say "$(nproc) cores, loopback, $(date +%Y-%m-%d), $(git rev-parse --short HEAD 2>/dev/null || echo "no commit"), middle of $ROUNDS rounds"
{
  printf 'Work\tOurs\tBeside it\tRatio\tTarget\n'
  cat "$BENCH_ROWS"
} | awk -F '\t' '
  { for (i = 1; i <= NF; i++) { cell[NR, i] = $i; if (length($i) > width[i]) width[i] = length($i) } }
  END {
    for (r = 1; r <= NR; r++) {
      line = "|"
      for (i = 1; i <= 5; i++) line = line sprintf(" %-" width[i] "s |", cell[r, i])
      print line
      if (r == 1) { line = "|"; for (i = 1; i <= 5; i++) { s = sprintf("%" width[i] "s", ""); gsub(/ /, "-", s); line = line " " s " |" } print line }
    }
  }'
