#!/usr/bin/env bash
# From the start of the release app to a window that can be used, with the 2,000 projects and machines of the seed
# "large", beside an empty window of Tauri. Then the start of `fieldctl`.
[ -n "${FIELDDESK_TEST_KEYRING:-}" ] || exec "$(dirname "${BASH_SOURCE[0]}")/../session.sh" "${BASH_SOURCE[0]}"
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source "$(dirname "${BASH_SOURCE[0]}")/window.sh"

start_service large
"$release/fieldctl" machines list --json >/dev/null
connect_app

# The first start reads the lists from the service and keeps them.
open_window "$release/fielddesk"
first=$took
close_window
again=() empty=() tool=() curls=()
for _ in $(seq "$ROUNDS"); do
  open_window "$release/fielddesk"
  again+=("$took")
  close_window
  open_window "$release/examples/empty_window"
  empty+=("$took")
  close_window
  timed "$release/fieldctl" --version >/dev/null
  tool+=("$took")
  timed curl --version >/dev/null
  curls+=("$took")
done
row "start to usable window, 2,000 projects and machines" "$(median "${again[@]}")" s \
  limit "an empty window" "$(median "${empty[@]}")" aim "<= 1" runs "$ROUNDS"
row "the very first start" "$first" s runs 1
row "start of fieldctl" "$(median "${tool[@]}")" s peer "curl --version" "$(median "${curls[@]}")" runs "$ROUNDS"
for program in fielddesk fieldctl fieldservice; do
  row "size of $program" "$(mb $(($(stat -c %s "$release/$program") / 1024)))" MB
done
