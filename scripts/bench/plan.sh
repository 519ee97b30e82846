#!/usr/bin/env bash
# The plan of 100,000 files against 100,000 documents: all in step, and all to be compared.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$release/examples/plan_speed" >"$BENCH_WORK/planned"
for state in "all in step" "all to be compared"; do
  mapfile -t took_ms < <(sed -n "s/^$state: trees \([0-9.]*\) ms, plan \([0-9.]*\) ms.*/\1 \2/p" "$BENCH_WORK/planned" | awk '{ print $1 + $2 }')
  row "plan of 100,000 files, $state" "$(median "${took_ms[@]}")" ms runs "${#took_ms[@]}"
done
