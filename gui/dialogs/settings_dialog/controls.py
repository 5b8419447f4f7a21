"""Controls of the settings dialog, one class for each kind of setting.

A control shows the value of its setting and stores every change immediately.
"""

from __future__ import annotations

from typing import Any, TypeVar

from PyQt5.QtWidgets import QCheckBox, QLineEdit, QSpinBox, QWidget

from gui.actions.actions import plain_text
from gui.schema.setting import Choice, Flag, Number, OptionalNumber, Setting, Text
from gui.settings.settings import Settings
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.slider import Slider

T = TypeVar("T")

PAGES_OF_RANGE = 10
"""Number of page steps in the range of a slider."""


class FlagBox(QCheckBox):
    """Check box of a flag."""

    def __init__(self, setting: Flag, settings: Settings) -> None:
        super().__init__("" if setting.row is None else setting.row.title())
        self._setting = setting
        self._settings = settings
        self.setChecked(settings[setting])
        self.toggled.connect(self._on_toggled)

    def _on_toggled(self, is_on: bool) -> None:
        self._settings[self._setting] = is_on


class ChoiceList(ChoiceBox):
    """List of the values of a choice."""

    def __init__(self, setting: Choice[T], settings: Settings) -> None:
        super().__init__(name_control(setting))
        self._setting = setting
        self._settings = settings
        for value, title in setting.titled().items():
            self.addItem(plain_text(title), value)
        self.setCurrentIndex(setting.values.index(settings[setting]))
        self.activated.connect(self._on_activated)

    def _on_activated(self) -> None:
        self._settings[self._setting] = self.currentData()


class NumberSlider(Slider):
    """Slider over the range of a number."""

    def __init__(self, setting: Number, settings: Settings) -> None:
        super().__init__()
        self._setting = setting
        self._settings = settings
        self.setRange(setting.lowest, setting.highest)
        self.setPageStep((setting.highest - setting.lowest) // PAGES_OF_RANGE)
        self.setValue(settings[setting])
        self.valueChanged.connect(self._on_value_changed)

    def _on_value_changed(self, value: int) -> None:
        self._settings[self._setting] = value


class NumberBox(QSpinBox):
    """Field of a number with a unit."""

    def __init__(self, setting: Number, settings: Settings) -> None:
        super().__init__()
        self._setting = setting
        self._settings = settings
        self.setRange(setting.lowest, setting.highest)
        if setting.unit is not None:
            self.setSuffix(setting.unit())
        self.setValue(settings[setting])
        self.valueChanged.connect(self._on_value_changed)

    def _on_value_changed(self, value: int) -> None:
        self._settings[self._setting] = value


class OptionalNumberBox(QSpinBox):
    """Field of a number; one step below the lowest one the program chooses."""

    def __init__(self, setting: OptionalNumber, settings: Settings) -> None:
        super().__init__()
        self._setting = setting
        self._settings = settings
        self.setRange(setting.lowest - 1, setting.highest)
        self.setSpecialValueText(setting.automatic())
        chosen = settings[setting]
        self.setValue(self.minimum() if chosen is None else chosen)
        self.valueChanged.connect(self._on_value_changed)

    @property
    def chosen(self) -> int | None:
        """The number; ``None`` if the program chooses."""
        return None if self.value() == self.minimum() else self.value()

    def _on_value_changed(self) -> None:
        self._settings[self._setting] = self.chosen


class TextField(QLineEdit):
    """Field of a text; spaces at its ends are not stored."""

    def __init__(self, setting: Text, settings: Settings) -> None:
        super().__init__(settings[setting])
        self._setting = setting
        self._settings = settings
        if setting.row is not None and setting.row.placeholder is not None:
            self.setPlaceholderText(setting.row.placeholder())
        self.textEdited.connect(self._on_edited)

    def _on_edited(self, text: str) -> None:
        self._settings[self._setting] = text.strip()


def make_control(setting: Setting[Any], settings: Settings) -> QWidget:
    """Return the control of a setting, named after it."""
    control: QWidget
    match setting:
        case Flag():
            control = FlagBox(setting, settings)
        case Choice():
            control = ChoiceList(setting, settings)
        case Number(unit=None):
            control = NumberSlider(setting, settings)
        case Number():
            control = NumberBox(setting, settings)
        case OptionalNumber():
            control = OptionalNumberBox(setting, settings)
        case Text():
            control = TextField(setting, settings)
        case _:
            raise TypeError(f"expected a setting with a control, got {setting.key}")
    control.setObjectName(name_control(setting))
    return control


def name_control(setting: Setting[Any]) -> str:
    """Return the object name of a setting's control."""
    return f"settings_{setting.name}"
