"""Writes down what happens in a contest game, each line with both clocks."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.types import Move
from gui.contest import contest_labels
from gui.contest.contest import Contest
from gui.contest.contest_journal import ContestLog
from gui.game.match import HeldAnswer, Table
from gui.text.i18n import tr


class Clerk:
    """Compares the game with what is written, so that nothing is written twice.

    Args:
        contest: What was settled before.
        table: The game; what has happened in it so far counts as written.
        log: Takes the lines.
    """

    def __init__(self, contest: Contest, table: Table, log: ContestLog) -> None:
        self._contest = contest
        self._table = table
        self._log = log
        self._count = table.session.ply
        self._outcome = table.session.outcome
        self._answer = table.held_answer

    def begin(self) -> None:
        """Write the head of the log."""
        for text in contest_labels.beginning_texts(self._contest):
            self._log.add(text)

    def write(self, text: str) -> None:
        """Write a line that ends with both clocks."""
        clocks = contest_labels.clocks_text(self._contest, self._table.session)
        self._log.add(f"{text} | {clocks}")

    def follow(self, typed: Collection[int], *, is_operated: bool) -> None:
        """Write what is new in the game.

        Args:
            typed: Numbers of the moves that the operator typed.
            is_operated: Whether the operator's window was open.
        """
        history = self._table.session.position.history
        for number in range(self._count + 1, len(history) + 1):
            message = tr("Contest", "Move {number}: {cell}, by our engine")
            if number in typed:
                message = tr("Contest", "Move {number}: {cell}, typed")
            elif not is_operated:
                message = tr("Contest", "Move {number}: {cell}, in the main window")
            cell = contest_labels.move_text(self._contest, history[number - 1])
            self.write(message.format(number=number, cell=cell))
        self._count = len(history)
        self._follow_answer(self._table.held_answer)
        self._follow_result()

    def write_correction(self, ply: int, old: Move, dropped: tuple[Move, ...]) -> None:
        """Write that a move was corrected and which later ones were taken off."""
        history = self._table.session.position.history
        message = tr("Contest", "Correction: move {number} was typed {old}, is {new}")
        self.write(
            message.format(
                number=ply,
                old=contest_labels.move_text(self._contest, old),
                new=contest_labels.move_text(self._contest, history[ply - 1]),
            )
        )
        for number, move in enumerate(dropped, start=len(history) + 1):
            message = tr("Contest", "Removed: move {number}, {cell}")
            cell = contest_labels.move_text(self._contest, move)
            self.write(message.format(number=number, cell=cell))
        self._count = len(history)

    def _follow_answer(self, answer: HeldAnswer | None) -> None:
        """Write our engine's move as soon as it is known, before it is played."""
        old, self._answer = self._answer, answer
        if answer is not None and (old is None or answer != old):
            message = tr("Contest", "Our engine answers {cell}, not yet placed")
            cell = contest_labels.move_text(self._contest, answer.move)
            self.write(message.format(cell=cell))

    def _follow_result(self) -> None:
        outcome = self._table.session.outcome
        if outcome != self._outcome and outcome is not None:
            result = contest_labels.result_text(self._contest, outcome)
            self.write(tr("Contest", "Game over: {result}").format(result=result))
        self._outcome = outcome
