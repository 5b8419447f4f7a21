"""Hands and eyes for tests of the window."""

from weakref import WeakValueDictionary

from PyQt5 import sip
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QLabel, QWidget

from engine.core.types import Move
from engine.games import GAMES
from engine.players.player_config import parse_engine
from engine.players.strength_player import StrengthPlayer
from gui.widgets.content_scroll_area import ContentScrollArea

WIN_IN_NINE = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]
"""A game of Gomoku that Black wins in the bottom row."""


_known = WeakValueDictionary()
"""The widgets found last, by their names."""


def widget(window, name):
    """Return the visible widget of this name, a dialog's too."""
    known = _known.get(name)
    if known is not None and window is not None and not sip.isdeleted(known):
        is_here = known.isVisible() and window.isAncestorOf(known)
        if is_here and known.objectName() == name:
            return known
    windows = QApplication.topLevelWidgets()
    for root in windows if window is None else (window, *windows):
        if not root.isVisible():  # a menu, say: nothing in it can be seen
            continue
        found = root if root.objectName() == name else root.findChild(QWidget, name)
        if found is not None and found.isVisible():
            _known[name] = found
            return found
    raise LookupError(f"no visible widget is called {name}")


def has_widget(window, name):
    try:
        widget(window, name)
    except LookupError:
        return False
    return True


def press(window, name):
    QTest.mouseClick(widget(window, name), Qt.LeftButton)


def choose(window, name, data):
    """Choose an entry of a list by its data, or by the name of its data."""
    box = widget(window, name)
    for index in range(box.count()):
        value = box.itemData(index)
        if data in (value, getattr(value, "name", None)):
            box.setCurrentIndex(index)
            return
    raise LookupError(data)


def choose_player(window, picker, name):
    """Choose a person by ``None``, a strength by its name, or else a kind of engine."""
    if name is None or isinstance(parse_engine(name), StrengthPlayer):
        choose(window, f"{picker}_engine", name and parse_engine(name))
        return
    choose(window, f"{picker}_engine", "more")
    choose(window, f"{picker}_kind", name)


def key(window, sequence, modifier=Qt.NoModifier):
    QTest.keyClick(window, sequence, modifier)


def click_cell(program, name):
    """Click a cell of the board as it is shown now."""
    board = widget(program.window, "board")
    setup = program.controller.session.setup
    move = Move(GAMES[setup.game].parse_cell(setup, name))
    QTest.mouseClick(board, Qt.LeftButton, pos=board.cell_center(move))


def texts(window, name):
    """Return all texts of the labels in a widget."""
    return [label.text() for label in widget(window, name).findChildren(QLabel)]


def status(program):
    return widget(program.window, "label_status").text()


def moves(program):
    """Return the names of the moves that led to the position on the board."""
    position = program.controller.session.position
    return [position.cell_name(move) for move in position.history]


def play_all(program, names):
    for name in names:
        click_cell(program, name)


def wait_for_moves(qtbot, program, count):
    qtbot.waitUntil(lambda: program.controller.session.ply >= count)


def scrolled_away(dialog):
    """Return how many pixels of a form's width and height are out of sight."""
    area = dialog.findChild(ContentScrollArea)
    return (
        area.horizontalScrollBar().maximum(),
        area.verticalScrollBar().maximum(),
    )
