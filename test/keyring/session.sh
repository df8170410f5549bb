#!/usr/bin/env bash
# Usage: test/keyring/session.sh COMMAND…
# Runs a command in a new home folder and on a new session bus, with a real and unlocked gnome-keyring.
set -euo pipefail
home=$(mktemp -d /tmp/roundwatch-keyring-home.XXXXXX); chmod 700 "$home"; mkdir -m 700 "$home/run"
export HOME="$home" XDG_RUNTIME_DIR="$home/run" ROUNDWATCH_KEYRING=1 KEYRING_PASSWORD=test
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME
trap 'rm -rf "$home"' EXIT
dbus-run-session -- bash -c '
  printf "%s\n" "$KEYRING_PASSWORD" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
  "$@"' session "$@" 2> >(grep -v "Failed to set fd limit" >&2)
