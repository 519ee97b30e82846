#!/usr/bin/env bash
# The OpenAPI document as other programs read it. An independent validator accepts it; with `client`, a Python
# client generated from it without a warning makes one call of each resource.
#
#   scripts/openapi.sh [client]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

scripts/need.sh rust openapi
cargo build --quiet "${cargo_set[@]}" -p fielddesk-service --bin fieldservice
work=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service" 2>/dev/null || true; rm -rf "$work"' EXIT

"$CARGO_TARGET_DIR/debug/fieldservice" openapi >"$work/openapi.json"
"$openapi_tools/openapi-spec-validator" "$work/openapi.json"
[ "${1:-}" = client ] || exit 0

# The generator formats its output with the ruff beside it; a warning fails.
PATH=$openapi_tools:$PATH openapi-python-client generate --fail-on-warning --meta none \
  --path "$work/openapi.json" --output-path "$work/client"
start_seeded "$work"
cd "$work"
NO_PROXY=127.0.0.1 "$openapi_tools/python" - "$service_url" ready.json <<'PYTHON'
import json, sys
from client import AuthenticatedClient, Client
from client.api.documents import documents_list_project
from client.api.machines import machines_list
from client.api.mass_transport_extraction import reporting_locations, reporting_mass_types, reporting_trips
from client.api.projects_and_work_orders import projects_list, projects_work_orders
from client.api.token import identity_token
from client.api.users import users_list
from client.models import TokenRequest

url, ready = sys.argv[1], json.load(open(sys.argv[2]))
admin = ready["environments"]["test"]["clients"]["admin"]

def token(scope):
    form = TokenRequest(client_id=admin["clientId"], client_secret=admin["clientSecret"],
                        grant_type="client_credentials", scope=scope)
    return identity_token.sync(client=Client(base_url=url), body=form).access_token

core = AuthenticatedClient(base_url=url, token=token("serviceapiv3"))
reporting = AuthenticatedClient(base_url=url, token=token("reportingapiv1"))
projects = projects_list.sync(client=core)
project = projects[0].id
answers = {
    "machines": machines_list.sync(client=core),
    "users": users_list.sync(client=core),
    "projects": projects,
    "work orders": projects_work_orders.sync(project, client=core),
    "documents": [page for one in projects for page in documents_list_project.sync(one.id, client=core)],
    "trips": reporting_trips.sync(client=reporting).data,
    "locations": reporting_locations.sync(client=reporting).data,
    "mass types": reporting_mass_types.sync(client=reporting).data,
}
for resource, answer in answers.items():
    assert answer, f"{resource}: {answer}"
print(", ".join(f"{len(answer)} {resource}" for resource, answer in answers.items()))
PYTHON
