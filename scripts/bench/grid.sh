#!/usr/bin/env bash
# The grid of machines in Chromium, over the commands of the debug build: its figures are of the page.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

scripts/journeys.sh --project=bench --workers=1 >"$BENCH_WORK/grid"
while IFS=$'\t' read -r _ work value runs; do
  case $work in first*) aim=300 ;; *) aim=50 ;; esac
  row "$work" "$value" ms aim "<= $aim" runs "$runs"
done < <(grep ^figure "$BENCH_WORK/grid")
