"""Mixin for widgets whose texts follow the language of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt5.QtCore import QEvent

if TYPE_CHECKING:
    from PyQt5.QtWidgets import QWidget as Base
else:
    # PyQt makes the C++ object of the first Qt class among the bases.
    Base = object


class Retranslated(Base):
    """Mixin that sets the texts of a widget again when the language changes.

    It is named before the Qt class: ``class Panel(Retranslated, QFrame)``.
    """

    def _retranslate(self) -> None:
        """Set all texts in the current language."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
