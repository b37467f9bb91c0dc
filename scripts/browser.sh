#!/bin/sh
# What the browser tests and screenshots need, from Debian: Chromium and fonts for Chinese.
set -eu

missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
fc-list :lang=zh family 2>/dev/null | grep -q . || missing="$missing fonts-noto-cjk"
[ -z "$missing" ] && exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root="none"; fi
fi
if [ "$as_root" = "none" ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "Please install$missing (Debian's package names) and run this again." >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -q >&2
# shellcheck disable=SC2086  # the names are separate words on purpose
$as_root apt-get install -q -y --no-install-recommends $missing >&2
