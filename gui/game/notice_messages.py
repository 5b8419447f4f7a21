"""Messages for the notices of a match."""

from __future__ import annotations

from engine.match.notices import (
    EngineGaveUp,
    EngineReplaced,
    FoulRefused,
    GameEnded,
    MoveRefused,
    Notice,
    ProgramFailed,
    ProgramStoodStill,
    StandInPlayed,
    TimeIsUp,
)
from gui.text.i18n import tr, translate_message
from gui.text.labels import (
    foul_message,
    lost_time_message,
    suspension_message,
    time_up_message,
)


def notice_message(notice: Notice) -> str:
    """Return a sentence about a problem; empty for a notice that is none.

    A replaced engine and a failed program have cards of their own.
    """
    match notice:
        case MoveRefused(message) | EngineGaveUp(message):
            text = translate_message(message)
        case FoulRefused(position, move, reasons):
            text = foul_message(position, move, reasons)
        case TimeIsUp(position):
            text = time_up_message(position)
        case ProgramStoodStill(seconds, clock_ran=True):
            text = lost_time_message(seconds)
        case ProgramStoodStill(seconds):
            text = suspension_message(seconds)
        case StandInPlayed():
            text = tr(
                "Engine", "A simple engine plays until the chosen one is compiled."
            )
        case GameEnded() | EngineReplaced() | ProgramFailed():
            text = ""
    return text


def has_ended(notices: tuple[Notice, ...]) -> bool:
    """Return whether the game has just ended."""
    return any(isinstance(notice, GameEnded) for notice in notices)
