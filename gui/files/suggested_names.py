"""Suggested names of files: game, day and players; for pictures the move, too."""

from __future__ import annotations

import os
import re
from datetime import datetime
from itertools import count
from pathlib import Path

from engine.core.formats.clean_text import clean_file_name
from engine.core.types import Player
from gui.game.open_game import OpenGame
from gui.game.player_labels import has_known_players, player_title
from gui.text.i18n import fill, tr
from gui.text.labels import game_title

DAY = re.compile(r"\d{4}-\d\d-\d\d")
"""Day at the beginning of the date of a record."""


def suggest_record(game: OpenGame, folder: Path) -> Path:
    """Return the game's own file as SGF, or a new file in a folder."""
    if game.path is not None:
        return game.path.with_suffix(".sgf")
    return _find_free(folder, _describe(game), ".sgf")


def suggest_picture(game: OpenGame, folder: Path) -> Path:
    """Return a new picture of the position on the board, in a folder."""
    name = _describe(game) if game.path is None else game.path.stem
    title = fill(
        tr("Files", "{name} move {number}"), name=name, number=game.session.ply
    )
    return _find_free(folder, title, ".png")


def _describe(game: OpenGame) -> str:
    """Return game, day and players; the time of day for players without names."""
    headers, setup = game.session.record.headers, game.session.setup
    written = DAY.match(headers.date)
    now = datetime.now().astimezone()
    day = f"{now:%Y-%m-%d}" if written is None else written.group()
    title = game_title(setup.game)
    if not has_known_players(game.view):
        return f"{title} {day} {now:%H.%M}"
    first, second = (player_title(game.view, player) for player in Player)
    return f"{title} {day} {first} - {second}"


def _find_free(folder: Path, stem: str, extension: str) -> Path:
    """Return a path that no file has, as far as the disk answers.

    A number distinguishes later ones.
    """
    names = (
        clean_file_name(stem, extension if number == 1 else f" ({number}){extension}")
        for number in count(1)
    )
    paths = map(folder.joinpath, names)
    return next(path for path in paths if not os.path.exists(path))  # noqa: PTH110 - never raises
