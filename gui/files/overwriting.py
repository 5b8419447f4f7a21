"""Checks before saving replaces the file of a game."""

from __future__ import annotations

import logging
from pathlib import Path

from engine.core.errors import EngineError, RecordError
from engine.records import files
from gui.game.open_game import OpenGame

log = logging.getLogger(__name__)


def loses_game(game: OpenGame, path: Path) -> bool:
    """Return whether saving would replace another main line or result."""
    in_file = game.file_record
    if in_file is None:
        try:
            in_file = files.load(path)
        except EngineError as error:
            log.info("%s holds no game to lose: %s", path, error)
            return False
    return not game.session.record.keeps_game_of(in_file)


def has_writable_format(game: OpenGame, path: Path) -> bool:
    """Return whether the format of a file can hold a game."""
    try:
        entry = files.get_format_for_path(path)
    except RecordError:
        return False
    return game.session.setup.game in entry.games
