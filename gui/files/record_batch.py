"""Records that are opened together: read one after the other, then put on boards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from engine.core.errors import EngineError
from engine.core.message import Message
from engine.records import files
from engine.records.model.record import GameRecord
from gui.files.file_jobs import FileJob
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.open_game import OpenGame
from gui.settings.recent_files import LENGTH
from gui.text.i18n import fill, join_list, tr
from gui.text.labels import game_title

log = logging.getLogger(__name__)


class RecordBatch:
    """Records of several files; the first of each kind of game gets its board.

    Args:
        paths: The files.
        controller: The games.
        factory: Factory of games.
        placed: Called with each file whose game is on its board.
        done: Called with this object when its games are on their boards.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        controller: GameController,
        factory: GameFactory,
        placed: Callable[[Path], None],
        done: Callable[[RecordBatch], None],
    ) -> None:
        self.shown: dict[Path, OpenGame] = {}
        """The games on boards, the one on the screen first."""
        self.others: list[Path] = []
        """The files of all other records."""
        self.problems: list[str] = []
        """Why files cannot be opened."""
        self._paths = list(dict.fromkeys(paths))
        self._controller = controller
        self._factory = factory
        self._report_placed = placed
        self._done = done
        self._placed: list[Path] = []
        self._records: dict[Path, GameRecord] = {}
        self._answers = 0

    @property
    def is_read(self) -> bool:
        """Whether no file is still to be read."""
        return self._answers == len(self._paths)

    def jobs(self) -> list[FileJob[GameRecord]]:
        """Return the jobs that read the files; the last one shows the records."""
        board = self._controller.session.record
        return [
            FileJob(
                name=path.name,
                work=partial(files.load, path, board=board),
                done=partial(self._on_read, path),
                failed=partial(self._on_failed, path),
            )
            for path in self._paths
        ]

    def withdraw(self) -> bool:
        """Leave out the games that are not on their boards; return whether any is.

        Their files count as those of other records.
        """
        missing = [path for path in self.shown if path not in self._placed]
        self.others[:0] = missing
        self.shown = {path: self.shown[path] for path in reversed(self._placed)}
        return bool(self.shown)

    def heading(self) -> str:
        """Return the heading of the message about the files."""
        first = next(iter(self.shown), None)
        if first is None:
            return self.refusal()
        heading = tr("Files", "Opened {name}")
        if self.problems:
            heading = tr("Files", "Opened {name}, but not every file")
        return heading.format(name=first.name)

    def refusal(self) -> str:
        """Return the heading of the reasons why files cannot be opened."""
        return tr("Files", "These files cannot be opened")

    def sentences(self) -> list[str]:
        """Return sentences about other records, unopened files and warnings."""
        sentences = []
        for path, game in list(self.shown.items())[1:]:
            text = tr("Files", "{name} is on the board of {game}.")
            title = game_title(game.session.setup.game)
            sentences.append(fill(text, name=path.name, game=title))
        names = [path.name for path in self.others]
        room = LENGTH - len(self.shown)
        for text, some in (
            (tr("Files", "Listed in Game, Open recent: {names}."), names[:room]),
            (tr("Files", "Not opened: {names}."), names[room:]),
        ):
            if some:
                sentences.append(text.format(names=join_list(some)))
        sentences += self.problems
        for path in self.shown:
            sentences += [
                Message("{file}: {error}", file=path.name, error=warning)
                for warning in self._records[path].warnings
            ]
        return sentences

    def _on_read(self, path: Path, record: GameRecord) -> None:
        self._records[path] = record
        self._count_answer()

    def _on_failed(self, path: Path, error: Exception) -> None:
        """Keep the reason for the message; raise an error of the program again."""
        if isinstance(error, EngineError):
            self._reject(path, error)
        self._count_answer()
        if not isinstance(error, EngineError):
            raise error

    def _reject(self, path: Path, error: EngineError) -> None:
        log.warning("%s was not opened: %s", path, error)
        self.problems.append(error.message)

    def _count_answer(self) -> None:
        self._answers += 1
        if self.is_read:
            self._choose_boards()
            self._put(list(self.shown))

    def _choose_boards(self) -> None:
        taken = set()
        for path, record in self._records.items():
            if record.setup.game in taken:
                self.others.append(path)
                continue
            try:
                self.shown[path] = self._factory.open_record(record, path)
            except EngineError as error:
                self._reject(path, error)
            else:
                taken.add(record.setup.game)

    def _put(self, paths: Sequence[Path]) -> None:
        """Put games on their boards, the one for the screen last."""
        if not paths:
            self._done(self)
            return
        *others, path = paths
        game = self.shown[path]

        def put() -> None:
            self._controller.put(game)
            self._placed.append(path)
            self._report_placed(path)
            self._put(others)

        self._controller.when_replaceable(game.session.setup.game, put)
