"""Game-info properties of an SGF text: game, size, rules, names, result, set-up.

Little Golem's files name no game, write points as two letters and call the first
player White; other files omit the size or the rules. A guessed value adds a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.core.board.board_notation import split_cell_name
from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import (
    IllegalMoveError,
    RecordError,
    SetupError,
    TimeControlError,
)
from engine.core.game import Game, GameSetup
from engine.core.message import Message, MessageKey, as_clause, either
from engine.core.types import EMPTY, Move, Outcome, Player
from engine.games import GAMES, get_game
from engine.records.model import parsing
from engine.records.model.parsing import (
    SourceText,
    WarningList,
    side_name,
)
from engine.records.model.record import GameRecord, Headers
from engine.records.sgf import property_values, time_properties
from engine.records.sgf.property_names import CHOICE, CLOCK, MOVES, REASON, SET_UP
from engine.records.sgf.property_tree import SgfNode, parse_line

LITTLE_GOLEM = "littlegolem"
"""Part of ``SO`` in files of Little Golem."""

SET_UP_ROUNDS = 10
"""Limit of the points in a set-up, in boards; a rectangle of a few letters names up to
484 points."""

_OLD_HEXGUI = re.compile(r"hexgui:0\.\d(\D.*)?", re.IGNORECASE)
"""HexGui up to 0.9, which writes ``swap-pieces`` for ``swap-sides``."""

GO_NUMBER = "1"
"""``GM`` of Go, which many programs write for any game."""


class SgfGameInfo:
    """Game info in the nodes up to the first move.

    Args:
        nodes: All nodes of the text.
        source: The text.
        warnings: List for warnings about guessed values.
        game_name: Name of the game, if known to the caller.

    Raises:
        RecordError: The game or the size is not supported.
    """

    def __init__(
        self,
        nodes: Sequence[SgfNode],
        source: SourceText,
        warnings: WarningList,
        *,
        game_name: str | None,
    ) -> None:
        self._nodes = nodes
        self._source = source
        self._warnings = warnings
        self.indices = self._nodes_before_first_move()
        """The root and the nodes after it that set up the board."""
        self._first_move = next(self._all_moves(), None)
        self.game = self._find_game(game_name)
        self._properties = property_values.get_sgf(self.game)
        self.swap = self._properties.swap
        """The game's swap, if it has one."""
        self.swaps = property_values.list_swaps()
        """Words of the swap in any game."""
        self.players = self._find_players()
        """Player of each colour property."""
        self.setup = self._find_setup()
        self.terms = self._find_terms()
        """Time controls of the players, if the text has them in a known notation."""

    def record(self) -> GameRecord:
        """Return the record without its moves."""
        return GameRecord(
            setup=self.setup,
            start_stones=self._find_start_stones(),
            start_player=self._find_start_player(),
            headers=self._find_headers(),
            time=self.terms,
        )

    def claim(self) -> Outcome | None:
        """Return the outcome in the text, if there is one."""
        try:
            claim = property_values.parse_result(self._header("RE") or "")
        except RecordError as error:
            self._warnings.leave_out(
                Message("{error}; it was left out.", error=error.message)
            )
            return None
        reason = self._header(REASON)
        return Outcome(claim.winner, reason) if claim and reason else claim

    def stone_moves(self, swap: str) -> bool:
        """Return whether a swap moves the stone to the mirrored cell.

        On Little Golem it does, with the word ``swap``: converters mirror its later
        moves for games in which the stone stays.

        Args:
            swap: Word of the swap, one of ``swaps``.
        """
        if self._is_little_golem:
            return True
        moves_stone = self.swap is not None and swap == self.swap.move
        return moves_stone and not _OLD_HEXGUI.fullmatch(self._header("AP") or "")

    @property
    def _is_little_golem(self) -> bool:
        """Whether points are letters as in Little Golem's files, e.g. of Hex."""
        return (
            self._header("GM") is None
            and not self._properties.has_letter_points
            and self._first_move is not None
            and property_values.is_letter_point(self._first_move[1])
        )

    def _nodes_before_first_move(self) -> dict[int, None]:
        opening = {0: None}
        last = 0
        while not self._has_moves(last):
            children = self._nodes[last].children
            if len(children) != 1 or self._has_moves(children[0]):
                break
            last = children[0]
            opening[last] = None
        return opening

    def _has_moves(self, index: int) -> bool:
        properties = self._nodes[index].properties
        return any(name in properties for name in (CHOICE, *MOVES))

    def _all_moves(self) -> Iterator[tuple[str, str]]:
        """Yield colour and text of every move, in the order of the text."""
        for node in self._nodes:
            for name in MOVES:
                for value in node.properties.get(name, ()):
                    yield name, parse_line(value).strip()

    def _header(self, name: str) -> str | None:
        """Return the value of a property at the start as one line, if it exists."""
        for index in self.indices:
            values = self._nodes[index].properties.get(name)
            if values:
                return parse_line(values[0])
        return None

    def _error(self, name: str, message: str) -> RecordError:
        """Return an error for a property at the start, with its source position."""
        at = (i for i in self.indices if name in self._nodes[i].properties)
        return self._source.error(self._nodes[next(at, 0)].offset, message)

    def _find_game(self, known: str | None) -> Game:
        number = self._header("GM")
        if number is None:
            return get_game(known) if known else self._guess_game()
        number = number.strip()
        names = {
            str(own.number): name for name, own in property_values.sgf_games().items()
        }
        found = names.get(number)
        if known is not None and number == GO_NUMBER:
            self._warnings.add(
                Message(
                    "The record has GM[1], Go; it was read as {game}.",
                    game=MessageKey(known),
                )
            )
            return get_game(known)
        if found is None or known not in (None, found):
            wanted = (
                MessageKey(known) if known else either(map(_with_number, names.items()))
            )
            message = Message(
                "Expected a record of {game}, got GM[{number:.20}]",
                game=wanted,
                number=number,
            )
            raise self._error("GM", message)
        return GAMES[found]

    def _guess_game(self) -> Game:
        """Return the probable game of a record that does not name it."""
        games = property_values.sgf_games()
        if self._first_move is None:
            numbers = ((str(own.number), name) for name, own in games.items())
            wanted = either(map(_with_number, numbers))
            raise self._error(
                "GM", Message("Expected a record of {game}, got no GM", game=wanted)
            )
        colour, point = self._first_move
        source = (self._header("SO") or "").lower()
        series = (self._header("EV") or "").lower().partition(".")[0]
        names_cells = (
            not property_values.is_letter_point(point)
            or LITTLE_GOLEM in source
            or (series in games and not games[series].has_letter_points)
            or colour == "W"
        )
        fitting = (
            GAMES[name]
            for name, own in games.items()
            if own.has_letter_points is not names_cells
        )
        game = next(fitting)
        self._warnings.add(
            Message(
                "The record names no game; it was read as {game}.",
                game=MessageKey(game.name),
            )
        )
        return game

    def _find_players(self) -> dict[str, Player]:
        if self._is_little_golem and self._first_move and self._first_move[0] == "W":
            self._warnings.add(
                Message(
                    "The record is in the format of Little Golem: its White moves "
                    "first and was read as red."
                )
            )
            return {"W": Player.FIRST, "B": Player.SECOND}
        return {"B": Player.FIRST, "W": Player.SECOND}

    def _find_setup(self) -> GameSetup:
        size = self._header("SZ")
        options = self._find_options()
        try:
            height, width = (
                (self._guess_side(),) * 2
                if size is None
                else property_values.parse_size(size)
            )
            setup = self.game.setup(height=height, width=width)
        except (RecordError, SetupError) as error:
            raise self._error("SZ", as_clause(error.message)) from None
        try:
            return self.game.setup(height=height, width=width, options=options)
        except SetupError as error:
            self._warnings.add(
                Message("The usual rules were assumed: {error}", error=error.message)
            )
            return setup

    def _guess_side(self) -> int:
        needed = 0
        for _, text in self._all_moves():
            if property_values.is_letter_point(text):
                needed = max(
                    needed, *(n + 1 for n in property_values.parse_letter_point(text))
                )
            else:
                column, row_number = split_cell_name(text) or (0, 0)
                needed = max(needed, column + 1, row_number)
        side = parsing.choose_board_side(self.game, needed)
        self._warnings.add(
            Message(
                "The record has no size (SZ); {side}x{side} was assumed.", side=side
            )
        )
        return side

    def _find_options(self) -> dict[str, str]:
        options, unknown = property_values.parse_rules(
            self.game, self._header("RU") or ""
        )
        if unknown:
            self._warnings.add(
                Message(
                    "The rules {words!r:.40} (RU) are not known; the usual ones were "
                    "assumed.",
                    words=" ".join(unknown),
                )
            )
        if self.swap is None:
            return options
        words = self.swap.words
        if any(text.lower() in words for _, text in self._all_moves()):
            options[self.swap.option] = property_values.SWITCHED_ON
        return options

    def _find_start_stones(self) -> bytes:
        stones = bytearray(self.setup.cell_count)
        room = SET_UP_ROUNDS * self.setup.cell_count
        for owner, text, offset in self._set_up_values():
            cells = self._set_up_cells(text, offset)
            room -= len(cells)
            if room < 0:
                self._warnings.leave_out(
                    Message(
                        "The set-up names far more points than the board has; the rest "
                        "was left out."
                    )
                )
                break
            for cell in cells:
                stones[cell] = EMPTY if owner is None else owner
        return bytes(stones) if any(stones) else b""

    def _set_up_values(self) -> Iterator[tuple[Player | None, str, int]]:
        """Yield owner, points and offset of every set-up value."""
        for index in self.indices:
            node = self._nodes[index]
            for name, owner in SET_UP.items():
                for value in node.properties.get(name, ()):
                    yield owner, parse_line(value), node.offset

    def _set_up_cells(self, text: str, offset: int) -> list[Move]:
        try:
            return list(property_values.parse_points(self.game, self.setup, text))
        except IllegalMoveError as error:
            raise self._source.error(offset, as_clause(error.message)) from None

    def _find_start_player(self) -> Player:
        """Return the player of the first move, or else of the property ``PL``."""
        name = (self._header("PL") or "").strip()[:1].upper()
        named = self.players.get({"1": "B", "2": "W"}.get(name, name))
        if self._first_move is None:
            return named or Player.FIRST
        player = self.players[self._first_move[0]]
        if named is not None and named is not player:
            self._warnings.add(
                Message(
                    "The record states that {named} is to move (PL), but {player} "
                    "does.",
                    named=side_name(self.game, named),
                    player=side_name(self.game, player),
                )
            )
        return player

    def _find_terms(self) -> TimeTerms:
        own = self._header(time_properties.TERMS)
        if own is not None:
            try:
                return TimeTerms.parse(own)
            except TimeControlError as error:
                self._warnings.leave_out(
                    Message("{error}; it was left out.", error=as_clause(error.message))
                )
        main = self._header(time_properties.MAIN) or ""
        overtime = self._header(time_properties.OVERTIME) or ""
        return TimeTerms.for_both(time_properties.parse_control(main, overtime))

    def _find_headers(self) -> Headers:
        day, clock = self._header("DT") or "", self._header(CLOCK) or ""
        return Headers(
            first_name=self._header("PB") or "",
            second_name=self._header("PW") or "",
            event=self._header("EV") or "",
            place=self._header("PC") or "",
            date=property_values.join_date(day, clock),
        )


def _with_number(item: tuple[str, str]) -> str:
    """Return the text for a game with its number."""
    return Message("{game} (GM[{number}])", game=MessageKey(item[1]), number=item[0])
