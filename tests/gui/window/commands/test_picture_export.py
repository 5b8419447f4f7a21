"""*Save picture…*: the position on the board, or the moves up to it, as a file."""

import threading

import pytest
from PyQt5.QtGui import QColor, QImage, QImageReader
from PyQt5.QtWidgets import QAction

from gui.style import theme
from gui.style.theme import DARK
from gui.window.commands import picture_export
from tests.gui.driving import has_widget, play_all, status, texts

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Draw small pictures, which are quick."""
    monkeypatch.setattr(picture_export, "SIDE", 200)


@pytest.fixture
def save(persons, file_answers, qtbot):
    """Return a function that saves a picture and waits for it."""

    def put(path):
        file_answers.target = path
        persons.window.findChild(QAction, "save_picture").trigger()
        qtbot.waitUntil(lambda: status(persons) == f"Saved as {path.name}.")
        return path

    return put


def test_a_picture_shows_the_position_on_the_board(persons, save, tmp_path):
    play_all(persons, ["h8", "h9", "a1"])
    last = save(tmp_path / "last.png")
    persons.controller.go_to(1)
    first = save(tmp_path / "first.png")
    drawing = save(tmp_path / "first.svg")

    pictures = [QImage(str(path)) for path in (first, last)]
    assert max(pictures[0].width(), pictures[0].height()) > 150
    assert pictures[0].size() == pictures[1].size()
    assert pictures[0] != pictures[1]
    assert drawing.read_bytes().startswith(b"<?xml")


def test_the_theme_and_the_options_are_those_of_the_window(
    persons, save, tmp_path, qapp
):
    play_all(persons, ["h8"])
    plain = save(tmp_path / "plain.svg").read_text(encoding="utf-8")

    persons.window.findChild(QAction, "numbers").trigger()
    theme.apply(qapp, DARK)
    numbered = save(tmp_path / "numbered.svg").read_text(encoding="utf-8")
    dark = QImage(str(save(tmp_path / "dark.png")))

    assert numbered.count("<text") == plain.count("<text") + 1
    assert dark.pixelColor(1, 1) == QColor(DARK.window)


def test_an_animation_shows_the_moves_up_to_the_board(persons, save, tmp_path):
    play_all(persons, ["h8", "h9", "a1"])
    persons.controller.go_to(2)

    path = save(tmp_path / "film.gif")

    assert QImageReader(str(path)).imageCount() == 3


def test_the_window_answers_while_an_animation_is_encoded(
    persons, file_answers, tmp_path, qtbot, monkeypatch
):
    play_all(persons, ["h8", "h9"])
    may_write = threading.Event()
    write = picture_export.write_atomically
    monkeypatch.setattr(
        picture_export,
        "write_atomically",
        lambda path, data: may_write.wait(60) and write(path, data),
    )
    file_answers.target = tmp_path / "film.gif"
    act = persons.window.findChild(QAction, "save_picture").trigger

    act()
    play_all(persons, ["a1"])
    file_answers.target = tmp_path / "other.png"
    act()
    assert status(persons) == "Saving film.gif…"
    may_write.set()

    qtbot.waitUntil(lambda: status(persons) == "Saved as film.gif.")
    assert QImageReader(str(tmp_path / "film.gif")).imageCount() == 3
    assert not (tmp_path / "other.png").exists()


@pytest.mark.parametrize("name", ["a.png", "a.gif"])
def test_a_place_that_cannot_be_written_is_shown(
    persons, file_answers, tmp_path, qtbot, name
):
    file_answers.target = tmp_path / "none" / name

    persons.window.findChild(QAction, "save_picture").trigger()

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_message"))
    heading, *rest = texts(persons.window, "card_message")
    assert heading == "The picture was not saved"
    assert any(str(file_answers.target) in text for text in rest)


def test_no_file_chosen_saves_nothing(persons, file_answers, tmp_path):
    file_answers.target = None

    persons.window.findChild(QAction, "save_picture").trigger()

    assert list(tmp_path.glob("*.png")) == []
    assert file_answers.suggestions[-1].name.endswith(" move 0.png")
