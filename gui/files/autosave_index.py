"""The list of unfinished games: its form, and which window it belongs to.

Several windows may run at a time, each a process of its own. Each keeps its games in
a list with a lock; a list whose process has died is taken over by the next start.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from PyQt5.QtCore import QLockFile

from engine.core.clocks.time_control import UNLIMITED, TimeTerms
from engine.core.errors import EngineError, PresetError, RecordError
from engine.players import PlayerConfig
from engine.records import files
from engine.records.model.record import GameRecord
from gui.game.match import Table
from gui.settings.settings import HUMAN
from gui.setup.new_game import MAX_SECONDS, MIN_SECONDS

log = logging.getLogger(__name__)

INDEX = "unfinished.json"
"""Name of the first window's list; others have the window's number in it."""

NO_GAMES = "[]"
"""A list without games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTable:
    """An unfinished game as a list names it."""

    file: Path
    """Where the game is kept."""

    first: PlayerConfig | None
    second: PlayerConfig | None
    """Who plays."""

    seconds: float
    """Time of the engines for a move."""

    caps_engines: bool
    """Whether that bounds the time they take of their clocks."""

    engines_resign: bool
    """Whether an engine resigns a lost game."""

    time: TimeTerms
    """The time of both sides."""

    path: Path | None
    """The user's own file, if the game has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptIndex:
    """What a list says."""

    tables: list[KeptTable]
    """The games of its entries that are whole."""

    is_damaged: bool = False
    """Whether the list or one of its entries cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGames:
    """Content of several lists and of the files that they name."""

    games: list[tuple[KeptTable, GameRecord]]
    """The games that can be read, in the order of the lists."""

    damaged: list[Path]
    """Lists and games that cannot be used."""

    orphans: tuple[Path, ...] = ()
    """Lists among them that no running window has."""


class Slot:
    """The place of one window among those that run, with a list of its own.

    Args:
        folder: Where games are kept.
        is_fresh: Whether the window begins without the games of earlier ones.
    """

    def __init__(self, folder: Path, *, is_fresh: bool) -> None:
        self._folder = folder
        self._locks: list[QLockFile] = []
        self.number = self._take_number(is_fresh=is_fresh)

    @property
    def index(self) -> Path:
        """The list of this window."""
        return self._index(self.number)

    def orphans(self) -> list[Path]:
        """Return the lists that no running window has; no other will take them."""
        found = []
        for path in _indexes(self._folder):
            lock = self._new_lock(_number_of(path))
            if path != self.index and lock.tryLock(0):
                self._locks.append(lock)
                found.append(path)
        return found

    def files_of_others(self) -> set[Path]:
        """Return the games that stand in the lists of other windows."""
        others = (path for path in _indexes(self._folder) if path != self.index)
        return {kept.file for path in others for kept in read_index(path).tables}

    def release(self) -> None:
        """Let other windows have this place."""
        for lock in self._locks:
            lock.unlock()
        self._locks.clear()

    def _take_number(self, *, is_fresh: bool) -> int:
        for number in count(1):
            lock = self._new_lock(number)
            if not lock.tryLock(0):
                if lock.error() == QLockFile.LockFailedError:
                    continue
                log.warning("the folder %s cannot be locked", self._folder)
                return 1
            if is_fresh and not _is_empty(self._index(number)):
                lock.unlock()
                continue
            self._locks.append(lock)
            return number
        raise AssertionError("numbers have no end")

    def _new_lock(self, number: int) -> QLockFile:
        lock = QLockFile(str(self._folder / f"window-{number}.lock"))
        lock.setStaleLockTime(0)  # a lock is stale when its process is dead
        return lock

    def _index(self, number: int) -> Path:
        stem, dot, ending = INDEX.partition(".")
        name = INDEX if number == 1 else f"{stem}-{number}{dot}{ending}"
        return self._folder / name


def read_index(path: Path) -> KeptIndex:
    """Return the games in a list; whatever stands in it, nothing is raised."""
    try:
        entries = list(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return KeptIndex(tables=[])
    except Exception as error:  # the edge to a file that may hold anything
        log.warning("%s is not readable", path, exc_info=error)
        return KeptIndex(tables=[], is_damaged=True)
    tables = []
    for entry in entries:
        try:
            tables.append(_kept_table(path.parent, entry))
        except Exception as error:  # the edge to a file that may hold anything
            log.warning("an entry of %s is not usable", path, exc_info=error)
    return KeptIndex(tables=tables, is_damaged=len(tables) < len(entries))


def read_games(indexes: Sequence[Path]) -> KeptGames:
    """Return the games in several lists; whatever they hold, nothing is raised."""
    games, damaged = [], []
    for path in indexes:
        index = read_index(path)
        if index.is_damaged:
            damaged.append(path)
        for kept in index.tables:
            try:
                games.append((kept, files.load(kept.file)))
            except EngineError as error:
                log.warning("%s did not come back: %s", kept.file, error)
                if is_damage(error):
                    damaged.append(kept.file)
    return KeptGames(games=games, damaged=damaged)


def is_damage(error: EngineError) -> bool:
    """Return whether a file holds no game, and not merely cannot be read now."""
    return isinstance(error, RecordError) and not isinstance(error, OSError)


def is_index(path: Path) -> bool:
    """Say whether a file is a list, not a game."""
    stem, _, ending = INDEX.partition(".")
    return path.match(f"{stem}*.{ending}")


def index_text(tables: list[Table]) -> str:
    """Return the list of ``tables``, which are all kept."""
    entries = [_entry_of(table) for table in tables]
    return json.dumps(entries, ensure_ascii=False, indent=1)


def _indexes(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if is_index(path))


def _number_of(index: Path) -> int:
    _, _, number = index.stem.partition("-")
    return int(number) if number.isdecimal() else 1


def _is_empty(index: Path) -> bool:
    try:
        return index.read_text(encoding="utf-8") == NO_GAMES
    except OSError:
        return True


def _entry_of(table: Table) -> dict[str, Any]:
    choice = table.choice
    return {
        "file": "" if table.kept_at is None else table.kept_at.name,
        "first": HUMAN if choice.first is None else str(choice.first),
        "second": HUMAN if choice.second is None else str(choice.second),
        "seconds": choice.seconds_per_move,
        "caps_engines": choice.caps_engines,
        "engines_resign": choice.engines_resign,
        "time": str(table.session.time.terms),
        "path": "" if table.path is None else str(table.path),
    }


def _kept_table(folder: Path, entry: dict[str, Any]) -> KeptTable:
    """Return the game of an entry.

    Raises:
        Exception: The entry is damaged; of which kind depends on the damage.
    """
    seconds = float(entry["seconds"])
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise ValueError(f"expected the time of a move, got {seconds}")
    path = _path(entry["path"])
    name = _path(entry["file"]).name
    if name in ("", ".."):
        raise ValueError("expected the name of a file, got none")
    return KeptTable(
        file=folder / name,
        first=_player(entry["first"]),
        second=_player(entry["second"]),
        seconds=seconds,
        caps_engines=bool(entry.get("caps_engines")),
        engines_resign=bool(entry.get("engines_resign")),
        time=TimeTerms.parse(entry.get("time", UNLIMITED)),
        path=path if path.name else None,
    )


def _path(text: str) -> Path:
    """Return the path that a text means.

    Raises:
        ValueError: The system has no such paths.
    """
    if b"\0" in os.fsencode(text):
        raise ValueError("expected a path, got one with a NUL")
    return Path(text)


def _player(text: str) -> PlayerConfig | None:
    """Return who played; a person in the place of an engine that is not there now."""
    try:
        return None if text == HUMAN else PlayerConfig.parse(text)
    except PresetError as error:
        log.warning("an engine did not come back: %s", error)
        return None
