"""What the engines of a game do, as the user is told."""

from __future__ import annotations

from enum import Enum

from gui.game.match import Table


class Activity(Enum):
    """What the engines of the game on the screen do."""

    IDLE = "idle"
    PREPARING = "preparing"
    THINKING = "thinking"
    PAUSED = "paused"


def activity_at(table: Table, *, is_preparing: bool) -> Activity:
    """Return what the engines of ``table`` do.

    Args:
        table: The game on the screen.
        is_preparing: Whether the engine thread builds an engine or its kernels.
    """
    if table.session.outcome is not None:
        return Activity.IDLE
    if table.is_paused or (table.is_watched and not table.is_running):
        return Activity.PAUSED
    if is_preparing and table.choice.engines:
        return Activity.PREPARING
    if table.awaits_engine:
        return Activity.THINKING
    return Activity.IDLE
