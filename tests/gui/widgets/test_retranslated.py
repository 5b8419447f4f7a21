"""The mixin of widgets whose texts follow the language."""

import pytest
from PyQt5.QtCore import QEvent
from PyQt5.QtWidgets import QApplication, QFrame

from gui.widgets.retranslated import Retranslated


class Frame(QFrame):
    """Frame that handles changes of its own."""

    def __init__(self):
        super().__init__()
        self.changes = []

    def changeEvent(self, event):  # noqa: N802 - Qt's name
        super().changeEvent(event)
        self.changes.append(event.type())


class Panel(Retranslated, Frame):
    """Frame that counts its translations."""

    def __init__(self):
        super().__init__()
        self.translations = 0

    def _retranslate(self):
        self.translations += 1


@pytest.fixture
def panel(qtbot):
    """Return a panel."""
    panel = Panel()
    qtbot.addWidget(panel)
    return panel


def test_a_change_of_the_language_sets_the_texts_again(panel):
    QApplication.sendEvent(panel, QEvent(QEvent.LanguageChange))

    assert panel.translations == 1


def test_another_change_leaves_the_texts(panel):
    QApplication.sendEvent(panel, QEvent(QEvent.FontChange))

    assert panel.translations == 0


def test_a_change_reaches_the_other_base_too(panel):
    panel.changes.clear()

    QApplication.sendEvent(panel, QEvent(QEvent.LanguageChange))

    assert panel.changes == [QEvent.LanguageChange]
