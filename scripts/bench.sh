#!/usr/bin/env bash
# Measures the real release binaries beside what people use instead and beside the limit, in the same run, and prints one
# table; the same is in a file as JSON. It never fails on a number; it fails only when something cannot be measured.
#
#   scripts/bench.sh [ROW…]    all rows when none is named; a row is a script in scripts/bench/
#   ROUNDS=5 (the median counts)  LARGE_MB=2048  MANY=1000  SAVES=1000  BENCH_DIR=folder with room for twice the large file
#   BENCH_OUT=folder for table.md and table.json
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

parts=(start idle mirror rescan plan state parts many-files large-file replace verify saved machines grid users typing imports service trips)
(($# > 0)) || set -- "${parts[@]}"
for part in "$@"; do [ -x "scripts/bench/$part.sh" ] || fail "there is no row $part; there are: ${parts[*]}"; done
scripts/need.sh rust build ui bench peers window browser
say "Building the release binaries (the first time takes minutes)"
build_ui
cargo build --quiet --release "${cargo_set[@]}" --bins --examples --bench parts

work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/fielddesk-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
out=${BENCH_OUT:-$cache/bench}
mkdir -p "$out"
export BENCH_WORK=$work BENCH_ROWS=$work/rows BENCH_OUT=$out ROUNDS=${ROUNDS:-5}
: >"$BENCH_ROWS"
begun=$SECONDS
for part in "$@"; do
  before=$SECONDS
  "scripts/bench/$part.sh"
  say "Measured: $part ($(seconds_since "$before"))"
done
say
node scripts/bench/table.mjs "$BENCH_ROWS" "$((SECONDS - begun))" \
  "$(git rev-parse --short HEAD 2>/dev/null || echo none)" "$out/table.json" | tee "$out/table.md"
say
say "Also in $out: table.md, table.json"
