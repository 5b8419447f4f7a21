"""Commands of the Gomocup protocol that concern the game.

Each command has its arguments and the time of its arrival, from which the time of the
move counts.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from engine.core.errors import EngineError, ProtocolError
from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move
from engine.games import get_game
from engine.games.gomoku.rules.gomocup_notation import format_point
from engine.players.player_config import OwnEngine
from engine.records.model.positions import final_position
from engine.search.api import SearchResult
from engine.servers.gomocup.board import make_record, record_of
from engine.servers.gomocup.command import (
    parse_numbers,
    parse_point,
    parse_stone,
    shorten,
)
from engine.servers.gomocup.engine_choice import EngineChoice
from engine.servers.gomocup.info import Info
from engine.servers.gomocup.swap2_board import is_placing, make_swap2_position
from engine.servers.served_engine import SearchOrder
from engine.servers.served_game import ServedGame
from engine.servers.thinker import Thinker, find_simple_move

GAME = "gomoku"

START_SECONDS = 25.0
"""Longest wait for kernels before ``OK``; managers wait 30 seconds."""

FEWEST_NODES = 2
"""Fewest nodes of a search whose win rate is reported."""


class Brain:
    """Game, settings and engine of a Gomocup server.

    Args:
        config: The engine.
        thinker: Runs its searches.
        write: Called with each line of output.
        now: Clock in seconds.
    """

    def __init__(
        self,
        config: OwnEngine,
        thinker: Thinker,
        write: Callable[[str], None],
        now: Callable[[], float],
    ) -> None:
        self._thinker = thinker
        self._write = write
        self._now = now
        self._config = config
        self._engine = EngineChoice(config, lambda text: write(f"MESSAGE {text}"))
        self._info = Info()
        self._started: ServedGame | None = None

    def take_info(self, rest: str, _at: float) -> None:
        """Take a setting.

        Other rules change an empty board, and another engine is prepared. A manager
        does not read while it sends settings that are well formed: what the engine
        cannot do with them is reported later.

        Raises:
            ProtocolError: The setting is not well formed; the former one is kept.
        """
        self._info = self._info.with_entry(rest)
        game = self._started
        if game is None or self._thinker.is_busy:
            return
        with contextlib.suppress(EngineError):
            setup = self._make_setup(game.setup.width, game.setup.height)
            if game.is_empty and setup != game.setup:
                game.start(setup)
            request = self._engine.choose(game.setup, self._info, is_quiet=True)
            if request is not None:
                self._thinker.warm_up(request)

    def start(self, rest: str, at: float) -> None:
        """Start a game on a square board."""
        numbers = parse_numbers(rest)
        if len(numbers) != 1:
            raise ProtocolError(f"Expected a size such as 15, got {shorten(rest)}.")
        self._start(numbers[0], numbers[0], at)

    def start_rectangle(self, rest: str, at: float) -> None:
        """Start a game on a board of some width and height."""
        numbers = parse_numbers(rest)
        if len(numbers) != 2:  # noqa: PLR2004
            raise ProtocolError(
                f"Expected width and height such as 20,15, got {shorten(rest)}."
            )
        self._start(numbers[0], numbers[1], at)

    def restart(self, _rest: str, at: float) -> None:
        """Start another game on the same board."""
        setup = self._game.setup
        self._start(setup.width, setup.height, at)

    def begin(self, _rest: str, at: float) -> None:
        """Make the first move."""
        if any(self._game.position.stones):
            raise ProtocolError("Expected an empty board for BEGIN.")
        self._move(at)

    def take_turn(self, rest: str, at: float) -> None:
        """Take the opponent's move and make the next one."""
        game = self._game
        move = self._parse_empty(rest)
        self._check_engine()
        game.play(move)
        self._move(at)

    def force_move(self, rest: str, _at: float) -> None:
        """Make a move that the manager chose."""
        game = self._game
        move = self._parse_empty(rest)
        game.play(move)
        self._write(format_point(game.setup, move))

    def take_back(self, rest: str, _at: float) -> None:
        """Take the last move back, whosever it is."""
        game = self._game
        last = game.position.last_move
        if last is None:
            raise ProtocolError("There is no move to take back.")
        if parse_point(rest, game.setup) != last:
            raise ProtocolError(
                f"Expected the last move, {format_point(game.setup, last)}, "
                f"got {shorten(rest)}."
            )
        game.take_back()
        self._write("OK")

    def set_board(self, lines: Sequence[str], at: float) -> None:
        """Set the stones of a block and make the next move.

        Raises:
            ProtocolError: The stones are no board on which the engine can move; the
                game stays as it was.
        """
        game = self._game
        setup = self._make_setup(game.setup.width, game.setup.height)
        stones = [parse_stone(line, setup) for line in lines]
        is_same = setup == game.setup
        record = make_record(stones, setup, game.position if is_same else None)
        if final_position(record).outcome is not None:
            raise ProtocolError("Expected a board on which the game is not over.")
        self._engine.choose(setup, self._info)
        game.load(record)
        self._move(at)

    def open_swap2(self, lines: Sequence[str], at: float) -> None:
        """Place the first stones of swap2, or choose a colour after them."""
        game = self._game
        setup = self._make_setup(game.setup.width, game.setup.height)
        stones = [parse_point(line, setup) for line in lines]
        position = make_swap2_position(setup, stones)
        self._engine.choose(position.setup, self._info)
        game.load(record_of(stones, setup))
        if stones:
            self._search(position, at, self._write_choice)
        else:
            self._place_stone(position, at)

    @property
    def _game(self) -> ServedGame:
        """The game.

        Raises:
            ProtocolError: No game was started.
        """
        if self._started is None:
            raise ProtocolError("Expected START first.")
        return self._started

    def _parse_empty(self, text: str) -> Move:
        """Return the empty cell that a text names.

        Raises:
            ProtocolError: There is no such cell, or a stone is on it.
        """
        position = self._game.position
        move = parse_point(text, position.setup)
        if position.stones[move] != EMPTY:
            raise ProtocolError(f"Expected an empty cell, got {shorten(text)}.")
        return move

    def _make_setup(self, width: int, height: int) -> GameSetup:
        """Return a board by the rule of the manager.

        Raises:
            ProtocolError: The rule is not supported.
            SetupError: The size is not supported.
        """
        options = {"rule": self._info.rule}
        return get_game(GAME).setup(height=height, width=width, options=options)

    def _start(self, width: int, height: int, at: float) -> None:
        """Start a game; answer when the engine is ready, or after ``START_SECONDS``."""
        setup = self._make_setup(width, height)
        request = self._engine.choose(setup, self._info)
        self._started = ServedGame(self._config, setup, self._now)
        self._info = self._info.for_new_game()
        if request is None:
            self._write("OK")
        else:
            until = at + START_SECONDS
            self._thinker.prepare(request, until, lambda: self._write("OK"))

    def _check_engine(self) -> None:
        """Raise ``ProtocolError`` unless the engine plays the game by its rule."""
        setup = self._game.setup
        if self._info.rule != setup.option("rule"):
            raise ProtocolError("Expected RESTART after a change of the rule.")
        self._engine.choose(setup, self._info)

    def _move(self, at: float) -> None:
        """Search a move, play it and write it."""
        game = self._game
        self._check_engine()
        request = game.ask()

        def play(result: SearchResult) -> None:
            self._write(format_report(result, game.setup))
            game.answer(request, result)
            self._write(format_point(game.setup, result.move))
            self._info = self._info.after_move(self._now() - at)

        self._search(request.position, at, play)

    def _place_stone(self, position: Position, at: float) -> None:
        """Search the next of the first stones of swap2; write all of them at last."""

        def place(result: SearchResult) -> None:
            self._game.play(result.move)
            after = position.play(result.move)
            if is_placing(after):
                self._place_stone(after, at)
            else:
                setup = self._game.setup
                points = (format_point(setup, move) for move in after.history)
                self._write(" ".join(points))

        self._search(position, at, place)

    def _write_choice(self, result: SearchResult) -> None:
        """Write the colour that the engine takes: Black by a swap, White by a stone."""
        game = self._game
        if result.move < game.setup.cell_count:
            game.play(result.move)
            self._write(format_point(game.setup, result.move))
        else:
            self._write("SWAP")

    def _search(
        self, position: Position, at: float, finish: Callable[[SearchResult], None]
    ) -> None:
        request = self._engine.choose(position.setup, self._info)
        if request is None:
            finish(find_simple_move(position))
            return
        order = SearchOrder(
            request=request,
            position=position,
            deadline=at + self._info.move_time.seconds_for(position),
            nodes=self._info.nodes,
            depth=self._info.depth,
        )
        self._thinker.search(order, finish)


def format_report(result: SearchResult, setup: GameSetup) -> str:
    """Return the message with value, depth, nodes and best line of a search.

    A search that was ended at once has no value: one playout only wins or loses.
    """
    cells = [move for move in result.pv if move < setup.cell_count]
    line = " ".join(format_point(setup, move) for move in cells)
    if result.nodes < FEWEST_NODES:
        return f"MESSAGE move without search, line {line}"
    return (
        f"MESSAGE win rate {50 * (1 + result.value):.1f} %, depth {result.depth}, "
        f"{result.nodes} nodes, line {line}"
    )
