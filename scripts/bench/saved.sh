#!/usr/bin/env bash
# How soon a file that is saved in a synced folder is on the service, from its close or its rename into place to the
# listing that has it: 1,000 saves by ten people, as programs save. Then what a folder costs in which nothing happens.
# Half a second of it is the quiet time after which a file counts as whole.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

saves=${SAVES:-1000} idle=${IDLE_SECONDS:-30}
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
row "a saved file is on the service, 99 of 100 ($saves saves)" "$(figure p99)" s limit "the quiet time" 0.5 aim "<= 1" runs "$saves"
row "the same, median" "$(figure p50)" s limit "the quiet time" 0.5
row "the same, slowest" "$(figure max)" s
row "$idle s in which nothing happens" "$(figure idleCpuMs)" "ms of processor time" aim "= 0"
row "the same" "$(figure idleRequests)" requests aim "= 0"
