#!/usr/bin/env bash
# The grid of 20,000 users: read from the service, and the first rows of a new session from
# what is kept on this computer.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

bench=$release/examples/fleet_bench
start_service large
curl_ready
"$bench" users-refresh >"$BENCH_WORK/users"
people=$(awk -F '\t' '{ print $3 }' "$BENCH_WORK/users")
row "$people read from the service" "$(cut -f 2 "$BENCH_WORK/users")" s runs 1
first=()
for _ in $(seq "$ROUNDS"); do first+=("$("$bench" users-first | cut -f 2)"); done
row "first rows of $people kept on this computer" "$(median "${first[@]}")" s aim "<= 0.5" runs "$ROUNDS"
