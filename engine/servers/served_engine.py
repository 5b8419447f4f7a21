"""Searcher of a server: built, prepared and used in the worker's thread.

The same searcher is kept between moves, with its tree or table. A change of the engine,
the rules or the memory limit builds a new one before the next search.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.core.compilation import watched
from engine.core.game import GameSetup, Position
from engine.games import get_game
from engine.players.build import build_searcher
from engine.players.player_config import OwnEngine
from engine.search.api import Limits, Searcher, SearchResult, StopFlag
from engine.servers.memory import fit_to_memory

SHORTEST_SECONDS = 0.001
"""Seconds of a search whose time is already over."""


class SearcherFactory(Protocol):
    """Factory of searchers, such as ``build_searcher``."""

    def __call__(self, player: OwnEngine, game: str, *, seed: int = 0) -> Searcher:
        """Return a new searcher; compile nothing."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRequest:
    """Engine that the next search needs, with its game and its memory limit."""

    config: OwnEngine
    """Engine and level, or strength."""

    setup: GameSetup
    """Game, size and rules."""

    memory_bytes: int | None = None
    """Largest resident size of the process, in bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOrder:
    """One search for a move."""

    request: EngineRequest
    """The engine."""

    position: Position
    """Position to search."""

    deadline: float
    """End of the search, in seconds of the server's clock."""

    nodes: int | None = None
    """Largest number of nodes."""

    depth: int | None = None
    """Largest depth in plies."""


class ServedEngine:
    """Searcher for the requests of a server.

    Args:
        now: Clock in seconds.
        seed: Random seed of searchers.
        build: Factory of searchers.
        on_compiling: Called in the worker's thread when a kernel was compiled.
    """

    def __init__(
        self,
        now: Callable[[], float],
        *,
        seed: int = 0,
        build: SearcherFactory = build_searcher,
        on_compiling: Callable[[], None] = lambda: None,
    ) -> None:
        self._now = now
        self._seed = seed
        self._build = build
        self._on_compiling = on_compiling
        self._request: EngineRequest | None = None
        self._searcher: Searcher | None = None

    def is_ready_for(self, request: EngineRequest) -> bool:
        """Return whether a search can start at once; any thread may ask."""
        return self._searcher is not None and request == self._request

    def prepare(self, request: EngineRequest) -> None:
        """Build the searcher of ``request``; load or compile its kernels."""
        self._get_searcher(request)

    def search(self, order: SearchOrder, stop: StopFlag) -> SearchResult | None:
        """Return the result of a search, or ``None`` if it was stopped before it began.

        Raises:
            EngineError: The engine cannot be built.
        """
        searcher = self._get_searcher(order.request)
        if stop:
            return None
        seconds = max(order.deadline - self._now(), SHORTEST_SECONDS)
        own = order.request.config.run_keys.seconds
        limits = Limits(
            seconds=seconds if own is None else min(seconds, own),
            nodes=order.nodes,
            depth=order.depth,
        )
        return searcher.search(order.position, limits, stop=stop)

    def _get_searcher(self, request: EngineRequest) -> Searcher:
        searcher = self._searcher
        if searcher is None or request != self._request:
            self._request = self._searcher = searcher = None
            searcher = self._new_searcher(request)
            self._request, self._searcher = request, searcher
        return searcher

    def _new_searcher(self, request: EngineRequest) -> Searcher:
        game = request.setup.game
        searcher = self._build(request.config, game, seed=self._seed)
        with watched(lambda _share: self._on_compiling()):
            searcher.prepare(get_game(game).new_position(request.setup))
        # A full collection would pass over all objects of the compiler, for 0.2 s.
        gc.freeze()
        if request.memory_bytes is None:
            return searcher
        config = fit_to_memory(request.config, request.setup, request.memory_bytes)
        return self._build(config, game, seed=self._seed)
