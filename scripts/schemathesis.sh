#!/usr/bin/env bash
# The service against its own OpenAPI document: requests generated from it by schemathesis, valid and invalid,
# to a seeded service that is thrown away. What it may not find and why: schemathesis.toml beside this file.
#
#   scripts/schemathesis.sh [MORE OPTIONS OF schemathesis run]      EXAMPLES=50 a case for each operation
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

scripts/need.sh rust schemathesis
cargo build --quiet "${cargo_set[@]}" -p fielddesk-service --bin fieldservice
work=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service" 2>/dev/null || true; rm -rf "$work"' EXIT

"$CARGO_TARGET_DIR/debug/fieldservice" openapi >"$work/openapi.json"
start_seeded "$work"

# The token stays out of the process list: schemathesis.toml takes it from the environment.
FIELDSERVICE_TOKEN=$(python3 - "$work/ready.json" <<'PYTHON'
import json, sys, urllib.parse, urllib.request
test = json.load(open(sys.argv[1]))["environments"]["test"]
admin = test["clients"]["admin"]
form = {"grant_type": "client_credentials", "client_id": admin["clientId"],
        "client_secret": admin["clientSecret"], "scope": " ".join(admin["scopes"])}
call = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
body = urllib.parse.urlencode(form).encode()
print(json.load(call(test["identityUrl"] + "/connect/token", body))["access_token"])
PYTHON
)
export FIELDSERVICE_TOKEN

NO_PROXY=127.0.0.1 "$schemathesis" --config-file scripts/schemathesis.toml run "$work/openapi.json" --url "$service_url" \
  --max-examples "${EXAMPLES:-50}" --continue-on-failure --warnings off --generation-database none "$@"
! grep -q '"level":"ERROR"' "$work/log" || fail "the service logged errors: $(grep '"level":"ERROR"' "$work/log" | head -n 5)"
