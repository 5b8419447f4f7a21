"""Games of several files as one tree on the board."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.core.errors import EngineError, RecordError
from engine.core.message import Message
from engine.records import files
from engine.records.joining import GameTree
from engine.records.model.record import GameRecord
from gui.files.file_jobs import FileJob
from gui.files.file_reports import Report
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.text.i18n import tr

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedGames:
    """The tree of several files, and what was left out."""

    record: GameRecord
    """The tree."""

    paths: tuple[Path, ...]
    """The files in it."""

    game_count: int
    """Number of games in it."""

    problems: tuple[str, ...]
    """Why files are not in it, and warnings about parts of others."""


class GameJoiner:
    """Puts the games of several files on their board as one tree.

    Args:
        controller: The games.
        factory: Factory of games.
        report: Shows what was joined, or why nothing was.
    """

    def __init__(
        self,
        controller: GameController,
        factory: GameFactory,
        report: Report,
    ) -> None:
        self._controller = controller
        self._factory = factory
        self._report = report

    def job(self, paths: Sequence[Path]) -> FileJob[JoinedGames]:
        """Return the job that reads and joins files, and shows the tree."""
        board = self._controller.session.record
        return FileJob(
            name=tr("Files", "{count} files").format(count=len(paths)),
            work=partial(read_joined, paths, board),
            done=self._show,
            failed=self._on_failed,
        )

    def _show(self, joined: JoinedGames) -> None:
        try:
            game = self._factory.open_record(joined.record, None)
        except EngineError as error:
            self._on_failed(error)
            return
        game.mark_unsaved()
        game.joined_files = joined.paths

        def put() -> None:
            self._controller.put(game)
            self._controller.go_to(0)
            self._controller.reconsider_changes()
            self._report(partial(_describe, joined), joined.problems)

        self._controller.when_replaceable(joined.record.setup.game, put)

    def _on_failed(self, error: Exception) -> None:
        """Show why nothing was joined; raise an error of the program again."""
        if not isinstance(error, EngineError):
            raise error
        log.warning("nothing was joined: %s", error)
        self._controller.reconsider_changes()
        self._report(
            lambda: tr("Files", "These files cannot be joined"), [error.message]
        )


def read_joined(paths: Sequence[Path], board: GameRecord) -> JoinedGames:
    """Return the games of files as one tree; files that do not fit are left out.

    Args:
        paths: The files; the first that can be read decides board and rules.
        board: See ``files.load``.

    Raises:
        RecordError: No file can be read.
    """
    tree: GameTree | None = None
    problems: list[str] = []
    joined: list[Path] = []
    for path in paths:
        try:
            record = files.load(path, board=board)
        except EngineError as error:
            problems.append(error.message)
            continue
        try:
            if tree is None:
                tree = GameTree(record)
            else:
                tree.add(record)
        except EngineError as error:
            problems.append(_about(path, error.message))
            continue
        joined.append(path)
        problems += (_about(path, warning) for warning in record.warnings)
    count = 0 if tree is None else tree.game_count
    log.info("joined %d files of %d", count, len(paths))
    if tree is None:
        raise RecordError(problems[0])
    return JoinedGames(
        record=tree.record(),
        paths=tuple(joined),
        game_count=tree.game_count,
        problems=tuple(problems),
    )


def _about(path: Path, message: str) -> str:
    return Message("{file}: {error}", file=path.name, error=message)


def _describe(joined: JoinedGames) -> str:
    text = tr("Files", "Games joined: {games}; moves of the tree: {moves}.")
    return text.format(games=joined.game_count, moves=len(joined.record.nodes) - 1)
