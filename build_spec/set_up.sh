#!/usr/bin/env bash
# Make everything ready that a target of the Makefile needs: set_up.sh run|train|test|desktop|cluster
# Or install only the system packages that are missing, as root: set_up.sh system
#
# Builds .venv with the fixed packages of requirements*.txt. On Debian and Ubuntu
# as root it also installs the system packages of Qt's window; elsewhere it names
# the one command to run. A stamp in .venv makes the next call return at once.
set -euo pipefail

target=${1:?"usage: set_up.sh run|train|test|desktop|cluster|system"}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

unfinished=.venv/set_up.unfinished
case $target in
  run) requirements="requirements.txt" ;;
  train) requirements="requirements-train.txt" ;;
  cluster) requirements="requirements-cluster.txt" ;;
  *) requirements="requirements-dev.txt" ;;
esac

stop() {
  printf '%s\n' "$*" >&2
  exit 1
}

# One stamp for each requirements file; each file includes those before it.
stamp() {
  echo ".venv/set_up.${1%.txt}.stamp"
}

digest() {
  cat build_spec/set_up.sh requirements*.txt | cksum
}

is_ready() {
  local stamp
  stamp=$(stamp "$requirements")
  [ -x .venv/bin/python ] && [ ! -e "$unfinished" ] && [ -r "$stamp" ] &&
    [ "$(<"$stamp")" = "$(digest)" ]
}

# Qt has no ready-made package for other processors on Linux.
check_processor() {
  [ "$(uname -s)" != Linux ] || [ "$(uname -m)" = x86_64 ] ||
    stop "Pentahex needs an x86-64 processor on Linux, and this one is $(uname -m)."
}

# The range for which every fixed package comes ready-made.
is_suitable_python() {
  "$1" -I -c '
import sys, venv, ensurepip
sys.exit(not (
    (3, 11) <= sys.version_info[:2] <= (3, 14)
    and sys.implementation.name == "cpython"
    and sys.maxsize > 2**32
))' >/dev/null 2>&1
}

# Found by running it: a name on the PATH may be a version manager's empty shim.
find_python() {
  local candidate
  for candidate in "${PYTHON:-python3}" python3 python3.13 python3.12 python3.11 \
    python3.14 /usr/bin/python3 /usr/local/bin/python3 python; do
    if is_suitable_python "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  return 1
}

# What Qt's xcb plugin and the modules in use load from the system, each with its
# Debian package; what those packages depend on comes along.
qt_libraries() {
  cat <<'END'
libGL.so.1 libgl1
libX11-xcb.so.1 libx11-xcb1
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libfreetype.so.6 libfreetype6
libglib-2.0.so.0 libglib2.0-0
libgssapi_krb5.so.2 libgssapi-krb5-2
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0 libxcb-shape0
libxcb-sync.so.1 libxcb-sync1
libxcb-xfixes.so.0 libxcb-xfixes0
libxcb-xinerama.so.0 libxcb-xinerama0
libxcb-xkb.so.1 libxcb-xkb1
libxkbcommon-x11.so.0 libxkbcommon-x11-0
END
}

# Noto has a true bold face and looks at home beside Latin text; its 56 MB take 2 s to
# install. Any other Chinese font on the machine will do.
has_chinese_font() {
  compgen -G '/usr/share/fonts/*/*/NotoSansCJK*' >/dev/null ||
    compgen -G '/usr/share/fonts/*/*/wqy-*' >/dev/null ||
    [ -n "$(fc-list :lang=zh family 2>/dev/null)" ]
}

# The Debian packages this machine lacks: for the window, then for `make desktop`.
missing_packages() {
  local loadable library package
  loadable=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p)
  while read -r library package; do
    [[ $loadable == *"$library "* ]] || echo "$package"
  done < <(qt_libraries)
  has_chinese_font || echo fonts-noto-cjk
  command -v Xvfb >/dev/null || echo xvfb
  command -v xauth >/dev/null || echo xauth
  command -v xdotool >/dev/null || echo xdotool
  command -v import >/dev/null || echo imagemagick
}

install_system_packages() {
  local log
  echo "Installing system packages (once): $*"
  log=$(mktemp)
  if ! {
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get install -y -qq \
      --no-install-recommends -o DPkg::Lock::Timeout=120 "$@"
  } </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    echo "apt-get could not install all of them; going on with what is there." >&2
  fi
  rm -f "$log"
}

can_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

# One command that a person can run, for the Debian packages or library files given.
install_command() {
  if command -v apt-get >/dev/null; then
    echo "sudo apt-get install -y $*"
  else
    echo "your system's package manager, for: $*"
  fi
}

# The size of a new environment, with torch's build for processors.
tell_size() {
  case $requirements in
    requirements.txt) echo "About 180 MB to download, 0.6 GB on disk." ;;
    requirements-train.txt) echo "About 410 MB to download, 1.6 GB on disk." ;;
    *) echo "About 440 MB to download, 1.7 GB on disk." ;;
  esac
}

# On Linux pip's default index has torch with CUDA alone.
tell_cuda() {
  if [ "$requirements" != requirements.txt ] && [ "$(uname -s)" = Linux ] &&
    [ -z "${PIP_EXTRA_INDEX_URL:-}${PIP_INDEX_URL:-}${PIP_FIND_LINKS:-}" ] &&
    ! .venv/bin/python -I -c 'import importlib.util, sys
sys.exit(importlib.util.find_spec("torch") is None)'; then
    echo "torch comes with CUDA unless PIP_EXTRA_INDEX_URL names the index of PyTorch's" \
      "CPU builds (docs/training.md), and is several times as large then."
  fi
}

build_environment() {
  local python
  if [ ! -e "$unfinished" ] && is_suitable_python .venv/bin/python &&
    .venv/bin/python -I -c 'import pip' 2>/dev/null; then
    echo "Bringing .venv up to date…"
    : >"$unfinished"
  else
    python=$(find_python) || stop "Pentahex needs 64-bit Python 3.11 to 3.14 with its" \
      "venv module, and none was found; install it with $(install_command python3 python3-venv)"
    echo "Setting up .venv (once, a few minutes)…"
    tell_size
    rm -rf .venv
    mkdir .venv
    : >"$unfinished"
    "$python" -I -m venv .venv || stop "Python could not build .venv (see above)."
  fi
  tell_cuda
  PIP_USER=0 .venv/bin/python -I -m pip --disable-pip-version-check --no-input \
    install --progress-bar on --no-warn-script-location -r "$requirements" ||
    stop "The Python packages could not be installed (see above); check the network" \
      "and the disk, then run the same command again."
  rm -f "$unfinished"
}

# Ask the dynamic loader itself, so that it holds for every Linux.
check_window_libraries() {
  local missing packages qt
  qt=$(.venv/bin/python -I -c 'import os, PyQt5; print(os.path.dirname(PyQt5.__file__))')
  missing=$({ ldd "$qt"/Qt5/plugins/platforms/libqxcb.so "$qt"/Qt{Widgets,Svg,Network}.abi3.so || true; } |
    sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u | xargs)
  [ -n "$missing" ] || return 0
  if command -v apt-get >/dev/null; then
    packages=$(missing_packages | xargs)
    missing=${packages:-$missing}
  fi
  stop "Qt's window needs system libraries that are missing; install them once with" \
    "$(install_command "$missing")"
}

check_desktop_tools() {
  local program
  for program in Xvfb xdotool import; do
    command -v "$program" >/dev/null || stop "make desktop needs Xvfb, xdotool and" \
      "ImageMagick; install them once with $(install_command xvfb xdotool imagemagick)"
  done
}

set_up() {
  local packages file
  check_processor
  if [ "$(uname -s)" = Linux ] && can_install; then
    packages=$(
      missing_packages
      find_python >/dev/null || printf '%s\n' python3 python3-venv
    )
    # shellcheck disable=SC2086 # one word a package
    [ -z "$packages" ] || install_system_packages $packages
  fi
  build_environment
  if [ "$(uname -s)" = Linux ]; then check_window_libraries; fi
  .venv/bin/python -I -c 'import PyQt5.QtWidgets, numba, sgfmill, safetensors
from importlib.util import find_spec
for name in ("onnxruntime", "torch"):
    if find_spec(name): __import__(name)' ||
    stop "The packages in .venv do not load (see above); delete the folder .venv and try again."
  for file in requirements{,-train,-dev,-cluster}.txt; do
    digest >"$(stamp "$file")"
    [ "$file" != "$requirements" ] || break
  done
}

if [ "$target" = system ]; then
  can_install || stop "set_up.sh system needs apt-get and root's rights."
  packages=$(missing_packages | xargs)
  # shellcheck disable=SC2086 # one word a package
  [ -z "$packages" ] || install_system_packages $packages
  exit
fi
if ! is_ready; then
  # Two commands at once in one folder: the second waits, then finds all done.
  if command -v flock >/dev/null; then
    exec 9<.
    flock 9
  fi
  is_ready || set_up
fi
if [ "$target" = desktop ]; then check_desktop_tools; fi
