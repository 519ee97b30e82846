#!/usr/bin/env bash
# A text typed into the search of 20,000 users in the real window: until each letter is painted, and until the list stands.
[ -n "${FIELDDESK_TEST_KEYRING:-}" ] || exec "$(dirname "${BASH_SOURCE[0]}")/../session.sh" "${BASH_SOURCE[0]}"
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source "$(dirname "${BASH_SOURCE[0]}")/window.sh"

start_service large
connect_app
node scripts/bench/typing.mjs "$release/fielddesk" "$FIELDDESK_DATA_DIR" >"$BENCH_WORK/typed"
read -r people keys letter letter_slowest list list_slowest <"$BENCH_WORK/typed"
row "a letter in the search of $people users is painted, slowest" "$letter_slowest" ms aim "<= 50" runs "$keys"
row "the same, median" "$letter" ms runs "$keys"
row "the list follows, median" "$list" ms runs "$keys"
row "the same, slowest" "$list_slowest" ms runs "$keys"
