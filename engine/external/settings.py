"""Settings of an external program, in braces before its command."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from engine.core.errors import PresetError
from engine.core.formats.settings_reader import Count, NotNegative, Range
from engine.core.message import Message

LONGEST_NAME = 60
"""Letters of a command that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalSettings:
    """Settings of an external program."""

    name: str | None = None
    """Name that is shown in place of the command."""

    threads: Annotated[int, Range(least=1, most=1024)] = 1
    """Threads that the program may use, if it is a Gomocup program."""

    memory: Count = 350
    """Memory in megabytes that a Gomocup program may use."""

    folder: str | None = None
    """Folder in which a Gomocup program may keep files."""

    renju: Annotated[int, Range(least=0, most=255)] = 4
    """Value of ``INFO rule`` for renju; 2 for programs of the Yixin dialect."""

    cwd: str | None = None
    """Working folder of the program; by default that of this one."""

    startup: Annotated[float, Range(above=0)] = 30.0
    """Seconds until the program must be ready."""

    grace: NotNegative = 2.0
    """Seconds by which a move may be late before the program is ended."""

    first: Literal["black", "white"] = "black"
    """Colour that begins, as an HTP program names it."""

    transposed: bool = False
    """Whether the first colour of an HTP program joins left and right."""


def split_command(command: str) -> list[str]:
    """Return the program and its arguments; quotes hold words together.

    Raises:
        PresetError: There is no word, or a quote is not closed.
    """
    try:
        # On Windows a backslash separates folders.
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise PresetError(
            Message("Expected closed quotes in {command!r}.", command=command)
        ) from error
    if os.name == "nt":
        words = [word.strip("\"'") for word in words]
    if not words or not words[0]:
        raise PresetError(
            Message("Expected the command of a program after cmd:, got none.")
        )
    return words


def join_command(words: Sequence[str]) -> str:
    """Return the command that ``split_command`` splits into ``words``."""
    if os.name != "nt":
        return shlex.join(words)
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def command_title(command: str, name: object = None) -> str:
    """Return a program as it is shown in lists and errors.

    Args:
        command: Its command.
        name: The name that its settings give it, if they do.
    """
    if name:
        return str(name)
    is_long = len(command) > LONGEST_NAME
    return f"{command[:LONGEST_NAME]}…" if is_long else command
