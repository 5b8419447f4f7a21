"""Keeps every game that the user has not saved, so that none is ever lost.

A game stands in a file of its own from its first move on. Those still on a board
are in a list and come back when the program starts again; the others can be opened
from the menu.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.errors import EngineError
from engine.records import files
from engine.records.model.record import GameRecord
from gui.files.autosave_index import (
    KeptGames,
    KeptTable,
    Slot,
    index_text,
    is_damage,
    is_index,
    read_games,
)
from gui.files.autosave_names import kept_name, latest_first, new_name
from gui.files.autosave_writer import Changes, KeepWriter
from gui.files.record_loader import Job, RecordLoader
from gui.game.game_controller import GameController
from gui.game.match import Table
from gui.game.match_factory import TableMaker
from gui.settings.damaged_files import set_aside
from gui.setup.new_game import NewGame
from gui.text.i18n import join_list, tr, translate_message

log = logging.getLogger(__name__)

DELAY_MS = 250
"""Moves of fast engines share a write."""

KEPT_GAMES = 200
"""Games of people that are kept; the oldest one gives way to a new one."""

WATCHED_GAMES = 50
"""The same for games between engines."""


class GameKeeper(QObject):
    """Writes what has changed a moment after each move.

    Args:
        controller: The games.
        folder: Where they are kept.
        is_fresh: Whether the window begins without the games of earlier ones.
        parent: See ``QObject``.
    """

    games_dropped = pyqtSignal(str)  # one sentence on games that are deleted
    problem_changed = pyqtSignal()  # see ``problem``
    restored = pyqtSignal(int)  # number of unfinished games that came back

    def __init__(
        self,
        controller: GameController,
        folder: Path,
        *,
        is_fresh: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._folder = folder
        _make(folder)
        self._is_fresh = is_fresh
        self._slot = Slot(folder, is_fresh=is_fresh)
        self._writer = KeepWriter(self)
        self._writer.problem_changed.connect(self.problem_changed)
        self._changes = Changes()
        self._loader = RecordLoader(self)
        self._is_restoring = False
        self._names: set[Path] = set()
        self._written_index = ""
        self.damage: list[str] = []
        """A sentence for each damaged file that ``restore`` has set aside."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.keep_soon)
        controller.position_changed.connect(self._schedule)
        controller.table_changed.connect(self._schedule)
        controller.table_discarded.connect(self._on_table_discarded)

    @property
    def problem(self) -> str:
        """Why games cannot be saved, in one sentence; empty if they are saved."""
        return _problem_sentence(self._writer.problem)

    def keep_soon(self) -> None:
        """Have every game written that has changed, and the list; do not wait."""
        self._timer.stop()
        for table in self._controller.tables:
            self._keep(table)
        text = index_text(self._unfinished())
        # The list on the disk stays until the games that it names are read.
        if text != self._written_index and not self._is_restoring:
            self._changes.index = (self._slot.index, text)
            self._written_index = text
        changes, self._changes = self._changes, Changes()
        self._writer.write(changes)

    def keep_now(self) -> str:
        """Write every game that has changed, and the list.

        Returns:
            See ``problem``.
        """
        self.keep_soon()
        return _problem_sentence(self._writer.flush())

    def end(self) -> None:
        """Write what waits and let other windows have the list."""
        self._loader.cancel()
        self._writer.end()
        self._slot.release()

    @property
    def is_restoring(self) -> bool:
        """Whether the games of the last time are still being read."""
        return self._is_restoring

    def restore(self, maker: TableMaker) -> None:
        """Put the unfinished games of the last time on their boards.

        Their files are read in a thread: ``restored`` follows, before this returns
        unless the disk is slow. A game begun meanwhile keeps its board; the other one
        is among the earlier games then.
        """
        if self._is_fresh:
            self.restored.emit(0)
            return
        self._is_restoring = True
        self._loader.add(
            Job(
                name=str(self._folder),
                read=self._read_games,
                done=lambda games: self._put(games, maker),
                failed=self._on_reading_failed,
            )
        )

    def earlier_games(self) -> list[Path]:
        """Return the games that are on no board any more, the latest first."""
        self.keep_now()
        on_boards = self._on_boards()
        return [path for path in self._kept_files() if path not in on_boards]

    def _read_games(self) -> KeptGames:
        """Return the games that no running window has; called in a thread."""
        orphans = tuple(self._slot.orphans())
        return replace(read_games((*orphans, self._slot.index)), orphans=orphans)

    def _put(self, kept: KeptGames, maker: TableMaker) -> None:
        """Put games on their boards, but for boards with a newer game."""
        controller = self._controller
        self.damage += [set_aside(path) for path in kept.damaged]
        begun = {
            table.session.setup.game for table in controller.tables if table.has_moves
        }
        shown = controller.session.setup.game
        tables = [self._restored(*game, maker) for game in kept.games]
        free = [t for t in tables if t and t.session.setup.game not in begun]
        for table in free:
            controller.put(table)
        if shown in begun:
            controller.switch_to(shown)
        self._is_restoring = False
        if kept.orphans:  # they go after this window's own list has their games
            self._changes.unwanted |= set(kept.orphans)
            self.keep_soon()
        self.restored.emit(len(free))

    def _on_reading_failed(self, error: Exception) -> None:
        log.error("the unfinished games were not read", exc_info=error)
        self._is_restoring = False
        self.restored.emit(0)

    def _schedule(self) -> None:
        """Write in a moment; later changes do not put that off."""
        if not self._timer.isActive():
            self._timer.start()

    def _restored(
        self, kept: KeptTable, record: GameRecord, maker: TableMaker
    ) -> Table | None:
        try:
            choice = NewGame(
                setup=record.setup,
                first=kept.first,
                second=kept.second,
                seconds_per_move=kept.seconds,
                caps_engines=kept.caps_engines,
                engines_resign=kept.engines_resign,
                time=kept.time,
            )
            table = maker.restored(record, choice, kept.path)
        except EngineError as error:
            log.warning("%s did not come back: %s", kept.file, error)
            if is_damage(error):
                self.damage.append(set_aside(kept.file))
            return None
        table.kept_at, table.kept_record = kept.file, table.session.record
        return table

    def _unfinished(self) -> list[Table]:
        """Return the tables that shall come back, the one on the screen last."""
        shown = self._controller.table
        others = [table for table in self._controller.tables if table is not shown]
        return [
            table
            for table in (*others, shown)
            if table.kept_at is not None and table.session.record.outcome is None
        ]

    def _keep(self, table: Table) -> None:
        if not table.is_modified:
            if table.kept_at is not None:
                self._changes.unwanted.add(table.kept_at)
                table.kept_at = table.kept_record = None
            return
        record = table.session.record
        if not table.has_moves or record is table.kept_record:
            return
        entry = next((e for e in files.FORMATS if record.setup.game in e.games), None)
        if entry is None:
            return
        if table.kept_at is None or self._is_misnamed(table):
            if table.kept_at is not None:
                self._changes.unwanted.add(table.kept_at)
            table.kept_at = self._new_path(table, entry.extensions[0])
        self._changes.games[table.kept_at] = (record, entry.name)
        table.kept_record = record

    @staticmethod
    def _is_misnamed(table: Table) -> bool:
        """Return whether a person has joined a game that was only watched."""
        was_watched = table.kept_at is not None and kept_name(table.kept_at).is_watched
        return was_watched and not table.is_watched

    def _new_path(self, table: Table, extension: str) -> Path:
        """Return a name that no file has, nor one of another window will have."""
        name = new_name(
            table.session.setup.game,
            {*self._kept_files(), *self._names},
            window=self._slot.number,
            is_watched=table.is_watched,
        )
        path = self._folder / f"{name}{extension}"
        self._names.add(path)
        return path

    def _on_boards(self) -> set[Path | None]:
        """Return the files of the games that are on a board of any window."""
        here = {table.kept_at for table in self._controller.tables}
        return here | self._slot.files_of_others()

    def _kept_files(self) -> list[Path]:
        endings = {end for entry in files.FORMATS for end in entry.extensions}
        try:
            found = [
                path
                for path in self._folder.iterdir()
                if path.suffix in endings and not is_index(path)
            ]
        except OSError:
            return []
        return latest_first(found)

    def _on_table_discarded(self, table: Table) -> None:
        """Keep the last state of a game that gives way, and not too many games."""
        self._keep(table)
        if self._is_restoring:
            return
        known = {*self._kept_files(), *self._changes.games} - self._changes.unwanted
        for is_watched, limit in ((False, KEPT_GAMES), (True, WATCHED_GAMES)):
            alike = [p for p in known if kept_name(p).is_watched is is_watched]
            self._drop(set(latest_first(alike)[limit:]) - self._on_boards(), limit)

    def _drop(self, oldest: set[Path], limit: int) -> None:
        """Delete games beyond a limit, and say so."""
        self._changes.unwanted |= oldest
        if oldest:
            message = tr(
                "Keeper",
                "Only the latest {limit} games of each kind are kept. "
                "Deleted: {titles}.",
            )
            titles = join_list([kept_name(path).title for path in latest_first(oldest)])
            self.games_dropped.emit(message.format(limit=limit, titles=titles))


def _problem_sentence(reason: str) -> str:
    if not reason:
        return ""
    return tr("Keeper", "This game cannot be saved: {reason}.").format(
        reason=translate_message(reason)
    )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        log.warning("%s could not be made: %s", folder, error)
