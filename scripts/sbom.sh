#!/usr/bin/env bash
# Writes what the programs and the window are made of, as CycloneDX documents.
#
#   scripts/sbom.sh FOLDER
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
folder=$(cd "$1" && pwd)
cd "$root"
scripts/need.sh rust ui sbom
# One lies beside the Cargo.toml of each package of the workspace then.
trap 'rm -f ./*.cdx.json src-tauri/*/*.cdx.json' EXIT
"$cyclonedx" cyclonedx --format json --spec-version 1.5 --target all --no-build-deps
for document in fielddesk.cdx.json src-tauri/cli/fielddesk-cli.cdx.json src-tauri/service/fielddesk-service.cdx.json; do
  cp "$document" "$folder/"
done
npm --prefix ui sbom --sbom-format cyclonedx --omit dev >"$folder/fielddesk-ui.cdx.json"
