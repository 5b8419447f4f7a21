"""Searches of single positions, in a child process of their own.

The parent sends one task as a line of JSON; the child answers with one line, and ends
together with its parent.
"""

from __future__ import annotations

import gc
import json
import logging
from dataclasses import asdict, dataclass, replace
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self

from engine.core.errors import EngineError, TournamentError
from engine.core.formats.json_lines import JsonLine
from engine.core.formats.message_json import message_from_json, message_to_json
from engine.core.game import GameSetup, Position
from engine.core.message import Message, describe_unexpected
from engine.core.processes.child_process import (
    follow_parent,
    redirect_output,
    start_child,
)
from engine.games import get_game
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits, Searcher, SearchResult, close_searcher

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTask:
    """One search."""

    key: str
    """Name of the search, unique among those of an experiment."""

    engine: str
    """The engine, with its limit."""

    game: str
    """The game."""

    size: int
    """Rows and columns of the board."""

    moves: str = ""
    """Cells of the stones on the board, separated by spaces."""

    seed: int = 0
    """Random seed."""

    @property
    def setup(self) -> GameSetup:
        """The board."""
        return get_game(self.game).setup(height=self.size, width=self.size)

    @property
    def position(self) -> Position:
        """The position."""
        game = get_game(self.game)
        position = game.new_position(self.setup)
        for name in self.moves.split():
            position = position.play(game.parse_cell(self.setup, name))
        return position


class SearchProcess:
    """A process that searches; a context manager."""

    def __init__(self) -> None:
        self._child = start_child(serve)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._child.end()

    def search(self, task: SearchTask) -> JsonLine:
        """Return the result of a search.

        Raises:
            TournamentError: It failed, or the process ended.
        """
        try:
            self._child.connection.send_bytes(json.dumps(asdict(task)).encode())
            line: JsonLine = json.loads(self._child.connection.recv_bytes())
        except (EOFError, OSError) as error:
            raise TournamentError(
                Message("The process that searches ended unexpectedly.")
            ) from error
        if "problem" in line:
            raise TournamentError(message_from_json(line["problem"]))
        return line


def serve(connection: Connection) -> None:
    """Answer the parent until it closes the connection; entry of the process."""
    follow_parent()
    redirect_output()
    try:
        while True:
            task = SearchTask(**json.loads(connection.recv_bytes()))
            connection.send_bytes(json.dumps(_answer(task)).encode())
    except (EOFError, OSError):
        return


def _answer(task: SearchTask) -> JsonLine:
    try:
        return run_search(task)
    except EngineError as error:
        return {"problem": message_to_json(error.message)}
    except Exception as error:  # the edge of the process
        log.exception("a search failed")
        return {"problem": message_to_json(describe_unexpected(error))}


def run_search(task: SearchTask) -> JsonLine:
    """Return the result of a search by a new searcher; it has searched before.

    Its seconds are processor time.
    """
    position = task.position
    config = parse_engine(task.engine)
    searcher = build_searcher(config, task.game, seed=task.seed)
    try:
        searcher.prepare(position)
        limits = replace(config.resolve_limits(task.setup), clock="cpu")
        warm_up(searcher, position, limits)
        # The memory of earlier searches is not freed at this one's expense.
        gc.collect()
        result = searcher.search(position, limits)
    finally:
        close_searcher(searcher)
    return asdict(task) | _describe(position, result)


def warm_up(searcher: Searcher, position: Position, limits: Limits) -> None:
    """Search a later position, so that a search of ``position`` finds memory in use.

    The first search of a searcher takes new memory from the system, which costs more
    time than a thousand simulations. A searcher keeps no tree for an earlier position.
    The later one has a stone in the first empty cell, a corner in general: hardly any
    position is in both searches.
    """
    for move in position.legal_moves():
        later = position.play(move)
        if later.outcome is None:
            searcher.search(later, limits)
            return


def _describe(position: Position, result: SearchResult) -> dict[str, Any]:
    return {
        "move": position.cell_name(result.move),
        "value": result.value,
        "nodes": result.nodes,
        "seconds": result.seconds,
        "depth": result.depth,
        "candidates": [
            {
                "cell": int(candidate.move),
                "visits": candidate.visits,
                "value": candidate.value,
                "prior": candidate.prior,
            }
            for candidate in result.candidates
        ],
    }
