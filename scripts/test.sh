#!/usr/bin/env bash
# Every check and test, two stages at a time; begins no other once one has failed, and names what to look at.
#
#   scripts/test.sh [STAGE…]     all stages when none is named
#
# Prints one line a stage: its time beside its budget. What a stage printed is shown when it failed, or with VERBOSE=1
# as it comes, one stage at a time. No stage fails for slowness.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

# In the order in which they begin: long ones first, beside short ones.
stages=(needs ui-build build ui-check ui-lint fmt scripts workflows licences ui-test rust window postgres docs journeys wander)
# Parts of the stages above, for `make check` and `make lint`.
more=(units clippy)
# What a stage begins after besides `needs`, of those that run. Browsers compute more than they wait: journeys run alone.
declare -A after=([build]=ui-build [units]=ui-build [clippy]=ui-build
  [rust]=build [window]=build [postgres]=build [docs]=build [journeys]="build rust window postgres" [wander]="build journeys")
# The seconds that a stage may take on two cores, libraries compiled, with others beside it.
declare -A budget=([needs]=15 [ui-build]=15 [build]=290 [ui-check]=15 [ui-lint]=10 [fmt]=5 [scripts]=10 [workflows]=5
  [licences]=10 [ui-test]=120 [journeys]=290 [rust]=240 [window]=170 [postgres]=60 [docs]=15 [wander]=95 [units]=60 [clippy]=75)
jobs=${JOBS:-2}
[ -z "${VERBOSE:-}" ] || jobs=1
logs=$CARGO_TARGET_DIR/test-logs
mkdir -p "$logs"

needs() { scripts/need.sh rust build ui window browser postgres lint deny; }
scripts() {
  shellcheck --severity=warning scripts/*.sh scripts/bench/*.sh .ci/run
  scripts/goldens.sh
  node scripts/comments.mjs
  app_without_postgres
}
# Features of one call are for all: a crate that turns PostgreSQL on would put it into the app.
app_without_postgres() {
  local tree
  tree=$(cargo tree --quiet --locked --package fielddesk --package fielddesk-cli --edges normal --prefix none)
  [[ $tree == *sqlx-sqlite* ]] || fail "the tree of the app's crates was not read"
  [[ $tree != *sqlx-postgres* ]] || fail "the app or fieldctl would have PostgreSQL in it: cargo tree -i sqlx-postgres"
}
workflows() { node ui/tools/lint-workflows.mjs; }
ui-check() { npm --prefix ui run --silent check; }
ui-lint() { npm --prefix ui run --silent lint; }
ui-test() { npm --prefix ui run --silent test; }
ui-build() { build_ui; }
fmt() { cargo fmt --all --check; }
clippy() { cargo clippy --quiet --locked "${test_set[@]}" --all-targets -- -D warnings; }
build() { scripts/rust-tests.sh build; }
rust() { scripts/session.sh "$root/scripts/rust-tests.sh" parallel; }
units() { scripts/rust-tests.sh units; }
docs() {
  node scripts/doc-paths.mjs
  scripts/rust-tests.sh docs
}
journeys() { scripts/journeys.sh; }
# Ten walks that are the same each time, short ones; new ones: make wander. The first two found the loop of toolbars.
wander() { SEED=21506,542,4,7,10,11,13,14,28,32 WANDER_COUNT=40 scripts/wander.sh; }
window() { scripts/session.sh "$root/scripts/rust-tests.sh" window; }
postgres() { scripts/rust-tests.sh postgres; }
# Not advisories: their database changes without a change of ours (src-tauri/decisions/0007).
licences() { "$deny" --locked --log-level error check licenses bans sources; }

look_at() {
  case $1 in
    needs) say "What could not be installed is named above. Without root or a network, install it by hand and run this again." ;;
    ui-lint | fmt) say "Most of it is repaired by: make fmt" ;;
    journeys) say "Pictures of the failed journeys: ui/test-results; one with a trace: scripts/journeys.sh FILE --trace on" ;;
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
for stage in "$@"; do
  [[ " ${stages[*]} ${more[*]} " == *" $stage "* ]] || fail "no stage $stage; there are: ${stages[*]}"
done

# may_begin STAGE: nothing that it needs is still to end.
may_begin() {
  local needed
  [ "$1" = needs ] && return
  for needed in needs ${after[$1]:-}; do [[ " ${waiting[*]} ${running[*]} " != *" $needed "* ]] || return 1; done
}

begin() {
  ! shows "$1" || say "── $1"
  # In a subshell, so that a failing command inside ends the stage (set -e does not reach into `if`).
  if shows "$1"; then
    (set -eo pipefail && "$1" 2>&1 | tee "$logs/$1.log") &
  else
    (set -e && "$1") >"$logs/$1.log" 2>&1 &
  fi
  running[$!]=$1
  started[$1]=$SECONDS
}

# Waits for the end of a stage.
end_one() {
  local ended status=0 stage
  wait -n -p ended "${!running[@]}" || status=$?
  stage=${running[$ended]}
  unset "running[$ended]"
  number=$((number + 1))
  if ((status == 0)); then
    say "$(printf '── %-24s%-12s of %s s' "$number/$# $stage" "$(seconds_since "${started[$stage]}")" "${budget[$stage]}")"
    return
  fi
  failed+=("$stage")
  shows "$stage" || cat "$logs/$stage.log"
  say
  say "── $stage failed after $(seconds_since "${started[$stage]}") (status $status)."
  look_at "$stage"
  say "Its output: $logs/$stage.log"
  say "To run it alone: make test STAGES=$stage"
}

# A stage in the background ignores the interrupt of a terminal.
trap 'trap - TERM; kill 0' INT
rm -f "$logs"/*.log
began=$SECONDS
number=0
waiting=("$@")
failed=()
declare -A running=() started=()
while ((${#waiting[@]} + ${#running[@]} > 0)); do
  for index in "${!waiting[@]}"; do
    ((${#running[@]} < jobs && ${#failed[@]} == 0)) || break
    stage=${waiting[$index]}
    ! may_begin "$stage" || { unset "waiting[$index]" && begin "$stage"; }
  done
  ((${#running[@]} > 0)) || break
  end_one "$@"
done
((${#failed[@]} == 0)) || fail "Failed: ${failed[*]}"
((number == $#)) || fail "not run: ${waiting[*]}"
say
say "All $number stages passed in $(seconds_since "$began")."
passed=$(count_passed)
((passed == 0)) || say "$passed passed, 0 failed"
