"""Warnings about matches that say little about the strength of a network."""

from __future__ import annotations

from engine.core.message import Message
from engine.games import get_game
from engine.training.run.config import PREVIOUS, RunConfig


def match_warnings(config: RunConfig) -> list[Message]:
    """Return one sentence for each opponent with fewer nodes than legal moves.

    On its first move a tree search then does not visit every move once.
    """
    if config.play is None:
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
