#!/bin/sh
# Sets the rt-helper service up from this archive: sudo ./install.sh [--policy
# session]; removes it: sudo ./install.sh --uninstall. The commands themselves
# can be copied to any directory of the PATH.
set -eu
cd "$(dirname "$0")"

if [ "$(uname -s)" != Darwin ]; then
  echo "install.sh is for macOS; elsewhere: sudo ./rt-helper install" >&2
  exit 2
fi
if [ "$(id -u)" != 0 ]; then
  echo "root's rights are needed: sudo ./install.sh $*" >&2
  exit 2
fi
# A file that a browser fetched may not run before somebody says so.
xattr -d com.apple.quarantine ./rt ./rt-helper ./rt-helper-install 2>/dev/null || true

if [ "${1:-}" = --uninstall ]; then
  exec ./rt-helper uninstall
fi
exec ./rt-helper install "$@"
