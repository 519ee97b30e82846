#!/usr/bin/env bash
# Installs the .deb that package.sh built on a bare Debian of this computer's release, made for it in a temporary folder,
# and starts there, as an ordinary person, what it brings: the window, fieldctl and fieldservice.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
programs=(fielddesk fieldctl fieldservice)

# What runs on the bare Debian, as a person with a home of their own and nothing else.
there() { chroot --userspec=1000:1000 "$bare" env -i HOME=/home/person USER=person LANG=C.UTF-8 PATH=/usr/bin:/bin "$@"; }

# Starts the app, waits for its window, looks at it and ends it.
window() {
  local picture=$1 pid id='' colours=0
  install -o 1000 -g 1000 -m 600 "$XAUTHORITY" "$bare/home/person/.Xauthority"
  there DISPLAY="$DISPLAY" XAUTHORITY=/home/person/.Xauthority GDK_BACKEND=x11 /usr/bin/fielddesk &
  pid=$!
  for _ in $(seq 120); do
    kill -0 "$pid" 2>/dev/null || fail "the app ended before it showed a window"
    id=$(xdotool search --onlyvisible --name '^Fielddesk' 2>/dev/null | head -n 1 || true)
    if [ -n "$id" ]; then
      # An empty page has one colour, a drawn one hundreds.
      import -window root "$picture"
      colours=$(identify -format '%k' "$picture")
      ((colours > 50)) && break
    fi
    sleep 0.25
  done
  kill "$pid"
  wait "$pid" || true
  [ -n "$id" ] || fail "no window after 30 seconds"
  ((colours > 50)) || fail "the window stayed empty: $picture"
  note "the window is drawn: $colours colours, $picture"
}

# A job of fieldctl on what fieldservice serves.
job() {
  local ready service list
  there fieldservice serve --ephemeral --seed demo >"$bare/tmp/ready.json" 2>"$bare/tmp/log" &
  service=$!
  until [ -s "$bare/tmp/ready.json" ]; do
    kill -0 "$service" 2>/dev/null || fail "fieldservice did not start: $(cat "$bare/tmp/log")"
    sleep 0.2
  done
  mapfile -t ready < <(python3 - "$bare/tmp/ready.json" <<'PY'
import json, sys
test = json.load(open(sys.argv[1]))["environments"]["test"]
client = test["clients"]["standard"]
print(test["identityUrl"], test["baseUrl"], client["clientId"], client["clientSecret"], sep="\n")
PY
  )
  list=$(there FIELDDESK_IDENTITY_URL="${ready[0]}" FIELDDESK_BASE_URL="${ready[1]}" FIELDDESK_CLIENT_ID="${ready[2]}" \
    FIELDDESK_CLIENT_SECRET="${ready[3]}" fieldctl projects list --json)
  kill "$service"
  wait "$service" || true
  [[ $list == *P-2026-001* ]] || fail "fieldctl does not list the projects of fieldservice: $list"
  note "fieldctl lists the projects of fieldservice"
}

# All of it, in a place of its own for mounts: they end with it.
inside() {
  bare=$1
  local deb=$2 picture=$3 passed=0 name version files
  mount -t proc proc "$bare/proc"
  mount --rbind /dev "$bare/dev"
  mkdir -p "$bare/tmp/.X11-unix"
  mount --bind /tmp/.X11-unix "$bare/tmp/.X11-unix"

  say "Installing ${deb##*/}"
  cp "$deb" "$bare/tmp/fielddesk.deb"
  chroot "$bare" apt-get update -qq
  chroot "$bare" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /tmp/fielddesk.deb >/dev/null
  chroot "$bare" useradd --uid 1000 --create-home person
  note "with $(chroot "$bare" dpkg-query -W | wc -l) packages in all"
  passed=$((passed + 1))

  for name in "${programs[@]:1}"; do
    version=$(there "$name" --version)
    note "$version"
    passed=$((passed + 1))
  done
  files=$(chroot "$bare" dpkg-query -L fielddesk)
  for name in /usr/bin/{fielddesk,fieldctl,fieldservice} '/usr/share/applications/Fielddesk\.desktop' \
    /usr/share/applications/fielddesk-upload.desktop \
    /usr/share/doc/fielddesk/THIRD-PARTY.md /usr/share/man/man1/{fieldctl,fieldctl-docs-upload,fieldservice}.1.gz \
    /usr/share/bash-completion/completions/{fieldctl,fieldservice} /usr/share/zsh/vendor-completions/_{fieldctl,fieldservice} \
    /usr/share/fish/vendor_completions.d/{fieldctl,fieldservice}.fish; do
    grep -qx -- "$name" <<<"$files" || fail "the package has no $name"
    passed=$((passed + 1))
  done
  grep '^/usr/bin/.' <<<"$files" | sort | cmp -s - <(printf '/usr/bin/%s\n' "${programs[@]}" | sort) ||
    fail "the package has other programs than ${programs[*]}"
  passed=$((passed + 1))

  job
  there fieldctl demo >"$bare/tmp/demo" || fail "fieldctl demo: $(cat "$bare/tmp/demo")"
  note "fieldctl demo: $(tail -n 1 "$bare/tmp/demo")"
  window "$picture"
  passed=$((passed + 3))

  chroot "$bare" dpkg --purge fielddesk >/dev/null
  files=$(find "$bare/usr" -iname '*fielddesk*' -o -name '*fieldctl*' -o -name '*fieldservice*')
  [ -z "$files" ] || fail "left behind after removal: $files"
  note "removed without a trace"
  say "$((passed + 1)) passed, 0 failed"
}

if [ "${1:-}" = --inside ]; then
  shift
  inside "$@"
  exit
fi

[ "$(id -u)" = 0 ] || exec sudo --preserve-env=CARGO_TARGET_DIR,XDG_CACHE_HOME "HOME=$HOME" "$0" "$@"
scripts/need.sh window root
deb=$(find "$CARGO_TARGET_DIR/release/bundle/deb" -maxdepth 1 -name '*.deb' 2>/dev/null | head -n 1)
[ -n "$deb" ] || fail "no .deb yet: make package"
picture=$root/run-pictures/installed.png
mkdir -p "${picture%/*}"
bare=$(mktemp -d)
# A person of its own goes in there, too.
chmod 755 "$bare"
trap 'rm -rf --one-file-system "$bare"' EXIT
release=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
say "Making a bare $release (about a minute)"
debootstrap --variant=minbase "$release" "$bare" >"$bare.log" 2>&1 || fail "debootstrap: $(tail -n 5 "$bare.log")"
rm "$bare.log"
# X11 looks for its sockets here.
mkdir -p /tmp/.X11-unix
scripts/session.sh unshare --mount -- "$root/scripts/test-package.sh" --inside "$bare" "$deb" "$picture"
