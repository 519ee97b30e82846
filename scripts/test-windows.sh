#!/usr/bin/env bash
# Windows, as far as Linux can tell: clippy over everything for the Windows target, then the engine's tests as a Windows
# program in Wine. It is no Windows: what Wine does otherwise is still to be seen there.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
target=x86_64-pc-windows-gnu

scripts/need.sh rust windows

say "── clippy for $target"
cargo clippy --quiet --locked "${cargo_set[@]}" --target "$target" -- -D warnings

# Rust's library asks this one for random bytes; Wine has it from version 9 on.
export WINEDEBUG=-all WINEPREFIX=$CARGO_TARGET_DIR/wine
deps=$CARGO_TARGET_DIR/$target/debug/deps
if [ ! -e "$deps/bcryptprimitives.dll" ]; then
  mkdir -p "$deps" "$WINEPREFIX"
  x86_64-w64-mingw32-gcc -shared -x c - -o "$deps/bcryptprimitives.dll" -ladvapi32 <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return RtlGenRandom(bytes, (ULONG)count); }
C
fi
say "── the engine's tests in Wine"
CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine \
  cargo test --quiet --locked -p fielddesk-sync --features fielddesk-sync/testing --test it --target "$target" -- --test-threads 2
