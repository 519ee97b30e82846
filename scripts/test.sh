#!/usr/bin/env bash
# Every check and test, in order; stops at the first stage that fails and says what to look at.
#
#   scripts/test.sh [STAGE…]     all stages when none is named
#
# One line a stage; what a stage printed is shown when it failed, or with VERBOSE=1 as it comes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

stages=(needs scripts workflows ui-check ui-lint ui-test ui-build ui-journeys fmt clippy openapi rust window docs licences)
logs=$CARGO_TARGET_DIR/test-logs
mkdir -p "$logs"

needs() { scripts/need.sh rust build ui window browser lint deny openapi workflows; }
scripts() { shellcheck --severity=warning scripts/*.sh scripts/bench/*.sh .ci/run; }
workflows() {
  node ui/tools/lint-workflows.mjs
  "$zizmor" --offline --no-progress --quiet .github/workflows
}
ui-check() { npm --prefix ui run --silent check; }
ui-lint() { npm --prefix ui run --silent lint; }
ui-test() { npm --prefix ui run --silent test; }
ui-build() { build_ui; }
ui-journeys() { scripts/journeys.sh; }
fmt() { cargo fmt --all --check; }
clippy() {
  cargo clippy --quiet --locked "${cargo_set[@]}" --all-targets -- -D warnings
  cargo clippy --quiet --locked "${cargo_set[@]}" --features bridge --lib --bin fielddesk-bridge -- -D warnings
}
openapi() { scripts/openapi.sh; }
rust() { scripts/session.sh "$root/scripts/rust-tests.sh" parallel; }
window() { scripts/session.sh "$root/scripts/rust-tests.sh" window; }
docs() { scripts/rust-tests.sh docs; }
# Not advisories: their database changes without a change of ours (src-tauri/decisions/0007).
licences() { "$deny" --locked --log-level error check licenses bans sources; }

look_at() {
  case $1 in
    needs) say "What could not be installed is named above. Without root or a network, install it by hand and run this again." ;;
    ui-lint) say "Most of it is repaired by: make fmt" ;;
    ui-journeys) say "Pictures and traces of the failed journeys: ui/test-results" ;;
    fmt) say "Repaired by: make fmt" ;;
    window) say "Pictures that the test left, if any: $CARGO_TARGET_DIR/window-pictures" ;;
    licences) say "What is allowed and why: deny.toml" ;;
  esac
}

# Whether a stage prints as it goes: what is installed is always said.
shows() { [ "$1" = needs ] || [ -n "${VERBOSE:-}" ]; }

# What the runners said, as plain text: nextest, cargo test, vitest, Playwright.
count_passed() {
  sed 's/\x1b\[[0-9;]*m//g' "$logs"/*.log | awk '
    /^ *Summary \[.*tests? run:/   { for (i = 2; i <= NF; i++) if ($i ~ /^passed/) n += $(i - 1) }
    /^test result: /               { n += $4 }
    /^ *Tests +[0-9]+ passed/      { n += $2 }
    /^ *[0-9]+ passed \(/          { n += $1 }
    END { print n + 0 }'
}

(($# > 0)) || set -- "${stages[@]}"
rm -f "$logs"/*.log
began=$SECONDS
number=0
for stage in "$@"; do
  [[ " ${stages[*]} " == *" $stage "* ]] || fail "no stage $stage; there are: ${stages[*]}"
  number=$((number + 1))
  printf '%-26s' "── $number/$# $stage"
  start=$SECONDS
  # A subshell of its own, so that a failing command inside ends the stage (set -e does not reach into `if`).
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
  say "$(seconds_since "$start")"
done
say
say "All $number stages passed in $(seconds_since "$began")."
passed=$(count_passed)
((passed == 0)) || say "$passed passed, 0 failed"
