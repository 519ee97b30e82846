#!/usr/bin/env bash
# Half an hour of the release programs at once: the app in its real window and `fieldctl sync run --watch`, each with a
# folder of its own, beside the service with its large sample data. Files change all the time, the service fails in turns,
# and after a rest somebody goes through the screens for ten minutes, and for three later on. Tells how memory, handles,
# threads, requests and logs went. Fails only where something is lost, never on a figure.
#
#   scripts/soak.sh     MINUTES=30 (at least 20)  SOAK_OUT=folder for soak.md and soak.json
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

if [ -z "${FIELDDESK_TEST_KEYRING:-}" ]; then
  scripts/need.sh rust build ui bench window
  say "Building the release binaries (the first time takes minutes)"
  build_ui
  cargo build --quiet --release "${cargo_set[@]}" --bins --examples
  export SOAK_OUT=${SOAK_OUT:-$cache/bench}
  exec scripts/session.sh "${BASH_SOURCE[0]}"
fi

mkdir -p "${SOAK_OUT:?}"
BENCH_WORK=$(mktemp -d "${TMPDIR:-/tmp}/fielddesk-soak.XXXXXX")
export BENCH_WORK BENCH_ROWS=$BENCH_WORK/rows ROUNDS=1
source scripts/bench/lib.sh
source scripts/bench/window.sh
trap 'stop_service; rm -rf "$BENCH_WORK"' EXIT

start_service large --control
curl_ready
app_data=$BENCH_WORK/app
for of in app watch; do
  folder=$BENCH_WORK/folders/$of
  mkdir -p "$folder"
  for n in $(seq 200); do head -c $((20000 + n * 1000)) /dev/urandom >"$folder/drawing $n.pdf"; done
done
sleep 3 # what was written a moment ago is not settled
# add OF [OPTION…]: the folder of a program becomes a synced one
add() {
  "$release/fieldctl" sync add "$BENCH_WORK/folders/$1" --project P-2026-001 --section "Soak $1" --deletes propagate \
    --json "${@:2}" >/dev/null
}
FIELDDESK_DATA_DIR=$BENCH_WORK/watch add watch
secret=$FIELDDESK_CLIENT_SECRET
FIELDDESK_DATA_DIR=$app_data
connect_app
add app --profile bench
node scripts/soak/soak.mjs "$release" "$service_pid" "$FIELDDESK_BASE_URL" "$documents" "$BENCH_WORK" "$secret" \
  "${MINUTES:-30}" "$(git rev-parse --short HEAD 2>/dev/null || echo none)" "$SOAK_OUT"
