#!/usr/bin/env bash
# The service alone with the seed "large": its starts, its largest pages, a read under load, its memory.
# PAGES=n stops the walk to the last page earlier; it is a walk of a million trips otherwise.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

data=$BENCH_WORK/large
keep=$BENCH_WORK/admin.json
page=$BENCH_WORK/page.json

# start: one on $data, which is kept; seconds to its ready line in `took`.
start() {
  local start=$EPOCHREALTIME
  : >"$BENCH_WORK/ready"
  "$release/fieldservice" serve --data "$data" --seed large --durability process >"$BENCH_WORK/ready" 2>"$BENCH_WORK/service.log" &
  service_pid=$!
  until [ -s "$BENCH_WORK/ready" ]; do
    kill -0 "$service_pid" 2>/dev/null || { tail -n 5 "$BENCH_WORK/service.log" >&2; fail "fieldservice did not start"; }
    sleep 0.02
  done
  took=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
}

stop() {
  kill "$service_pid"
  wait "$service_pid" || fail "fieldservice did not stop well"
  service_pid=
}

# token SCOPE: of the administrator whose secret the first start told.
token() {
  curl -sSf -o "$BENCH_WORK/answer" "$(ready environments.test.identityUrl)/connect/token" -d grant_type=client_credentials \
    -d "scope=$1" --data-urlencode "client_id=$(pick "$keep" clientId)" --data-urlencode "client_secret=$(pick "$keep" clientSecret)"
  pick "$BENCH_WORK/answer" access_token
}

# get TOKEN URL [curl options]: seconds in `took`, the body in $page.
get() {
  local bearer=$1 url=$2
  shift 2
  took=$(curl -sSf -o "$page" -w '%{time_total}' -H "Authorization: Bearer $bearer" -G "$url" "$@")
}

start
first_start=$took
node -e 'console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).environments.test.clients.admin))' \
  "$BENCH_WORK/ready" >"$keep"
first_peak=$(service_peak)
stop

second=()
for _ in $(seq "$ROUNDS"); do
  start
  second+=("$took")
  stop
done
start

reporting=$(ready environments.test.reportingUrl)/v1/flow-trip-registrations
core=$(ready environments.test.baseUrl)/api/v4/integration
reader=$(token reportingapiv1)
caller=$(token serviceapiv3)

# The token of the last page is where the walk of the others ends.
walked=() place='' last='' trips=0 pages=0
while :; do
  if [ -z "$place" ]; then get "$reader" "$reporting" -d ChunkLimit=10000; else
    get "$reader" "$reporting" -d ChunkLimit=10000 --data-urlencode "ContinuationToken=$place"
  fi
  walked+=("$took")
  pages=$((pages + 1))
  # The envelope's end is short; a page itself is 13 MB.
  read -r next count < <(tail -c 400 "$page" | LC_ALL=C sed 's/.*"continuationToken":"\([^"]*\)".*"recordCount":\([0-9]*\).*/\1 \2/; s/^ /- /'; echo)
  trips=$((trips + count))
  [ "$next" = - ] && break
  [ "$pages" = "${PAGES:-0}" ] && break
  last=$next place=$next
done

firsts=() lasts=() users=()
for _ in $(seq 5); do
  get "$reader" "$reporting" -d ChunkLimit=10000
  firsts+=("$took")
  get "$reader" "$reporting" -d ChunkLimit=10000 --data-urlencode "ContinuationToken=$last"
  lasts+=("$took")
done
size=$(mb "$(($(stat -c %s "$page") / 1024))")
get "$reader" "${reporting%/*}/flow-locations" -d ChunkLimit=10000
locations=$took
for _ in $(seq 5); do
  get "$caller" "$core/users"
  users+=("$took")
done
people=$(node -e 'console.log(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).length)' "$page")

get "$caller" "$core/machines"
machine=$(node -e 'console.log(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))[0].id)' "$page")
wrk -t 2 -c 32 -d "${WRK_SECONDS:-10}s" --latency -H "Authorization: Bearer $caller" "$core/machines/$machine" >"$BENCH_WORK/wrk"
grep -q 'Non-2xx' "$BENCH_WORK/wrk" && fail "a read of the machine was refused: $(grep Non-2xx "$BENCH_WORK/wrk")"
rate=$(awk '/^Requests\/sec/ { print $2 }' "$BENCH_WORK/wrk")
# wrk writes us, ms or s.
p99=$(awk '$1 == "99%" { v = $2; f = v ~ /us$/ ? 0.001 : v ~ /ms$/ ? 1 : 1000; sub(/[a-z]+$/, "", v); print v * f }' "$BENCH_WORK/wrk")

# Eight readers of the largest page at once, one of them slow.
readers=()
for reader_number in $(seq 8); do
  limit=()
  [ "$reader_number" = 1 ] && limit=(--limit-rate 4M)
  curl -sSf -o /dev/null "${limit[@]}" -H "Authorization: Bearer $reader" -G "$reporting" -d ChunkLimit=10000 &
  readers+=($!)
done
for reader_pid in "${readers[@]}"; do wait "$reader_pid"; done
peak=$(service_peak)
stop
rm -rf "$data"

row "first start, seed large" "$first_start" s aim "<= 30" runs 1
row "second start" "$(median "${second[@]}")" s aim "<= 1" runs "$ROUNDS"
row "page of 10,000 trips, the first" "$(median "${firsts[@]}")" s aim "<= 0.15" runs "${#firsts[@]}"
row "page of 10,000 trips, the last ($size MB)" "$(median "${lasts[@]}")" s aim "<= 0.15" runs "${#lasts[@]}"
row "walk of $trips trips, $pages pages" "$(printf '%s\n' "${walked[@]}" | awk '{ s += $1 } END { printf "%.1f", s }')" s runs 1
row "page of 10,000 locations that trips refer to" "$locations" s runs 1
row "GET users, $people" "$(median "${users[@]}")" s aim "<= 0.3" runs "${#users[@]}"
row "GET machines/{id}, 32 clients" "$rate" "a second" aim ">= 10000" runs 1
row "the same, 99th percentile" "$p99" ms aim "<= 20" runs 1
row "peak memory while seeding" "$(mb "$first_peak")" MB aim "<= 300" runs 1
row "peak memory while serving, 8 large pages at once" "$(mb "$peak")" MB aim "<= 300" runs 1
