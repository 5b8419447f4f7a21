"""A field for a time in minutes and seconds."""

from __future__ import annotations

import re

from PyQt5.QtGui import QValidator
from PyQt5.QtWidgets import QSpinBox

from gui.text.labels import clock_text

MINUTE = 60

_TYPED = re.compile(r"\s*(?:(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2})|(\d{1,4}))\s*")
_UNFINISHED = re.compile(r"[\s\d:]*")


class DurationBox(QSpinBox):
    """Spin box for seconds in the form of a clock; a number alone means minutes.

    Args:
        name: Object name.
        longest: Most seconds that can be entered.
    """

    def __init__(self, name: str, longest: int) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setRange(0, longest)
        self.setSingleStep(MINUTE)

    def textFromValue(self, value: int) -> str:
        """See ``QSpinBox.textFromValue``."""
        return clock_text(value)

    def valueFromText(self, text: str) -> int:
        """See ``QSpinBox.valueFromText``."""
        match = _TYPED.fullmatch(text)
        if match is None:
            return self.value()
        hours, minutes, seconds, alone = (int(part or 0) for part in match.groups())
        return hours * MINUTE * MINUTE + (minutes + alone) * MINUTE + seconds

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """See ``QSpinBox.validate``."""
        state = QValidator.Invalid
        if _TYPED.fullmatch(text) and self.valueFromText(text) <= self.maximum():
            state = QValidator.Acceptable
        elif _UNFINISHED.fullmatch(text):
            state = QValidator.Intermediate
        return state, text, position
