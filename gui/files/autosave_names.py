"""Names of autosaved games: start time, game and serial number.

The serial number gives the order of the games. The system clock may be wrong, so that
neither the date in the name nor the time of the file is an order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gui.text.i18n import tr
from gui.text.labels import game_title

WATCHED = "watched"
"""Word in the name of a game between engines."""

PLAYERS_ENDING = ".players"
"""Extension of the file beside an autosaved game; see ``players_file``."""

FORM = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d) (?P<clock>\d\d\.\d\d\.\d\d) (?P<game>\S+)"
    r"(?: #(?P<serial>\d{1,9})(?:\.\d+)?)?"
    rf"(?P<watched> {WATCHED})?(?P<number> [\d.]+)?"
)
"""Names without a serial number are of version 0.1.0, whose windows numbered games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutosaveName:
    """Parsed name of an autosaved game."""

    title: str
    """Day, time and game, for the user."""

    started: str
    """Day and time of the start; empty for a foreign name."""

    game: str
    """Title of the game; empty for a foreign name."""

    serial: int
    """Later games have higher numbers; 0 if the name has none."""

    is_watched: bool
    """Whether engines played both sides."""


def parse_autosave_name(path: Path) -> AutosaveName:
    """Parse a file's name; a foreign name becomes the title."""
    found = FORM.fullmatch(path.stem)
    if found is None:
        return AutosaveName(
            title=path.stem, started="", game="", serial=0, is_watched=False
        )
    parts = found.groupdict(default="")
    game = game_title(parts["game"])
    started = f"{parts['day']} {parts['clock'].replace('.', ':')}"
    title = f"{started} {game}{parts['number']}"
    if parts["watched"]:
        title = tr("Menus", "{title} (engines)").format(title=title)
    return AutosaveName(
        title=title,
        started=started,
        game=game,
        serial=int(parts["serial"] or 0),
        is_watched=bool(parts["watched"]),
    )


def make_name(
    game: str, known: Iterable[Path], *, window: int, is_watched: bool
) -> str:
    """Return the name, without an extension, of a game that begins now.

    Args:
        game: Key of the game.
        known: The files of all earlier games.
        window: Number of the window; two windows may choose the same serial number.
        is_watched: Whether engines play both sides.
    """
    serial = 1 + max((parse_autosave_name(path).serial for path in known), default=0)
    now = f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S}"
    of_window = "" if window == 1 else f".{window}"
    watched = f" {WATCHED}" if is_watched else ""
    return f"{now} {game} #{serial}{of_window}{watched}"


def players_file(path: Path) -> Path:
    """Return the file beside an autosaved game that holds its players and time."""
    return path.with_suffix(PLAYERS_ENDING)


def latest_first(paths: Iterable[Path]) -> list[Path]:
    """Return files of games, the one that began last first."""
    return sorted(
        paths, key=lambda p: (parse_autosave_name(p).serial, p.name), reverse=True
    )
