#!/usr/bin/env bash
# Opens the app. Where there is no display, takes it through the main job on sample data in a virtual one,
# says what happened and leaves pictures.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
lint_as_compiled
cd "$root"

has_display() { [ "$(uname)" = Darwin ] || [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }

groups=(rust build ui)
has_display || groups+=(window)
scripts/need.sh "${groups[@]}"

say "Building the UI"
build_ui
say "Building the app (the first time takes minutes)"
# Examples are in the set for the sake of main_job, and so that tests find everything built.
cargo build --quiet "${cargo_set[@]}" --bins --examples

if has_display; then
  say "Opening Fielddesk. No account is needed: choose \"Try it with sample data\"."
  exec "$CARGO_TARGET_DIR/debug/fielddesk"
fi

pictures=$root/run-pictures
say "No display here: going through the main job in a virtual one, on sample data."
rm -rf "$pictures"
mkdir -p "$pictures"
# The logs of app, service and driver are beside the pictures: the steps are what is read here.
if ! scripts/session.sh "$CARGO_TARGET_DIR/debug/examples/main_job" --pictures "$pictures" 2>"$pictures/log.txt"; then
  tail -n 40 "$pictures/log.txt" >&2
  fail "the main job was not done; all of the log is in $pictures/log.txt"
fi
say
say "Pictures of each step, and the log, are in $pictures:"
(cd "$pictures" && ls -1 | sed 's/^/  /')
