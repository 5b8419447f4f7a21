"""Game-info properties of an SGF text: game, names, result, set-up, time.

Little Golem's files write points as two letters and call the first player White.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import IllegalMoveError, RecordError, TimeControlError
from engine.core.message import Message, as_clause
from engine.core.types import EMPTY, Move, Outcome, Player
from engine.records.model.parsing import SourceText, WarningList, side_name
from engine.records.model.record import GameRecord, Headers
from engine.records.sgf import property_values, time_properties
from engine.records.sgf.property_names import CLOCK, REASON
from engine.records.sgf.property_tree import SgfNode
from engine.records.sgf.setup_properties import find_game, find_setup
from engine.records.sgf.start_properties import StartProperties

SET_UP_ROUNDS = 10
"""Limit of the points in a set-up, in boards; a rectangle of a few letters names up to
484 points."""

_OLD_HEXGUI = re.compile(r"hexgui:0\.\d(\D.*)?", re.IGNORECASE)
"""HexGui up to 0.9, which writes ``swap-pieces`` for ``swap-sides``."""


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
        self._source = source
        self._warnings = warnings
        self._start = StartProperties(nodes, source)
        self.indices = self._start.indices
        """The root and the nodes after it that set up the board."""
        self.game = find_game(self._start, game_name, warnings)
        self._properties = property_values.get_sgf(self.game)
        self.swap = self._properties.swap
        """The game's swap, if it has one."""
        self.swaps = property_values.list_swaps()
        """Words of the swap in any game."""
        self.players = self._find_players()
        """Player of each colour property."""
        self.setup = find_setup(self._start, self.game, warnings)
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
            claim = property_values.parse_result(self._start.get("RE") or "")
        except RecordError as error:
            self._warnings.leave_out(
                Message("{error}; it was left out.", error=error.message)
            )
            return None
        reason = self._start.get(REASON)
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
        return moves_stone and not _OLD_HEXGUI.fullmatch(self._start.get("AP") or "")

    @property
    def _is_little_golem(self) -> bool:
        """Whether points are letters as in Little Golem's files, e.g. of Hex."""
        first = self._start.first_move
        return (
            self._start.get("GM") is None
            and not self._properties.has_letter_points
            and first is not None
            and property_values.is_letter_point(first[1])
        )

    def _find_players(self) -> dict[str, Player]:
        first = self._start.first_move
        if self._is_little_golem and first is not None and first[0] == "W":
            self._warnings.add(
                Message(
                    "The record is in the format of Little Golem: its White moves "
                    "first and was read as red."
                )
            )
            return {"W": Player.FIRST, "B": Player.SECOND}
        return {"B": Player.FIRST, "W": Player.SECOND}

    def _find_start_stones(self) -> bytes:
        stones = bytearray(self.setup.cell_count)
        room = SET_UP_ROUNDS * self.setup.cell_count
        for owner, text, offset in self._start.set_up_values():
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

    def _set_up_cells(self, text: str, offset: int) -> list[Move]:
        try:
            return list(property_values.parse_points(self.game, self.setup, text))
        except IllegalMoveError as error:
            raise self._source.error(offset, as_clause(error.message)) from None

    def _find_start_player(self) -> Player:
        """Return the player of the first move, or else of the property ``PL``."""
        name = (self._start.get("PL") or "").strip()[:1].upper()
        named = self.players.get({"1": "B", "2": "W"}.get(name, name))
        first = self._start.first_move
        if first is None:
            return named or Player.FIRST
        player = self.players[first[0]]
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
        own = self._start.get(time_properties.TERMS)
        if own is not None:
            try:
                return TimeTerms.parse(own)
            except TimeControlError as error:
                self._warnings.leave_out(
                    Message("{error}; it was left out.", error=as_clause(error.message))
                )
        main = self._start.get(time_properties.MAIN) or ""
        overtime = self._start.get(time_properties.OVERTIME) or ""
        return TimeTerms.for_both(time_properties.parse_control(main, overtime))

    def _find_headers(self) -> Headers:
        day, clock = self._start.get("DT") or "", self._start.get(CLOCK) or ""
        return Headers(
            first_name=self._start.get("PB") or "",
            second_name=self._start.get("PW") or "",
            event=self._start.get("EV") or "",
            place=self._start.get("PC") or "",
            date=property_values.join_date(day, clock),
        )
