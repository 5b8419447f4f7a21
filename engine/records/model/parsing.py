"""What the readers of all formats share: replay, warnings, places in a text.

Every move is played on a ``Position`` as it is read. A move that the rules do not
allow ends its line: the moves before it stay, and a warning names the place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from engine.core.errors import RecordError
from engine.core.game import Game, Position
from engine.core.message import Message, MessageKey, as_clause
from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.records.model.record import GameRecord, Headers, RecordBuilder, RecordNode

WARNING_LIMIT = 50
"""Warnings kept of one record; a broken file could bring one for every move."""

RESIGNATION = "resignation"
TIME = "time"
FORFEIT = "forfeit"
AGREEMENT = "agreement"
UNSTATED = "unstated"
"""Reason of a result that a file names without saying why."""


NO_NOTES = RecordNode()
"""Notes about a move of which a text says nothing more."""


class WarningList:
    """Collects what was skipped or guessed."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._left_out = 0

    def add(self, text: str) -> None:
        """Add a sentence, unless there are too many or it stands there already."""
        if text in self._texts:
            return
        if len(self._texts) < WARNING_LIMIT:
            self._texts.append(text)
        else:
            self._left_out += 1

    @property
    def is_full(self) -> bool:
        """Whether further sentences are only counted."""
        return len(self._texts) >= WARNING_LIMIT

    def texts(self) -> tuple[str, ...]:
        """Return the sentences, and how many more there were."""
        if not self._left_out:
            return tuple(self._texts)
        more = Message(
            "There are {count} more warnings like these.", count=self._left_out
        )
        return (*self._texts, more)


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text that is read, and how to name a place in it."""

    text: str
    """The text."""

    def place(self, offset: int) -> str:
        """Return line and column of an offset, both counted from 1."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        line = self.text.count("\n", 0, line_start) + 1
        return Message(
            "line {line}, column {column}", line=line, column=offset - line_start + 1
        )

    def error(self, offset: int, message: str) -> RecordError:
        """Return an error about the place ``offset``; ``sentence`` is a clause."""
        return RecordError(
            Message("{what} ({place}).", what=message, place=self.place(offset))
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A node of a tree under construction."""

    index: int
    """Index of the node in the builder."""

    position: Position
    """The position there."""


class TreeReader:
    """Builds a move tree and plays every move of it.

    Args:
        start: Position before the first move.
        locate: Returns the name of the place that the offset of a move means.
        warnings: Takes the moves that are left out.
    """

    def __init__(
        self,
        start: Position,
        locate: Callable[[int], str],
        warnings: WarningList,
    ) -> None:
        self.start = Place(0, start)
        self._game = get_game(start.setup.game)
        self._locate = locate
        self._warnings = warnings
        self._builder = RecordBuilder()
        self._later_notes: dict[int, list[RecordNode]] = {}
        self._last_place = self.start
        self.is_whole = True
        """Whether nothing was left out so far."""

    def play(
        self, at: Place, player: Player, move: Move, *, offset: int, notes: RecordNode
    ) -> Place | None:
        """Add a move; with a warning return ``None`` if it cannot be played.

        Args:
            at: Where the move is played.
            player: Who plays it according to the text.
            move: The move.
            offset: Where it stands in the text.
            notes: What is noted about it.
        """
        index = self._builder.child_by_move(at.index, move)
        last = self._last_place
        if index == last.index and player is at.position.to_move:
            self.note(index, notes)
            return last
        objection = self._objection(at.position, player, move)
        if objection is not None:
            self.leave_out(at, objection, offset=offset)
            return None
        if index is None:
            index = self._builder.add(at.index, notes, move)
        else:
            self.note(index, notes)
        self._last_place = Place(index, at.position.play(move))
        return self._last_place

    def leave_out(self, at: Place, why: str, *, offset: int) -> None:
        """Warn that the move after ``at``, and what follows it, is left out."""
        self.is_whole = False
        number = len(at.position.history) + 1
        place = "" if self._warnings.is_full else self._locate(offset)
        self._warnings.add(
            Message(
                "Move {number} ({place}) and what follows it were left out: {why}.",
                number=number,
                place=place,
                why=why,
            )
        )

    def note(self, index: int, notes: RecordNode) -> None:
        """Add notes to a node; what it says already stays."""
        if notes is not NO_NOTES and notes != NO_NOTES:
            self._later_notes.setdefault(index, []).append(notes)

    def build(self) -> tuple[tuple[RecordNode, ...], dict[int, int]]:
        """Return the nodes in pre-order, and where each index has gone."""
        for index, later in self._later_notes.items():
            notes = [self._builder.node(index), *later]
            self._builder.change(index, **_merged(notes))
        self._later_notes.clear()
        return self._builder.build()

    def _objection(self, position: Position, player: Player, move: Move) -> str | None:
        """Return why a move cannot be played, without a full stop."""
        is_due = position.outcome is None and player is position.to_move
        objection = position.objection_to(move) if is_due else None
        if is_due and objection is None:
            return None
        side = MessageKey(self._game.sides[player - 1])
        cell = MessageKey(position.cell_name(move))
        if objection is not None:
            return Message(
                "{side} may not play {cell} ({why})",
                side=side,
                cell=cell,
                why=as_clause(objection),
            )
        if position.outcome is not None:
            return Message(
                "the game is over before {side} plays {cell}", side=side, cell=cell
            )
        return Message(
            "{side} plays {cell} when it is not {side}'s turn", side=side, cell=cell
        )


def start_position(record: GameRecord) -> Position:
    """Return the position before the first move of a record."""
    setup = record.setup
    return get_game(setup.game).position(
        setup,
        stones=record.start_stones or bytes(setup.cell_count),
        to_move=record.start_player,
    )


def final_position(record: GameRecord) -> Position:
    """Return the position after the last move really played."""
    position = start_position(record)
    for move in record.main_moves():
        position = position.play(move)
    return position


def headers_by_colour(headers: Headers, final: Position) -> Headers:
    """Return headers with the names in the order of the colours at the end.

    Used the other way round too: names by colour become those of the participants.
    """
    if final.get_seat(Player.FIRST) is Player.FIRST:
        return headers
    return replace(
        headers, first_name=headers.second_name, second_name=headers.first_name
    )


def settled_outcome(
    final: Position, claimed: Outcome | None, warnings: WarningList
) -> Outcome | None:
    """Return how a game ended: as the rules say, or else as its record claims.

    Args:
        final: Position after the last move.
        claimed: What the record says.
        warnings: Takes a contradiction between the two.
    """
    ruled = final.outcome
    if ruled is None:
        return claimed
    if claimed is not None and claimed.winner is not ruled.winner:
        game = get_game(final.setup.game)
        warnings.add(
            Message(
                "The record says that {claimed}; by the rules {ruled}, and that was "
                "kept.",
                claimed=_result_text(game, claimed),
                ruled=_result_text(game, ruled),
            )
        )
    return ruled


def fitting_side(game: Game, needed: int) -> int:
    """Return the usual size of a board, or the next known one of ``needed`` lines."""
    larger = sorted(side for side in game.common_sides if side > game.default_side)
    for side in (game.default_side, *larger, needed):
        if needed <= side <= game.largest_side:
            return side
    return game.largest_side


def _merged(notes: Sequence[RecordNode]) -> dict[str, Any]:
    """Return the fields of a node about which several texts say something."""
    comments = dict.fromkeys(note.comment for note in notes if note.comment)
    seconds = [note.seconds for note in notes if note.seconds is not None]
    analyses = [note.analysis for note in notes if note.analysis is not None]
    values_of: dict[str, list[tuple[str, ...]]] = {}
    for note in notes:
        for name, values in note.properties:
            values_of.setdefault(name, []).append(values)
    return {
        "comment": "\n".join(comments),
        "seconds": seconds[0] if seconds else None,
        "analysis": analyses[0] if analyses else None,
        "properties": tuple(
            (name, _united(values_of[name])) for name in sorted(values_of)
        ),
    }


def _united(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return one list as it is, or each value of several lists once."""
    return lists[0] if len(lists) == 1 else tuple(dict.fromkeys(chain(*lists)))


def _result_text(game: Game, outcome: Outcome) -> str:
    if outcome.winner is None:
        return Message("nobody won")
    return Message("{side} won", side=MessageKey(game.sides[outcome.winner - 1]))
