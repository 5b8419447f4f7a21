"""A long game with variations and analyses, of which no line is won."""

from __future__ import annotations

import math
from dataclasses import replace

from engine.core.types import Move, MoveAnalysis, Player
from engine.games import get_game
from engine.records.model.record import GameRecord

MOVES, VARIATIONS = 300, 50
"""Size of the game."""


def long_record() -> GameRecord:
    """Return a Gomoku game of ``MOVES`` moves and ``VARIATIONS`` variations.

    Each position has an analysis that any search replaces.
    """
    game = get_game("gomoku")
    setup = game.setup(height=19, width=19)
    cells = [divmod(cell, setup.width) for cell in range(setup.height * setup.width)]
    by_player = {
        # In this pattern no line of either colour is longer than two.
        player: [
            Move(row * setup.width + column)
            for row, column in cells
            if (column // 2 + row) % 2 == player.value % 2
        ]
        for player in Player
    }
    first, second = by_player[Player.FIRST], by_player[Player.SECOND]
    record, node = GameRecord(setup=setup), 0
    for ply in range(MOVES):
        own, spare = (second if ply % 2 else first), MOVES // 2
        before = node
        if ply % (MOVES // VARIATIONS) == 0:
            record, _ = record.with_move(before, own[spare])
        record, node = record.with_move(before, own[ply // 2])
    nodes = tuple(
        replace(node, analysis=MoveAnalysis(value=math.sin(index), nodes=1))
        for index, node in enumerate(record.nodes)
    )
    return replace(record, nodes=nodes)
