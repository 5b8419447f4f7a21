"""Docks, whose panels are made when they are first shown."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QLineEdit, QMainWindow, QVBoxLayout, QWidget

from gui.widgets.dock import Dock


class Panel(QWidget):
    """A panel with two fields."""

    def __init__(self, parent):
        super().__init__(parent)
        column = QVBoxLayout(self)
        self.fields = [QLineEdit(self) for _ in range(2)]
        for field in self.fields:
            column.addWidget(field)


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    made.setCentralWidget(QLineEdit())
    made.show()
    return made


@pytest.fixture
def panels():
    return []


@pytest.fixture
def docks(window, panels):
    """Return two hidden docks of a window that is on the screen."""

    def make(parent):
        panels.append(Panel(parent))
        return panels[-1]

    made = [
        Dock(name, make, title=lambda name=name: name, parent=window)
        for name in ("first", "second")
    ]
    for dock in made:
        window.addDockWidget(Qt.RightDockWidgetArea, dock)
    return made


def test_a_panel_is_made_when_its_dock_is_first_shown(docks, panels):
    assert not panels

    docks[1].show()
    docks[1].hide()
    docks[1].show()

    (panel,) = panels
    assert docks[1].isAncestorOf(panel)
    assert panel.fields[0].isVisible()


def test_the_action_of_a_hidden_dock_makes_its_panel(docks, panels):
    docks[0].toggleViewAction().trigger()

    (panel,) = panels
    assert panel.isVisible()


def test_tab_reaches_panels_in_the_order_of_their_docks(docks, panels, window):
    docks[1].show()
    docks[0].show()

    second, first = (panel.fields for panel in panels)
    first[0].setFocus()
    order = [first[0]]
    while len(order) < 4:
        order[-1].focusNextChild()
        order.append(window.focusWidget())

    assert order == [*first, *second]


@pytest.mark.qt_log_ignore(r"does not support (raise|propagateSizeHints)")
def test_a_floating_dock_makes_its_panel(docks, panels, window):
    docks[0].show()
    docks[0].setFloating(True)
    state = window.saveState()
    docks[0].setFloating(False)
    docks[1].setFloating(True)
    docks[1].show()

    assert window.restoreState(state)

    assert docks[0].isFloating()
    for dock, panel in zip(docks, panels, strict=True):
        assert dock.isAncestorOf(panel)
