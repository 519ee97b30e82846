# What start.sh and idle.sh share: a window that says when it can be used. Sourced, not run.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # those who source it use what it sets, after lib.sh

# open_window COMMAND…: starts it and waits for its word; its process in `window`, seconds since before it existed in `took`.
open_window() {
  local start=$EPOCHREALTIME line usable=
  exec {lines}< <(exec "$@" 2>&1)
  window=$!
  while IFS= read -r -t 60 line <&"$lines"; do
    [[ $line == *"window usable"* ]] || continue
    took=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
    usable=yes
    break
  done
  [ -n "$usable" ] || fail "$1 never said that its window is usable"
}

close_window() {
  kill "$window" 2>/dev/null || true
  # Its end closes the pipe.
  while IFS= read -r -t 20 line <&"$lines"; do :; done
  exec {lines}<&-
}

# connect_app: the app knows what a person's app knows: the profile and the keyring.
connect_app() {
  "$release/fieldctl" profile add bench --environment test --client-secret-stdin <<<"$FIELDDESK_CLIENT_SECRET" >/dev/null
  unset FIELDDESK_CLIENT_SECRET
}
