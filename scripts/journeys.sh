#!/usr/bin/env bash
# The journeys of the UI in Chromium, over the app's own commands and the service behind them.
#
#   scripts/journeys.sh [ARGUMENT…]     arguments go to Playwright: a file, -g WORDS, another --project=NAME
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
lint_as_compiled
cd "$root"

[[ " $*" == *" --project="* ]] || set -- --project=journeys "$@"
# The page that the app serves to the browser is the one that ships.
build_ui
build_bridge
npm --prefix ui run --silent e2e -- "$@"
