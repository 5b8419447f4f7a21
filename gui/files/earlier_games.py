"""Content of autosaved games for lists: players, result, moves. A thread reads them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QObject

from engine.core.errors import RecordError
from engine.core.game import GameSetup
from engine.core.types import Outcome, Player
from engine.records import files
from gui.files.autosave_index import read_match
from gui.files.autosave_names import parse_autosave_name
from gui.files.file_jobs import FileJob, FileJobs
from gui.text.i18n import tr, translate_message
from gui.text.labels import game_title, outcome_title, side_title

log = logging.getLogger(__name__)

Stamp = tuple[int, int]
"""Time of change in nanoseconds and size in bytes of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierGame:
    """Summary of an autosaved game."""

    path: Path
    """The file."""

    setup: GameSetup | None = None
    """Game, board and rules; ``None`` until the file is read, or if it is damaged."""

    first_name: str = ""
    """Name of the player who began, if the record has one."""

    second_name: str = ""
    """Name of the other player."""

    file_name: str = ""
    """Name of the user's file that the game was opened from or saved to."""

    outcome: Outcome | None = None
    """Outcome of the game, if it has ended."""

    plies: int = 0
    """Length of the main line."""

    error: str = ""
    """Message about a file that cannot be read."""

    @property
    def started(self) -> str:
        """Day and time of the start, or the name of a file of another name."""
        name = parse_autosave_name(self.path)
        return name.started or self.path.name

    @property
    def game(self) -> str:
        """Title of the game; empty if neither name nor content says it."""
        if self.setup is not None:
            return game_title(self.setup.game)
        return parse_autosave_name(self.path).game

    @property
    def players(self) -> str:
        """Names of both players, sides for unknown ones; the name of a damaged file."""
        if self.setup is None:
            return self.path.name if self.error else ""
        key = self.setup.game
        return tr("EarlierGames", "{first} – {second}").format(  # noqa: RUF001
            first=self.first_name or side_title(key, Player.FIRST),
            second=self.second_name or side_title(key, Player.SECOND),
        )

    @property
    def result(self) -> str:
        """Winner, *unfinished*, or why the file cannot be read."""
        if self.error:
            text = tr("EarlierGames", "cannot be read: {reason}")
            return text.format(reason=translate_message(self.error))
        if self.setup is None:
            return ""
        if self.outcome is None:
            return tr("EarlierGames", "unfinished")
        return outcome_title(self.setup, self.outcome)

    @property
    def label(self) -> str:
        """The game in one line."""
        if self.setup is None:
            title = self.players or parse_autosave_name(self.path).title
            return " · ".join(part for part in (title, self.result) if part)
        text = tr("EarlierGames", "{count} moves")
        if self.plies == 1:
            text = tr("EarlierGames", "1 move")
        moves = text.format(count=self.plies)
        head = f"{self.started} {self.game}"
        parts = (head, self.file_name, self.players, self.result, moves)
        return " · ".join(part for part in parts if part)


class EarlierGames(QObject):
    """Reader of autosaved games; a file that has not changed is read once."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[Path, tuple[Stamp, EarlierGame]] = {}
        self._loader = FileJobs(self)

    def read(
        self, paths: Sequence[Path], show: Callable[[list[EarlierGame]], None]
    ) -> None:
        """Read files in a thread in the place of an earlier call.

        Args:
            paths: The files.
            show: Handler of the games, in the order of ``paths``; not called after the
                next ``read`` or ``cancel``.
        """
        self._loader.cancel()
        known = dict(self._known)
        self._loader.add(
            FileJob(
                name="earlier games",
                work=lambda: [_read(path, known.get(path)) for path in paths],
                done=partial(self._take, show),
                failed=_report,
            )
        )

    def cancel(self) -> None:
        """Drop the result of the call in progress."""
        self._loader.cancel()

    def _take(
        self,
        show: Callable[[list[EarlierGame]], None],
        found: list[tuple[Stamp, EarlierGame]],
    ) -> None:
        self._known |= {game.path: (stamp, game) for stamp, game in found}
        show([game for _, game in found])


def _report(error: Exception) -> None:
    """Log an error of the program; the list keeps the names of the files."""
    log.error("could not read the earlier games", exc_info=error)


def _read(
    path: Path, known: tuple[Stamp, EarlierGame] | None
) -> tuple[Stamp, EarlierGame]:
    """Return the game in a file; called in a thread."""
    try:
        status = path.stat()
    except OSError:  # reading the file returns the reason
        stamp = (0, 0)
    else:
        stamp = (status.st_mtime_ns, status.st_size)
        if known is not None and known[0] == stamp:
            return known
    try:
        record = files.load(path)
    except RecordError as error:
        # the error itself has the name of the file, which the list shows anyway
        cause = error.__cause__ if isinstance(error.__cause__, RecordError) else error
        return stamp, EarlierGame(path=path, error=cause.message)
    match = read_match(path)
    file = None if match is None else match.path
    game = EarlierGame(
        path=path,
        file_name="" if file is None else file.name,
        setup=record.setup,
        first_name=record.headers.first_name,
        second_name=record.headers.second_name,
        outcome=record.outcome,
        plies=len(record.main_line()),
    )
    return stamp, game
