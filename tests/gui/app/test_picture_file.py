"""``convert`` to a picture: by the whole program, without a display."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PyQt5.QtGui import QFontDatabase, QImage

import main
from engine.commands import dispatch

GAME = "(;GM[4]FF[4]SZ[12:7];B[ff];W[gf];B[fe];W[fd];B[hg])"


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.fixture
def convert(record, qapp):
    """Return a function that converts the record as the program does."""

    def run(name, *options):
        target = record.parent / name
        return main.main(["convert", str(record), str(target), *options])

    return run


@pytest.mark.processes
def test_the_program_needs_no_display(record, tmp_path):
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"}
    environment = {key: os.environ[key] for key in os.environ.keys() - hidden}
    target = tmp_path / "board.png"
    program = Path(main.__file__).resolve()

    done = subprocess.run(
        [sys.executable, program, "convert", record, target, "--move", "3", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    printed = json.loads(done.stdout)
    assert {key: printed[key] for key in ("form", "game", "height", "width")} == {
        "form": "png",
        "game": "gomoku",
        "height": 7,
        "width": 12,
    }
    assert QImage(str(target)).width() > QImage(str(target)).height() > 400


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.png", b"\x89PNG"), ("a.SVG", b"<?xml"), ("a.gif", b"GIF89a")],
)
def test_the_ending_selects_the_form(convert, record, name, start):
    assert convert(name, "--side", "200", "--theme", "dark", "--numbers") == 0

    assert record.with_name(name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("a.png", ["--move=9"], "Expected a move from 0 to 5, got 9."),
        ("a.png", ["--move=-1"], "move: expected 0 or more, got -1."),
        ("a.svg", ["--side=20"], "side: expected 100 or more, got 20."),
        (
            "a.png",
            ["--delay=1"],
            "Expected a file name ending in .gif with --delay, got 'a.png'.",
        ),
        (
            "a.json",
            ["--numbers"],
            "Expected a file name ending in .png, .svg, .gif with --numbers, got "
            "'a.json'.",
        ),
        (
            "a.bmp",
            [],
            "Expected a file name ending in .sgf, .hsgf, .txt, .json, .psq, .lib, "
            ".csv, .png, .svg, .gif, got 'a.bmp'.",
        ),
    ],
)
def test_bad_usage_is_one_sentence(convert, capsys, name, options, problem):
    assert convert(name, *options) == 2

    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"pentahex: {problem}\n")


def test_a_place_that_cannot_be_written_is_one_sentence(convert, record, capsys):
    place = record.parent / "a.png"
    place.mkdir()

    assert convert("a.png") == 1

    error = f"pentahex: Expected a file to write to, {place} is none.\n"
    assert capsys.readouterr().err == error


def test_a_folder_that_is_not_there_is_bad_usage(convert, record, capsys):
    assert convert("none/a.png") == 2

    place = record.parent / "none" / "a.png"
    error = f"pentahex: Expected a file in an existing folder, got {place}.\n"
    assert capsys.readouterr().err == error


def test_a_machine_without_fonts_is_named(convert, record, capsys, monkeypatch):
    monkeypatch.setattr(QFontDatabase, "families", lambda *_: [])

    assert convert("a.png") == 2

    assert "Expected a font" in capsys.readouterr().err
    assert not record.with_name("a.png").exists()


@pytest.mark.processes
def test_without_pyqt5_there_is_one_sentence(record):
    target = record.with_name("a.png")
    program = f"""
import sys
sys.modules["PyQt5"] = None
sys.path.insert(0, {str(Path(main.__file__).parent)!r})
import main
sys.exit(main.start(["convert", {str(record)!r}, {str(target)!r}]))
"""

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert done.stderr.startswith("pentahex: This Python has no module PyQt5")
    assert done.stderr.count("\n") == 1


def test_the_engine_alone_says_who_draws(record, capsys):
    target = record.with_name("a.png")

    assert dispatch.run(["convert", str(record), str(target)]) == 2

    assert capsys.readouterr().err == (
        "pentahex: Expected the window's half of the program, which draws pictures.\n"
    )
