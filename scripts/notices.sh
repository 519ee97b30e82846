#!/usr/bin/env bash
# Writes the licences of all that the programs and the window are made of into one file.
#
#   scripts/notices.sh FILE
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
output=$1
cd "$root"
scripts/need.sh rust ui notices
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Offline: licences are in the crates; without it the tool asks a server about each.
"$about" generate --offline --locked --workspace --fail --config scripts/notices/about.toml \
  --output-file "$work/rust.md" scripts/notices/rust.md.hbs
# What is in the page is known by who builds it. A build of its own, for the page needs no notices in it.
(cd ui && node --input-type=module - "$work" <<'JS')
import { build } from "vite";
await build({
  logLevel: "warn",
  build: { outDir: process.argv[2], emptyOutDir: false, license: { fileName: "ui.md" } },
});
JS
cat "$work/rust.md" "$work/ui.md" >"$output"
