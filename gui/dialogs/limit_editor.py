"""Editor of what limits engines: time, simulations, or their own limits."""

from __future__ import annotations

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
from gui.widgets.limit_row import LimitRow

SHORTEST_KIND = 11
"""Letters of a kind beside which the number stands."""


class LimitEditor(LimitRow[EngineLimit]):
    """A list of kinds, and the number of the chosen one.

    Args:
        name: See ``LimitRow``.
    """

    def __init__(self, name: str) -> None:
        titles: dict[EngineLimit, str] = {
            "seconds": tr("NewGame", "Time per move"),
            "nodes": tr("NewGame", "Simulations"),
            "own": tr("NewGame", "Each engine's own limit"),
        }
        super().__init__(name, {kind: titles[kind] for kind in ENGINE_LIMITS})
        self._kinds.setMinimumContentsLength(SHORTEST_KIND)
        set_tip(
            self._kinds,
            tr(
                "NewGame",
                "Equal simulations, or nodes of alpha-beta search, compare engines. "
                "Engines of the papers have limits of their own, which can take "
                "minutes a move.",
            ),
        )
        self._seconds.setDecimals(1)
        self._seconds.setRange(MIN_SECONDS, MAX_SECONDS)
        self._seconds.setSingleStep(0.5)
        self._nodes.setRange(1, MAX_NODES)
        self._nodes.setGroupSeparatorShown(True)

    def show_choice(self, choice: MatchSetup) -> None:
        """Put the limit of a choice into the fields."""
        self.show_limit(
            choice.engine_limit,
            seconds=choice.seconds_per_move,
            nodes=choice.nodes_per_move,
        )
