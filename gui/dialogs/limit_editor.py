"""Editor of what limits engines: time, simulations, or their own limits."""

from __future__ import annotations

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import QComboBox, QDoubleSpinBox, QSpinBox, QWidget

from engine.match.match_setup import (
    ENGINE_LIMITS,
    MAX_NODES,
    MAX_SECONDS,
    MIN_SECONDS,
    EngineLimit,
    MatchSetup,
)
from gui.text.i18n import tr
from gui.text.plain_text import set_tip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import make_row

SHORTEST_KIND = 11
"""Letters of a kind beside which the number stands."""


class LimitEditor(QWidget):
    """A list of kinds, and the number of the chosen one.

    Args:
        name: Object name; its parts are ``<name>_limit``, ``<name>_seconds`` and
            ``<name>_nodes``.
        parent: See ``QWidget``.
    """

    changed = pyqtSignal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kinds = ChoiceBox(f"{name}_limit")
        self._kinds.setSizeAdjustPolicy(QComboBox.AdjustToMinimumContentsLengthWithIcon)
        self._kinds.setMinimumContentsLength(SHORTEST_KIND)
        titles = {
            "seconds": tr("NewGame", "Time per move"),
            "nodes": tr("NewGame", "Simulations"),
            "own": tr("NewGame", "Each engine's own limit"),
        }
        for kind in ENGINE_LIMITS:
            self._kinds.addItem(titles[kind], kind)
        set_tip(
            self._kinds,
            tr(
                "NewGame",
                "Equal simulations, or nodes of alpha-beta search, compare engines. "
                "Engines of the papers have limits of their own, which can take "
                "minutes a move.",
            ),
        )
        self._seconds = QDoubleSpinBox()
        self._seconds.setObjectName(f"{name}_seconds")
        self._seconds.setRange(MIN_SECONDS, MAX_SECONDS)
        self._seconds.setDecimals(1)
        self._seconds.setSingleStep(0.5)
        self._seconds.setSuffix(tr("NewGame", " s"))
        self._nodes = QSpinBox()
        self._nodes.setObjectName(f"{name}_nodes")
        self._nodes.setRange(1, MAX_NODES)
        self._nodes.setGroupSeparatorShown(True)
        row = make_row(self._kinds, self._seconds, self._nodes)
        row.setStretch(0, 1)
        self.setLayout(row)
        self._kinds.currentIndexChanged.connect(self._on_changed)
        self._seconds.valueChanged.connect(self.changed)
        self._nodes.valueChanged.connect(self.changed)

    @property
    def kind(self) -> EngineLimit:
        """The chosen kind."""
        return ENGINE_LIMITS[self._kinds.currentIndex()]

    @property
    def seconds(self) -> float:
        """Seconds for a move, used or not."""
        return round(self._seconds.value(), 1)

    @property
    def nodes(self) -> int:
        """Simulations or nodes for a move, used or not."""
        return self._nodes.value()

    def show_choice(self, choice: MatchSetup) -> None:
        """Put the limit of a choice into the fields."""
        self._seconds.setValue(choice.seconds_per_move)
        self._nodes.setValue(choice.nodes_per_move)
        self._kinds.setCurrentIndex(ENGINE_LIMITS.index(choice.engine_limit))
        self._on_changed()

    def _on_changed(self) -> None:
        self._seconds.setVisible(self.kind == "seconds")
        self._nodes.setVisible(self.kind == "nodes")
        self.changed.emit()
