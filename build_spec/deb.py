"""Debian package of a built folder.

It needs no scripts: menus, icons and kinds of files are taken up by triggers of the
desktop's own packages when files appear in their folders or go away.
"""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from engine import __version__

LINUX = Path(__file__).resolve().parent / "linux"

ICON_SIDES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Icon sizes for which the theme "hicolor" has folders."""

PROGRAM = "usr/lib/pentahex"

CONTROL = """\
Package: pentahex
Version: {version}
Architecture: {architecture}
Maintainer: The Pentahex project <pentahex@localhost>
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: fonts-noto-cjk, {recommends}
Section: games
Priority: optional
Description: play, watch and analyse Gomoku and Hex
 Five in a row (Gomoku) and Hex against engines of ten levels, against a friend,
 or to watch; games are kept as SGF records or contest texts.
"""

COPYRIGHT = """\
Pentahex is free software: GPL-3.0-or-later, see /usr/share/common-licenses/GPL-3.
The licences of all it brings along stand in /usr/lib/pentahex/_internal/licences.
"""


OPTIONAL = {
    "libpulse.so.0": "libpulse0",
    "libpulse-mainloop-glib.so.0": "libpulse-mainloop-glib0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""Libraries for sound and for Wayland, which a build machine may lack."""


class DependencyError(LookupError):
    """No package of this system has a required library."""


def build(folder: Path, icons: Path, out: Path) -> Path:
    """Build the package of ``folder`` in ``out``; return its path."""
    architecture = _output("dpkg", "--print-architecture")
    path = out / f"pentahex_{__version__}_{architecture}.deb"
    with tempfile.TemporaryDirectory(prefix="pentahex-deb-") as place:
        root = Path(place, "root")
        lay_out(root, folder, icons)
        size = sum(f.lstat().st_size for f in root.rglob("*") if f.is_file())
        libraries = missing_libraries(folder)
        control = CONTROL.format(
            version=__version__,
            architecture=architecture,
            kilobytes=size // 1024,
            depends=", ".join(packages_of(libraries - OPTIONAL.keys())),
            recommends=", ".join(OPTIONAL.values()),
        )
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(control, encoding="utf-8")
        set_modes(root)
        command = ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", "-z9"]
        subprocess.run(
            [*command, str(root), str(path)], check=True, stdout=subprocess.DEVNULL
        )
    return path


def lay_out(root: Path, folder: Path, icons: Path) -> None:
    """Copy all files to their installation paths below ``root``."""
    shutil.copytree(folder, root / PROGRAM, symlinks=True)
    commands = root / "usr/bin"
    commands.mkdir(parents=True)
    for name in ("pentahex", "pentahex-console"):
        (commands / name).symlink_to(f"../lib/pentahex/{name}")
    share = root / "usr/share"
    hicolor = share / "icons/hicolor"
    places = {
        share / "applications/pentahex.desktop": LINUX / "pentahex.desktop",
        share / "mime/packages/pentahex.xml": LINUX / "pentahex-mime.xml",
        share / "metainfo/org.pentahex.Pentahex.metainfo.xml": LINUX
        / "org.pentahex.Pentahex.metainfo.xml",
        hicolor / "scalable/apps/pentahex.svg": icons / "pentahex.svg",
    }
    for side in ICON_SIDES:
        place = hicolor / f"{side}x{side}" / "apps/pentahex.png"
        places[place] = icons / f"{side}.png"
    for place, source in places.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place)
    (share / "doc/pentahex").mkdir(parents=True)
    (share / "doc/pentahex/copyright").write_text(COPYRIGHT, encoding="utf-8")


def set_modes(root: Path) -> None:
    """Make a tree readable and its programs executable for all users."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            is_open = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if is_open else 0o644)


def missing_libraries(folder: Path) -> set[str]:
    """Return the names of external libraries needed by files below ``folder``."""
    there, needed = set(), set()
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            if file.read(4) != b"\x7fELF":
                continue
        there.add(path.name)
        needed |= set(
            re.findall(r"NEEDED\s+(\S+)", _output("objdump", "-p", str(path)))
        )
    there |= {path.name for path in folder.rglob("lib*") if path.is_symlink()}
    return needed - there


def packages_of(libraries: Iterable[str]) -> list[str]:
    """Return the dependencies of a package that needs these libraries.

    Raises:
        DependencyError: No package has one of them.
    """
    packages = set()
    for library in libraries:
        answer = _output("dpkg", "-S", f"*/{library}")
        name = answer.partition(":")[0]
        if not name:
            raise DependencyError(f"Expected a package with {library}.")
        packages.add(name)
    version = _output("dpkg-query", "-W", "-f", "${Version}", "libc6")
    least = re.match(r"[\d.]+", version)
    return sorted(
        f"libc6 (>= {least[0]})" if least and name == "libc6" else name
        for name in packages
    )


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()
