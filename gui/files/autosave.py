"""Autosave of every game that the user has not saved, or that can go on.

Each game has a file of its own from its first move on. An index lists the games that
are on a board; the next start restores them. The menu opens the others.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.errors import EngineError
from engine.match.view import MatchView
from engine.records import files
from engine.records.model.record import GameRecord
from gui.files.autosave_index import (
    AutosavedGames,
    AutosavedMatch,
    WindowSlot,
    format_index,
    format_match,
    is_damage,
    is_index,
    note_autosaved,
    read_games,
)
from gui.files.autosave_names import latest_first, make_name, parse_autosave_name
from gui.files.autosave_writer import AutosaveWriter, Changes, GameFile
from gui.files.file_jobs import FileJob, FileJobs
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.open_game import OpenGame
from gui.settings.damaged_files import set_aside
from gui.text.i18n import join_list, tr, translate_message

log = logging.getLogger(__name__)

DELAY_MS = 250
"""Delay of a write; moves of fast engines share one."""

MAX_GAMES = 200
"""Limit of autosaved games of people; beyond it the oldest one is deleted."""

MAX_ENGINE_GAMES = 50
"""Limit of autosaved games between engines."""


class Autosave(QObject):
    """Autosave of all games: collects changes and passes them to a writer thread.

    Args:
        controller: The games.
        folder: The folder of autosaved games.
        is_fresh: Whether the window starts without games of earlier windows.
    """

    games_dropped = pyqtSignal(str)  # one sentence on games that are deleted
    problem_changed = pyqtSignal()  # see ``problem``
    restored = pyqtSignal(int)  # number of restored games

    def __init__(
        self, controller: GameController, folder: Path, *, is_fresh: bool = False
    ) -> None:
        super().__init__()
        self._controller = controller
        self._folder = folder
        _make(folder)
        self._is_fresh = is_fresh
        self._slot = WindowSlot(folder, is_fresh=is_fresh)
        self._writer = AutosaveWriter(self)
        self._writer.problem_changed.connect(self.problem_changed)
        self._changes = Changes()
        self._loader = FileJobs(self)
        self._is_restoring = False
        self._names: set[Path] = set()
        self._written_index = ""
        self.damage: list[str] = []
        """One sentence for each damaged file that ``restore`` has set aside."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.save_soon)
        self._open_games = controller.games
        controller.match_changed.connect(self._on_match_changed)

    @property
    def folder(self) -> Path:
        """The folder of autosaved games."""
        return self._folder

    @property
    def problem(self) -> str:
        """Why games cannot be saved, in one sentence; empty if they are saved."""
        return _problem_sentence(self._writer.problem)

    def save_soon(self) -> None:
        """Write changed games and the index in the background."""
        self._timer.stop()
        for game in self._controller.games:
            self._collect_changes(game)
        text = format_index(self._open_for_next_start())
        # The index on disk stays until the games in it are read.
        if text != self._written_index and not self._is_restoring:
            self._changes.index = (self._slot.index, text)
            self._written_index = text
        changes, self._changes = self._changes, Changes()
        self._writer.write(changes)

    def follow_save(self, game: OpenGame) -> None:
        """Drop the autosaved copy of a game that a file of the user has now.

        The game may have left its board while the file was written; another one may
        have been opened from the copy.
        """
        others = [other for other in self._controller.games if other is not game]
        if game.autosave_path not in {other.autosave_path for other in others}:
            self._collect_changes(game)
        self.save_soon()

    def save_now(self) -> str:
        """Write changed games and the index, and wait for the disk.

        Returns:
            See ``problem``.
        """
        self.save_soon()
        return _problem_sentence(self._writer.flush())

    def end(self) -> None:
        """Write pending changes and release the index to other windows."""
        self._loader.cancel()
        self._writer.end()
        self._slot.release()

    @property
    def is_restoring(self) -> bool:
        """Whether the games of the last start are still being read."""
        return self._is_restoring

    def restore(self, factory: GameFactory) -> None:
        """Put the unfinished games of the last start on their boards.

        A thread reads the files. ``restored`` is emitted before this returns unless
        the disk is slow. A game begun meanwhile keeps its board; the restored one is
        then among the earlier games.
        """
        if self._is_fresh:
            self.restored.emit(0)
            return
        self._is_restoring = True
        self._loader.add(
            FileJob(
                name=str(self._folder),
                work=self._read_games,
                done=lambda games: self._put(games, factory),
                failed=self._on_reading_failed,
            )
        )

    def list_earlier_games(self) -> list[Path]:
        """Return the files of games that are on no board, the latest first."""
        self.save_now()
        on_boards = self._on_boards()
        return [path for path in self._list_files() if path not in on_boards]

    def _read_games(self) -> AutosavedGames:
        """Return the games of no running window; called in a thread."""
        orphans = tuple(self._slot.claim_orphans())
        return replace(read_games((*orphans, self._slot.index)), orphans=orphans)

    def _put(self, saved: AutosavedGames, factory: GameFactory) -> None:
        """Put games on their boards, except on boards with a newer game."""
        controller = self._controller
        self.damage += [set_aside(path) for path in saved.damaged]
        begun = {
            game.session.setup.game for game in controller.games if game.has_content
        }
        shown = controller.session.setup.game
        games = [self._restored(*game, factory) for game in saved.games]
        free = [one for one in games if one and one.session.setup.game not in begun]
        for game in free:
            controller.put(game)
        if shown in begun:
            controller.switch_to(shown)
        self._is_restoring = False
        if saved.orphans:  # deleted after this window's index lists their games
            self._changes.deleted_files |= set(saved.orphans)
            self.save_soon()
        self.restored.emit(len(free))

    def _on_reading_failed(self, error: Exception) -> None:
        log.error("could not read the unfinished games", exc_info=error)
        self._is_restoring = False
        self.restored.emit(0)

    def _on_match_changed(self, _view: MatchView) -> None:
        """Save games that left their board, and start the delay of a write.

        A change of a game off the screen counts, too.
        """
        before, self._open_games = self._open_games, self._controller.games
        for game in before:
            if game not in self._open_games:
                self._on_game_discarded(game)
        if not self._timer.isActive():
            self._timer.start()

    def _restored(
        self, saved: AutosavedMatch, record: GameRecord, factory: GameFactory
    ) -> OpenGame | None:
        try:
            game = make_autosaved_game(factory, record, saved)
        except EngineError as error:
            log.warning("could not restore %s: %s", saved.file, error)
            if is_damage(error):
                self.damage.append(set_aside(saved.file))
            return None
        note_autosaved(game, saved.file)
        return game

    def _open_for_next_start(self) -> list[OpenGame]:
        """Return the games for the index, the one on the screen last.

        They are unfinished, or have changes that the user's file lacks; what the user
        has declined to save does not come back.
        """
        shown = self._controller.game
        others = [game for game in self._controller.games if game is not shown]
        return [
            game
            for game in (*others, shown)
            if game.autosave_path is not None
            and not game.is_declined
            and (game.session.record.outcome is None or game.has_unsaved_changes)
        ]

    def _collect_changes(self, game: OpenGame) -> None:
        """Add a match to the next write if its record has changed."""
        if not game.is_modified and not game.can_go_on:
            if game.autosave_path is not None:
                self._changes.deleted_files.add(game.autosave_path)
                game.autosave_path = game.autosaved_record = None
            return
        record = game.session.record
        is_same = record is game.autosaved_record
        if not game.has_content or (
            is_same and format_match(game) == game.autosaved_match
        ):
            return
        entry = next((e for e in files.FORMATS if record.setup.game in e.games), None)
        if entry is None:
            return
        if game.autosave_path is None or self._is_misnamed(game):
            if game.autosave_path is not None:
                self._changes.deleted_files.add(game.autosave_path)
            game.autosave_path = self._new_path(game, entry.extensions[0])
        note_autosaved(game, game.autosave_path)
        self._changes.games[game.autosave_path] = GameFile(
            record=record, format=entry.name, players=game.autosaved_match
        )

    @staticmethod
    def _is_misnamed(game: OpenGame) -> bool:
        """Return whether a person has joined a game between engines."""
        was_watched = (
            game.autosave_path is not None
            and parse_autosave_name(game.autosave_path).is_watched
        )
        return was_watched and not game.view.is_watched

    def _new_path(self, game: OpenGame, extension: str) -> Path:
        """Return a path that no file has and no other window will choose."""
        name = make_name(
            game.session.setup.game,
            {*self._list_files(), *self._names},
            window=self._slot.number,
            is_watched=game.view.is_watched,
        )
        path = self._folder / f"{name}{extension}"
        self._names.add(path)
        return path

    def _on_boards(self) -> set[Path | None]:
        """Return the files of games that are on a board of any window."""
        here = {game.autosave_path for game in self._controller.games}
        return here | self._slot.list_other_files()

    def _list_files(self) -> list[Path]:
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

    def _on_game_discarded(self, game: OpenGame) -> None:
        """Save a game that leaves its board, and delete games beyond the limits."""
        self._collect_changes(game)
        if self._is_restoring:
            return
        known = {
            *self._list_files(),
            *self._changes.games,
        } - self._changes.deleted_files
        for is_watched, limit in ((False, MAX_GAMES), (True, MAX_ENGINE_GAMES)):
            alike = [
                p for p in known if parse_autosave_name(p).is_watched is is_watched
            ]
            self._drop(set(latest_first(alike)[limit:]) - self._on_boards(), limit)

    def _drop(self, oldest: set[Path], limit: int) -> None:
        """Delete games beyond a limit and report their titles."""
        self._changes.deleted_files |= oldest
        if oldest:
            message = tr(
                "Autosave",
                "Only the latest {limit} games of each kind are kept. "
                "Deleted: {titles}.",
            )
            titles = join_list(
                [parse_autosave_name(path).title for path in latest_first(oldest)]
            )
            self.games_dropped.emit(message.format(limit=limit, titles=titles))


def make_autosaved_game(
    factory: GameFactory, record: GameRecord, saved: AutosavedMatch
) -> OpenGame:
    """Return an autosaved game with its engine and its clock, a finished one without.

    Raises:
        EngineError: The record cannot be replayed.
    """
    if record.outcome is None:
        game = factory.restore_game(record, saved.make_setup(record), saved.path)
    else:
        game = factory.open_record(record, saved.path)
        game.mark_unsaved()
    if saved.is_saved and saved.path is not None:
        game.mark_saved_before(saved.path)
    return game


def _problem_sentence(reason: str) -> str:
    if not reason:
        return ""
    return tr("Autosave", "This game cannot be saved: {reason}.").format(
        reason=translate_message(reason)
    )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        log.warning("could not create %s: %s", folder, error)
