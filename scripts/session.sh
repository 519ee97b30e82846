#!/usr/bin/env bash
# Runs a command as if a person had just logged in on an empty desktop: a virtual display, a session bus,
# an unlocked keyring and data folders of its own, all gone when the command ends.
#
#   scripts/session.sh COMMAND [ARGUMENT…]
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

if [ "${1:-}" != --inside ]; then
  # Without a session bus of our own, one would be started that outlives the command.
  exec xvfb-run -a -s "-screen 0 1900x1000x24 -nolisten tcp" \
    dbus-run-session -- "$here/session.sh" --inside "$@"
fi
shift

# Before the folders move: the build goes where it always goes.
source "$here/lib.sh"

home=$(mktemp -d "${TMPDIR:-/tmp}/fielddesk-session.XXXXXX")
trap 'rm -rf "$home"' EXIT
mkdir -m 700 "$home"/{run,data,config,cache,state}
export XDG_RUNTIME_DIR=$home/run XDG_DATA_HOME=$home/data XDG_CONFIG_HOME=$home/config
export XDG_CACHE_HOME=$home/cache XDG_STATE_HOME=$home/state
unset WAYLAND_DISPLAY "${!FIELDDESK_@}"
unset LC_ALL LANGUAGE
export GDK_BACKEND=x11 NO_AT_BRIDGE=1 LANG=C.UTF-8
# Tests talk to this machine alone, whatever proxy the person has.
export NO_PROXY="localhost,127.0.0.1,::1${NO_PROXY:+,$NO_PROXY}"
export no_proxy=$NO_PROXY

# The password only unlocks this throw-away keyring; the daemon ends with the session bus.
eval "$(printf '%s' throw-away | gnome-keyring-daemon --unlock --components=secrets 2>/dev/null)"
export FIELDDESK_TEST_KEYRING=1

"$@"
