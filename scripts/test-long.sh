#!/usr/bin/env bash
# The long versions, by hand: many more generated cases, and every Rust and window test several rounds over,
# since what fails once in twenty runs fails for somebody every day.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

scripts/need.sh openapi schemathesis workflows
scripts/test.sh
say
say "══ the workflows as an attacker reads them"
"$zizmor" --offline --no-progress --quiet .github/workflows
say
say "══ the service against its own document, called by a client made from it, and killed in every kind of write"
scripts/openapi.sh client
scripts/schemathesis.sh
say
say "══ documents in an object store that is no test's own"
scripts/need.sh objects
objects=$(mktemp -d)
trap 'scripts/objects-server.sh stop "$objects"' EXIT
settings=$(scripts/objects-server.sh start "$objects")
(
  eval "$settings"
  cargo test --quiet "${test_set[@]}" -p fielddesk-service --test it -- objects::
)
scripts/objects-server.sh stop "$objects"
say
say "══ files of rows that no program would write"
FIELDDESK_FUZZ_SECONDS=${FUZZ_SECONDS:-600} FIELDDESK_FUZZ_SEED=${FUZZ_SEED:-$RANDOM$RANDOM} \
  cargo test --release --quiet -p fielddesk-tables --test it -- fuzz:: --nocapture
say
say "══ an update to a version that is built for it"
next=$CARGO_TARGET_DIR/next-version
TAURI_CONFIG='{"version":"0.2.0"}' cargo build --quiet "${cargo_set[@]}" --bin fielddesk
cp "$CARGO_TARGET_DIR/debug/fielddesk" "$next"
FIELDDESK_NEXT_PROGRAM=$next scripts/session.sh cargo test --quiet "${test_set[@]}" --test window -- updates
say
say "══ the words of every state that a journey passes, in a narrow window and three languages"
FIELDDESK_LOOKS=1 scripts/journeys.sh
say
say "══ the real program in random use"
MINUTES=${WANDER_MINUTES:-30} scripts/wander.sh
say
say "══ the mirror and the service killed and started again, with every kind of fault"
FIELDDESK_ROUNDS=${MIRROR_ROUNDS:-200} cargo test --quiet "${test_set[@]}" --test it -- rounds:: --nocapture
say
say "══ the simulation of synced folders"
SIM_SEEDS=${SIM_SEEDS:-10000} cargo test --quiet "${test_set[@]}" --test it -- simulation:: at_once:: --nocapture
cargo test --quiet "${test_set[@]}" -p fielddesk-service --test it -- the_large_seed
export PROPTEST_CASES=${PROPTEST_CASES:-10000} TRIP_SEEDS=${TRIP_SEEDS:-300}
DURABILITY_ROUNDS=${DURABILITY_ROUNDS:-100} cargo test --quiet "${test_set[@]}" -p fielddesk-service --test it -- durability
say
say "══ the service on PostgreSQL: every test, but those that damage a file of SQLite"
FIELDSERVICE_TEST=postgres scripts/postgres.sh cargo test --quiet "${test_set[@]}" --no-fail-fast -p fielddesk-service --test it -- \
  --skip a_missing_database_ --skip documents_newer_than_ --skip more_than_ten_
say
say "══ three nodes behind a balancer: faults, and clients that are kept out"
scripts/need.sh cluster objects
cargo build --quiet --locked "${test_set[@]}" --bin fieldservice
# Each kind of fault once or twice.
CLUSTER_OBJECTS=1 CLUSTER_PROGRAM=$CARGO_TARGET_DIR/debug/fieldservice CLUSTER_ROUNDS=${CLUSTER_ROUNDS:-12} \
  scripts/cluster.sh cargo bench --quiet --profile dev "${test_set[@]}" --bench cluster -- rounds revoked
rounds=${ROUNDS:-5}
for round in $(seq "$rounds"); do
  say
  say "══ round $round/$rounds, $PROPTEST_CASES generated cases a property"
  scripts/test.sh rust window journeys
done
say "$rounds rounds passed"
