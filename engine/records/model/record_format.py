"""Description of a record format: names, detection, parser and formatter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.core.errors import RecordError
from engine.core.message import Message
from engine.records.model.record import GameRecord


class Parser(Protocol):
    """Parser of a format."""

    def __call__(self, text: str, *, game: str | None = None) -> GameRecord:
        """Return the record in a text, or raise ``RecordError``.

        Args:
            text: The text.
            game: Name of the expected game, if any.
        """
        ...


def no_losses(_: GameRecord) -> tuple[str, ...]:
    """Return no losses, for a lossless format."""
    return ()


def encode_utf8(text: str) -> tuple[bytes, tuple[str, ...]]:
    """Return a text as UTF-8, without notes.

    Raises:
        RecordError: The text has a lone surrogate.
    """
    try:
        return text.encode("utf-8"), ()
    except UnicodeEncodeError as error:
        raise make_half_character_error(text, error) from None


def make_half_character_error(text: str, error: UnicodeEncodeError) -> RecordError:
    """Return the error for a text with a lone surrogate."""
    return RecordError(
        Message(
            "Expected complete characters, got a lone surrogate ({letter!r}).",
            letter=text[error.start],
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFormat:
    """A record format."""

    name: str
    """Name in commands."""

    title: str
    """Name shown to users."""

    extensions: tuple[str, ...]
    """File name extensions, the usual one first."""

    list_games: Callable[[], tuple[str, ...]]
    """Function that returns the names of the supported games."""

    beginning: re.Pattern[str]
    """Pattern of the beginning of a text, unique to the format."""

    options: Mapping[str, str] = field(default_factory=dict)
    """Options of a file that names none; default: those of the game."""

    is_binary: bool = False
    """Whether files are no texts; their text has a character for each byte."""

    is_library: bool = False
    """Whether files hold a tree of moves and no game."""

    parse: Parser
    """Parser: the record of a text."""

    format: Callable[[GameRecord], str]
    """Formatter: the text of a record."""

    losses: Callable[[GameRecord], tuple[str, ...]] = no_losses
    """Function that returns a message for each part that the format does not keep."""

    keeps_analysis: bool = False
    """Whether the format keeps the analysis of positions."""

    encode: Callable[[str], tuple[bytes, tuple[str, ...]]] = encode_utf8
    """Function that returns the bytes of a text, and notes for the user."""

    @property
    def games(self) -> tuple[str, ...]:
        """Names of the supported games."""
        return self.list_games()
