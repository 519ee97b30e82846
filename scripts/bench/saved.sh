#!/usr/bin/env bash
# How soon a file that is saved in a synced folder is on the service, from its close or its rename into place to the
# listing that has it: 200 saves one at a time, as programs save. Then what a folder costs in which nothing happens.
# Half a second of it is the quiet time after which a file counts as whole.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

saves=${SAVES:-200} idle=${IDLE_SECONDS:-60}
folder=$BENCH_WORK/saved
mkdir -p "$folder"
for n in $(seq 0 49); do head -c 200000 /dev/urandom >"$folder/drawing $n.pdf"; done
sleep 3 # what was written a moment ago is not settled

start_service demo --control
curl_ready
"$release/fieldctl" sync add "$folder" --project P-2026-001 --section Bench --json >/dev/null
node scripts/bench/saved.mjs "$release/fieldctl" "$folder" "$documents" "$token" \
  "${FIELDDESK_BASE_URL%/*/*}/_control" "$saves" "$idle" >"$BENCH_WORK/saved.json" || fail "saved.mjs failed"
stop_service
rm -rf "$folder"

figure() { pick "$BENCH_WORK/saved.json" "$1"; }
row "a saved file is on the service, 99 of 100 ($saves saves)" "$(figure p99) s" "quiet time 0.5 s" "-" "<= 1 s"
row "the same, middle and slowest" "$(figure p50) s, $(figure max) s" "-" "-" "-"
row "$idle s in which nothing happens" "$(figure idleCpuMs) ms CPU, $(figure idleRequests) requests" "-" "-" "no CPU, no requests"
