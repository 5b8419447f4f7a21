"""Policy of the network for the position on the board, by one evaluation.

It is a search of one simulation in the engine thread. Players, hints and reviews go
first; continuous analysis waits for it and goes on by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.errors import PresetError
from engine.core.game import GameSetup, Position
from engine.match.view import MatchView
from engine.players.preset_player import PresetPlayer
from engine.players.presets import list_presets
from gui.analysis.continuous_analysis import ContinuousAnalysis
from gui.analysis.heat_maps import Policy
from gui.game.engine_thread import EngineThread, SearchReport
from gui.game.game_controller import GameController

log = logging.getLogger(__name__)

START_MS = 80
"""Delay after a change of the position; browsing evaluates nothing."""

PREFERRED = "mcts"
"""Preset whose network is asked first."""


class PolicySource(QObject):
    """Evaluates the position on the board while it is switched on.

    Args:
        engine: Runs the searches.
        controller: The games.
        analysis: Continuous analysis, which has a policy if its engine has a network.
        choose_engine: Returns an engine with a network; ``None`` if there is none.
    """

    changed = pyqtSignal()  # see ``policy``

    def __init__(
        self,
        engine: EngineThread,
        controller: GameController,
        analysis: ContinuousAnalysis,
        *,
        choose_engine: Callable[[GameSetup], PresetPlayer | None],
    ) -> None:
        super().__init__()
        self._engine = engine
        self._controller = controller
        self._analysis = analysis
        self._choose_engine = choose_engine
        self._is_on = False
        self._policy: tuple[Position, Policy] | None = None
        self._requested: GameSetup | None = None
        self._failed: set[GameSetup] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(START_MS)
        self._timer.timeout.connect(self._evaluate)
        engine.became_idle.connect(self._plan)
        controller.match_changed.connect(self._on_match_changed)

    @property
    def policy(self) -> Policy | None:
        """The policy of the position on the board, once it is evaluated."""
        known = self._policy
        is_here = known is not None and known[0] is self._controller.session.position
        return known[1] if known is not None and is_here else None

    @property
    def has_network(self) -> bool:
        """Whether a network plays on the board of the game on the screen."""
        setup = self._controller.session.setup
        return setup not in self._failed and self._choose_engine(setup) is not None

    def set_on(self, is_on: bool) -> None:
        """Evaluate the positions on the board from now on, or no longer."""
        self._is_on = is_on
        self._plan()

    def search_finished(self, report: SearchReport) -> None:
        """See ``SearchListener``."""
        self._policy = report.position, report.result.policy
        self.changed.emit()

    def search_failed(self, message: str) -> None:
        """See ``SearchListener``; the network of its board is not asked again."""
        log.warning("policy failed: %s", message)
        if self._requested is not None:
            self._failed.add(self._requested)
        self.changed.emit()

    def _plan(self) -> None:
        if self._is_on and self.policy is None:
            self._timer.start()

    def _evaluate(self) -> None:
        """Evaluate the position on the board, if nothing else goes first."""
        view, game = self._controller.view, self._controller.game
        setup, position = view.position.setup, view.position
        is_known = not self._is_on or self.policy is not None
        if is_known or position.outcome is not None or setup in self._failed:
            return
        if view.awaits_engine or not self._is_free():
            return
        config = self._choose_engine(setup)
        if config is None:
            return
        from engine.search.api import Limits  # noqa: PLC0415 - after the first paint

        self._requested = setup
        self._engine.request(
            game.searcher(config),
            position,
            Limits(nodes=1),
            self,
            observer=lambda _report: None,
        )

    def _is_free(self) -> bool:
        """Return whether the engine thread may be used for an evaluation."""
        if not self._engine.is_searching:
            return True
        if not self._engine.is_searching_for(self._analysis):
            return False
        return not has_network(self._analysis.engine, self._controller.session.setup)

    def _on_match_changed(self, view: MatchView) -> None:
        if not view.has_only_new_notes:
            self._plan()


def has_network(engine: PresetPlayer | None, setup: GameSetup) -> bool:
    """Return whether an engine searches by a network on ``setup``."""
    if engine is None:
        return False
    try:
        preset = engine.resolve_preset(setup.game)
    except PresetError:
        return False
    return preset.kind == "network-search"


def policy_engine(setup: GameSetup) -> PresetPlayer | None:
    """Return an engine with a network for ``setup``; ``None`` if there is none."""
    names = [preset.name for preset in list_presets(setup.game, is_shipped=True)]
    for name in sorted(names, key=lambda name: name != PREFERRED):
        # A limit of nodes keeps the search to one thread, with one evaluator.
        engine = PresetPlayer(preset=name, overrides=(("nodes", 1),))
        if engine.refusal(setup) is None and has_network(engine, setup):
            return engine
    return None
