"""Journal of a contest game: a line for each event, written to disk at once."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.files.atomic_file import explain_write_error
from engine.core.types import Move
from engine.match.state import Answer
from gui.contest import contest_labels
from gui.contest.contest import Contest
from gui.game.open_game import OpenGame
from gui.text.i18n import tr

log = logging.getLogger(__name__)


def time_now() -> str:
    """Return the current date and second as text."""
    return f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S}"


class ContestJournal(QObject):
    """Text file of lines with time stamps; each line is on disk when ``add`` returns.

    Args:
        path: The file; lines are appended to it.
        now: Returns the time stamp of a line.
        parent: See ``QObject``.
    """

    line_added = pyqtSignal(str)
    problem_changed = pyqtSignal(object)  # Message on a failed write, or an empty text

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], str] = time_now,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._path = path
        self._now = now
        self._problem = ""
        self._waiting: list[str] = []
        self._lines: list[str] = []
        with contextlib.suppress(OSError):
            text = path.read_text(encoding="utf-8", errors="replace")
            self._lines = text.splitlines()

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def lines(self) -> list[str]:
        """All lines, including pending ones."""
        return list(self._lines)

    @property
    def text(self) -> str:
        """The whole journal."""
        return "".join(f"{line}\n" for line in self._lines)

    def add(self, text: str) -> None:
        """Write a line about an event of this moment."""
        line = f"{self._now()}  {' '.join(text.split())}"
        self._lines.append(line)
        self._waiting.append(line)
        log.info("contest: %s", text)
        self.retry()
        self.line_added.emit(line)

    def retry(self) -> None:
        """Write the pending lines: new ones, and those whose write failed."""
        if not self._waiting:
            return
        problem = ""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write("".join(f"{line}\n" for line in self._waiting))
                file.flush()
                os.fsync(file.fileno())
            self._waiting.clear()
        except OSError as error:
            problem = explain_write_error(error)
        if problem != self._problem:
            self._problem = problem
            log.warning("journal of the contest: %s", problem or "written again")
            self.problem_changed.emit(problem)


class JournalWriter:
    """Writer of a match's events to a journal; writes each event once.

    Args:
        contest: Setup of the contest.
        game: The game; its events so far count as written.
        journal: The journal.
    """

    def __init__(
        self, contest: Contest, game: OpenGame, journal: ContestJournal
    ) -> None:
        self._contest = contest
        self._game = game
        self._journal = journal
        self._count = game.session.ply
        self._outcome = game.session.outcome
        self._answer = game.view.held_answer

    def begin(self) -> None:
        """Write the head of the journal."""
        for text in contest_labels.beginning_texts(self._contest):
            self._journal.add(text)

    def write(self, text: str) -> None:
        """Write a line that ends with both clocks."""
        clocks = contest_labels.clocks_text(self._contest, self._game.session)
        self._journal.add(f"{text} | {clocks}")

    def follow(self, typed: Collection[int]) -> None:
        """Write the new events of the game, whose end is shown.

        Args:
            typed: Numbers of the moves that the operator typed.
        """
        history = self._game.session.position.history
        for number in range(self._count + 1, len(history) + 1):
            message = tr("Contest", "Move {number}: {cell}, by our engine")
            if number in typed:
                message = tr("Contest", "Move {number}: {cell}, typed")
            cell = contest_labels.move_text(self._contest, history[number - 1])
            self.write(message.format(number=number, cell=cell))
        self._count = len(history)
        self._follow_answer(self._game.view.held_answer)
        self._follow_result()

    def write_correction(self, ply: int, old: Move, dropped: tuple[Move, ...]) -> None:
        """Write a correction and the later moves that were removed."""
        history = self._game.session.position.history
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

    def _follow_answer(self, answer: Answer | None) -> None:
        """Write our engine's move when it is found, before it is played."""
        old, self._answer = self._answer, answer
        if answer is not None and (old is None or answer != old):
            message = tr("Contest", "Our engine answers {cell}, not yet placed")
            cell = contest_labels.move_text(self._contest, answer.move)
            self.write(message.format(cell=cell))

    def _follow_result(self) -> None:
        outcome = self._game.session.outcome
        if outcome != self._outcome and outcome is not None:
            result = contest_labels.result_text(self._contest, outcome)
            self.write(tr("Contest", "Game over: {result}").format(result=result))
        self._outcome = outcome
