#!/usr/bin/env bash
# From the start of the release app to a window that can be used, with the 2,000 projects of the seed "large".
# The app says when (FIELDDESK_BENCH_START); the clock here runs from before its process exists.
[ -n "${FIELDDESK_TEST_KEYRING:-}" ] || exec "$(dirname "${BASH_SOURCE[0]}")/../session.sh" "${BASH_SOURCE[0]}"
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# usable_after: starts the app, waits for its word, ends it; seconds in `took`.
usable_after() {
  local start=$EPOCHREALTIME line lines app usable=
  exec {lines}< <(FIELDDESK_BENCH_START=1 exec "$release/fielddesk" 2>&1)
  app=$!
  while IFS= read -r -t 60 line <&"$lines"; do
    [[ $line == *"window usable after"* ]] || continue
    took=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
    usable=yes
    break
  done
  kill "$app" 2>/dev/null || true
  # Its end closes the pipe.
  while IFS= read -r -t 20 line <&"$lines"; do :; done
  exec {lines}<&-
  [ -n "$usable" ] || fail "the app never said that its window is usable"
}

start_service large
"$release/fieldctl" profile add bench --environment test --client-secret-stdin <<<"$FIELDDESK_CLIENT_SECRET" >/dev/null
projects=$("$release/fieldctl" projects list --profile bench --json | node -e 'console.log(JSON.parse(require("fs").readFileSync(0, "utf8")).length)')
# From here on the app knows what a person's app knows: the profile and the keyring.
unset FIELDDESK_CLIENT_SECRET

# The first start reads the list from the service and keeps it.
usable_after
first=$took
again=()
for _ in $(seq "$ROUNDS"); do
  usable_after
  again+=("$took")
done
row "start to usable window, $projects projects" "$(middle "${again[@]}") s" "the very first start $first s" "-" "<= 1 s"
