#!/usr/bin/env bash
# The release app as .deb and .rpm. Prints where they are.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

scripts/need.sh rust build ui
bundles=$CARGO_TARGET_DIR/release/bundle
rm -rf "$bundles"
# Builds the UI first, as tauri.conf.json says. It writes both formats itself: no rpm tool is needed.
ui/node_modules/.bin/tauri build --bundles deb,rpm
say
say "Packages:"
find "$bundles" -name '*.deb' -o -name '*.rpm' | sort | while read -r file; do
  note "$file ($(du -h "$file" | cut -f 1))"
done
