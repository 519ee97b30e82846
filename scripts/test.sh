#!/usr/bin/env bash
# Every check and test, in order; stops at the first stage that fails and names what to look at.
#
#   scripts/test.sh [STAGE…]     all stages when none is named
#
# Prints one line a stage: its time beside its budget. What a stage printed is shown when it failed, or with VERBOSE=1
# as it comes. No stage fails for slowness.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

# Each stage with the seconds that it may take on two cores, libraries compiled.
stages=(needs scripts workflows ui-check ui-lint fmt ui-build ui-test build rust docs journeys wander window licences)
# Parts of the stages above, for `make check` and `make lint`.
more=(units clippy)
declare -A budget=([needs]=5 [scripts]=5 [workflows]=5 [ui-check]=15 [ui-lint]=10 [fmt]=5 [ui-build]=15 [ui-test]=75
  [build]=170 [rust]=120 [docs]=10 [journeys]=150 [wander]=60 [window]=60 [licences]=5 [units]=60 [clippy]=75)
logs=$CARGO_TARGET_DIR/test-logs
mkdir -p "$logs"

needs() { scripts/need.sh rust build ui window browser lint deny; }
scripts() {
  shellcheck --severity=warning scripts/*.sh scripts/bench/*.sh .ci/run
  scripts/goldens.sh
}
workflows() { node ui/tools/lint-workflows.mjs; }
ui-check() { npm --prefix ui run --silent check; }
ui-lint() { npm --prefix ui run --silent lint; }
ui-test() { npm --prefix ui run --silent test; }
ui-build() { build_ui; }
fmt() { cargo fmt --all --check; }
clippy() { cargo clippy --quiet --locked "${cargo_set[@]}" --all-targets -- -D warnings; }
build() { scripts/rust-tests.sh build; }
rust() { scripts/session.sh "$root/scripts/rust-tests.sh" parallel; }
units() { scripts/rust-tests.sh units; }
docs() { scripts/rust-tests.sh docs; }
journeys() { scripts/journeys.sh; }
# Ten walks that are the same each time, short ones; new ones: make wander. The first two found the loop of toolbars.
wander() { SEED=21506,542,4,7,10,11,13,14,28,32 WANDER_COUNT=40 scripts/wander.sh; }
window() { scripts/session.sh "$root/scripts/rust-tests.sh" window; }
# Not advisories: their database changes without a change of ours (src-tauri/decisions/0007).
licences() { "$deny" --locked --log-level error check licenses bans sources; }

look_at() {
  case $1 in
    needs) say "What could not be installed is named above. Without root or a network, install it by hand and run this again." ;;
    ui-lint | fmt) say "Most of it is repaired by: make fmt" ;;
    journeys) say "Pictures and traces of the failed journeys: ui/test-results" ;;
    wander) say "Each failure names its seed, its steps and how to play them again." ;;
    window) say "Pictures that the test left, if any: $CARGO_TARGET_DIR/window-pictures" ;;
    licences) say "What is allowed and why: deny.toml" ;;
  esac
}

# Returns 0 for the stages that print as they go: each installation is always shown.
shows() { [ "$1" = needs ] || [ -n "${VERBOSE:-}" ]; }

# The number of tests that the runners counted as passed: nextest, cargo test, vitest, Playwright.
count_passed() {
  sed 's/\x1b\[[0-9;]*m//g' "$logs"/*.log | awk '
    /^ *Summary \[.*tests? run:/   { for (i = 2; i <= NF; i++) if ($i ~ /^passed/) n += $(i - 1) }
    /^test result: /               { n += $4 }
    /^ *Tests +[0-9]+ passed/      { n += $2 }
    /^ *[0-9]+ passed \(/          { n += $1 }
    END { print n + 0 }'
}

if (($# == 0)); then
  set -- "${stages[@]}"
  say "Every check and test: about 16 minutes on two cores with the libraries compiled, 30 from nothing."
  say "The two-minute loop while you work: make check"
  say
fi
rm -f "$logs"/*.log
began=$SECONDS
number=0
for stage in "$@"; do
  [[ " ${stages[*]} ${more[*]} " == *" $stage "* ]] || fail "no stage $stage; there are: ${stages[*]}"
  number=$((number + 1))
  printf '%-26s' "── $number/$# $stage"
  start=$SECONDS
  # In a subshell, so that a failing command inside ends the stage (set -e does not reach into `if`).
  set +e
  if shows "$stage"; then
    say
    (set -e && "$stage") 2>&1 | tee "$logs/$stage.log"
    status=${PIPESTATUS[0]}
  else
    (set -e && "$stage") >"$logs/$stage.log" 2>&1
    status=$?
  fi
  set -e
  if ((status != 0)); then
    say failed
    shows "$stage" || cat "$logs/$stage.log"
    say
    say "── $stage failed after $(seconds_since "$start") (status $status)."
    look_at "$stage"
    say "Its output: $logs/$stage.log"
    say "To run it alone: make test STAGES=$stage"
    exit 1
  fi
  say "$(printf '%-12s of %s s' "$(seconds_since "$start")" "${budget[$stage]}")"
done
say
say "All $number stages passed in $(seconds_since "$began")."
passed=$(count_passed)
((passed == 0)) || say "$passed passed, 0 failed"
