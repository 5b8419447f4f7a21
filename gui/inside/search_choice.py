"""Choice of the engine and of the simulations, and the button that searches."""

from __future__ import annotations

from collections.abc import Mapping

from PyQt5.QtCore import QEvent, pyqtSignal
from PyQt5.QtWidgets import QCheckBox, QComboBox, QPushButton, QSpinBox, QWidget

from engine.core.game import GameSetup
from engine.core.offers.game_offers import SearchKind
from engine.match.engine_choice import best_engine, offered_engines
from engine.players.engine_spec import sort_overrides
from engine.players.preset_player import PresetPlayer
from gui.text.i18n import preset_title, tr
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import make_row
from gui.widgets.wrapping_row import WrappingRow

WITHOUT_SOLVER: Mapping[str, Mapping[str, object]] = {
    "tree-search": {"solver_visits": 0},
    "network-search": {
        "solves_root": False,
        "solver_visits": 0,
        "solves_leaves": False,
    },
    "alpha-beta": {},
}
"""Settings that switch the game's solver off, by kind of search.

On a small board the solver proves the result before the first simulation.
"""

FIRST_NODES, MOST_NODES = 1000, 10_000_000
"""Simulations that are offered first, and the most that can be typed."""


class SearchChoice(QWidget):
    """Engine, number of simulations, and a button that starts or stops the search."""

    search_requested = pyqtSignal()
    stop_requested = pyqtSignal()
    last_requested = pyqtSignal()  # the tree of the last search of another part
    engine_changed = pyqtSignal()

    def __init__(self) -> None:
        super().__init__()
        self._setup: GameSetup | None = None
        self._is_busy = self._has_last = False
        self._engine_label = PlainLabel()
        self._engines = ChoiceBox("inside_engine")
        self._engines.setSizeAdjustPolicy(QComboBox.AdjustToContents)
        self._nodes_label = PlainLabel()
        self._nodes = QSpinBox()
        self._nodes.setObjectName("inside_nodes")
        self._nodes.setRange(1, MOST_NODES)
        self._nodes.setGroupSeparatorShown(True)
        self._nodes.setValue(FIRST_NODES)
        self._solver = QCheckBox()
        self._solver.setObjectName("inside_solver")
        self._button = QPushButton()
        self._button.setObjectName("inside_search")
        self._button.setProperty("primary", True)
        self._button.setAutoDefault(False)
        self._last = QPushButton()
        self._last.setObjectName("inside_last")
        self._last.setAutoDefault(False)
        for label in (self._engine_label, self._nodes_label):
            label.setProperty("role", "muted")
        row = WrappingRow(
            (self._engine_label, self._engines, self._solver),
            (self._nodes_label, self._nodes, self._button, self._last),
        )
        self.setLayout(make_row(row))
        self._button.clicked.connect(self._on_clicked)
        self._last.clicked.connect(lambda _checked: self.last_requested.emit())
        self._engines.currentIndexChanged.connect(self._on_engine_chosen)
        self._solver.toggled.connect(self._on_engine_chosen)
        self._retranslate()

    def offer(self, setup: GameSetup) -> None:
        """Offer the engines that play a setup; the strongest one is chosen first."""
        if setup == self._setup:
            return
        self._setup = setup
        before = self.engine
        chosen = before or best_engine(setup)
        self._engines.blockSignals(True)
        self._engines.clear()
        for preset in offered_engines(setup.game):
            if preset.refusal(setup) is None:
                self._engines.addItem(preset_title(preset), preset)
        names = [self._engines.itemData(k).name for k in range(self._engines.count())]
        if chosen is not None and chosen.preset in names:
            self._engines.setCurrentIndex(names.index(chosen.preset))
        self._engines.blockSignals(False)
        if self.engine != before:
            self._on_engine_chosen()
        self._refresh()

    @property
    def engine(self) -> PresetPlayer | None:
        """The engine at full strength; ``None`` if none plays the game."""
        preset = self._engines.currentData()
        if preset is None:
            return None
        overrides = {} if self._solver.isChecked() else WITHOUT_SOLVER[preset.kind]
        return PresetPlayer(preset=preset.name, overrides=sort_overrides(overrides))

    @property
    def is_alpha_beta(self) -> bool:
        """Whether the chosen engine searches nodes instead of simulations."""
        return self.kind == "alpha-beta"

    @property
    def kind(self) -> SearchKind | None:
        """Kind of search of the chosen engine."""
        preset = self._engines.currentData()
        return None if preset is None else preset.kind

    @property
    def nodes(self) -> int:
        """Number of simulations."""
        return self._nodes.value()

    def set_state(self, *, is_busy: bool, has_last: bool) -> None:
        """Show whether a search runs, which the button stops, and a last search."""
        self._is_busy, self._has_last = is_busy, has_last
        self._refresh()

    def _refresh(self) -> None:
        text = tr("Inside", "Stop") if self._is_busy else tr("Inside", "Search")
        self._button.setText(text)
        self._button.setEnabled(self._is_busy or self.engine is not None)
        self._engines.setEnabled(not self._is_busy and self.engine is not None)
        self._nodes.setEnabled(not self._is_busy)
        self._last.setEnabled(self._has_last and not self._is_busy)
        self._solver.setEnabled(not self._is_busy and not self.is_alpha_beta)

    def _retranslate(self) -> None:
        self._engine_label.setText(tr("Inside", "Engine"))
        self._solver.setText(tr("Inside", "Solver"))
        set_tip(
            self._solver,
            tr(
                "Inside",
                "The solver of the game proves results in the tree; without it the "
                "simulations decide alone.",
            ),
        )
        self._last.setText(tr("Inside", "Last search"))
        set_tip(
            self._last,
            tr(
                "Inside",
                "Show the tree of the last search of this position: by the analysis, "
                "a hint or an engine that plays. Alpha-beta keeps none.",
            ),
        )
        simulations, nodes = tr("Inside", "Simulations"), tr("Inside", "Nodes")
        self._nodes_label.setText(nodes if self.is_alpha_beta else simulations)
        self._refresh()

    def _on_engine_chosen(self) -> None:
        self._retranslate()
        self.engine_changed.emit()

    def _on_clicked(self) -> None:
        signal = self.stop_requested if self._is_busy else self.search_requested
        signal.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the program."""
        if event.type() == QEvent.LanguageChange:
            self._setup_titles()
            self._retranslate()
        super().changeEvent(event)

    def _setup_titles(self) -> None:
        setup, self._setup = self._setup, None
        if setup is not None:
            self.offer(setup)
