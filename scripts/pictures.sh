#!/usr/bin/env bash
# The pictures of the README and the guide, taken anew: those whose files are in ui/e2e/pictures. They show an office:
# its files lie in /srv/Hoveveien, which is made for the run and removed, and secrets in a keyring.
#
#   scripts/pictures.sh [ARGUMENT…]     arguments go to Playwright: -g WORDS
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

scripts/need.sh rust build ui window browser
build_ui
build_bridge
office=/srv/Hoveveien
if [ -e "$office" ]; then fail "$office is there already: the pictures need the name"; fi
mkdir -p "$office" || fail "The pictures need a folder $office: make it writable for you"
trap 'rm -rf "$office"' EXIT
# At one time one office: all pictures have the same folder.
scripts/session.sh env FIELDDESK_PICTURES=1 npm --prefix ui run --silent e2e -- --project=pictures --workers=1 "$@"
