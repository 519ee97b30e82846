# Shared by the benches: a fresh service, a token, a clock, rows. Sourced, not run.
# shellcheck disable=SC2034 # those who source it use what it sets

set -euo pipefail
# shellcheck source=../lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
: "${BENCH_WORK:?run scripts/bench.sh}" "${BENCH_ROWS:?}" "${ROUNDS:?}"
release=$CARGO_TARGET_DIR/release
service_pid=
trap 'stop_service' EXIT

# start_service SEED [OPTION…]: one on an empty folder, so that every round and every client meets the same state.
# Durability "process": the disk's own sync time would hide what the programs cost.
start_service() {
  local data=$BENCH_WORK/service
  rm -rf "$data"
  : >"$BENCH_WORK/ready"
  "$release/fieldservice" serve --data "$data" --seed "$1" --durability process "${@:2}" \
    >"$BENCH_WORK/ready" 2>"$BENCH_WORK/service.log" &
  service_pid=$!
  until [ -s "$BENCH_WORK/ready" ]; do
    kill -0 "$service_pid" 2>/dev/null || { tail -n 5 "$BENCH_WORK/service.log" >&2; fail "fieldservice did not start"; }
    sleep 0.05
  done
  local client=environments.test.clients.admin
  FIELDDESK_IDENTITY_URL=$(ready environments.test.identityUrl)
  FIELDDESK_BASE_URL=$(ready environments.test.baseUrl)
  FIELDDESK_REPORTING_URL=$(ready environments.test.reportingUrl)
  FIELDDESK_CLIENT_ID=$(ready $client.clientId)
  FIELDDESK_CLIENT_SECRET=$(ready $client.clientSecret)
  FIELDDESK_DATA_DIR=$BENCH_WORK/fieldctl
  export FIELDDESK_IDENTITY_URL FIELDDESK_BASE_URL FIELDDESK_REPORTING_URL FIELDDESK_CLIENT_ID FIELDDESK_CLIENT_SECRET FIELDDESK_DATA_DIR
  rm -rf "$FIELDDESK_DATA_DIR"
}

stop_service() {
  [ -z "$service_pid" ] || { kill "$service_pid" 2>/dev/null && wait "$service_pid" || true; }
  service_pid=
  rm -rf "$BENCH_WORK/service"
}

# pick FILE PATH.TO.FIELD
pick() {
  node -e 'const [file, path] = process.argv.slice(1); let v = JSON.parse(require("fs").readFileSync(file, "utf8"));
    for (const p of path.split(".")) v = v[p]; console.log(v)' "$1" "$2"
}
ready() { pick "$BENCH_WORK/ready" "$1"; }

# What curl needs: a token and the address of the project's documents, in `token` and `documents`.
curl_ready() {
  local answer=$BENCH_WORK/answer
  curl -sSf -o "$answer" "$FIELDDESK_IDENTITY_URL/connect/token" -d grant_type=client_credentials -d scope=serviceapiv3 \
    --data-urlencode "client_id=$FIELDDESK_CLIENT_ID" --data-urlencode "client_secret=$FIELDDESK_CLIENT_SECRET"
  token=$(pick "$answer" access_token)
  local projects=$FIELDDESK_BASE_URL/api/v4/integration/projects
  curl -sSf -o "$answer" -H "Authorization: Bearer $token" "$projects/by-project-number/P-2026-001"
  documents=$projects/$(pick "$answer" id)/documents
}

# fieldctl docs upload FILE…, its peak memory in KiB in $BENCH_WORK/peak
fieldctl_upload() {
  /usr/bin/time -f %M -o "$BENCH_WORK/peak" \
    "$release/fieldctl" docs upload --project P-2026-001 --section Bench --json "$@" >"$BENCH_WORK/uploaded" 2>"$BENCH_WORK/fieldctl.log" ||
    { tail -n 5 "$BENCH_WORK/fieldctl.log" >&2; fail "fieldctl docs upload failed"; }
}

# timed COMMAND… : seconds in `took`
timed() {
  local start=$EPOCHREALTIME
  "$@"
  took=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
}

# Peak memory of the running service in KiB.
service_peak() { awk '/^VmHWM/ { print $2 }' "/proc/$service_pid/status"; }

# median NUMBER… ; of an even count the lower one of the two
median() { printf '%s\n' "$@" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
largest() { printf '%s\n' "$@" | sort -n | tail -n 1; }
# quotient A B FORMAT
quotient() { awk -v a="$1" -v b="$2" -v f="$3" 'BEGIN { printf f, a / b }'; }
# mb KIB
mb() { quotient "$1" 1024 '%.0f'; }

# row WORK VALUE UNIT [peer NAME VALUE]… [limit NAME VALUE] [aim "<= 6"] [runs N]; the row's name is the script's.
row() { (IFS=$'\t' && printf '%s\t%s\n' "$(basename "$0" .sh)" "$*") >>"$BENCH_ROWS"; }
