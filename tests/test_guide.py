"""The user guide: the same in both languages, with pictures that the program makes."""

import argparse
import importlib
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PyQt5.QtGui import QImage

from build_spec.pictures import FORM, LANGUAGES
from gui.settings.table import SETTINGS
from gui.text import languages
from tests.nonempty import nonempty

PROJECT = Path(__file__).resolve().parents[1]
GUIDE = PROJECT / "docs" / "guide"
CATALOGUE = PROJECT / "resources" / "translations" / "zh_CN.toml"
LESSONS = PROJECT / "docs" / "lessons"
TEXTS = {"en": "user-guide.md", "zh_CN": "user-guide.zh_CN.md"}


LESSON_TEXTS = {
    "en": ("README.md", "student.md", "teacher.md"),
    "zh_CN": ("README.zh_CN.md", "student.zh_CN.md", "teacher.zh_CN.md"),
}


def texts_in(language):
    """Return the guide and the lessons in a language, by path."""
    paths = [
        GUIDE / TEXTS[language],
        *(LESSONS / name for name in LESSON_TEXTS[language]),
    ]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def pictures_in(language):
    """Return the names of the pictures in the order of the text."""
    text = (GUIDE / TEXTS[language]).read_text(encoding="utf-8")
    return re.findall(rf"\]\(pictures/{language}/(\w+)\.{FORM}\)", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_and_shown_once(language):
    files = {path.stem for path in (GUIDE / "pictures" / language).iterdir()}

    assert sorted(pictures_in(language)) == sorted(files)


def test_both_languages_show_the_same_pictures():
    assert pictures_in("en") == pictures_in("zh_CN")


def test_both_languages_have_the_same_sections_tables_and_commands():
    for own, other in zip(
        texts_in("en").values(), texts_in("zh_CN").values(), strict=True
    ):
        assert shape_of(own) == shape_of(other)


def shape_of(text):
    """Return headings by level, rows by their cells, and the commands of a text."""
    headings = re.findall(r"^(#+) ", text, re.MULTILINE)
    rows = [line.count("|") for line in text.splitlines() if line.startswith("|")]
    return headings, rows, commands_in(text)


def commands_in(text):
    return re.findall(r"^    .*main\.py (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_that_guide_and_lessons_point_to_exist(language):
    for path, text in texts_in(language).items():
        for target in nonempty(re.findall(r"\]\(([^)#]+)\)", text)):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_menu_paths_are_texts_of_the_window(language):
    for path, text in texts_in(language).items():
        paths = menu_paths_in(text)
        titles = {plain(title) for one in paths for title in one.split(" → ")}

        assert paths or path.name.startswith("README")
        assert titles - shown_in(language) == set(), path.name


def menu_paths_in(text):
    return re.findall(r"[*“]([^*“”]+ → [^*“”]+)[*”]", text)


def shown_in(language):
    """Return every text of the window in a language."""
    tables = tomllib.loads(CATALOGUE.read_text(encoding="utf-8")).values()
    return {plain(pair[language == "zh_CN"]) for t in tables for pair in t.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_of_the_dialog_is_in_the_guide(language, qapp):
    languages.apply(qapp, "en")
    text = (GUIDE / TEXTS[language]).read_text(encoding="utf-8")
    chinese = tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))["Settings"]
    rows = [one.row for one in SETTINGS if one.row is not None]
    titles = [row.title() for row in nonempty(rows)]

    wanted = titles if language == "en" else [chinese[title] for title in titles]

    assert [title for title in wanted if title not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_students_press_are_texts_of_the_window(language):
    text = texts_in(language)[LESSONS / LESSON_TEXTS[language][1]]
    marks = {"en": r"(?<!\*)\*(?!\*)([^*]+)\*(?!\*)", "zh_CN": r"“([^“”]+)”"}

    words = {plain(word) for word in re.findall(marks[language], text)}

    buttons = {re.sub(r"\d+", "{count}", word) for word in words if "→" not in word}
    assert len(buttons) >= 10
    assert buttons - shown_in(language) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_of_the_lessons_are_accepted(language):
    commands = [
        command
        for path, text in texts_in(language).items()
        if path.parent == LESSONS
        for command in commands_in(text)
    ]

    assert len(commands) == 5
    for command in commands:
        name, *options = shlex.split(command)
        module = importlib.import_module(f"engine.commands.{name}")
        parser = argparse.ArgumentParser()
        module.add_arguments(parser)
        parser.parse_args(options)


def plain(title):
    """Return a title without its mnemonic, its dots and line breaks."""
    text = re.sub(r"\(&.\)|&|…|⋯", "", title)
    return " ".join(text.split())


@pytest.mark.processes
def test_a_picture_shows_the_program(tmp_path):
    wanted = ["--out", str(tmp_path), "--languages", "zh_CN", "--only", "settings"]

    subprocess.run(
        [sys.executable, "-m", "build_spec.pictures", *wanted], cwd=PROJECT, check=True
    )

    drawn = QImage(str(tmp_path / "zh_CN" / f"settings.{FORM}"))
    assert drawn.width() > 400
    assert len({drawn.pixel(x, 40) for x in range(drawn.width())}) > 2
