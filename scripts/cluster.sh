#!/usr/bin/env bash
# Runs a command with three nodes of the service behind HAProxy and PostgreSQL, which end with it.
#
#   scripts/cluster.sh COMMAND…
#
#   CLUSTER_SEED=demo|large       content of the empty database
#   CLUSTER_PROGRAM=FILE          fieldservice with the feature cluster; built without optimisation when left out
#   CLUSTER_RATE=N                requests of one token in 10 seconds before HAProxy says 429; the tests share one token
#   CLUSTER_OBJECTS=1             with an object store; without it each node has its own folder, so documents are not shared
#
# The command gets CLUSTER, a folder:
#   cluster.json   addresses, database, ids and secrets
#   NAME.pid       process of node-1 to -3, postgres, objects and haproxy; each is started again when it ends
#   NAME.hold      made by the command: NAME is not started again as long as the file is there
#   NAME.log
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

# Its server syncs: what was acknowledged survives the end of any process.
[ -n "${FIELDSERVICE_TEST_POSTGRES:-}" ] || POSTGRES_SYNC=${POSTGRES_SYNC-1} exec scripts/postgres.sh "scripts/cluster.sh" "$@"
has haproxy || fail "HAProxy is not installed: scripts/need.sh cluster"

if [ -z "${CLUSTER_PROGRAM:-}" ]; then
  # In a call of its own: features unify, and the app has no PostgreSQL.
  cargo build --quiet --locked -p fielddesk-service --features cluster --bin fieldservice
  CLUSTER_PROGRAM=$CARGO_TARGET_DIR/debug/fieldservice
fi
export CLUSTER_PROGRAM
CLUSTER=$(mktemp -d "${TMPDIR:-/tmp}/fielddesk-cluster-XXXXXX")
export CLUSTER
chmod 755 "$CLUSTER"

# keep NAME COMMAND…: runs the command, and again whenever it ends, as a service manager does.
keep() {
  local name=$1
  shift
  (
    set +e
    trap 'touch "$CLUSTER/ending"' TERM
    while [ ! -e "$CLUSTER/ending" ]; do
      "$@" >"$CLUSTER/$name.out" 2>>"$CLUSTER/$name.log" &
      echo $! >"$CLUSTER/$name.new" && mv "$CLUSTER/$name.new" "$CLUSTER/$name.pid"
      wait $!
      sleep 0.1
      while [ -e "$CLUSTER/$name.hold" ] && [ ! -e "$CLUSTER/ending" ]; do sleep 0.05; done
    done
  ) 2>/dev/null &
}

finish() {
  touch "$CLUSTER/ending"
  local one
  for one in "$CLUSTER"/*.pid; do kill -9 "$(cat "$one")" 2>/dev/null || true; done
  wait
  [ -n "${CLUSTER_KEEP:-}" ] || rm -rf "$CLUSTER"
}
trap finish EXIT

# until_there WHAT COMMAND…: five minutes at most.
until_there() {
  local what=$1 end=$((SECONDS + 300))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || fail "$what did not start: $(tail -n 3 "$CLUSTER"/*.log 2>/dev/null)"
    sleep 0.1
  done
}

# The server as a process of ours, so that it can be killed and comes back.
serve_database() {
  local owner=(env -C "$FIELDSERVICE_TEST_POSTGRES")
  [ "$(id -u)" != 0 ] || owner+=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  "${owner[@]}" "$FIELDSERVICE_TEST_POSTGRES_PROGRAMS/pg_ctl" --pgdata="$FIELDSERVICE_TEST_POSTGRES/data" --silent --wait stop
  keep postgres "${owner[@]}" "$FIELDSERVICE_TEST_POSTGRES_PROGRAMS/postgres" -D "$FIELDSERVICE_TEST_POSTGRES/data"
  until_there PostgreSQL "$FIELDSERVICE_TEST_POSTGRES_PROGRAMS/pg_isready" --dbname="$FIELDSERVICE_TEST_DATABASE"
}

# The object store behind a balancer of its own, which answers 503 while the store is away.
serve_objects() {
  export OBJECTS_PORT=${OBJECTS_PORT:-$((20000 + RANDOM % 10000))}
  eval "$(scripts/objects-server.sh start "$CLUSTER/objects")"
  local server command
  server=$(cat "$CLUSTER/objects/pid")
  mapfile -d '' -t command <"/proc/$server/cmdline"
  kill "$server"
  while kill -0 "$server" 2>/dev/null; do sleep 0.05; done
  keep objects "${command[@]}"
  cat >"$CLUSTER/objects.cfg" <<CONF
defaults
  mode http
  retries 0
  timeout connect 1s
  timeout client 30s
  timeout server 30s
listen objects
  bind 127.0.0.1:${ports[4]}
  server store 127.0.0.1:$OBJECTS_PORT
CONF
  keep objects-haproxy haproxy -db -f "$CLUSTER/objects.cfg"
  export AWS_ENDPOINT_URL=http://127.0.0.1:${ports[4]}
  until_there "the object store" curl -sS "http://127.0.0.1:$OBJECTS_PORT"
}

read -r -a ports < <(python3 -c '
import socket
held = [socket.socket() for _ in range(5)]
for one in held: one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in held))')
public=127.0.0.1:${ports[0]}
export FIELDSERVICE_DATABASE_URL="${FIELDSERVICE_TEST_DATABASE%/*}/fielddesk_{environment}"

node() {
  local place=(--data "$CLUSTER/node-$1")
  [ -z "${FIELDSERVICE_TEST_OBJECTS:-}" ] || place=(--objects "$FIELDSERVICE_TEST_OBJECTS")
  keep "node-$1" "$CLUSTER_PROGRAM" serve --listen "127.0.0.1:${ports[$1]}" --public-url "http://$public" \
    --signing-keys "$CLUSTER/keys" "${place[@]}" --seed "${CLUSTER_SEED:-demo}" --durability power --drain 3
}

serve_database
[ -z "${CLUSTER_OBJECTS:-}" ] || serve_objects
for environment in test production; do
  "$FIELDSERVICE_TEST_POSTGRES_PROGRAMS/createdb" --maintenance-db="$FIELDSERVICE_TEST_DATABASE" "fielddesk_$environment"
done
begun=$EPOCHREALTIME
node 1
until_there "the first node" test -s "$CLUSTER/node-1.out"
seeding=$(awk -v a="$begun" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
cp "$CLUSTER/node-1.out" "$CLUSTER/seeded.json"
node 2
node 3

export FIELDSERVICE_BIND=$public FIELDSERVICE_PUBLIC_HOST=$public FIELDSERVICE_LOG=stderr
export FIELDSERVICE_RATE=${CLUSTER_RATE:-1000000000} FIELDSERVICE_NODE_1=127.0.0.1:${ports[1]}
export FIELDSERVICE_NODE_2=127.0.0.1:${ports[2]} FIELDSERVICE_NODE_3=127.0.0.1:${ports[3]}
keep haproxy haproxy -db -f docs/admin/haproxy.cfg
python3 - "$CLUSTER" "$seeding" "${ports[@]}" <<'PYTHON'
import json, os, sys
folder, seeding, *ports = sys.argv[1:]
public, *nodes = [f"http://127.0.0.1:{port}" for port in ports[:4]]
seeded = json.load(open(f"{folder}/seeded.json"))["environments"]["test"]
cluster = dict(public=public, nodes=nodes, database=os.environ["FIELDSERVICE_DATABASE_URL"], test=seeded,
    secondsOfFirstStart=float(seeding))
json.dump(cluster, open(f"{folder}/cluster.json", "w"))
PYTHON
until_there HAProxy curl -sSf "http://$public/healthz"
"$@"
