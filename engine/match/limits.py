"""Limits of an engine's search in a match."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.types import Player
from engine.match.match_setup import MatchSetup
from engine.match.session.game_session import GameSession

if TYPE_CHECKING:
    from engine.search.api import Limits


def limits_by_clock(players: MatchSetup, session: GameSession) -> Limits:
    """Return the limits of the engine to move: its own ones, a share of its clock.

    Args:
        players: Players and limits of the match.
        session: The game.
    """
    from engine.search.api import Limits  # noqa: PLC0415 - loads numpy
    from engine.search.time_management import seconds_for_move  # noqa: PLC0415

    player = session.position.seat_to_move
    left = session.time.left(player)
    control = session.time.terms.get_control(player)
    if left is None or control is None:
        return limit_without_clock(players, player)
    seconds = seconds_for_move(left, control, session.position)
    limits = Limits(seconds=seconds, seconds_left=max(left.until_flag, 0.0))
    if not players.caps_engines:
        return limits
    own = limit_without_clock(players, player)
    seconds = seconds if own.seconds is None else min(seconds, own.seconds)
    return replace(limits, seconds=seconds, nodes=own.nodes, depth=own.depth)


def limit_without_clock(players: MatchSetup, player: Player) -> Limits:
    """Return the limits of an engine as if it had no clock.

    Seconds and nodes among an engine's own constants win over those of the match.

    Args:
        players: Players and limits of the match.
        player: The side of the engine.
    """
    from engine.search.api import Limits  # noqa: PLC0415 - loads numpy

    engine = players.engines[player]
    if players.engine_limit == "own":
        return engine.resolve_limits(players.setup)
    keys = engine.run_keys
    if players.engine_limit == "nodes":
        nodes = keys.nodes or players.nodes_per_move
        return Limits(nodes=nodes, seconds=keys.seconds)
    return Limits(seconds=keys.seconds or players.seconds_per_move, nodes=keys.nodes)
