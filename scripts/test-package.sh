#!/usr/bin/env bash
# Installs the .deb that package.sh built, starts it on an empty desktop and looks at its window.
# Without root (or with Fielddesk installed already) it is unpacked instead of installed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

# Inside the session: start, wait for a window, look at it, end it.
look() {
  local app=$1 picture=$2 pid window='' colours=0
  "$app" &
  pid=$!
  trap 'kill "$pid" 2>/dev/null || true' EXIT
  for _ in $(seq 120); do
    kill -0 "$pid" 2>/dev/null || fail "the app ended before it showed a window"
    window=$(xdotool search --onlyvisible --name '^Fielddesk' 2>/dev/null | head -n 1 || true)
    if [ -n "$window" ]; then
      # An empty page has one colour, a drawn one hundreds.
      import -window root "$picture"
      colours=$(identify -format '%k' "$picture")
      ((colours > 50)) && break
    fi
    sleep 0.25
  done
  [ -n "$window" ] || fail "no window after 30 seconds"
  ((colours > 50)) || fail "the window stayed empty: $picture"
  kill "$pid"
  wait "$pid" || true
  trap - EXIT
  note "the window is drawn: $colours colours, $picture"
}

if [ "${1:-}" = --look ]; then
  look "$2" "$3"
  exit
fi

scripts/need.sh window
deb=$(find "$CARGO_TARGET_DIR/release/bundle/deb" -maxdepth 1 -name '*.deb' 2>/dev/null | head -n 1)
[ -n "$deb" ] || fail "no .deb yet: make package"
name=$(dpkg-deb -f "$deb" Package)
picture=$root/run-pictures/installed.png
mkdir -p "${picture%/*}"

passed=0
if [ "$(id -u)" = 0 ] && ! dpkg-query -s "$name" >/dev/null 2>&1; then
  say "Installing $name"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$deb" >/dev/null
  trap 'dpkg --purge "$name" >/dev/null' EXIT
  app=$(dpkg-query -L "$name" | grep '^/usr/bin/' | head -n 1)
  desktop=$(dpkg-query -L "$name" | grep '\.desktop$' | head -n 1)
else
  say "Unpacking $deb"
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  dpkg-deb -x "$deb" "$folder"
  app=$(find "$folder/usr/bin" -type f | head -n 1)
  desktop=$(find "$folder" -name '*.desktop' | head -n 1)
fi
[ -x "$app" ] || fail "the package has no program in /usr/bin"
passed=$((passed + 1))
grep -q '^Exec=' "$desktop" || fail "the package has no menu entry"
passed=$((passed + 1))
scripts/session.sh "$root/scripts/test-package.sh" --look "$app" "$picture"
passed=$((passed + 1))
say "$passed passed, 0 failed"
