"""Names of the files that the program's own dialogs return."""

from types import SimpleNamespace

import pytest
from PyQt5.QtCore import QRect
from PyQt5.QtWidgets import QFileDialog, QWidget

from gui.files.file_dialogs import FileDialogs


@pytest.fixture
def ask(qtbot, tmp_path, monkeypatch):
    """Return a function that asks for a picture, answered by a kind and a name."""
    window = QWidget()
    qtbot.addWidget(window)

    def ask_and_answer(kind, name):
        def answer(dialog):
            filters = dialog.nameFilters()
            dialog.selectNameFilter(next(one for one in filters if kind in one))
            if name is not None:
                dialog.selectFile(name)
            return QFileDialog.Rejected if name is None else QFileDialog.Accepted

        monkeypatch.setattr(QFileDialog, "exec_", answer)
        return FileDialogs().ask_picture(window, tmp_path / "Hex.png")

    return ask_and_answer


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("PNG", "board", "board.png"),
        ("SVG", "board", "board.svg"),
        ("GIF", "board", "board.gif"),
        ("GIF", "round 1.5", "round 1.5.gif"),
        ("PNG", "board.svg", "board.svg"),
        ("SVG", "BOARD.GIF", "BOARD.GIF"),
    ],
)
def test_a_picture_gets_the_ending_of_its_kind(ask, tmp_path, kind, name, expected):
    assert ask(kind, name) == tmp_path / expected


def test_a_file_dialog_fits_a_small_screen_with_its_title_bar(
    qtbot, tmp_path, monkeypatch
):
    window, sizes = QWidget(), []
    qtbot.addWidget(window)
    screen = SimpleNamespace(availableGeometry=lambda: QRect(0, 0, 800, 540))
    monkeypatch.setattr(QWidget, "screen", lambda _widget: screen)

    def answer(dialog):
        dialog.show()
        sizes.append(dialog.size())
        return QFileDialog.Rejected

    monkeypatch.setattr(QFileDialog, "exec_", answer)
    FileDialogs().ask_record(window, tmp_path)

    [size] = sizes
    assert size.width() <= 800
    assert size.height() < 540 - 10


def test_no_picture_is_chosen(ask):
    assert ask("PNG", None) is None


def test_a_dialog_begins_above_a_folder_that_does_not_exist_yet(
    qtbot, tmp_path, monkeypatch
):
    window, shown = QWidget(), []
    qtbot.addWidget(window)

    def answer(dialog):
        shown.append(dialog.directory().absolutePath())
        return QFileDialog.Rejected

    monkeypatch.setattr(QFileDialog, "exec_", answer)
    FileDialogs().ask_folder(window, tmp_path / "Pentahex" / "training")

    assert shown == [str(tmp_path)]
