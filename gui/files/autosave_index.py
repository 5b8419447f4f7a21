"""Index of autosaved games: file format and one lock per window.

The file of the players of a game, which outlives its place in an index, has the format
of an entry.

Several windows may run at a time, each in its own process. Each has an index with a
lock. The next start takes over the index of a process that has died.
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
from engine.core.formats.settings_reader import Count, read_value
from engine.match.match_setup import (
    DEFAULT_NODES,
    ENGINE_LIMITS,
    MAX_SECONDS,
    MIN_SECONDS,
    EngineLimit,
    MatchSetup,
    format_player,
    parse_player,
)
from engine.players.player_config import PlayerConfig
from engine.records import files
from engine.records.model.record import GameRecord
from gui.files.autosave_names import players_file
from gui.game.open_game import OpenGame

log = logging.getLogger(__name__)

INDEX = "unfinished.json"
"""File name of the first window's index; others contain the window's number."""

NO_GAMES = "[]"
"""Text of an index without games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutosavedMatch:
    """Entry of an index: an unfinished game."""

    file: Path
    """The file of the game."""

    first: PlayerConfig | None
    second: PlayerConfig | None
    """The players; ``None`` is a person."""

    engine_limit: EngineLimit
    """What limits engines without a clock."""

    seconds: float
    """Time of the engines for a move, in seconds."""

    nodes: int
    """Simulations or nodes of the engines for a move."""

    caps_engines: bool
    """Whether the limit also holds for engines that have a clock."""

    engines_resign: bool
    """Whether an engine resigns a lost game."""

    time: TimeTerms
    """The time controls of both sides."""

    path: Path | None
    """The user's own file, if the game has one."""

    is_saved: bool
    """Whether that file holds the game as it is here."""

    is_contest: bool
    """Whether the game is one of a contest."""

    def make_setup(self, record: GameRecord) -> MatchSetup:
        """Return the setup of the match, for its record."""
        return MatchSetup(
            setup=record.setup,
            first=self.first,
            second=self.second,
            first_name=record.headers.first_name,
            second_name=record.headers.second_name,
            engine_limit=self.engine_limit,
            seconds_per_move=self.seconds,
            nodes_per_move=self.nodes,
            caps_engines=self.caps_engines,
            engines_resign=self.engines_resign,
            time=self.time,
            is_contest=self.is_contest,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AutosaveIndex:
    """Content of an index file."""

    matches: list[AutosavedMatch]
    """The valid entries."""

    is_damaged: bool = False
    """Whether the file or one of its entries is malformed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutosavedGames:
    """Games of several indexes."""

    games: list[tuple[AutosavedMatch, GameRecord]]
    """The readable games, in the order of the indexes."""

    damaged: list[Path]
    """Malformed indexes and game files."""

    orphans: tuple[Path, ...] = ()
    """Indexes among them of windows that have died."""


class WindowSlot:
    """Number, index and lock of one window.

    Args:
        folder: The folder of autosaved games.
        is_fresh: Whether the window starts without games of earlier windows.
    """

    def __init__(self, folder: Path, *, is_fresh: bool) -> None:
        self._folder = folder
        self._locks: list[QLockFile] = []
        self.number = self._claim_number(is_fresh=is_fresh)

    @property
    def index(self) -> Path:
        """The index file of this window."""
        return self._index(self.number)

    def claim_orphans(self) -> list[Path]:
        """Lock and return the indexes that belong to no running window."""
        found = []
        for path in _list_indexes(self._folder):
            lock = self._new_lock(_parse_number(path))
            if path != self.index and lock.tryLock(0):
                self._locks.append(lock)
                found.append(path)
        return found

    def list_other_files(self) -> set[Path]:
        """Return the game files in the indexes of other windows."""
        others = (path for path in _list_indexes(self._folder) if path != self.index)
        return {saved.file for path in others for saved in read_index(path).matches}

    def release(self) -> None:
        """Release the locks to other windows."""
        for lock in self._locks:
            lock.unlock()
        self._locks.clear()

    def _claim_number(self, *, is_fresh: bool) -> int:
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


def read_index(path: Path) -> AutosaveIndex:
    """Return the content of an index file; raise nothing, whatever it contains."""
    try:
        entries = list(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return AutosaveIndex(matches=[])
    except Exception as error:  # the edge to a file that may hold anything
        log.warning("%s is not readable", path, exc_info=error)
        return AutosaveIndex(matches=[], is_damaged=True)
    matches = []
    for entry in entries:
        try:
            matches.append(_parse_entry(path.parent, entry))
        except Exception as error:  # the edge to a file that may hold anything
            log.warning("malformed entry in %s", path, exc_info=error)
    return AutosaveIndex(matches=matches, is_damaged=len(matches) < len(entries))


def read_games(indexes: Sequence[Path]) -> AutosavedGames:
    """Return the games of several indexes; raise nothing, whatever they contain."""
    games, damaged = [], []
    for path in indexes:
        index = read_index(path)
        if index.is_damaged:
            damaged.append(path)
        for saved in index.matches:
            try:
                games.append((saved, files.load(saved.file)))
            except EngineError as error:
                log.warning("could not restore %s: %s", saved.file, error)
                if is_damage(error):
                    damaged.append(saved.file)
    return AutosavedGames(games=games, damaged=damaged)


def read_match(file: Path) -> AutosavedMatch | None:
    """Return the match of a game's file; ``None`` if its players are not known."""
    try:
        text = players_file(file).read_text(encoding="utf-8")
        return _parse_entry(file.parent, json.loads(text))
    except FileNotFoundError:
        return None
    except Exception as error:  # the edge to a file that may hold anything
        log.warning("%s is not readable", players_file(file), exc_info=error)
        return None


def is_damage(error: EngineError) -> bool:
    """Return whether an error means a malformed file, not a temporary failure."""
    return isinstance(error, RecordError) and not isinstance(error, OSError)


def is_index(path: Path) -> bool:
    """Return whether a file is an index, not a game."""
    stem, _, ending = INDEX.partition(".")
    return path.match(f"{stem}*.{ending}")


def format_index(games: list[OpenGame]) -> str:
    """Return the index of ``games``, which all have a file, as JSON text."""
    entries = [_format_entry(game) for game in games]
    return json.dumps(entries, ensure_ascii=False, indent=1)


def format_match(game: OpenGame) -> str:
    """Return players and time of ``game``, which has a file, as JSON text."""
    return json.dumps(_format_entry(game), ensure_ascii=False, indent=1)


def note_autosaved(game: OpenGame, file: Path) -> None:
    """Note that a file of the program holds ``game`` as it is now."""
    game.autosave_path, game.autosaved_record = file, game.session.record
    game.autosaved_match = format_match(game)


def _list_indexes(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if is_index(path))


def _parse_number(index: Path) -> int:
    _, _, number = index.stem.partition("-")
    return int(number) if number.isdecimal() else 1


def _is_empty(index: Path) -> bool:
    try:
        return index.read_text(encoding="utf-8") == NO_GAMES
    except OSError:
        return True


def _format_entry(game: OpenGame) -> dict[str, Any]:
    players = game.match.players
    return {
        "file": "" if game.autosave_path is None else game.autosave_path.name,
        "first": format_player(players.first),
        "second": format_player(players.second),
        "engine_limit": players.engine_limit,
        "seconds": players.seconds_per_move,
        "nodes": players.nodes_per_move,
        "caps_engines": players.caps_engines,
        "engines_resign": players.engines_resign,
        "is_contest": players.is_contest,
        "time": str(game.session.time.terms),
        "path": "" if game.path is None else str(game.path),
        "is_saved": game.path is not None and not game.is_modified,
    }


def _parse_entry(folder: Path, entry: dict[str, Any]) -> AutosavedMatch:
    """Return the match of an entry.

    Raises:
        Exception: The entry is malformed; the type depends on the damage.
    """
    seconds = float(entry["seconds"])
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise ValueError(f"expected a time per move in range, got {seconds} s")
    path = _parse_path(entry["path"])
    name = _parse_path(entry["file"]).name
    if name in ("", ".."):
        raise ValueError(f"expected a file name, got {name!r}")
    return AutosavedMatch(
        file=folder / name,
        first=_parse_player(entry["first"]),
        second=_parse_player(entry["second"]),
        engine_limit=read_value(
            EngineLimit, entry.get("engine_limit", ENGINE_LIMITS[0]), "engine_limit"
        ),
        seconds=seconds,
        nodes=read_value(Count, entry.get("nodes", DEFAULT_NODES), "nodes"),
        caps_engines=bool(entry.get("caps_engines")),
        engines_resign=bool(entry.get("engines_resign")),
        time=TimeTerms.parse(entry.get("time", UNLIMITED)),
        path=path if path.name else None,
        is_saved=bool(entry.get("is_saved")),
        is_contest=bool(entry.get("is_contest")),
    )


def _parse_path(text: str) -> Path:
    """Return the path in a text.

    Raises:
        ValueError: The text contains a NUL.
    """
    if b"\0" in os.fsencode(text):
        raise ValueError("expected a path, got one with a NUL")
    return Path(text)


def _parse_player(text: str) -> PlayerConfig | None:
    """Return a player; a person replaces an engine that is not available."""
    try:
        return parse_player(text)
    except PresetError as error:
        log.warning("could not restore an engine: %s", error)
        return None
