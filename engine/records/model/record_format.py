"""What a form of records is to those who load, save and offer it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.core.errors import RecordError
from engine.core.message import Message
from engine.records.model.record import GameRecord


class Parser(Protocol):
    """Reads a text; ``game`` is the game that is expected, if any."""

    def __call__(self, text: str, *, game: str | None = None) -> GameRecord:
        """Return the record or raise ``RecordError``."""
        ...


def no_losses(_: GameRecord) -> tuple[str, ...]:
    """Return nothing: the form keeps everything."""
    return ()


def encode_utf8(text: str) -> tuple[bytes, tuple[str, ...]]:
    """Return a text as UTF-8, about which there is nothing to say.

    Raises:
        RecordError: The text holds half a character.
    """
    try:
        return text.encode("utf-8"), ()
    except UnicodeEncodeError as error:
        raise half_character(text, error) from None


def half_character(text: str, error: UnicodeEncodeError) -> RecordError:
    """Return the error about a text that no encoding has bytes for."""
    return RecordError(
        Message(
            "Expected whole letters, got half a character ({letter!r}).",
            letter=text[error.start],
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFormat:
    """A form of records."""

    name: str
    """Name in commands."""

    title: str
    """Name for people."""

    extensions: tuple[str, ...]
    """Ends of file names, the usual one first."""

    games: tuple[str, ...]
    """Names of the games it has."""

    beginning: re.Pattern[str]
    """How a text of this form begins, and none of another."""

    parse: Parser
    """Returns the record of a text."""

    format: Callable[[GameRecord], str]
    """Returns the text of a record."""

    losses: Callable[[GameRecord], tuple[str, ...]] = no_losses
    """Returns a sentence for each thing that the form does not keep."""

    encode: Callable[[str], tuple[bytes, tuple[str, ...]]] = encode_utf8
    """Returns the bytes of a text, and sentences about them for the user."""
