#!/usr/bin/env bash
# Install the Debian package, look for all a desktop needs, and remove it: try_deb.sh FILE
#
# For a machine that may be changed, as root. Ends with what is missing, or left over.
set -euo pipefail
package=${1:?"usage: try_deb.sh FILE"}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

files() {
  find /etc /opt /usr /var/lib -xdev \( -name '*pentahex*' -o -name '*Pentahex*' \) \
    -not -path '/var/lib/dpkg/*' -not -path '/usr/src/*' 2>/dev/null
}

[ -z "$(files)" ] || fail "Pentahex is here already: $(files | head -3)"
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  "$(realpath "$package")" >/dev/null

pentahex-console --version
QT_QPA_PLATFORM=offscreen pentahex-console --self-test >/dev/null ||
  fail "The self-test of the installed program fails."
desktop-file-validate /usr/share/applications/pentahex.desktop
grep -q 'application/x-go-sgf=.*pentahex.desktop' /usr/share/applications/mimeinfo.cache ||
  fail "A double click on an SGF record does not open it."
grep -q 'x-ccgc-record' /usr/share/mime/globs2 || fail "Contest records are not known."
[ -f /usr/share/icons/hicolor/48x48/apps/pentahex.png ] || fail "The menu has no icon."

DEBIAN_FRONTEND=noninteractive dpkg --purge pentahex >/dev/null
[ -z "$(files)" ] || fail "Left over: $(files)"
if grep -q pentahex /usr/share/applications/mimeinfo.cache 2>/dev/null; then
  fail "The menu still knows the program."
fi
echo "The Debian package installs, serves its records and goes without a trace."
