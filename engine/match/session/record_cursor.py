"""Cursor in a record whose lines, notes and headers can be edited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.core.game import GameSetup, Position
from engine.match.session.main_line import MainLine
from engine.match.session.replay import Replay
from engine.records.model.record import GameRecord, Headers


class RecordCursor:
    """Cursor in a record that can be edited.

    Args:
        record: The game; the cursor starts at the end of its main line.
        is_opened: See ``MainLine``.
    """

    def __init__(self, record: GameRecord, *, is_opened: bool) -> None:
        self._changed: list[Callable[[], None]] = []
        self._noted: list[Callable[[], None]] = []
        self._replay = Replay(record)
        self._line = MainLine(self._replay, is_opened=is_opened)

    def subscribe(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` after every change of cursor, tree or result."""
        self._changed.append(callback)

    def subscribe_to_notes(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` after every change of notes alone."""
        self._noted.append(callback)

    @property
    def record(self) -> GameRecord:
        """The whole game with its variations."""
        return self._replay.record

    @property
    def setup(self) -> GameSetup:
        """Game, size and rules."""
        return self.record.setup

    @property
    def cursor(self) -> int:
        """Index of the current node in the record."""
        return self._replay.cursor

    @property
    def position(self) -> Position:
        """The current position."""
        return self._replay.position

    @property
    def ply(self) -> int:
        """Number of moves between the start and the cursor."""
        return len(self._replay.path) - 1

    @property
    def is_at_end(self) -> bool:
        """Whether the cursor is at the end of the current line."""
        return not self.record.nodes[self.cursor].children

    @property
    def is_in_play(self) -> bool:
        """Whether the next move belongs to the main line, not to a variation.

        True at the end of the game and after a take-back.
        """
        return self._line.is_continued

    @property
    def is_at_game_end(self) -> bool:
        """Whether the cursor is at the end of the main line."""
        return self._line.is_at_end

    @property
    def can_restore(self) -> bool:
        """Whether a deletion can be undone."""
        return self._line.can_restore

    def go_to(self, index: int) -> None:
        """Go to a node without changing the main line."""
        if index != self.cursor:
            self._line.seek(index)
            self._report_move()

    def make_main_line(self, index: int) -> None:
        """Make the line through a node the main line, with its own result."""
        self._line.make(index)
        self._report_move()

    def promote(self, index: int) -> None:
        """Move the variation of a node one place up among its siblings."""
        self._line.promote(index)
        self._report_move()

    def delete_from(self, index: int) -> None:
        """Delete the subtree of a node; ``restore`` undoes it.

        Raises:
            RecordError: The node is the start.
        """
        self._line.delete(index)
        self._report_move()

    def restore(self) -> None:
        """Undo a deletion, if no move has been added or reordered since."""
        self._line.restore()
        self._report_move()

    def set_notes(self, index: int, **notes: Any) -> None:
        """Change notes of a node; a deletion before can still be undone.

        Args:
            index: The node.
            notes: ``comment``, ``analysis`` or ``properties`` of ``RecordNode`` with
                their new values.
        """
        self._line.set_notes(index, **notes)
        for callback in self._noted:
            callback()

    def set_headers(self, headers: Headers) -> None:
        """Change names, event, place and date."""
        self._replay.take_record(replace(self.record, headers=headers), self.cursor)
        self._report_change()

    def _report_move(self) -> None:
        """Report that the current position may have changed."""
        self._report_change()

    def _report_change(self) -> None:
        for callback in self._changed:
            callback()
