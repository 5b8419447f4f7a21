"""Alpha-beta engine: a search, and its state between the moves of a game.

A search deepens iteratively over the resumable search of its game. The transposition
table is kept from move to move of a game; a new game gets a new one.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.core.errors import PresetError
from engine.core.game import Position
from engine.core.message import Message, MessageKey
from engine.core.offers.alpha_beta import AlphaBeta, ResumableSearch, SearchConfig
from engine.core.offers.game_offers import SearchKind
from engine.games import get_game
from engine.search.alphabeta.alphabeta_settings import MOST_DEPTH, AlphaBetaSettings
from engine.search.alphabeta.iterative_deepening import DeepeningRun
from engine.search.alphabeta.recording import SearchRecorder
from engine.search.alphabeta.stepper import AlphaBetaStepper
from engine.search.alphabeta.team_run import DeepeningTeamRun
from engine.search.api import Limits
from engine.search.budget import CLOCKS, Bounds, Clocks
from engine.search.driver import SearchDriver, SearchStart
from engine.search.thread_team import ThreadTeam

PREPARING_NODES = 300
"""Nodes after which every kernel has run once."""


class AlphaBetaSearch(SearchDriver):
    """Alpha-beta and minimax for games with a resumable search.

    Args:
        settings: Settings of the search.
        seed: See ``SearchDriver``.
        clocks: Likewise.
        threads: Threads of a search. With several, the same seed and nodes may give
            another move.
        network: See ``SearchConfig.network``.
    """

    def __init__(
        self,
        settings: AlphaBetaSettings | None = None,
        *,
        seed: int = 0,
        clocks: Clocks = CLOCKS,
        threads: int = 1,
        network: Path | None = None,
    ) -> None:
        own = settings or AlphaBetaSettings()
        engine = AlphaBetaEngine(own, seed=seed, threads=threads, network=network)
        super().__init__(engine, seed=seed, clocks=clocks)


class AlphaBetaEngine:
    """The algorithm of ``AlphaBetaSearch``, with its tables; a ``SearchEngine``.

    Args:
        settings: Settings of the search.
        seed: Random seed of a game.
        threads: Threads of a search.
        network: See ``SearchConfig.network``.
    """

    kind: SearchKind = "alpha-beta"
    keeps_tree = False

    def __init__(
        self,
        settings: AlphaBetaSettings,
        *,
        seed: int = 0,
        threads: int = 1,
        network: Path | None = None,
    ) -> None:
        self.bounds = Bounds(nodes=settings.nodes, depth=settings.depth)
        self._settings = settings
        self._seed = seed
        self._network = network
        self._team = ThreadTeam(threads - 1) if threads > 1 else None
        self._helper_count = threads - 1 if settings.deepens else 0
        self._resumable: ResumableSearch | None = None
        self._helpers: list[ResumableSearch] = []

    def prepare(self, position: Position) -> None:
        """See ``SearchEngine.prepare``."""
        settings = replace(self._settings, table_bits=10)
        later = _get_alpha_beta(position).trial_positions()
        for trial in (position, *later):
            driver = SearchDriver(AlphaBetaEngine(settings, network=self._network))
            driver.search(trial, Limits(nodes=PREPARING_NODES))

    def start(self, start: SearchStart) -> DeepeningRun | DeepeningTeamRun:
        """See ``SearchEngine.start``."""
        position = start.position
        # A transposition table of another game would make results depend on that game.
        if self._resumable is None or start.moves is None:
            self._resumable = self._new_search(position)
            self._helpers = new_helpers(self._resumable, self._helper_count, self._seed)
        run = self._new_run(self._resumable, start)
        if self._team is None or not self._helpers:
            return run
        helpers = (
            self._new_run(helper, start, is_helper=True) for helper in self._helpers
        )
        return DeepeningTeamRun([run, *helpers], self._team)

    def last_tree(self) -> None:
        """See ``SearchEngine.last_tree``: a search at full speed records nothing."""

    def new_stepper(self, start: SearchStart) -> AlphaBetaStepper:
        """See ``SearchEngine.new_stepper``."""
        position, settings = start.position, self._settings
        resumable = self._new_search(position)
        recorder = SearchRecorder(position, settings.scale)
        resumable.observe(recorder)
        run = self._new_run(resumable, start)
        return AlphaBetaStepper(run, resumable, recorder)

    def _new_search(self, position: Position) -> ResumableSearch:
        return new_resumable_search(
            position, self._settings, self._seed, network=self._network
        )

    def _new_run(
        self, search: ResumableSearch, start: SearchStart, *, is_helper: bool = False
    ) -> DeepeningRun:
        """Return the run of a search on the position of ``start``.

        A helper leaves attacks and further lines to the first thread.
        """
        position, settings = start.position, self._settings
        most_depth = start.budget.limits.depth or MOST_DEPTH
        has_lines = settings.deepens and not position.special_moves()
        return DeepeningRun(
            search,
            search.set_root(position, start.root_moves) or position.legal_moves(),
            first_depth=1 if settings.deepens else most_depth,
            most_depth=most_depth,
            attack_share=0.0 if is_helper else settings.attack_share,
            scale=settings.scale,
            root_moves=start.root_moves,
            line_count=settings.lines if has_lines and not is_helper else 1,
        )


def new_helpers(
    search: ResumableSearch, count: int, seed: int
) -> list[ResumableSearch]:
    """Return up to ``count`` searches that share the table of ``search``."""
    seeds = range(seed + 1, seed + 1 + count)
    helpers = (search.new_helper(own) for own in seeds)
    return [helper for helper in helpers if helper is not None]


def new_resumable_search(
    position: Position,
    settings: AlphaBetaSettings,
    seed: int,
    *,
    network: Path | None = None,
) -> ResumableSearch:
    """Return the resumable search of the position's game.

    Args:
        position: First position of the search.
        settings: Settings of the search.
        seed: Random seed.
        network: See ``SearchConfig.network``.

    Raises:
        PresetError: The game has no alpha-beta search.
    """
    config = SearchConfig(
        params=settings.params,
        table_size=1 << settings.table_bits,
        seed=seed,
        network=network,
    )
    return _get_alpha_beta(position).new_search(position, config)


def _get_alpha_beta(position: Position) -> AlphaBeta:
    game = get_game(position.setup.game)
    alpha_beta = game.alpha_beta()
    if alpha_beta is None:
        raise PresetError(
            Message(
                "Expected a game with an alpha-beta search, got {game}.",
                game=MessageKey(game.name),
            )
        )
    return alpha_beta
