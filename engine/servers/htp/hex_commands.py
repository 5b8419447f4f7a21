"""Commands of HTP that concern the game and the engine.

A command returns the text of its response, or ``None`` if ``respond`` follows later.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.core.errors import EngineError, IllegalMoveError, ProtocolError
from engine.core.game import GameSetup, Position
from engine.core.message import Message
from engine.core.types import EMPTY, Move, Player
from engine.games import get_game
from engine.players.player_config import OwnEngine
from engine.records import files
from engine.records.model.record import GameRecord
from engine.search.api import SearchResult
from engine.servers.htp.clock import HtpClock
from engine.servers.htp.command import check_count, parse_colour, parse_side
from engine.servers.served_engine import EngineRequest, SearchOrder
from engine.servers.served_game import ServedGame
from engine.servers.thinker import Thinker

GAME = "hex"

SWAPS = frozenset({"swap", "swap-pieces"})
"""Names of the move by which White takes over Black's first stone, mirrored."""

SWAP_SIDES = "swap-sides"
"""Name of the move by which the players exchange their colours."""

READY_SECONDS, PATIENT_SECONDS = 25.0, 3600.0
"""Longest wait for kernels before a game, and before a move without a time limit."""


class HexCommands:
    """Game, clock and engine of an HTP server.

    Args:
        config: The engine.
        thinker: Runs its searches.
        respond: Called with the text of a response that comes later.
        now: Clock in seconds.
    """

    def __init__(
        self,
        config: OwnEngine,
        thinker: Thinker,
        respond: Callable[[str], None],
        now: Callable[[], float],
    ) -> None:
        self._config = config
        self._thinker = thinker
        self._respond = respond
        self._now = now
        self._allows_swap = False
        self._is_awaited = False
        self.clock = HtpClock()
        setup = config.fitted(get_game(GAME).setup())
        self.game = ServedGame(config, setup, now)
        self._thinker.warm_up(self._make_request(setup))

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    def set_size(self, arguments: tuple[str, ...], at: float) -> None:
        """Start a game on a board of some width and height."""
        check_count(arguments, 1, 2)
        try:
            width, height = map(parse_side, (arguments[0], arguments[-1]))
            setup = self._make_setup(width, height)
        except EngineError as error:
            raise ProtocolError(f"unacceptable size: {error}") from None
        self._start(GameRecord(setup=setup), at)

    def clear(self, arguments: tuple[str, ...], at: float) -> None:
        """Start a game on the same board."""
        check_count(arguments, 0)
        setup = self._make_setup(self.game.setup.width, self.game.setup.height)
        self._start(GameRecord(setup=setup), at)

    def play(self, arguments: tuple[str, ...], _at: float) -> str:
        """Play a move of a colour, also out of turn."""
        check_count(arguments, 2)
        player, text = parse_colour(arguments[0]), arguments[1].lower()
        try:
            if text == "resign":
                self.game.resign(player)
            elif text == SWAP_SIDES:
                self._swap_sides(player)
            elif text in SWAPS:
                self._swap_pieces(player)
            else:
                move = get_game(GAME).parse_cell(self.game.setup, text)
                self._play_for(player, move)
        except EngineError as error:
            raise ProtocolError(f"illegal move: {error}") from None
        return ""

    def generate(self, arguments: tuple[str, ...], at: float) -> str | None:
        """Search and play a move of a colour."""
        check_count(arguments, 1)
        player, game = parse_colour(arguments[0]), self.game
        if game.outcome is not None:
            return "resign"
        if game.position.to_move is not player:
            game.branch(_with_turn(game.position, player), is_move=False)
        request = game.ask()

        def play(result: SearchResult) -> None:
            game.answer(request, result)
            self.clock.spend(player, self._now() - at)
            self._respond(request.position.cell_name(result.move))

        self.search(request.position, at, play)
        return None

    def suggest(self, arguments: tuple[str, ...], at: float) -> str | None:
        """Search a move of a colour without playing it."""
        check_count(arguments, 1)
        player, position = parse_colour(arguments[0]), self.position
        if self.game.outcome is not None:
            return "resign"
        if position.to_move is not player:
            position = _as_position(_with_turn(position, player))

        def respond(result: SearchResult) -> None:
            self._respond(position.cell_name(result.move))

        self.search(position, at, respond)
        return None

    def undo(self, arguments: tuple[str, ...], _at: float) -> str:
        """Take the last move back."""
        check_count(arguments, 0)
        if not self.game.can_take_back:
            raise ProtocolError("cannot undo")
        self.game.take_back()
        return ""

    def list_legal_moves(self, arguments: tuple[str, ...], _at: float) -> str:
        """Return the names of all legal moves."""
        check_count(arguments, 0, 1)
        position = self.position
        if self.game.outcome is not None:
            return ""
        return " ".join(position.cell_name(move) for move in position.legal_moves())

    def score(self, arguments: tuple[str, ...], _at: float) -> str:
        """Return the winner, with ``R`` after a resignation."""
        check_count(arguments, 0)
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            raise ProtocolError("cannot score")
        letter = "B" if outcome.winner is Player.FIRST else "W"
        return f"{letter}+{'R' if self.position.outcome is None else ''}"

    def load(self, arguments: tuple[str, ...], at: float) -> None:
        """Load a record, up to the position before a move if its number is given."""
        if not arguments:
            raise ProtocolError("expected a file")
        number = None
        if len(arguments) > 1 and arguments[-1].isdecimal():
            *arguments_left, last = arguments
            arguments, number = tuple(arguments_left), int(last[:9])
        record = files.load(Path(" ".join(arguments)), game=GAME)
        if record.setup.game != GAME:
            raise ProtocolError(f"expected a record of Hex, got {record.setup.game}")
        self._check_board(record.setup)
        line = [0, *record.main_line()]
        ply = len(line) - 1 if number is None else max(number, 1) - 1
        self._start(record.up_to(line[min(ply, len(line) - 1)]), at)

    def set_parameter(self, arguments: tuple[str, ...], _at: float) -> str:
        """Return the rules that can be changed, or change one."""
        check_count(arguments, 0, 2)
        if not arguments:
            return f"[bool] allow_swap {int(self._allows_swap)}"
        if arguments[0] != "allow_swap" or arguments[1] not in {"0", "1"}:
            raise ProtocolError("expected allow_swap 0 or allow_swap 1")
        self._allows_swap = arguments[1] == "1"
        setup = self.game.setup
        if self.game.is_empty:
            self.game.start(self._make_setup(setup.width, setup.height))
            self._is_awaited = False
        return ""

    def search(
        self, position: Position, at: float, finish: Callable[[SearchResult], None]
    ) -> None:
        """Search a position, with a ready engine if nobody waits or has waited."""
        request = self._make_request(position.setup)
        seconds = self.clock.move_time(position.to_move).seconds_for(position)

        def start(since: float) -> None:
            deadline = since + seconds
            order = SearchOrder(request=request, position=position, deadline=deadline)
            self._thinker.search(order, finish)

        if self.clock.is_limited and self._is_awaited:
            start(at)
        else:
            wait = READY_SECONDS if self.clock.is_limited else PATIENT_SECONDS
            self._is_awaited = True
            self._thinker.prepare(request, at + wait, lambda: start(self._now()))

    def _make_request(self, setup: GameSetup) -> EngineRequest:
        return EngineRequest(config=self._config, setup=setup)

    def _make_setup(self, width: int, height: int) -> GameSetup:
        """Return a board with the swap if it is allowed and possible there.

        Raises:
            EngineError: The game or the engine does not support the size.
        """
        swap = "on" if self._allows_swap and width == height else "off"
        setup = get_game(GAME).setup(height=height, width=width, options={"swap": swap})
        self._check_board(setup)
        return setup

    def _check_board(self, setup: GameSetup) -> None:
        refusal = self._config.refusal(setup)
        if refusal is not None:
            raise ProtocolError(refusal)

    def _start(self, record: GameRecord, at: float) -> None:
        """Start a game; respond when the engine is ready, or after some time."""
        self.game.load(record)
        self.clock.restart()
        self._is_awaited = True
        request = self._make_request(record.setup)
        self._thinker.prepare(request, at + READY_SECONDS, lambda: self._respond(""))

    def _play_for(self, player: Player, move: Move) -> None:
        """Play a move of a colour; out of turn, on a board that is set up for it."""
        game = self.game
        if game.outcome is not None or game.position.to_move is player:
            game.play(move)
            return
        game.branch(_with_turn(game.position, player), is_move=False)
        try:
            game.play(move)
        except EngineError:
            game.take_back()
            raise

    def _check_swap(self, player: Player) -> None:
        """Check that a player answers Black's first stone, the only one on the board.

        A game continued from a set-up board has a new history: its stones count.

        Raises:
            IllegalMoveError: The game is over, or the move is not the second one.
        """
        if self.game.outcome is not None:
            raise IllegalMoveError("The game is over.")
        position = self.position
        stones = [stone for stone in position.stones if stone != EMPTY]
        is_second = len(position.history) == 1 and stones == [Player.FIRST]
        if not is_second or player is not Player.SECOND:
            raise IllegalMoveError(
                Message("A swap is only possible as the second move.")
            )

    def _swap_pieces(self, player: Player) -> None:
        """Play the swap, also in a game that began without it.

        Raises:
            IllegalMoveError: A swap is not possible now.
        """
        self._check_swap(player)
        game, setup = self.game, self.game.setup
        if setup.option("swap") == "on":
            game.play(Move(setup.cell_count))
            return
        with_swap = get_game(GAME).setup(
            height=setup.height, width=setup.width, options={"swap": "on"}
        )
        (first,) = game.position.history
        position = get_game(GAME).new_position(with_swap).play(first)
        after = position.play(Move(setup.cell_count))
        record = GameRecord(setup=setup, start_stones=after.stones)
        game.branch(record, is_move=True)

    def _swap_sides(self, player: Player) -> None:
        """Leave the stones: HTP names colours, and the players keep track of theirs.

        Raises:
            IllegalMoveError: A swap is not possible now.
        """
        self._check_swap(player)
        position = self.position
        self.game.branch(_with_turn(position, position.to_move), is_move=True)


def _with_turn(position: Position, player: Player) -> GameRecord:
    """Return a game that begins with these stones and a side to move."""
    return GameRecord(
        setup=position.setup, start_stones=position.stones, start_player=player
    )


def _as_position(record: GameRecord) -> Position:
    game = get_game(record.setup.game)
    return game.position(
        record.setup, stones=record.start_stones, to_move=record.start_player
    )
