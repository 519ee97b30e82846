#!/usr/bin/env bash
# What the programs take while nobody asks anything of them: memory as the proportional share (PSS) of the process and
# all its children, processor time, and how often they wake up. The app beside an empty window of Tauri.
[ -n "${FIELDDESK_TEST_KEYRING:-}" ] || exec "$(dirname "${BASH_SOURCE[0]}")/../session.sh" "${BASH_SOURCE[0]}"
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source "$(dirname "${BASH_SOURCE[0]}")/window.sh"

seconds=${IDLE_SECONDS:-30} settle=${SETTLE_SECONDS:-10}
folder=$BENCH_WORK/watched

# family PROCESS: it and all that it started
family() {
  local child
  echo "$1"
  for child in $(pgrep -P "$1"); do family "$child"; done
}

# rest PROCESS: after a while of rest, in `memory` (KiB), `processor` (ms in $seconds) and `wakes` (each second)
rest() {
  local all before after
  sleep "$settle"
  mapfile -t all < <(family "$1")
  before=$(counted "${all[@]}")
  sleep "$seconds"
  after=$(counted "${all[@]}")
  memory=$(for process in "${all[@]}"; do awk '/^Pss:/ { print $2 }' "/proc/$process/smaps_rollup"; done | awk '{ s += $1 } END { print s }')
  # A thread that ended meanwhile takes what it counted with it, so each is compared with itself.
  read -r processor wakes < <(awk -v s="$seconds" \
    'FNR == NR { before[$1, $2] = $3; next } { sum[$1] += $3 - before[$1, $2] } END { printf "%d %.1f\n", sum["ticks"] * 10, sum["wakes"] / s }' \
    <(echo "$before") <(echo "$after"))
}

# counted PROCESS…: `ticks PROCESS N` of 10 ms of processor time, and `wakes THREAD N`, how often it has waited
counted() {
  local process
  for process in "$@"; do
    awk '{ id = $1; sub(/.*\) /, ""); print "ticks", id, $12 + $13 }' "/proc/$process/stat"
    cat "/proc/$process"/task/*/status | awk '/^Pid:/ { id = $2 } /^voluntary_ctxt_switches/ { print "wakes", id, $2 }'
  done
}

# shown NAME [ROW ARGUMENT…]: the rows of what was measured last
shown() {
  row "memory of $1" "$(mb "$memory")" MB "${@:2}"
  row "processor time of $1 in $seconds s" "$processor" ms
  row "wake-ups of $1" "$wakes" "a second"
}

start_service large
mkdir -p "$folder"
for n in $(seq 1000); do head -c 2000 /dev/urandom >"$folder/drawing $n.pdf"; done
sleep 3 # what was written a moment ago is not settled
"$release/fieldctl" sync add "$folder" --project P-2026-001 --section Bench --json >/dev/null
"$release/fieldctl" sync run --watch --json >"$BENCH_WORK/watch" &
watching=$!
until grep -q '"event":"idle"' "$BENCH_WORK/watch"; do
  kill -0 "$watching" || fail "fieldctl sync run --watch ended"
  sleep 0.2
done
rest "$watching"
shown "fieldctl sync run --watch, 1,000 files"
kill "$watching" && wait "$watching"
rest "$service_pid"
shown "the service, seed large"

open_window "$release/examples/empty_window"
rest "$window"
empty=$memory
close_window
rm -rf "$FIELDDESK_DATA_DIR"
connect_app
open_window "$release/fielddesk"
rest "$window"
close_window
shown "the app at rest" limit "an empty window" "$(mb "$empty")"
row "the same in times of an empty window" "$(quotient "$memory" "$empty" '%.2f')" times aim "<= 1.3"
