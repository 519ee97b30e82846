#!/usr/bin/env bash
# What a synced folder of 100,000 files remembers: opened and loaded by a new process, and one change stored.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$release/examples/state_speed" >"$BENCH_WORK/state"
for what in open load commit; do
  mapfile -t took_ms < <(awk -F '\t' -v what="$what" '$1 == what { print $2 }' "$BENCH_WORK/state")
  row "state of 100,000 files, $what" "$(median "${took_ms[@]}")" ms runs "${#took_ms[@]}"
done
