#!/usr/bin/env bash
# A million haul trips: `fieldctl trips sync` beside curl fetching the same pages to nowhere, and beside a script of
# Python's standard library that stores them in SQLite. Then what can be done with them: sums, lists, files, and what the
# screen shows of each filter: its figures, first rows and distributions, which the window asks for at once.
#   TRIPS_ROUNDS=1   rounds of the sync; each takes minutes with its fresh store
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=${TRIPS_ROUNDS:-1}
start_service large

answer=$BENCH_WORK/answer
new_token() {
  curl -sSf -o "$answer" "$FIELDDESK_IDENTITY_URL/connect/token" -d grant_type=client_credentials -d scope=reportingapiv1 \
    --data-urlencode "client_id=$FIELDDESK_CLIENT_ID" --data-urlencode "client_secret=$FIELDDESK_CLIENT_SECRET"
  token=$(pick "$answer" access_token)
}

# The tokens of all pages, walked once: curl alone cannot read them out of an answer without costing time.
pages=$BENCH_WORK/pages
walk_pages() {
  python3 - "$FIELDDESK_REPORTING_URL/v1/flow-trip-registrations" "$token" "$1" <<'PY'
import re, sys, urllib.parse, urllib.request
address, bearer, out = sys.argv[1:]
last = None
with open(out, "w") as config:
    while last != "":
        query = {"ChunkLimit": "10000", **({"ContinuationToken": last} if last else {})}
        url = address + "?" + urllib.parse.urlencode(query)
        config.write(f'url = "{url}"\noutput = "/dev/null"\n')
        request = urllib.request.Request(url, headers={"Authorization": "Bearer " + bearer})
        with urllib.request.urlopen(request) as answer:
            found = re.search(rb'"continuationToken"\s*:\s*"([^"]*)"', answer.read())
        last = found.group(1).decode() if found else ""
PY
}
curl_pages() { curl -sSf -H "Authorization: Bearer $token" -K "$pages"; }

python_sync() {
  rm -f "$BENCH_WORK/python.sqlite"
  python3 - "$FIELDDESK_REPORTING_URL/v1/flow-trip-registrations" "$token" "$BENCH_WORK/python.sqlite" <<'PY'
import json, sqlite3, sys, urllib.parse, urllib.request
address, bearer, file = sys.argv[1:]
store = sqlite3.connect(file)
store.execute("PRAGMA journal_mode=WAL")
store.execute("CREATE TABLE trips (id TEXT PRIMARY KEY, dump TEXT, project TEXT, mass TEXT, m3 REAL, record TEXT)")
token = None
while token != "":
    query = {"ChunkLimit": "10000", **({"ContinuationToken": token} if token else {})}
    request = urllib.request.Request(address + "?" + urllib.parse.urlencode(query), headers={"Authorization": "Bearer " + bearer})
    with urllib.request.urlopen(request) as answer:
        page = json.load(answer)
    rows = ((t["id"], t["dumpDateTime"], t["projectNumber"], t["massType"], t["quantityM3"], json.dumps(t)) for t in page["data"])
    store.executemany("INSERT OR REPLACE INTO trips VALUES (?, ?, ?, ?, ?, ?)", rows)
    store.commit()
    token = page["continuationToken"] or ""
PY
}

# fieldctl_trips ARGUMENT… : its answer in $BENCH_WORK/trips-answer, its peak memory in KiB in $BENCH_WORK/peak
fieldctl_trips() {
  /usr/bin/time -f %M -o "$BENCH_WORK/peak" "$release/fieldctl" trips "$@" \
    >"$BENCH_WORK/trips-answer" 2>"$BENCH_WORK/fieldctl.log" ||
    { tail -n 5 "$BENCH_WORK/fieldctl.log" >&2; fail "fieldctl trips $1 failed"; }
}

new_token
walk_pages "$pages"
ours=() limit=() peaks=()
for _ in $(seq "$rounds"); do
  timed curl_pages
  limit+=("$took")
  rm -rf "$FIELDDESK_DATA_DIR"
  timed fieldctl_trips sync --json
  ours+=("$took")
  peaks+=("$(cat "$BENCH_WORK/peak")")
done
trips=$(pick "$BENCH_WORK/trips-answer" upserted)
new_token
timed python_sync
python=$took

row "$trips trips into the local store" "$(median "${ours[@]}")" s peer "Python with sqlite3 (one run)" "$python" \
  limit "curl of the same pages" "$(median "${limit[@]}")" runs "$rounds"
row "the same in times of curl" "$(quotient "$(median "${ours[@]}")" "$(median "${limit[@]}")" '%.2f')" times aim "<= 3"
row "peak memory of fieldctl in it" "$(mb "$(largest "${peaks[@]}")")" MB aim "<= 250"
row "the store" "$(mb "$(du -k "$FIELDDESK_DATA_DIR"/trips.sqlite | cut -f 1)")" MB \
  peer "Python's" "$(mb "$(du -k "$BENCH_WORK/python.sqlite" | cut -f 1)")"

timed fieldctl_trips summary --json
row "summary of $trips trips" "$took" s aim "<= 0.3" runs 1
timed fieldctl_trips sync --json
row "the next sync" "$took" s runs 1
for format in parquet csv ndjson xlsx; do
  aim=()
  [ "$format" != parquet ] || aim=(aim "<= 10")
  timed fieldctl_trips export --format "$format" --output "$BENCH_WORK/trips.$format"
  row "$trips trips to $format" "$took" s "${aim[@]}" runs 1
  row "peak memory in it" "$(mb "$(cat "$BENCH_WORK/peak")")" MB
  rm -f "$BENCH_WORK/trips.$format"
done
stop_service

key=$(python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("SELECT connection FROM sources").fetchone()[0])' \
  "$FIELDDESK_DATA_DIR/trips.sqlite")
# Of each part of the screen the filter that it takes longest with.
declare -A longest=() of=()
parts=("figures" "first rows" "charts" "last rows" "rows by m3")
filters=0
while IFS=$'\t' read -r filter fitting sums first last sorted spread; do
  if [ "$filter" = "first figures" ]; then
    row "the first figures of the screen of $fitting trips" "$sums" s aim "<= 1" runs 1
    continue
  fi
  filters=$((filters + 1))
  took=("$sums" "$first" "$spread" "$last" "$sorted")
  for at in "${!parts[@]}"; do
    part=${parts[at]}
    [ "$(largest "${longest[$part]:-0}" "${took[at]}")" = "${took[at]}" ] || continue
    longest[$part]=${took[at]}
    of[$part]="$filter, $fitting trips"
  done
done < <("$release/examples/trips_bench" "$FIELDDESK_DATA_DIR" "$key")
for part in "${parts[@]}"; do
  row "screen of trips: $part, slowest of $filters filters (${of[$part]})" "${longest[$part]}" s aim "<= 0.3" runs "$filters"
done
