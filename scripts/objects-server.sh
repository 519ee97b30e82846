#!/usr/bin/env bash
# An object store for tests: SeaweedFS (decision 28) on this machine alone, with one bucket.
#
#   eval "$(scripts/objects-server.sh start FOLDER)"      sets the AWS_ variables and FIELDSERVICE_TEST_OBJECTS
#   scripts/objects-server.sh stop FOLDER
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

verb=${1:?start or stop} folder=${2:?a folder}
port=${OBJECTS_PORT:-18333}
key=fielddesk-test

start() {
  mkdir -p "$folder/data"
  secret=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  (
    umask 077
    cat >"$folder/s3.json" <<JSON
{"identities": [{"name": "tests", "credentials": [{"accessKey": "$key", "secretKey": "$secret"}],
  "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}
JSON
  )
  # It reports to its makers unless told not to.
  "$seaweedfs" server -dir="$folder/data" -ip=127.0.0.1 -ip.bind=127.0.0.1 -master.telemetry=false -master.electionTimeout=1s \
    -master.port=$((port + 1)) -volume.port=$((port + 2)) -filer.port=$((port + 3)) -volume.max=20 \
    -master.volumeSizeLimitMB=256 -s3 -s3.port="$port" -s3.port.iceberg=0 -s3.port.lance=0 -s3.config="$folder/s3.json" -s3.iam=false \
    >"$folder/log" 2>&1 &
  echo $! >"$folder/pid"
  local tries=0
  until make_bucket; do
    tries=$((tries + 1))
    if ((tries == 300)) || ! kill -0 "$(cat "$folder/pid")" 2>/dev/null; then
      fail "SeaweedFS did not start: $(tail -n 5 "$folder/log")"
    fi
    sleep 0.2
  done
  cat <<SH
export AWS_ACCESS_KEY_ID=$key AWS_SECRET_ACCESS_KEY=$secret AWS_ENDPOINT_URL=http://127.0.0.1:$port AWS_ALLOW_HTTP=true
export FIELDSERVICE_TEST_OBJECTS=s3://documents
SH
}

# The secret stays out of the process list; a bucket that is there is no error.
make_bucket() {
  local answer
  answer=$(curl --silent --noproxy '*' --output /dev/null --write-out '%{http_code}' --aws-sigv4 aws:amz:us-east-1:s3 \
    --request PUT --config - "http://127.0.0.1:$port/documents" <<<"user = \"$key:$secret\"") || true
  [ "$answer" = 200 ] || [ "$answer" = 409 ]
}

stop() {
  [ -e "$folder/pid" ] || return 0
  kill "$(cat "$folder/pid")" 2>/dev/null || true
  rm -rf "$folder"
}

case $verb in
  start) start ;;
  stop) stop ;;
  *) fail "neither start nor stop: $verb" ;;
esac
