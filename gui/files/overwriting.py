"""Checks before saving replaces the file of a game."""

from __future__ import annotations

import logging
from enum import Enum
from pathlib import Path

from engine.core.errors import EngineError, RecordError, RecordFileError
from engine.records import files
from gui.game.open_game import OpenGame

log = logging.getLogger(__name__)


class Loss(Enum):
    """What a file holds that saving a game would replace."""

    GAME = "game"
    """Another main line or result."""

    CHANGES = "changes"
    """Anything else that another program has written since."""

    PARTS = "parts"
    """Parts that were left out when the game was opened."""


def find_loss(game: OpenGame, path: Path) -> Loss | None:
    """Return the loss by saving a game, or ``None`` if no question is needed."""
    in_file, has_changed = game.file_record, game.file_has_changed
    if in_file is None or has_changed:
        try:
            in_file = files.load(path)
        except RecordFileError as error:
            log.info("%s cannot be read: %s", path, error)
            return None
        except EngineError as error:
            log.info("%s holds no game to lose: %s", path, error)
            in_file = None
    if in_file is not None and not game.session.record.keeps_game_of(in_file):
        return Loss.GAME
    if has_changed:
        return Loss.CHANGES
    return Loss.PARTS if in_file is not None and in_file.is_partial else None


def has_writable_format(game: OpenGame, path: Path) -> bool:
    """Return whether the format of a file can hold a game."""
    try:
        entry = files.get_format_for_path(path)
    except RecordError:
        return False
    return game.session.setup.game in entry.games
