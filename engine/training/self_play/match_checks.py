"""Warnings about evaluation matches with too weak opponents."""

from __future__ import annotations

from engine.core.message import Message
from engine.games import get_game
from engine.training.run.config import PREVIOUS, RunConfig, SelfPlayConfig


def list_match_warnings(config: RunConfig) -> list[Message]:
    """Return a warning for each opponent with fewer nodes than legal moves.

    Its tree search cannot visit every first move once.
    """
    if not isinstance(config, SelfPlayConfig):
        return []
    setup = config.play.setups(config.game)[0]
    moves = len(get_game(config.game).new_position(setup).legal_moves())
    nodes = config.match.nodes
    if nodes >= moves:
        return []
    return [
        Message(
            "The match opponent {opponent} has {nodes} nodes a move, fewer than the "
            "{moves} legal moves on the board: it cannot look at each of them.",
            opponent=opponent,
            nodes=nodes,
            moves=moves,
        )
        for opponent in config.match.opponents
        if opponent != PREVIOUS
    ]
