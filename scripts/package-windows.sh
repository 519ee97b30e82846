#!/usr/bin/env bash
# The release programs for Windows as one zip, built on Linux. Prints where it is and how large.
#
# None of them is started here: scripts/test-windows.sh starts what Wine can, and the app needs a Windows with WebView2.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
target=x86_64-pc-windows-gnu
programs=(fielddesk fieldctl fieldservice)

scripts/need.sh rust ui windows
build_ui

say "── three programs for $target, which takes long"
cargo build --locked --release --target "$target" --workspace --features tauri/custom-protocol \
  --bin fielddesk --bin fieldctl --bin fieldservice

built=$CARGO_TARGET_DIR/$target/release
# Its build script lays it beside the program.
loader=$built/WebView2Loader.dll
[ -e "$loader" ] || fail "no $loader"

# What a program says of itself: window or console, and which libraries it asks for at its start.
for program in "${programs[@]}"; do
  exe=$built/$program.exe
  headers=$(x86_64-w64-mingw32-objdump -p "$exe")
  system=$(sed -n 's/^Subsystem.*(\(.*\))$/\1/p' <<<"$headers")
  wanted='Windows CUI'
  [ "$program" = fielddesk ] && wanted='Windows GUI'
  [ "$system" = "$wanted" ] || fail "$program.exe is a program of '$system', not '$wanted'"
  # The compiler's own libraries are on no Windows; they belong into the program.
  foreign=$(sed -n 's/^\s*DLL Name: \(lib.*\)$/\1/p' <<<"$headers")
  [ -z "$foreign" ] || fail "$program.exe needs $foreign, which is not packed"
  x86_64-w64-mingw32-objdump -h "$exe" | grep -q '\.debug_' && fail "$program.exe holds debug symbols"
done

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' tauri.conf.json)
name=Fielddesk-$version-windows-x64
bundles=$built/bundle
rm -rf "$bundles"
mkdir -p "$bundles/$name"
for program in "${programs[@]}"; do cp "$built/$program.exe" "$bundles/$name/"; done
cp "$loader" "$bundles/$name/"
# Windows' editor of old shows a text without carriage returns as one line.
sed 's/$/\r/' LICENSE >"$bundles/$name/LICENSE.txt"
(cd "$bundles" && zip -q -r -X -9 "$name.zip" "$name")

say
say "Package: $bundles/$name.zip ($(du -h "$bundles/$name.zip" | cut -f 1))"
find "$bundles/$name" -type f -printf '%f\t%s\n' | sort | while IFS=$'\t' read -r file bytes; do
  note "$file ($(numfmt --to=iec "$bytes"))"
done
