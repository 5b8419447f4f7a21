"""How the Debian package lies on a disk."""

import configparser
import os
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from build_spec import deb
from build_spec.deb import (
    ICON_SIDES,
    LINUX,
    DependencyError,
    lay_out,
    packages_of,
    set_modes,
)


@pytest.fixture
def root(tmp_path):
    folder, icons = tmp_path / "pentahex", tmp_path / "icons"
    folder.mkdir()
    icons.mkdir()
    (folder / "pentahex").write_text("program")
    (icons / "pentahex.svg").write_text("<svg/>")
    for side in ICON_SIDES:
        (icons / f"{side}.png").write_text("picture")
    lay_out(tmp_path / "root", folder, icons)
    return tmp_path / "root"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")
@pytest.mark.parametrize("umask", [0o077, 0o000])
def test_all_users_can_read_the_package_whatever_the_umask(tmp_path, umask):
    before = os.umask(umask)
    try:
        (tmp_path / "root/usr/lib").mkdir(parents=True)
        (tmp_path / "root/usr/lib/data").write_text("data")
        program = tmp_path / "root/usr/program"
        program.write_text("program")
        program.chmod(program.stat().st_mode | 0o100)
        (tmp_path / "root/usr/link").symlink_to("nowhere")
    finally:
        os.umask(before)

    set_modes(tmp_path / "root")

    paths = [path for path in (tmp_path / "root").rglob("*") if not path.is_symlink()]
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in paths}
    assert modes == {
        "usr": "0o755",
        "lib": "0o755",
        "data": "0o644",
        "program": "0o755",
    }
    assert (tmp_path / "root").stat().st_mode & 0o777 == 0o755


def test_the_command_leads_to_the_program(root):
    assert (root / "usr/bin/pentahex").read_text() == "program"


def test_the_menu_entry_starts_the_command_with_its_icon(root):
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(root / "usr/share/applications/pentahex.desktop", encoding="utf-8")

    section = entry["Desktop Entry"]
    assert section["Exec"].split() == ["pentahex", "%F"]
    assert (root / f"usr/share/icons/hicolor/48x48/apps/{section['Icon']}.png").exists()
    assert "棋" in section["Comment[zh_CN]"]


TELL_KINDS = """
import sys
from PyQt5.QtCore import QMimeDatabase
for name in sys.argv[1:]:
    print(QMimeDatabase().mimeTypeForFile(name, QMimeDatabase.MatchExtension).name())
"""


@pytest.mark.processes
@pytest.mark.skipif(
    shutil.which("update-mime-database") is None,
    reason="needs the kinds of files of a desktop",
)
def test_the_desktop_distinguishes_contest_records_from_texts(tmp_path):
    (tmp_path / "mime/packages").mkdir(parents=True)
    shutil.copy(LINUX / "pentahex-mime.xml", tmp_path / "mime/packages/pentahex.xml")
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    update = ["update-mime-database", tmp_path / "mime"]
    subprocess.run(update, env=environment, check=True)

    names = ["C5-甲队 B vs 乙队 W.txt", "HEX-A R vs B B.txt", "letter.txt", "game.sgf"]
    told = subprocess.run(
        [sys.executable, "-c", TELL_KINDS, *names],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.split() == [
        "application/x-ccgc-record",
        "application/x-ccgc-record",
        "text/plain",
        "application/x-go-sgf",
    ]


def test_the_menu_entry_opens_the_kinds_that_are_told_apart(root):
    text = (root / "usr/share/applications/pentahex.desktop").read_text("utf-8")

    assert "MimeType=application/x-go-sgf;application/x-ccgc-record;" in text
    namespace = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kinds = ElementTree.parse(LINUX / "pentahex-mime.xml").iter(f"{namespace}mime-type")
    assert [kind.get("type") for kind in kinds] == ["application/x-ccgc-record"]


def test_the_description_of_the_program_can_be_read():
    ElementTree.parse(LINUX / "org.pentahex.Pentahex.metainfo.xml")


def test_a_library_that_no_package_has_is_named(monkeypatch):
    monkeypatch.setattr(deb, "_output", lambda *_command: "")

    with pytest.raises(DependencyError, match=r"libstrange\.so"):
        packages_of(["libstrange.so"])
