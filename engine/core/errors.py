"""All errors that the engine raises on purpose.

Each error is also the built-in that a caller would expect. Its message is one sentence
for the user: what was expected, what came, and where.
"""

from __future__ import annotations

from typing import Literal


class EngineError(Exception):
    """Base of all errors raised on purpose."""

    @property
    def message(self) -> str:
        """The message as it was given: a ``Message`` can be translated."""
        return str(self) if not self.args else self.args[0]


class IllegalMoveError(EngineError, ValueError):
    """A move that the rules do not allow in the position."""


class SetupError(EngineError, ValueError):
    """A board size or rule that the game does not have."""


class RecordError(EngineError, ValueError):
    """A text that cannot be read as a game record."""


class RecordFileError(RecordError, OSError):
    """A record file that cannot be opened, read or written."""


class SettingsError(EngineError, ValueError):
    """A settings file, or a key or value in it, that is not accepted."""


class PresetError(EngineError, LookupError):
    """An engine name or level that does not exist."""


class LimitsError(EngineError, ValueError):
    """Search limits that bound nothing or are contradictory."""


class TimeControlError(EngineError, ValueError):
    """Times that make no time control, or a text without one."""


class BusyError(EngineError, RuntimeError):
    """A second search on a searcher that is still searching."""


FailureReason = Literal[
    "crash", "silence", "garbage", "illegal", "overrun", "refusal", "resignation"
]
"""Why an external program gave no move: it ended, did not answer, answered something
else, played an illegal move, took too long, refused a command, or resigned."""


class ExternalProgramError(EngineError, RuntimeError):
    """An external program that gives no legal move in time."""

    def __init__(self, message: str, *, reason: FailureReason = "crash") -> None:
        super().__init__(message)
        self.reason: FailureReason = reason


class ProgramStartError(ExternalProgramError):
    """An external program whose command or working folder is wrong."""


class UsageError(EngineError, ValueError):
    """Arguments of a command that do not fit together."""


class ProtocolError(EngineError, ValueError):
    """A command of another program that cannot be run."""


class BenchError(EngineError, RuntimeError):
    """A measurement that could not be taken."""


class NetError(EngineError, ValueError):
    """A file without a network, or with one that does not fit."""


class MissingPackageError(NetError):
    """A package that a network needs and that is not installed."""


class SamplesError(EngineError, ValueError):
    """A file without training samples."""


class TrainingError(EngineError, ValueError):
    """An invalid configuration of a training run, or an invalid run folder."""


class RunFolderError(EngineError, ValueError):
    """A folder that cannot hold a run: a match, tournament, experiment or training."""


class TournamentError(EngineError, RuntimeError):
    """A match or tournament that cannot continue."""


USAGE_ERRORS = (
    *(IllegalMoveError, LimitsError, NetError, PresetError, ProgramStartError),
    *(RunFolderError, SettingsError, SetupError, UsageError),
)
"""Errors that the arguments of a command cause, or the engines and folders that they
name; a ``MissingPackageError`` is none."""


def is_usage_error(error: EngineError) -> bool:
    """Return whether the arguments of a command caused an error."""
    is_usage = isinstance(error, USAGE_ERRORS)
    return is_usage and not isinstance(error, MissingPackageError)
