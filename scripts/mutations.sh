#!/usr/bin/env bash
# Applies harmful mistakes one after the other and runs the tests of the crate that owns the behaviour: one must fail.
#
#   scripts/mutations.sh [NAME…]     all of tests/mutations when none is named; NAME may be a number: 07
#
# A patch begins with the crate whose tests own it (`window` for ui/src), the harm, and, where the whole crate takes
# longer than a minute, the tests of its area:
#
#   # crate: fielddesk-core
#   # harm: an undo overwrites what somebody changed since
#   # tests: import records
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

# Whatever is compiled here is apart from other builds in the target folder: cargo compares times alone, so that another
# clone that shares the folder would take mutated code for its own.
export RUSTC_WORKSPACE_WRAPPER=$root/scripts/mutations/rustc
export NO_COLOR=1
# What a case found would lie in the clone and be tried first from then on.
export PROPTEST_DISABLE_FAILURE_PERSISTENCE=1
# A test that waits for what a mistake prevents never ends by itself.
limit_s=900
logs=$CARGO_TARGET_DIR/mutation-logs
mkdir -p "$logs"

[ -z "$(git status --porcelain)" ] || fail "mutations are applied to this clone: commit or stash your changes first"

applied=
revert() {
  [ -z "$applied" ] || git apply -R "$applied" || fail "take it back by hand: git apply -R $applied"
  applied=
}
trap revert EXIT

# The suites of a crate, the one with most of its behaviour first.
suites() {
  if [ "$1" = window ]; then
    say vitest
  elif [ -d "src-tauri/${1#fielddesk-}/tests" ]; then
    say "it unit"
  else
    say unit
  fi
}

# run SUITE CRATE TESTS: 0 all pass, 1 one failed, 2 it does not build, 124 it does not end.
run() {
  local filters which status=0
  read -ra filters <<<"$3"
  case $1 in
    vitest)
      npm --prefix ui run --silent check || return 2
      timeout "$limit_s" npm --prefix ui run --silent test -- "${filters[@]}"
      return
      ;;
    # With the app beside it, which has no such test, for its features: libraries are those of every other build.
    it) which=(-p fielddesk "${cargo_set[@]:1}" --features tokio/test-util -p "$2" --test it) ;;
    unit) which=(-p "$2" --lib) ;;
  esac
  cargo test --quiet --locked "${which[@]}" --no-run || return 2
  timeout "$limit_s" cargo test --quiet --locked "${which[@]}" -- "${filters[@]}" || status=$?
  return $((status == 0 || status == 124 ? status : 1))
}

declare -A sound
# check_sound SUITE CRATE TESTS: a test that fails without a mistake catches nothing.
check_sound() {
  local log=$logs/unchanged-$2-$1.log
  [ -z "${sound[$*]:-}" ] || return 0
  run "$@" >"$log" 2>&1 || fail "the tests of $2 fail without a mistake: $log"
  sound[$*]=1
}

# The first test of a log that failed: of cargo, of vitest.
catcher() { sed -n 's/^---- \(.*\) stdout ----$/\1/p; s/^.*FAIL.* > \(.*\)$/\1/p' "$1" | head -n 1; }

header() { sed -n "s/^# $1: //p" "$2"; }

# try PATCH: sets `verdict`; 0 where a test caught it.
try() {
  local crate tests suite status log
  crate=$(header crate "$1")
  tests=$(header tests "$1")
  log=$logs/$(basename "$1" .patch).log
  for suite in $(suites "$crate"); do
    check_sound "$suite" "$crate" "$tests"
    verdict="does not apply: $log"
    git apply "$1" 2>"$log" || return
    applied=$1
    status=0
    run "$suite" "$crate" "$tests" >"$log" 2>&1 || status=$?
    revert
    case $status in
      0) verdict="SURVIVED: $(header harm "$1")" ;;
      1) verdict="caught by $(catcher "$log")" && return ;;
      2) verdict="does not build: $log" && return 1 ;;
      *) verdict="does not end within $limit_s s: $log" && return 1 ;;
    esac
  done
  return 1
}

patches=()
(($# > 0)) || set -- ""
for name in "$@"; do
  found=(tests/mutations/"$name"*.patch)
  [ -e "${found[0]}" ] || fail "no mutation $name in tests/mutations"
  patches+=("${found[@]}")
done

began=$SECONDS
caught=0
for patch in "${patches[@]}"; do
  start=$SECONDS
  if try "$patch"; then caught=$((caught + 1)); fi
  printf '%-36s%8s  %s\n' "$(basename "$patch" .patch)" "$(seconds_since "$start")" "$verdict"
done
say
say "$caught of ${#patches[@]} caught in $(seconds_since "$began")."
((caught == ${#patches[@]}))
