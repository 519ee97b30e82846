#!/usr/bin/env bash
# Runs a command with a PostgreSQL server that ends with it.
#
#   scripts/postgres.sh COMMAND…
#
# FIELDSERVICE_TEST_DATABASE is the URL of the server, whose user may make databases; FIELDSERVICE_TEST_POSTGRES its
# folder, FIELDSERVICE_TEST_POSTGRES_PROGRAMS that of its programs. It listens on a socket and a loopback port. It does not
# sync, unless POSTGRES_SYNC=1. The server does not run as root: where this does, the user `postgres` of the package runs it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

programs=$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1 || true)
[ -n "$programs" ] || programs=$(dirname "$(command -v initdb)") || fail "PostgreSQL is not installed: scripts/need.sh postgres"
folder=$(mktemp -d /tmp/fielddesk-postgres-XXXXXX)
as_server=()
if [ "$(id -u)" = 0 ]; then
  chown postgres: "$folder"
  as_server=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
serve() { (cd "$folder" && "${as_server[@]}" "$programs/pg_ctl" --pgdata="$folder/data" --silent "$@"); }

(cd "$folder" && "${as_server[@]}" "$programs/initdb" --pgdata="$folder/data" --username=postgres --auth=trust \
  --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$folder/initdb.log") || fail "$(cat "$folder/initdb.log")"
cat >>"$folder/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$folder'
max_connections = 400
fsync = $([ -n "${POSTGRES_SYNC:-}" ] && echo on || echo off)
full_page_writes = $([ -n "${POSTGRES_SYNC:-}" ] && echo on || echo off)
CONF
trap '! serve status >/dev/null || serve --mode=immediate stop || true; rm -rf "$folder"' EXIT
serve --wait --log="$folder/log" start || fail "$(cat "$folder/log")"
export FIELDSERVICE_TEST_POSTGRES=$folder FIELDSERVICE_TEST_POSTGRES_PROGRAMS=$programs
export FIELDSERVICE_TEST_DATABASE=postgres://postgres@127.0.0.1:$port/postgres
"$@"
