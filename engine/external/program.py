"""Running external program: lines with deadlines, failures with reasons."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from engine.core.errors import ExternalProgramError, ProgramStartError
from engine.core.files.atomic_file import explain_os_error
from engine.core.message import Message, shorten
from engine.external.line_process import Line, LineProcess
from engine.external.settings import ExternalSettings, command_title, split_command

log = logging.getLogger(__name__)

QUIET_SECONDS = 0.05
"""Pause after a move: some programs lose the first word of a line within 30 ms."""

GOODBYE_SECONDS = 0.5
"""Time for a program to end after it was asked to."""

LONGEST_QUOTE = 80
"""Letters of a line that an error quotes."""


class Program:
    """Running external program.

    Args:
        command: Program and arguments in one text.
        settings: Working folder and times.

    Raises:
        PresetError: The command is not well formed.
        ProgramStartError: The program cannot be started.
    """

    def __init__(self, command: str, settings: ExternalSettings) -> None:
        self.name = command_title(command, settings.name)
        """The program, in errors."""

        self._sent = ""
        self._received = ""
        self._quiet_until = 0.0
        self._is_closed = False
        words, folder = split_command(command), settings.cwd
        if folder is not None and not Path(folder).is_dir():
            raise ProgramStartError(
                Message(
                    "Expected an existing working folder for the program {program}, "
                    "got {folder}.",
                    program=self.name,
                    folder=folder,
                )
            )
        try:
            self._child = LineProcess(words, folder)
        except (OSError, ValueError) as error:
            problem = (
                explain_os_error(error) if isinstance(error, OSError) else str(error)
            )
            raise ProgramStartError(
                Message(
                    "The program {program} cannot be started: {problem}.",
                    program=command_title(command),
                    problem=problem,
                )
            ) from error

    def send(self, line: str) -> float:
        """Send a line, and return the time."""
        log.debug("%s < %s", self.name, line)
        self._sent = line
        self._child.send(line)
        return time.monotonic()

    def rest(self) -> None:
        """Wait until the program listens again after its move, and drop late lines."""
        time.sleep(max(self._quiet_until - time.monotonic(), 0.0))
        for text in self._child.drop_lines():
            log.debug("%s > (late) %s", self.name, text)

    def note_move(self, at: float) -> None:
        """Note the time of a move, after which the program is deaf for a moment."""
        self._quiet_until = at + QUIET_SECONDS

    def read(self, until: float) -> Line | None:
        """Return the next line, or ``None`` if none comes until a time.

        Raises:
            ExternalProgramError: The program has ended.
        """
        try:
            line = self._child.read_line(until - time.monotonic())
        except EOFError:
            raise self._crash() from None
        if line is not None:
            log.debug("%s > %s", self.name, line.text)
            self._received = line.text.strip() or self._received
        return line

    @property
    def facts(self) -> dict[str, str]:
        """The program, and the last line of each side in quotes; fields of an error."""
        return {
            "program": self.name,
            "sent": _quote(self._sent),
            "line": _quote(self._received),
        }

    def silence(self, seconds: float) -> ExternalProgramError:
        """Return the error of a program that has not answered the last line."""
        seconds = round_seconds(seconds)
        message = Message(
            "The program {program} did not answer {sent} within {seconds:g} seconds.",
            seconds=seconds,
            **self.facts,
        )
        if self._received:
            message = Message(
                "The program {program} did not answer {sent} within {seconds:g} "
                "seconds; its last line was {line}.",
                seconds=seconds,
                **self.facts,
            )
        return ExternalProgramError(message, reason="silence")

    def overrun(self, seconds: float) -> ExternalProgramError:
        """Return the error of a program that has no move in time."""
        seconds = round_seconds(seconds)
        message = Message(
            "The program {program} had no move after {seconds:g} seconds.",
            program=self.name,
            seconds=seconds,
        )
        if self._received:
            message = Message(
                "The program {program} had no move after {seconds:g} seconds; "
                "its last line was {line}.",
                seconds=seconds,
                **self.facts,
            )
        return ExternalProgramError(message, reason="overrun")

    def garbage(self) -> ExternalProgramError:
        """Return the error of a program whose last line cannot be understood."""
        message = Message(
            "Expected a move from the program {program} after {sent}, got {line}.",
            **self.facts,
        )
        return ExternalProgramError(message, reason="garbage")

    def illegal(self, problem: str) -> ExternalProgramError:
        """Return the error of a program whose last line is an illegal move."""
        message = Message(
            "The program {program} played an illegal move, {line}: {problem}",
            problem=problem,
            **self.facts,
        )
        return ExternalProgramError(message, reason="illegal")

    def refusal(self) -> ExternalProgramError:
        """Return the error of a program that does not accept the last line sent."""
        message = Message(
            "The program {program} refused {sent} with {line}.", **self.facts
        )
        return ExternalProgramError(message, reason="refusal")

    def discarded(self) -> ExternalProgramError:
        """Return the error of a program whose move is not wanted any more."""
        message = Message(
            "The program {program} was ended: its move is not needed.",
            program=self.name,
        )
        return ExternalProgramError(message)

    def resignation(self) -> ExternalProgramError:
        """Return the error of a program that resigns."""
        message = Message("The program {program} resigned.", program=self.name)
        return ExternalProgramError(message, reason="resignation")

    def close(self, goodbye: str) -> None:
        """End the program: politely if it listens, else by force."""
        self._is_closed = True
        self._child.send(goodbye)
        self._child.end(patience=GOODBYE_SECONDS)

    def kill(self) -> None:
        """End the program by force."""
        self._child.end()

    def _crash(self) -> ExternalProgramError:
        """Return the error of a program that has ended."""
        if self._is_closed:
            return ExternalProgramError(
                Message(
                    "The program {program} was closed during a search.",
                    program=self.name,
                )
            )
        self._child.end(patience=GOODBYE_SECONDS)
        return ExternalProgramError(self._describe_end())

    def _describe_end(self) -> Message:
        """Return the sentence on the end of the program, with its last words if any."""
        error = self._child.last_error
        facts = {**self.facts, "status": self._child.status, "error": _quote(error)}
        if self._received and error:
            return Message(
                "The program {program} ended with status {status} after {sent}; "
                "its last line was {line}, its last error {error}.",
                **facts,
            )
        if self._received:
            return Message(
                "The program {program} ended with status {status} after {sent}; "
                "its last line was {line}.",
                **facts,
            )
        if error:
            return Message(
                "The program {program} ended with status {status} after {sent}; "
                "its last error was {error}.",
                **facts,
            )
        return Message(
            "The program {program} ended with status {status} after {sent}.", **facts
        )


def round_seconds(seconds: float) -> float:
    """Return seconds with one decimal, or two below a second."""
    return round(seconds, 1 if seconds >= 1 else 2)


def _quote(text: str) -> str:
    """Return a line in quotes, cut where it is long."""
    return f'"{shorten(text, LONGEST_QUOTE)}"'
