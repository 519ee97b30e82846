#!/usr/bin/env bash
# Random use of the real program, by seeds: `ui/wander`.
#
#   MINUTES=10 scripts/wander.sh      new walks for so long
#   SEED=20 scripts/wander.sh         these walks, with commas between several
#   STEPS=FILE scripts/wander.sh      the steps that a failure left, again
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
lint_as_compiled
cd "$root"

# The page that the app serves to the browser is the one that ships.
build_ui
build_bridge
export WANDER_FIELDCTL=$CARGO_TARGET_DIR/debug/fieldctl
if [ -n "${STEPS:-}" ]; then
  WANDER_STEPS=$(realpath "$STEPS")
  export WANDER_STEPS
elif [ -n "${SEED:-}" ]; then
  export WANDER_SEEDS=$SEED
else
  export WANDER_MINUTES=${MINUTES:-10}
fi
cd ui
npx --no-install playwright test --config wander/playwright.config.ts
