#!/usr/bin/env bash
# The Rust tests in three parts that share one build.
#
#   scripts/rust-tests.sh parallel|window|docs
#
# `window` is what drives the real window (the root package's tests/): one at a time, for they share a display.
# `parallel` is everything else. Both belong into scripts/session.sh.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The names of test binaries under a tests folder: NAME.rs or NAME/main.rs.
test_names() {
  local path
  for path in "$1"/*.rs "$1"/*/main.rs; do
    [ -e "$path" ] || continue
    path=${path%/main.rs}
    basename "$path" .rs
  done
}

# "--test NAME" for each name, as an array in `named`.
name_tests() {
  named=()
  local name
  while read -r name; do [ -z "$name" ] || named+=(--test "$name"); done < <(sort -u)
}

parallel() {
  if cargo nextest --version >/dev/null 2>&1; then
    cargo nextest run "${cargo_set[@]}" --lib --bins --examples --tests --no-fail-fast \
      --cargo-quiet --status-level fail --final-status-level fail -E 'not (package(fielddesk) and kind(test))' "$@"
  else
    name_tests < <(for folder in src-tauri/*/tests; do test_names "$folder"; done)
    cargo test --quiet "${cargo_set[@]}" --no-fail-fast --lib --bins --examples "${named[@]}" -- "$@"
  fi
}

window() {
  name_tests < <(test_names tests)
  ((${#named[@]} > 0)) || fail "no test in tests/"
  cargo test --quiet "${cargo_set[@]}" --no-fail-fast "${named[@]}" -- --test-threads=1 "$@"
}

docs() {
  cargo test --quiet "${cargo_set[@]}" --doc "$@"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  cd "$root"
  case ${1:-} in
    parallel | window | docs) "$@" ;;
    *) fail "parallel, window or docs?" ;;
  esac
fi
