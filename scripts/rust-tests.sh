#!/usr/bin/env bash
# The Rust tests in parts that share one build.
#
#   scripts/rust-tests.sh build|units|parallel|postgres|window|docs
#
# `build` compiles all of it and runs nothing; `units` are the tests beside the code. `window` drives the real window
# (the root package's tests/): one at a time, for they share a display. `postgres` are those that need a server, and some
# of each noun on it. `parallel` is everything else. `window` and `parallel` belong into scripts/session.sh.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
lint_as_compiled
# Tests wait for sockets, files and other programs more than they compute.
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(nproc) * 3))}

# The names of test binaries under a tests folder: NAME.rs or NAME/main.rs.
test_names() {
  local path
  for path in "$1"/*.rs "$1"/*/main.rs; do
    [ -e "$path" ] || continue
    path=${path%/main.rs}
    basename "$path" .rs
  done
}

# Seeds 24,000 records, for which all other tests of its file have to wait: `make test-long` runs it.
long=the_large_seed
# A module of tests that need PostgreSQL.
server=postgres::

# "--test NAME" for each name, as an array in `named`.
name_tests() {
  named=()
  local name
  while read -r name; do [ -z "$name" ] || named+=(--test "$name"); done < <(sort -u)
}

build() {
  local said
  said=$({
    cargo test --quiet --locked "${test_set[@]}" --lib --bins --tests --no-run &&
      build_bridge
  } 2>&1) || fail "$said"
  # Warnings of what was compiled before are printed again.
  [[ $said != *warning:* ]] || fail "$said"
}

units() {
  cargo test --quiet "${test_set[@]}" --no-fail-fast --lib --bins "$@"
}

parallel() {
  name_tests < <(for folder in src-tauri/*/tests; do test_names "$folder"; done)
  cargo test --quiet "${test_set[@]}" --no-fail-fast --lib --bins "${named[@]}" -- --skip "$long" --skip "$server" "$@"
}

postgres() {
  FIELDSERVICE_TEST=postgres scripts/postgres.sh cargo test --quiet "${test_set[@]}" --no-fail-fast --test it -- \
    "$server" machines::bulk:: store:: users::supervisors:: "$@"
}

window() {
  name_tests < <(test_names tests)
  ((${#named[@]} > 0)) || fail "no test in tests/"
  cargo test --quiet "${test_set[@]}" --no-fail-fast "${named[@]}" -- --test-threads=1 "$@"
}

docs() {
  cargo test --quiet "${test_set[@]}" --doc "$@"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  cd "$root"
  case ${1:-} in
    build | units | parallel | postgres | window | docs) "$@" ;;
    *) fail "build, units, parallel, postgres, window or docs?" ;;
  esac
fi
