"""A change of the language: Qt tells every window once, and its parts follow."""

import ast
from pathlib import Path

import pytest
from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtWidgets import QVBoxLayout, QWidget

from engine.games import GAMES
from gui.board.board_display import BoardDisplay
from gui.panels.annotation_legend import AnnotationLegend
from gui.text import languages
from gui.text.i18n import tr
from gui.widgets.dock import Dock

ROOT = Path(__file__).resolve().parents[3]


class Counter(QObject):
    """Counts the changes of the language below a window."""

    def __init__(self, parent):
        super().__init__(parent)
        self.count = 0

    def event(self, event):
        self.count += event.type() == QEvent.LanguageChange
        return super().event(event)


@pytest.fixture
def window(qapp, qtbot):
    languages.apply(qapp, "en")
    made = QWidget()
    made.setLayout(QVBoxLayout())
    qtbot.addWidget(made)
    yield made
    languages.apply(qapp, "en")


def test_a_window_gets_one_change_however_many_catalogues_come(window, qapp):
    counter = Counter(window)

    languages.apply(qapp, "zh_CN")

    assert counter.count == 1


def test_the_same_language_again_changes_nothing(window, qapp):
    counter = Counter(window)

    languages.apply(qapp, "en")

    assert counter.count == 0


def test_a_board_is_described_in_the_language_of_the_window(window, qapp):
    board = BoardDisplay()
    window.layout().addWidget(board)
    english = board.accessibleName()

    languages.apply(qapp, "zh_CN")

    assert english == "Board"
    assert board.accessibleName() == tr("BoardView", "Board") != english


def test_a_dock_renames_itself_its_action_and_its_hidden_buttons(window, qapp):
    dock = Dock("moves", QWidget, title=lambda: tr("Panels", "Moves"))
    window.layout().addWidget(dock)

    languages.apply(qapp, "zh_CN")

    texts = [dock.windowTitle(), dock.toggleViewAction().text()]
    texts += [part.accessibleName() for part in dock.findChildren(QWidget)]
    assert not [text for text in texts if text.isascii() and text]


def test_a_legend_follows_and_comes_back(window, qapp):
    legend = AnnotationLegend()
    window.layout().addWidget(legend)
    legend.set_setup(GAMES["hex"].setup())
    english = [part.toolTip() for part in legend.findChildren(QWidget)]

    languages.apply(qapp, "zh_CN")
    chinese = [part.toolTip() for part in legend.findChildren(QWidget)]
    languages.apply(qapp, "en")

    assert chinese != english
    assert [part.toolTip() for part in legend.findChildren(QWidget)] == english


def list_classes():
    """Return every class of the window as its source says, by name, with its file."""
    found = {}
    for path in sorted((ROOT / "gui").rglob("*.py")):
        for part in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(part, ast.ClassDef):
                found.setdefault(part.name, []).append((path.name, part))
    return found


def methods_of(part):
    return {one.name: one for one in part.body if isinstance(one, ast.FunctionDef)}


def hears(part, classes):
    """Return whether a handler of a class, or of its base, calls ``_retranslate``."""
    methods = methods_of(part)
    handlers = {
        name: ast.unparse(methods[name])
        for name in ("changeEvent", "event")
        if name in methods
    }
    sources = "".join(handlers.values())
    if "LanguageChange" in sources and "self._retranslate" in sources:
        return True
    plain = [
        base.value if isinstance(base, ast.Subscript) else base for base in part.bases
    ]
    bases = [base.id for base in plain if isinstance(base, ast.Name)]
    passes_on = all(f"super().{name}(" in text for name, text in handlers.items())
    return passes_on and any(
        hears(parent, classes) for base in bases for _, parent in classes.get(base, [])
    )


def test_whoever_renews_texts_does_so_at_the_change_of_the_language():
    """The sources are read: each ``_retranslate`` is called by an event handler."""
    classes = list_classes()

    deaf = [
        f"{file}: {name}"
        for name, found in classes.items()
        for file, part in found
        if "_retranslate" in methods_of(part) and not hears(part, classes)
    ]

    assert not deaf
