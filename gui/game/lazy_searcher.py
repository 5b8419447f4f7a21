"""Searchers that are built and prepared in the engine thread, and closed anywhere."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.errors import ExternalProgramError
from engine.core.game import Position
from engine.core.message import Message
from engine.players.player_config import PlayerConfig

if TYPE_CHECKING:
    from engine.search.api import Searcher

SearcherFactory = Callable[[PlayerConfig, str], "Searcher"]
"""Factory of the searcher of an engine for a game; called in the engine thread."""

OPENING_SECONDS = 1.0
"""Turn time of a program that shows whether it knows the opening rule."""


class LazySearcher:
    """Searcher of one game, built and prepared at its first use.

    Args:
        build: Factory of the searcher; called in the engine thread.
    """

    def __init__(self, build: Callable[[], Searcher]) -> None:
        self._build = build
        self._searcher: Searcher | None = None
        self._lock = threading.Lock()
        self._close: Callable[[], None] | None = None
        self._is_closed = self._has_failed = False
        self._refusal: ExternalProgramError | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the searcher is prepared."""
        return self._searcher is not None

    @property
    def has_failed(self) -> bool:
        """Whether its last preparation failed; the next request tries again."""
        return self._has_failed

    @property
    def prepared(self) -> Searcher | None:
        """The searcher, once it is prepared; only the engine thread may use it."""
        return self._searcher

    def get_prepared(self, position: Position) -> Searcher:
        """Return the prepared searcher; call it in the engine thread only.

        Raises:
            ExternalProgramError: It plays by a program that is closed, fails or has
                refused the game.
        """
        if self._refusal is not None:
            refusal, self._refusal = self._refusal, None
            raise refusal
        if self._searcher is None:
            try:
                self._searcher = self._prepare(position)
            except BaseException:
                self._has_failed = True
                raise
            self._has_failed = False
        return self._searcher

    def keep_refusal(self, error: ExternalProgramError) -> None:
        """Keep a refusal of the program, with which the next request fails.

        Another question to the program may take long, and would not help.
        """
        if error.reason == "refusal":
            self._refusal = error

    def close(self) -> None:
        """End the external program behind the searcher, if there is one, for good.

        It takes up to a second; a running search fails at once.
        """
        with self._lock:
            self._is_closed = True
            close = self._close
        if close is not None:
            close()

    def _prepare(self, position: Position) -> Searcher:
        from engine.external.external_searcher import ExternalSearcher  # noqa: PLC0415
        from engine.search.api import Limits  # noqa: PLC0415

        searcher = self._build()
        self._keep_close(getattr(searcher, "close", None))
        searcher.prepare(position)
        if isinstance(searcher, ExternalSearcher):
            searcher.try_opening(position, Limits(seconds=OPENING_SECONDS))
        return searcher

    def _keep_close(self, close: Callable[[], None] | None) -> None:
        """Keep what ends the program; it was not started yet.

        Raises:
            ExternalProgramError: The searcher is closed already.
        """
        with self._lock:
            self._close = close
            is_late = self._is_closed and close is not None
        if is_late:
            raise ExternalProgramError(Message("The program was closed."))
