# Shared by the scripts: where things are, and how they speak. Sourced, not run.
# shellcheck disable=SC2034 # those who source it use what it sets

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fielddesk
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/target}
tools=$cache/tools
deny=$tools/bin/cargo-deny
about_version=0.9.3
about=$tools/bin/cargo-about
cyclonedx_version=0.5.9
cyclonedx=$tools/bin/cargo-cyclonedx
zizmor_version=1.32.0
zizmor=$tools/zizmor-$zizmor_version/bin/zizmor
schemathesis_version=4.32.5
schemathesis=$tools/schemathesis-$schemathesis_version/bin/schemathesis
seaweedfs_version=4.48
seaweedfs=$tools/seaweedfs-$seaweedfs_version/bin/weed
openapi_packages=(openapi-spec-validator==0.9.0 openapi-python-client==0.29.1)
openapi_tools=$tools/openapi-0.9.0-0.29.1/bin

# One set of packages, targets and features everywhere: another set would compile everything again.
# custom-protocol makes the app show ui/dist instead of a development server, so build the UI first. tauri/test has the
# runtime without windows, for the app of the journeys (decision 15).
cargo_set=(--workspace --features tauri/custom-protocol --features tauri/test)

# The set of tests: `fieldservice` and what tests it also for PostgreSQL and an object store. Programs for people are built
# without; the packaged `fieldservice` with it, in a call of its own.
test_set=("${cargo_set[@]}" --features fielddesk-service/cluster --features fielddesk-testing/cluster)

# Compiles our crates with clippy's driver in place of the compiler, for builds that are run here: one pass gives the
# programs and the lints. Not for releases, whose code it makes slower. A build for CI is compiled once: no state is kept
# for a second one, nor lines for a debugger.
lint_as_compiled() {
  RUSTC_WORKSPACE_WRAPPER=$(rustc --print sysroot)/bin/clippy-driver
  [ -x "$RUSTC_WORKSPACE_WRAPPER" ] || RUSTC_WORKSPACE_WRAPPER=clippy-driver
  export RUSTC_WORKSPACE_WRAPPER
  [ -z "${CI:-}" ] || export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
}

say() { printf '%s\n' "$*"; }
note() { printf '  %s\n' "$*"; }
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# Builds the window's pages, unless nothing of them changed: new pages compile the app again.
build_ui() {
  local built=$root/ui/node_modules/.built
  if [ -e "$root/ui/dist/index.html" ] && [ -e "$built" ] &&
    [ -z "$(find "$root/ui" \( -path "$root/ui/dist" -o -path "$root/ui/node_modules" \) -prune -o -newer "$built" -print -quit)" ]; then
    return
  fi
  touch "$built.begun"
  npm --prefix "$root/ui" run --silent build >"$built.log" || {
    cat "$built.log" >&2
    return 1
  }
  mv "$built.begun" "$built"
}

# Builds the app without windows and the programs beside it, for journeys and walks. The example is there for what tests
# depend on: without it cargo would compile our crates again with fewer features of their libraries.
build_bridge() {
  cargo build --quiet --locked "${test_set[@]}" --features bridge \
    --bin fielddesk-bridge --bin fieldservice --bin fieldctl --example plan_speed
}

# seconds_since START → "12 s" or "3 min 05 s"
seconds_since() {
  local s=$((SECONDS - $1))
  if ((s < 60)); then printf '%d s' "$s"; else printf '%d min %02d s' $((s / 60)) $((s % 60)); fi
}

# start_seeded WORK: fieldservice with sample data on a free port. Its ready line is WORK/ready.json, its log
# WORK/log, its process $service, the address of its test environment $service_url.
start_seeded() {
  "$CARGO_TARGET_DIR/debug/fieldservice" serve --ephemeral --seed demo >"$1/ready.json" 2>"$1/log" &
  service=$!
  until [ -s "$1/ready.json" ]; do
    kill -0 "$service" 2>/dev/null || fail "the service did not start: $(cat "$1/log")"
    sleep 0.2
  done
  service_url=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["environments"]["test"]["identityUrl"].removesuffix("/identity"))' "$1/ready.json")
}
