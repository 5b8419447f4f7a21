"""Limits of an engine's search in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match.match_setup import MatchSetup
from engine.session import GameSession

if TYPE_CHECKING:
    from engine.search.api import Limits


def limits_by_clock(players: MatchSetup, session: GameSession) -> Limits:
    """Return the limits of the engine to move: its own time, or a share of its clock.

    Args:
        players: Players and time of the match.
        session: The game.
    """
    from engine.search.api import Limits  # noqa: PLC0415 - loads numpy
    from engine.search.time_management import seconds_for_move  # noqa: PLC0415

    player = session.position.seat_to_move
    left = session.time.left(player)
    control = session.time.terms.get_control(player)
    if left is None or control is None:
        return Limits(seconds=players.seconds_per_move)
    seconds = seconds_for_move(left, control, session.position)
    if players.caps_engines:
        seconds = min(seconds, players.seconds_per_move)
    return Limits(seconds=seconds, seconds_left=max(left.until_flag, 0.0))
