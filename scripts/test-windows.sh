#!/usr/bin/env bash
# Windows, as far as Linux can tell: clippy for the Windows target, then the tests as Windows programs in Wine, `fieldctl demo`
# and a mirror of a thousand files by fieldctl.exe and fieldservice.exe among them. It is no Windows: what Wine does
# otherwise is still to be seen there.
#
#   scripts/test-windows.sh [clippy|tests]…     both when none is named
#
# FILTER="name…" runs tests of these names alone. What is left out, and why: scripts/windows-skips.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
target=x86_64-pc-windows-gnu
packages=(model rules tables api documents sync core service cli)
skips=scripts/windows-skips
# No test program takes as long as this: a deadlock ends with a failure.
longest=1800

# The app among them.
clippy() {
  say "── clippy for $target"
  build_ui
  cargo clippy --quiet --locked "${cargo_set[@]}" --target "$target" -- -D warnings
}

# "NAME<tab>REASON" of each line of the list.
listed() { sed -n 's/^\([^ #][^ ]*\) \+\(.*\)$/\1\t\2/p' "$skips"; }

# Rust's library asks this one for random bytes; Wine has it from version 9 on. Beside the programs: some are started
# without any environment.
supply() {
  local folder=$CARGO_TARGET_DIR/$target/debug
  mkdir -p "$folder/deps"
  [ -e "$folder/deps/bcryptprimitives.dll" ] ||
    x86_64-w64-mingw32-gcc -shared -x c - -o "$folder/deps/bcryptprimitives.dll" -ladvapi32 <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return RtlGenRandom(bytes, (ULONG)count); }
C
  cp "$folder/deps/bcryptprimitives.dll" "$folder/"
}

tests() {
  local log=$CARGO_TARGET_DIR/test-windows.log name reason status=0
  local arguments=() left_out=()
  for name in "${packages[@]}"; do arguments+=(-p "fielddesk-$name"); done
  while IFS=$'\t' read -r name reason; do left_out+=(--skip "$name"); done < <(listed)

  # Line tables alone are gigabytes, and nobody debugs in Wine.
  export CARGO_PROFILE_DEV_DEBUG=0
  export WINEDEBUG=-all WINEPREFIX=$CARGO_TARGET_DIR/wine WINEDLLOVERRIDES='mscoree,mshtml,winedbg.exe='
  supply
  # (Without its debugger, which would wait for a person.) Wine's credential store is there and open.
  export FIELDDESK_TEST_KEYRING=1
  export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER="timeout --kill-after=10 $longest wine"
  mkdir -p "$WINEPREFIX"

  say "── the tests of ${packages[*]} in Wine"
  # Programs too: those of the command line start the service beside them.
  cargo test --locked --no-fail-fast --target "$target" "${arguments[@]}" --features fielddesk-sync/testing \
    --lib --bins --tests -- --test-threads 4 "${left_out[@]}" ${FILTER:+$FILTER} 2>&1 | tee "$log" |
    grep -v '^test .* ok$' || status=1

  say
  say "── left out, and why"
  listed | while IFS=$'\t' read -r name reason; do note "$name: $reason"; done
  awk '/^test result: /{ run += $4 + $6; failed += $6; ignored += $8; left += $12 }
    END { printf "%d tests run, %d failed, %d left out by the list above, %d ignored\n", run, failed, left, ignored }' "$log"
  return "$status"
}

(($# > 0)) || set -- clippy tests
scripts/need.sh rust ui windows
for part in "$@"; do
  case $part in
    clippy | tests) "$part" ;;
    *) fail "clippy or tests?" ;;
  esac
done
