"""Main line and result of a game in progress.

A new move belongs to the main line at the end of the game, and after a take-back in a
game in progress. Elsewhere it is a variation: browsing a finished game, an opened
record or an earlier position never changes the main line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.core.types import Move, Outcome
from engine.match.session.replay import Replay
from engine.records.model.record import GameRecord


class MainLine:
    """Main line of a record whose cursor moves through the tree.

    Args:
        replay: The game and its cursor, at the end of the main line.
        is_opened: Whether the record was opened; its moves then stay the main line
            even after a take-back.
    """

    def __init__(self, replay: Replay, *, is_opened: bool) -> None:
        self._replay = replay
        self._is_opened = is_opened
        self._results: dict[tuple[Move, ...], Outcome] = {}
        self._fixed_count = 0
        self._is_continued = True
        self._end = 0
        self._withdrawn: Outcome | None = None
        self._deletion: _Deletion | None = None
        self.restart()

    @property
    def end(self) -> int:
        """Index of the last node of the main line."""
        return self._end

    @property
    def is_at_end(self) -> bool:
        """Whether the cursor is at the end of the main line."""
        return self._replay.cursor == self._end

    @property
    def is_continued(self) -> bool:
        """Whether the next move belongs to the main line, not to a variation."""
        return self._is_continued

    @property
    def can_restore(self) -> bool:
        """Whether only notes have changed since the last deletion."""
        deletion = self._deletion
        return deletion is not None and deletion.after is self._replay.record

    def restart(self) -> None:
        """Go to the end of the main line after a change of the record."""
        self._update_end()
        self._is_continued = True
        self._withdrawn = None
        self._results.clear()
        self._fix_moves()

    def seek(self, index: int) -> None:
        """Go to a node; a result that a take-back has withdrawn is set again."""
        self._replay.seek(index)
        self._is_continued = self.is_at_end
        self._reinstate()

    def take_back(self, count: int) -> None:
        """Go back ``count`` moves; in a game in progress this withdraws its result.

        The result is set again if the game does not continue from there: by ``redo`` to
        the end, by ``seek``, or with a change of the lines.
        """
        path, position = self._replay.path, self._replay.position
        is_own = len(path) - 1 - count >= self._fixed_count
        self._is_continued = self._is_continued and is_own
        if self._is_continued and self.is_at_end:
            if position.outcome is None:
                self._withdrawn = self._replay.record.outcome
            self.set_outcome(position.outcome)
        self._replay.seek(path[-1 - count])
        if not self._is_continued:
            self._reinstate()

    def go_on_here(self) -> bool:
        """Make the next move part of the main line, as after a take-back to here.

        This has no effect beside the main line, or where its moves are fixed.

        Returns:
            Whether the next move belongs to it only now.
        """
        here = self._replay.cursor
        line = [0, *self._replay.record.main_line()]
        if self._is_continued or here not in line[self._fixed_count :]:
            return False
        self._replay.seek(self._end)
        self._is_continued = True
        self.take_back(len(line) - 1 - line.index(here))
        return True

    def redo(self, index: int) -> None:
        """Go forward to a node of the current line."""
        self._replay.seek(index)
        self._is_continued = self._is_continued or self.is_at_end
        if self.is_at_end:
            self._reinstate()

    def forget_withdrawn(self, reason: str) -> None:
        """Drop a withdrawn result with this reason: it does not come back."""
        if self._withdrawn is not None and self._withdrawn.reason == reason:
            self._withdrawn = None

    def with_move(
        self, record: GameRecord, move: Move, seconds: float
    ) -> tuple[GameRecord, int]:
        """Return ``record`` with ``move`` at the cursor, and the index of its node.

        Args:
            record: The game.
            move: The move of the side to move.
            seconds: Its time; a variation has no times.
        """
        if self._is_continued:
            return record.with_move(self._replay.cursor, move, seconds=seconds)
        return record.with_variation(self._replay.cursor, move)

    def update(self, before: GameRecord) -> None:
        """Update the main line and its result after a move.

        A result by the rules replaces an outdated one.

        Args:
            before: The record before the move.
        """
        self._update_end()
        if self._is_continued:
            self._withdrawn = None
            if before.outcome is not None or (
                self._replay.record.main_moves() != before.main_moves()
            ):
                self.set_outcome(self._replay.outcome_at_end())
        elif self.is_at_end:
            self._is_continued = True

    def promote(self, index: int) -> None:
        """Move the variation of a node one place up among its siblings."""
        self._reinstate()
        replay = self._replay
        self._take(replay.record.with_promoted(index), replay.cursor)

    def make(self, index: int) -> None:
        """Make the line through a node the main line; the cursor stays.

        A line that ends by the rules has that result. Any other result belongs to the
        line it was recorded with, and is restored with it.
        """
        self._reinstate()
        replay = self._replay
        self._take(replay.record.with_main_line(index), replay.cursor)

    def delete(self, index: int) -> None:
        """Delete a node and its subtree.

        A deleted cursor moves to the parent of the node. A main line that loses moves
        continues along the first remaining line.

        Raises:
            RecordError: The node is the start.
        """
        self._reinstate()
        replay = self._replay
        before, cursor = replay.record, replay.cursor
        record, places = before.without(index)
        kept = [places[node] for node in replay.path if node in places]
        self._take(record, kept[-1])
        self._deletion = _Deletion(
            before=before,
            cursor=cursor,
            after=replay.record,
            old_indices={new: old for old, new in places.items()},
        )

    def set_notes(self, index: int, **notes: Any) -> None:
        """Change notes of a node; a deletion before can still be undone.

        Args:
            index: The node.
            notes: Fields of ``RecordNode`` with their new values, but no links.
        """
        replay, deletion = self._replay, self._deletion
        can_restore = self.can_restore
        replay.take_record(replay.record.with_node(index, **notes), replay.cursor)
        if deletion is not None and can_restore:
            old_index = deletion.old_indices[index]
            self._deletion = replace(
                deletion,
                before=deletion.before.with_node(old_index, **notes),
                after=replay.record,
            )

    def end_here(self, outcome: Outcome | None) -> None:
        """End the main line at the cursor, which is on it, with a result.

        All moves after the cursor are deleted; ``restore`` undoes it.
        """
        self._reinstate()
        before, first = self._replay.record, self._replay.cursor
        record, cursor = before, first
        old_indices = {index: index for index in range(len(before.nodes))}
        while children := record.nodes[cursor].children:
            record, places = record.without(children[0])
            cursor = places[cursor]
            old_indices = {new: old_indices[old] for old, new in places.items()}
        after = replace(record, outcome=outcome)
        self._replay.take_record(after, cursor)
        self._update_end()
        if record is not before:
            self._deletion = _Deletion(
                before=before, cursor=first, after=after, old_indices=old_indices
            )

    def restore(self) -> None:
        """Undo a deletion, if no move has been added or reordered since."""
        deletion = self._deletion
        if deletion is not None and self.can_restore:
            self._show(deletion.before, deletion.cursor)

    def set_outcome(self, outcome: Outcome | None) -> None:
        """Set the result of the main line; without one, an earlier one is forgotten."""
        record, cursor = self._replay.record, self._replay.cursor
        if outcome is None:
            self._results.pop(tuple(record.main_moves()), None)
        if outcome != record.outcome:
            self._replay.take_record(replace(record, outcome=outcome), cursor)

    def _reinstate(self) -> None:
        """Set the result again that a take-back has withdrawn."""
        withdrawn, self._withdrawn = self._withdrawn, None
        if withdrawn is not None:
            self.set_outcome(withdrawn)

    def _take(self, record: GameRecord, cursor: int) -> None:
        """Replace the record by one with another tree, with its main line's result."""
        before = self._replay.record
        if record.main_moves() != before.main_moves():
            if before.outcome is not None:
                self._results[tuple(before.main_moves())] = before.outcome
            by_the_rules = Replay(record).position.outcome
            known = self._results.get(tuple(record.main_moves()))
            record = replace(record, outcome=by_the_rules or known)
        self._show(record, cursor)

    def _show(self, record: GameRecord, cursor: int) -> None:
        """Replace the record and set the cursor."""
        self._replay.reset(record, cursor)
        self._update_end()
        self._is_continued = self.is_at_end
        self._fix_moves()

    def _update_end(self) -> None:
        self._end = self._replay.record.line_through(0)[-1]

    def _fix_moves(self) -> None:
        if self._is_opened:
            self._fixed_count = len(self._replay.record.main_line())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Deletion:
    """Records before and after a deletion, and the cursor before it."""

    before: GameRecord
    cursor: int
    after: GameRecord
    old_indices: Mapping[int, int]
    """Index in ``before`` of each node of ``after``."""
