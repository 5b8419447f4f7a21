"""The user guide: the same in both languages, with pictures that the program makes."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PyQt5.QtGui import QImage

from build_spec.pictures import FORM, LANGUAGES

PROJECT = Path(__file__).resolve().parents[1]
GUIDE = PROJECT / "docs" / "guide"
CATALOGUE = PROJECT / "resources" / "translations" / "zh_CN.toml"
TEXTS = {"en": "user-guide.md", "zh_CN": "user-guide.zh_CN.md"}


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


def test_both_languages_have_the_same_sections():
    levels = [
        re.findall(r"^(#+) ", (GUIDE / name).read_text(encoding="utf-8"), re.MULTILINE)
        for name in TEXTS.values()
    ]

    assert levels[0] == levels[1]


def test_the_files_that_the_guide_points_to_exist():
    for name in TEXTS.values():
        text = (GUIDE / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            assert (GUIDE / target).exists(), target


@pytest.mark.parametrize("language", LANGUAGES)
def test_menu_paths_are_texts_of_the_window(language):
    tables = tomllib.loads(CATALOGUE.read_text(encoding="utf-8")).values()
    shown = {plain(pair[language == "zh_CN"]) for t in tables for pair in t.items()}
    text = (GUIDE / TEXTS[language]).read_text(encoding="utf-8")

    paths = re.findall(r"[*“]([^*“”]+ → [^*“”]+)[*”]", text)

    assert paths
    titles = {plain(title) for path in paths for title in path.split(" → ")}
    assert titles - shown == set()


def plain(title):
    """Return a title without its mnemonic, its dots and line breaks."""
    text = re.sub(r"\(&.\)|&|…|⋯", "", title)
    return " ".join(text.split())


def test_a_picture_shows_the_program(tmp_path):
    wanted = ["--out", str(tmp_path), "--languages", "zh_CN", "--only", "settings"]

    subprocess.run(
        [sys.executable, "-m", "build_spec.pictures", *wanted], cwd=PROJECT, check=True
    )

    drawn = QImage(str(tmp_path / "zh_CN" / f"settings.{FORM}"))
    assert drawn.width() > 400
    assert len({drawn.pixel(x, 40) for x in range(drawn.width())}) > 2
