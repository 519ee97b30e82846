#!/usr/bin/env bash
# The pictures of the README and the guide, taken anew: those whose files are in ui/e2e/pictures.
#
#   scripts/pictures.sh [ARGUMENT…]     arguments go to Playwright: -g WORDS
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

scripts/need.sh rust build ui browser
scripts/journeys.sh --project=pictures "$@"
