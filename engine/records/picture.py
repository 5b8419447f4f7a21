"""Request for a picture of a record: its positions, and how they look.

The window draws it; commands pass the request to a function that can draw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from engine.core.errors import UsageError
from engine.core.formats.settings_reader import Range, check_fields
from engine.core.message import Message
from engine.records.model.record import GameRecord

Form = Literal["png", "svg", "gif"]
"""Form of a picture, the ending of its file."""

TITLES: dict[Form, str] = {
    "png": "PNG picture",
    "svg": "SVG drawing",
    "gif": "GIF film",
}

ThemeName = Literal["light", "dark"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRequest:
    """Positions and look of a picture; a film has one for each position."""

    form: Form
    """Form of the file."""

    first: Annotated[int, Range(least=0)] | None = None
    """Moves before the first picture of a film; ``None`` is the start of the game."""

    move: Annotated[int, Range(least=0)] | None = None
    """Moves before the last or only picture; ``None`` is the end of the game."""

    theme: ThemeName = "light"
    """Theme of the window."""

    has_numbers: bool = False
    """Whether each stone carries the number of its move."""

    has_coordinates: bool = True
    """Whether coordinates are around the board."""

    side: Annotated[int, Range(least=100, most=4000)] = 800
    """Pixels of the longer side, or a few less for lines on whole pixels."""

    delay: Annotated[float, Range(least=0.02, most=60.0)] = 1.0
    """Seconds of a position in a film; the last one stays three times as long."""

    def __post_init__(self) -> None:
        check_fields(self)

    def plies(self, record: GameRecord) -> range:
        """Return the moves before each picture, along the main line of a record.

        Raises:
            UsageError: The record has too few moves, or the last picture comes before
                the first.
        """
        count = len(record.main_moves())
        last = count if self.move is None else self.move
        first = (self.first or 0) if self.form == "gif" else last
        for ply in (last, first):
            if ply > count:
                raise UsageError(
                    Message(
                        "Expected a move from 0 to {count}, got {ply}.",
                        count=count,
                        ply=ply,
                    )
                )
        if first > last:
            raise UsageError(
                Message(
                    "Expected a last move from {first} on, got {last}.",
                    first=first,
                    last=last,
                )
            )
        return range(first, last + 1)


DrawPicture = Callable[[GameRecord, Path, PictureRequest], None]
"""Writes a picture to a file; raises ``EngineError``."""


def find_form(path: Path) -> Form | None:
    """Return the form of picture that the ending of a file selects, if it is one."""
    ending = path.suffix.lower().removeprefix(".")
    return next((form for form in TITLES if form == ending), None)
