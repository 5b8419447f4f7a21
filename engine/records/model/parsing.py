"""Parts shared by the readers of all formats: replay, warnings, source positions.

Each move is played on a ``Position`` as it is read. An illegal move ends its line: the
moves before it are kept, and a warning gives the source position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from engine.core.board.board_notation import format_column
from engine.core.errors import IllegalMoveError, RecordError
from engine.core.game import Game, GameSetup, Position
from engine.core.message import Message, MessageKey, as_clause
from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.record import Headers

WARNING_LIMIT = 50
"""Largest number of warnings of a record; a damaged file could have one per move."""

NO_NOTES = RecordNode()
"""Notes of a move without any."""


class WarningList:
    """List of warnings about skipped or guessed parts, without duplicates."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._left_out = 0
        self.has_omissions = False
        """Whether a part of the text is not in the record."""

    def add(self, text: str) -> None:
        """Add a warning unless it is a duplicate; beyond the limit, only count it."""
        if text in self._texts:
            return
        if len(self._texts) < WARNING_LIMIT:
            self._texts.append(text)
        else:
            self._left_out += 1

    def leave_out(self, text: str) -> None:
        """Add a warning about a part that is not in the record."""
        self.has_omissions = True
        self.add(text)

    @property
    def is_full(self) -> bool:
        """Whether further warnings are only counted."""
        return len(self._texts) >= WARNING_LIMIT

    def texts(self) -> tuple[str, ...]:
        """Return the warnings, and one with the number of further ones."""
        if not self._left_out:
            return tuple(self._texts)
        more = Message(
            "There are {count} more warnings like these.", count=self._left_out
        )
        return (*self._texts, more)


@dataclass(frozen=True, slots=True)
class SourceText:
    """Source text with line and column numbers."""

    text: str
    """The text."""

    def place(self, offset: int) -> str:
        """Return the text for line and column of an offset, both counted from 1."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        line = self.text.count("\n", 0, line_start) + 1
        return Message(
            "line {line}, column {column}", line=line, column=offset - line_start + 1
        )

    def error(self, offset: int, message: str) -> RecordError:
        """Return an error about the place ``offset``; ``message`` is a clause."""
        return RecordError(
            Message("{what} ({place}).", what=message, place=self.place(offset))
        )


@dataclass(frozen=True, slots=True)
class TreePosition:
    """Node of a tree under construction, with its position."""

    index: int
    """Index of the node in the builder."""

    position: Position
    """The position there."""


class TreeReader:
    """Builder of a move tree that plays each move.

    Args:
        start: Position before the first move.
        locate: Function from the offset of a move to a text for its source position.
        warnings: List for warnings about skipped moves.
    """

    def __init__(
        self,
        start: Position,
        locate: Callable[[int], str],
        warnings: WarningList,
    ) -> None:
        self.start = TreePosition(0, start)
        self._game = get_game(start.setup.game)
        self._locate = locate
        self._warnings = warnings
        self._builder = RecordBuilder()
        self._later_notes: dict[int, list[RecordNode]] = {}
        self._last_place = self.start
        self.is_whole = True
        """Whether no move was skipped so far."""

    def play(
        self,
        at: TreePosition,
        player: Player,
        move: Move,
        *,
        offset: int,
        notes: RecordNode,
    ) -> TreePosition | None:
        """Add a move; warn and return ``None`` if it cannot be played.

        Args:
            at: Node before the move.
            player: Player of the move according to the text.
            move: The move.
            offset: Offset of the move in the text.
            notes: Notes about the move.
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
        self._last_place = TreePosition(index, at.position.play(move))
        return self._last_place

    def leave_out(self, at: TreePosition, why: str, *, offset: int) -> None:
        """Warn that the move after ``at`` and its continuation are skipped."""
        self.is_whole = False
        number = len(at.position.history) + 1
        place = "" if self._warnings.is_full else self._locate(offset)
        self._warnings.leave_out(
            Message(
                "Move {number} ({place}) and what follows it were left out: {why}.",
                number=number,
                place=place,
                why=why,
            )
        )

    def note(self, index: int, notes: RecordNode) -> None:
        """Add notes to a node; its own notes are kept."""
        if notes is not NO_NOTES and notes != NO_NOTES:
            self._later_notes.setdefault(index, []).append(notes)

    def build(self) -> tuple[tuple[RecordNode, ...], dict[int, int]]:
        """Return the nodes in pre-order, and the map from old to new indices."""
        for index, later in self._later_notes.items():
            notes = [self._builder.node(index), *later]
            self._builder.change(index, **_merge_notes(notes))
        self._later_notes.clear()
        return self._builder.build()

    def _objection(self, position: Position, player: Player, move: Move) -> str | None:
        """Return the reason against a move as a clause; ``None`` if it is legal."""
        is_due = position.outcome is None and player is position.to_move
        objection = position.objection_to(move) if is_due else None
        if is_due and objection is None:
            return None
        side = side_name(self._game, player)
        name = position.cell_name(move)
        special = self._game.special_move(position.setup, move)
        cell = MessageKey(name) if special is None else special.label
        if objection is not None and special is not None:
            return Message(
                "{side} may not {choice} ({why})",
                side=side,
                choice=special.description,
                why=as_clause(objection),
            )
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


def side_name(game: Game, player: Player) -> MessageKey:
    """Return the name of a side in a message, such as ``Black``."""
    return MessageKey(game.sides[player - 1].capitalize())


def check_is_cell(setup: GameSetup, move: Move, text: str) -> None:
    """Raise ``IllegalMoveError`` unless ``move``, written ``text``, is a cell.

    Where stones or marks are placed, a swap and a choice of swap2 name nothing.
    """
    if move >= setup.cell_count:
        last = f"{format_column(setup.width - 1)}{setup.height}"
        raise IllegalMoveError(
            Message(
                "Expected a cell from a1 to {last}, got {text!r}.", last=last, text=text
            )
        )


def order_names_by_colour(headers: Headers, final: Position) -> Headers:
    """Return headers with the names in the order of the final colours.

    The function is its own inverse: names by colour become names by participant.
    """
    if final.get_seat(Player.FIRST) is Player.FIRST:
        return headers
    return replace(
        headers, first_name=headers.second_name, second_name=headers.first_name
    )


def determine_outcome(
    final: Position, claimed: Outcome | None, warnings: WarningList
) -> Outcome | None:
    """Return the outcome of a game: by the rules, or else as recorded.

    Args:
        final: Position after the last move.
        claimed: Outcome in the record.
        warnings: List for a warning if the two disagree.
    """
    ruled = final.outcome
    if ruled is None:
        return claimed
    if claimed is not None and claimed.winner is not ruled.winner:
        game = get_game(final.setup.game)
        warnings.add(
            Message(
                "The record states that {claimed}; by the rules {ruled}, which was "
                "kept.",
                claimed=_result_text(game, claimed),
                ruled=_result_text(game, ruled),
            )
        )
    return ruled


def choose_board_side(game: Game, needed: int) -> int:
    """Return the default board side, or the next common one with ``needed`` lines."""
    larger = sorted(side for side in game.common_sides if side > game.default_side)
    for side in (game.default_side, *larger, needed):
        if needed <= side <= game.largest_side:
            return side
    return game.largest_side


def _merge_notes(notes: Sequence[RecordNode]) -> dict[str, Any]:
    """Return the merged fields of several notes about one node."""
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
            (name, _merge_values(values_of[name])) for name in sorted(values_of)
        ),
    }


def _merge_values(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return a single list unchanged, or the distinct values of several lists."""
    return lists[0] if len(lists) == 1 else tuple(dict.fromkeys(chain(*lists)))


def _result_text(game: Game, outcome: Outcome) -> str:
    if outcome.winner is None:
        return Message("nobody won")
    return Message("{side} won", side=side_name(game, outcome.winner))
