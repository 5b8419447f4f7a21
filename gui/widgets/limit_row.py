"""Limit of a move: its kind, and the number of the chosen kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import QComboBox, QDoubleSpinBox, QSpinBox, QWidget

from gui.text.i18n import tr
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import make_row

Kind = TypeVar("Kind", bound=str)


class LimitRow(QWidget, Generic[Kind]):
    """A list of kinds, and the number of ``seconds`` or ``nodes``.

    Subclasses set the ranges of ``_seconds`` and ``_nodes``.

    Args:
        name: Object name; its parts are ``<name>_limit``, ``<name>_seconds`` and
            ``<name>_nodes``.
        titles: Names of the kinds, in the order of the list.
    """

    changed = pyqtSignal()

    def __init__(self, name: str, titles: Mapping[Kind, str]) -> None:
        super().__init__()
        self._order = tuple(titles)
        self._kinds = ChoiceBox(f"{name}_limit")
        self._kinds.setSizeAdjustPolicy(QComboBox.AdjustToMinimumContentsLengthWithIcon)
        for kind, title in titles.items():
            self._kinds.addItem(title, kind)
        self._seconds = QDoubleSpinBox()
        self._seconds.setObjectName(f"{name}_seconds")
        self._seconds.setSuffix(tr("NewGame", " s"))
        self._nodes = QSpinBox()
        self._nodes.setObjectName(f"{name}_nodes")
        row = make_row(self._kinds, self._seconds, self._nodes)
        row.setStretch(0, 1)
        self.setLayout(row)
        self._kinds.currentIndexChanged.connect(self._on_changed)
        self._seconds.valueChanged.connect(self._on_changed)
        self._nodes.valueChanged.connect(self._on_changed)

    @property
    def kind(self) -> Kind:
        """The chosen kind."""
        return self._order[self._kinds.currentIndex()]

    @property
    def seconds(self) -> float:
        """Seconds for a move, used or not."""
        return round(self._seconds.value(), self._seconds.decimals())

    @property
    def nodes(self) -> int:
        """Simulations or nodes for a move, used or not."""
        return self._nodes.value()

    def show_limit(self, kind: Kind, *, seconds: float, nodes: int) -> None:
        """Put a limit into the fields."""
        self._seconds.setValue(seconds)
        self._nodes.setValue(nodes)
        self._kinds.setCurrentIndex(self._order.index(kind))
        self._on_changed()

    def _on_changed(self) -> None:
        self._seconds.setVisible(self.kind == "seconds")
        self._nodes.setVisible(self.kind == "nodes")
        self.changed.emit()
