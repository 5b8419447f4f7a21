"""Keeps every game that the user has not saved, so that none is ever lost.

A game stands in a file of its own from its first move on. Those still on a board
are listed in an index and come back when the program starts again; the others can
be opened from the menu.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PyQt5.QtCore import QObject, QTimer

from engine.core.errors import EngineError, PresetError
from engine.core.time_control import UNLIMITED, TimeTerms
from engine.players import PlayerConfig
from engine.records import files
from gui.game_controller import GameController
from gui.new_game import NewGame
from gui.settings import HUMAN
from gui.table import Table
from gui.table_maker import TableMaker
from gui.texts import game_title

log = logging.getLogger(__name__)

DELAY_MS = 250
"""Moves of fast engines share a write."""

KEPT_GAMES = 50
"""Games kept; the oldest ones go."""

INDEX = "unfinished.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTable:
    """An unfinished game as the index names it."""

    file: Path
    """Where the game is kept."""

    first: PlayerConfig | None
    second: PlayerConfig | None
    """Who plays."""

    seconds: float
    """Time of the engines for a move."""

    caps_engines: bool
    """Whether that bounds the time they take of their clocks."""

    time: TimeTerms
    """The time of both sides."""

    path: Path | None
    """The user's own file, if the game has one."""


class GameKeeper(QObject):
    """Writes what has changed a moment after each move.

    Args:
        controller: The games.
        folder: Where they are kept.
        parent: See ``QObject``.
    """

    def __init__(
        self, controller: GameController, folder: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._folder = folder
        self._written_index = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.keep_now)
        controller.position_changed.connect(self._timer.start)
        controller.table_changed.connect(self._timer.start)
        controller.table_discarded.connect(self._on_table_discarded)

    def keep_now(self) -> None:
        """Write every game that has changed, and the index."""
        self._timer.stop()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for table in self._controller.tables:
                self._keep(table)
            self._write_index()
        except (EngineError, OSError) as error:
            log.warning("games could not be kept: %s", error)

    def restore(self, maker: TableMaker) -> int:
        """Put the unfinished games of the last time on their boards.

        Returns:
            How many games came back.
        """
        count = 0
        for kept in self._read_index():
            try:
                record = files.load(kept.file)
                choice = NewGame(
                    setup=record.setup,
                    first=kept.first,
                    second=kept.second,
                    seconds_per_move=kept.seconds,
                    caps_engines=kept.caps_engines,
                    time=kept.time,
                )
                table = maker.restored(record, choice, kept.path)
            except EngineError as error:
                log.warning("%s did not come back: %s", kept.file, error)
                continue
            table.kept_at, table.kept_record = kept.file, table.session.record
            self._controller.put(table)
            count += 1
        return count

    def earlier_games(self) -> list[Path]:
        """Return the games that are on no board any more, the latest first."""
        here = {table.kept_at for table in self._controller.tables}
        return [path for path in self._kept_files() if path not in here]

    def _keep(self, table: Table) -> None:
        if not table.is_modified:
            if table.kept_at is not None:
                table.kept_at.unlink(missing_ok=True)
                table.kept_at = table.kept_record = None
            return
        record = table.session.record
        if not table.has_moves or record is table.kept_record:
            return
        entry = next((e for e in files.FORMATS if record.setup.game in e.games), None)
        if entry is None:
            return
        if table.kept_at is None:
            table.kept_at = self._new_path(record.setup.game, entry.extensions[0])
        files.save(record, table.kept_at, format=entry.name)
        table.kept_record = record

    def _new_path(self, game: str, extension: str) -> Path:
        stem = f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S} {game}"
        path = self._folder / f"{stem}{extension}"
        number = 1
        while path.exists():
            number += 1
            path = self._folder / f"{stem} {number}{extension}"
        return path

    def _kept_files(self) -> list[Path]:
        endings = {end for entry in files.FORMATS for end in entry.extensions}
        try:
            found = [
                path
                for path in self._folder.iterdir()
                if path.suffix in endings and path.name != INDEX
            ]
        except OSError:
            return []
        return sorted(found, reverse=True)

    def _write_index(self) -> None:
        shown = self._controller.table
        others = (table for table in self._controller.tables if table is not shown)
        entries = [
            _entry_of(table)
            for table in (*others, shown)
            if table.kept_at is not None and table.session.record.outcome is None
        ]
        text = json.dumps(entries, ensure_ascii=False, indent=1)
        path = self._folder / INDEX
        if text != self._written_index or not path.exists():
            files.write_atomically(path, text.encode())
            self._written_index = text

    def _read_index(self) -> Iterator[KeptTable]:
        path = self._folder / INDEX
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))
            for entry in entries:
                yield _kept_table(self._folder, entry)
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError, EngineError) as error:
            log.warning("%s is not readable: %s", path, error)

    def _on_table_discarded(self, table: Table) -> None:
        """Keep the last state of a game that gives way, and not too many games."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._keep(table)
            for path in self._kept_files()[KEPT_GAMES:]:
                path.unlink(missing_ok=True)
        except (EngineError, OSError) as error:
            log.warning("a game could not be kept: %s", error)


def kept_title(path: Path) -> str:
    """Return when a kept game began, and which game it is, for the user."""
    parts = path.stem.split(" ")
    if len(parts) < len(("day", "time", "game")):
        return path.stem
    day, clock, game, *number = parts
    return " ".join([day, clock.replace(".", ":"), game_title(game), *number])


def _entry_of(table: Table) -> dict[str, Any]:
    choice = table.choice
    return {
        "file": "" if table.kept_at is None else table.kept_at.name,
        "first": HUMAN if choice.first is None else str(choice.first),
        "second": HUMAN if choice.second is None else str(choice.second),
        "seconds": choice.seconds_per_move,
        "caps_engines": choice.caps_engines,
        "time": str(table.session.time.terms),
        "path": "" if table.path is None else str(table.path),
    }


def _kept_table(folder: Path, entry: dict[str, Any]) -> KeptTable:
    return KeptTable(
        file=folder / Path(entry["file"]).name,
        first=_player(entry["first"]),
        second=_player(entry["second"]),
        seconds=float(entry["seconds"]),
        caps_engines=bool(entry.get("caps_engines")),
        time=TimeTerms.parse(entry.get("time", UNLIMITED)),
        path=Path(entry["path"]) if entry["path"] else None,
    )


def _player(text: str) -> PlayerConfig | None:
    """Return who played; a person in the place of an engine that is not there now."""
    try:
        return None if text == HUMAN else PlayerConfig.parse(text)
    except PresetError as error:
        log.warning("an engine did not come back: %s", error)
        return None
