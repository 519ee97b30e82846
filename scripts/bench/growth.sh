#!/usr/bin/env bash
# How the programs grow with what they hold, from a thousand to a million where the work is theirs alone: files looked at,
# planned and remembered, documents on a page, trips. Not part of the table; it leaves a chart: `make bench ROW=growth`.
#   GROWTH_FILES="1000 10000 100000 1000000"  GROWTH_DOCUMENTS="1000 10000 100000"
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

points=$BENCH_OUT/growth.tsv
: >"$points"
# point WHAT SIZE SECONDS
point() {
  printf '%s\t%s\t%s\n' "$@" >>"$points"
  row "$1: $2" "$3" s
}
# milliseconds NUMBER… : their median in seconds
milliseconds() { quotient "$(median "$@")" 1000 '%.4f'; }

read -ra sizes <<<"${GROWTH_FILES:-1000 10000 100000 1000000}"
for size in "${sizes[@]}"; do
  "$release/examples/rescan_speed" "$size" "$BENCH_WORK/rescan" >/dev/null
  mapfile -t found < <(for _ in 1 2 3; do
    "$release/examples/rescan_speed" "$size" "$BENCH_WORK/rescan" | awk '$1 == "rescan" && $2 == 1 { print $3 }'
  done)
  point "look at unchanged files" "$size" "$(median "${found[@]}")"
  rm -rf "$BENCH_WORK/rescan"
  "$release/examples/plan_speed" "$size" >"$BENCH_WORK/planned"
  mapfile -t found < <(sed -n 's/^all in step: trees \([0-9.]*\) ms, plan \([0-9.]*\) ms.*/\1 \2/p' "$BENCH_WORK/planned" | awk '{ print $1 + $2 }')
  point "plan of files in step" "$size" "$(milliseconds "${found[@]}")"
  "$release/examples/state_speed" "$size" >"$BENCH_WORK/state"
  for what in load commit; do
    mapfile -t found < <(awk -F '\t' -v what="$what" '$1 == what { print $2 }' "$BENCH_WORK/state")
    point "state of files, $what" "$size" "$(milliseconds "${found[@]}")"
  done
done

start_service large
read -ra sizes <<<"${GROWTH_DOCUMENTS:-1000 10000 100000}"
have=0
mkdir "$BENCH_WORK/documents"
for size in "${sizes[@]}"; do
  for n in $(seq $((have + 1)) "$size"); do echo "$n" >"$BENCH_WORK/documents/drawing $n.pdf"; done
  # A command line holds only so many names.
  timed find "$BENCH_WORK/documents" -type f -exec "$release/fieldctl" docs upload --project P-2026-001 --section Bench --json {} + \
    >/dev/null
  rm "$BENCH_WORK"/documents/* 2>/dev/null || find "$BENCH_WORK/documents" -type f -delete
  # What was added, as if all came at this rate.
  point "documents sent to a page" "$size" "$(quotient "$took" $((size - have)) "%.9f" | awk -v n="$size" '{ printf "%.3f", $1 * n }')"
  have=$size
  found=()
  for _ in 1 2 3 4 5; do
    timed "$release/fieldctl" docs list --project P-2026-001 --json >/dev/null
    found+=("$took")
  done
  point "page of documents listed" "$size" "$(median "${found[@]}")"
done
stop_service

start_service large
"$release/fieldctl" trips sync --json >/dev/null
mapfile -t windows < <(python3 - "$FIELDDESK_DATA_DIR/trips.sqlite" <<'PY'
import datetime, sqlite3, sys
store = sqlite3.connect(sys.argv[1])
day = lambda ms: datetime.datetime.fromtimestamp(ms / 1000, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
times = [ms for (ms,) in store.execute("SELECT time_ms FROM trips WHERE time_ms IS NOT NULL ORDER BY time_ms")]
for size in (1_000, 10_000, 100_000, len(times)):
    print(size, day(times[0]), day(times[size - 1] + 1000))
PY
)
for window in "${windows[@]}"; do
  read -r size from to <<<"$window"
  rm -rf "$FIELDDESK_DATA_DIR"
  timed "$release/fieldctl" trips sync --from "$from" --to "$to" --json >/dev/null
  point "trips into the local store" "$size" "$took"
  found=()
  for _ in 1 2 3 4 5; do
    timed "$release/fieldctl" trips summary --json >/dev/null
    found+=("$took")
  done
  point "sums of trips" "$size" "$(median "${found[@]}")"
done
stop_service
node scripts/bench/growth.mjs "$points" "$BENCH_OUT/growth.svg"
say "The chart: $BENCH_OUT/growth.svg"
