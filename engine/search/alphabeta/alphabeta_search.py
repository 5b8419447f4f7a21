"""Alpha-beta engine: settings, and state between the moves of a game.

A search deepens iteratively over the resumable search of its game. The transposition
table is kept from move to move of a game; a new game gets a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from engine.core.alpha_beta import ResumableSearch, SearchConfig
from engine.core.compilation import expect
from engine.core.errors import PresetError
from engine.core.game import GameSetup, Position
from engine.core.message import Message, MessageKey
from engine.core.settings_reader import Count, Range, Share
from engine.games import get_game
from engine.search.alphabeta.iterative_deepening import MOST_DEPTH, DeepeningRun
from engine.search.api import Limits, ProgressCallback, SearchResult, StopFlag
from engine.search.budget import CLOCKS, Budget, Clocks
from engine.search.search_lock import SearchLock

PREPARING_NODES = 300
"""Nodes after which every kernel has run once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlphaBetaSettings:
    """Settings of an alpha-beta search."""

    depth: Annotated[int, Range(least=1, most=MOST_DEPTH)] = MOST_DEPTH
    """Largest depth in plies, also if the limits allow more."""

    nodes: Count | None = None
    """Largest number of nodes for a move, also if the limits allow more."""

    table_bits: Annotated[int, Range(least=1, most=30)] = 21
    """Log2 of the number of entries of the transposition table, 16 bytes each."""

    attack_share: Share = 0.0
    """Share of nodes for attacks by threats alone, before each iteration."""

    scale: Annotated[float, Range(above=0)] = 400.0
    """Value of the game's search at which the side wins about 3 games of 4."""

    params: Mapping[str, int] = field(default_factory=dict)
    """Parameters of the game's search; see ``AlphaBeta.params``."""


class AlphaBetaSearch:
    """Alpha-beta and minimax for games with a resumable search; a ``Searcher``.

    Args:
        settings: Settings of the search.
        seed: Random seed; with a node limit the same seed gives the same move.
        clocks: Clocks of the limits.
    """

    def __init__(
        self,
        settings: AlphaBetaSettings | None = None,
        *,
        seed: int = 0,
        clocks: Clocks = CLOCKS,
    ) -> None:
        self._settings = settings or AlphaBetaSettings()
        self._seed = seed
        self._clocks = clocks
        self._search_lock = SearchLock()
        self._setup: GameSetup | None = None
        self._resumable: ResumableSearch | None = None
        self._position: Position | None = None

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        if position.outcome is not None:
            return
        expect(get_game(position.setup.game).kernel_counts.get("alpha-beta", 0))
        trial = AlphaBetaSearch(replace(self._settings, table_bits=10))
        trial.search(position, Limits(nodes=PREPARING_NODES))

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        with self._search_lock.held(position):
            resumable = self._find_search(position)
            moves = resumable.set_root(position) or position.legal_moves()
            limits = self._bounded(limits)
            budget = Budget(limits, now=self._clocks[limits.clock])
            run = DeepeningRun(
                resumable,
                moves,
                budget,
                attack_share=self._settings.attack_share,
                scale=self._settings.scale,
            )
            never = StopFlag()
            run.deepen(
                limits.depth or MOST_DEPTH, never if stop is None else stop, on_progress
            )
            return run.summary()

    def _bounded(self, limits: Limits) -> Limits:
        """Return ``limits``, reduced to those of the settings."""
        own = self._settings
        nodes = own.nodes
        if nodes is None or (limits.nodes is not None and limits.nodes < nodes):
            nodes = limits.nodes
        depth = min(limits.depth or MOST_DEPTH, own.depth)
        return replace(limits, nodes=nodes, depth=depth)

    def _find_search(self, position: Position) -> ResumableSearch:
        """Return the previous search if ``position`` continues its game, or a new one.

        A transposition table of another game would make results depend on that game.
        """
        known = self._position
        self._position = position
        if known is not None and self._resumable is not None:
            ahead = len(known.history)
            goes_on = (
                position.setup == known.setup
                and position.history[:ahead] == known.history
                and _stones_at_start(position) == _stones_at_start(known)
            )
            if goes_on:
                return self._resumable
        self._resumable = new_resumable_search(position, self._settings, self._seed)
        return self._resumable


def _stones_at_start(position: Position) -> bytes:
    """Return the stones on the board before the first move of the history."""
    stones = bytearray(position.stones)
    for move in position.history:
        if move < len(stones):
            stones[move] = 0
    return bytes(stones)


def new_resumable_search(
    position: Position, settings: AlphaBetaSettings, seed: int
) -> ResumableSearch:
    """Return the resumable search of the position's game.

    Raises:
        PresetError: The game has no alpha-beta search.
    """
    game = get_game(position.setup.game)
    alpha_beta = game.alpha_beta()
    if alpha_beta is None:
        raise PresetError(
            Message(
                "Expected a game with an alpha-beta search, got {game}.",
                game=MessageKey(game.name),
            )
        )
    config = SearchConfig(
        params=settings.params, table_size=1 << settings.table_bits, seed=seed
    )
    return alpha_beta.new_search(position, config)
