"""A settings file is no code, and its place on the disk may be bad."""

import sys

import pytest
from PyQt5.QtCore import QRect, QSettings

from gui.app import application as app
from gui.settings.settings import Settings
from gui.settings.settings_file import remove_packed_values
from gui.settings.table import (
    IS_MAXIMIZED,
    PERSON,
    RECENT_FILES,
    THEME,
    WINDOW_GEOMETRY,
)

RAN = []


def run_command():
    RAN.append("ran")
    return "ran"


class Command:
    """Runs a command when it is unpickled."""

    def __reduce__(self):
        return (run_command, ())


@pytest.fixture
def evil(tmp_path):
    """Return a settings file in which the place of the window is a command."""
    made, path = tmp_path / "made.ini", tmp_path / "pentahex.ini"
    store = QSettings(str(made), QSettings.IniFormat)
    store.setValue("window/theme", "dark")
    store.setValue("window/place", Command())
    store.setValue("records/person", "a@b.c")
    store.setValue("files/recent", ["/a b", "/甲"])
    store.sync()
    path.write_bytes(made.read_bytes())  # Qt remembers what it wrote into the other one
    RAN.clear()
    assert b"@Variant" in path.read_bytes()
    return path


def opened(path):
    return Settings(QSettings(str(path), QSettings.IniFormat))


def test_a_packed_value_is_dropped_before_it_is_read(evil):
    assert remove_packed_values(evil)

    settings = opened(evil)

    assert settings[WINDOW_GEOMETRY] is None
    assert settings[THEME] == "dark"
    assert settings[PERSON] == "a@b.c"
    assert [str(path) for path in settings[RECENT_FILES]] == ["/a b", "/甲"]
    assert RAN == []


def test_a_packed_value_runs_a_command_where_nobody_looks(evil):
    assert opened(evil)[WINDOW_GEOMETRY] is None

    assert RAN == ["ran"]


@pytest.mark.parametrize(
    ("plain", "hidden"),
    [
        (b"@Variant", rb"\x40Variant"),
        (b"@Variant", rb"\100Variant"),
        (b"@Variant", rb"@Var\x69\x61nt"),
        (b"@Variant", b"@Vari\\\nant"),
        (b"@Variant", b'@Vari""ant'),
        (b'place="@Variant', b'place=text, "@Variant'),
    ],
)
def test_a_packed_value_is_found_however_it_is_written(evil, plain, hidden):
    evil.write_bytes(evil.read_bytes().replace(plain, hidden))

    assert remove_packed_values(evil)

    assert opened(evil)[WINDOW_GEOMETRY] is None
    assert RAN == []


def test_a_file_without_packed_values_is_left_alone(tmp_path):
    path = tmp_path / "pentahex.ini"
    text = '[window]\nplace=1 2 3 4\n; a note\nname="a\\x4e2d@b"\n\n[empty]\n'
    path.write_text(text, encoding="utf-8")

    assert not remove_packed_values(path)

    assert path.read_text(encoding="utf-8") == text


def test_a_missing_file_holds_nothing(tmp_path):
    assert not remove_packed_values(tmp_path / "nowhere.ini")


@pytest.mark.parametrize("place", [QRect(-5, 7, 640, 480), None])
def test_the_place_of_the_window_is_four_numbers(tmp_path, place):
    path = tmp_path / "pentahex.ini"
    settings = opened(path)
    settings[WINDOW_GEOMETRY] = place
    settings[IS_MAXIMIZED] = place is None
    settings.save()

    assert b"@" not in path.read_bytes()
    assert opened(path)[WINDOW_GEOMETRY] == place
    assert opened(path)[IS_MAXIMIZED] is (place is None)


@pytest.mark.parametrize("text", ["1 2 3", "a b c d", "1 2 0 0", "9" * 30 + " 1 1 1"])
def test_a_damaged_place_counts_as_never_set(tmp_path, text):
    path = tmp_path / "pentahex.ini"
    path.write_text(f"[window]\ngeometry={text}\n", encoding="utf-8")

    assert opened(path)[WINDOW_GEOMETRY] is None


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in the file's place")
def test_settings_that_cannot_be_kept_are_named(tmp_path):
    (tmp_path / "pentahex.ini").mkdir()
    settings = opened(tmp_path / "pentahex.ini")
    settings[THEME] = "dark"
    settings.save()

    assert not settings.is_writable
    assert app.list_storage_problems(has_log=True, settings=settings) == [
        "The settings cannot be read or saved. Default settings are used."
    ]
    assert len(app.list_storage_problems(has_log=False, settings=settings)) == 2


def test_settings_that_are_kept_need_no_word(settings):
    assert settings.is_writable
    assert app.list_storage_problems(has_log=True, settings=settings) == []
