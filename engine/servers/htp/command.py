"""Lines of HTP, and the text of a response."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core.errors import ProtocolError
from engine.core.types import Player

COLOURS = {
    "b": Player.FIRST,
    "black": Player.FIRST,
    "w": Player.SECOND,
    "white": Player.SECOND,
}
"""Black is the first player, Red in this program."""

LARGEST_NUMBER = 999_999_999
"""Largest number of seconds or stones that is read: a time of 32 years."""

LONGEST_SIDE = 10
"""Most digits of a number of columns or rows that is read."""

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_COMMAND = re.compile(r"(?:(\d+)(?:\s+|$))?(\S*)\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class HtpCommand:
    """A command with its arguments."""

    number: str
    """Number of the command, which its response repeats; empty without one."""

    name: str
    """The command in lower case."""

    arguments: tuple[str, ...]
    """Words after the command."""

    rest: str
    """Everything after the command."""

    @classmethod
    def parse(cls, text: str) -> HtpCommand | None:
        """Return the command of a line; ``None`` if it is empty or a comment."""
        clean = _CONTROL.sub("", text).replace("\t", " ").partition("#")[0].strip()
        match = _COMMAND.fullmatch(clean)
        if not clean or match is None:
            return None
        rest = match[3].strip()
        return cls(match[1] or "", match[2].lower(), tuple(rest.split()), rest)

    def format_response(self, text: str, *, is_error: bool = False) -> str:
        """Return the response, without the end of its last, empty line.

        An empty line would end it early: there is none inside, and a first line that is
        empty follows the sign.
        """
        first, *others = text.splitlines() or [""]
        lines = [first, *(line for line in others if line.strip())]
        sign = "?" if is_error else "="
        return f"{sign}{self.number} " + "\n".join(lines) + "\n"


def parse_colour(text: str) -> Player:
    """Return the player of a colour.

    Raises:
        ProtocolError: The text is no colour.
    """
    player = COLOURS.get(text.lower())
    if player is None:
        raise ProtocolError(f"expected black or white, got {text[:40]!r}")
    return player


def parse_number(text: str) -> float:
    """Return a number of seconds.

    Raises:
        ProtocolError: The text is no number from 0 to ``LARGEST_NUMBER``.
    """
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= LARGEST_NUMBER:
        raise ProtocolError(
            f"expected a number from 0 to {LARGEST_NUMBER}, got {text[:40]!r}"
        )
    return number


def parse_count(text: str) -> int:
    """Return a number of stones.

    Raises:
        ProtocolError: The text is no whole number from 0 to ``LARGEST_NUMBER``.
    """
    number = parse_number(text)
    if not number.is_integer():
        raise ProtocolError(f"expected a whole number, got {text[:40]!r}")
    return int(number)


def parse_side(text: str) -> int:
    """Return a number of columns or rows.

    Raises:
        ProtocolError: The text is no whole number, or one that no board has.
    """
    if not text.isdecimal() or len(text) > LONGEST_SIDE:
        raise ProtocolError(f"Expected a number such as 11, got {text[:40]!r}.")
    return int(text)


def check_count(arguments: tuple[str, ...], *counts: int) -> None:
    """Raise ``ProtocolError`` unless there are as many arguments."""
    if len(arguments) not in counts:
        wanted = " or ".join(map(str, counts))
        noun = "argument" if counts == (1,) else "arguments"
        raise ProtocolError(f"expected {wanted} {noun}, got {len(arguments)}")
