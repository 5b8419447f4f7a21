"""Texts about the points of a graph."""

from __future__ import annotations

from engine.core.types import Player
from gui.analysis.game_graph import GameGraph
from gui.text.i18n import join_list, tr
from gui.text.labels import UNKNOWN, move_label, side_title
from gui.text.percent import percent_text

SMALLEST_LOSS = 0.005
"""Loss of win rate that is worth a word: half a game in a hundred."""


def graph_title(game: str) -> str:
    """Return the title of a graph of win rates."""
    return tr("Graph", "Win rate of {side}").format(side=side_title(game, Player.FIRST))


def win_rate_text(game: str, share: float | None) -> str:
    """Return the first side's win rate with its name."""
    return tr("Graph", "{side} {rate}").format(
        side=side_title(game, Player.FIRST),
        rate=UNKNOWN if share is None else percent_text(100 * share),
    )


def point_text(graph: GameGraph, number: int) -> str:
    """Return move, win rate and loss of a position, such as for a tool tip."""
    point = graph.points[number]
    game = graph.line.positions[0].setup.game
    if number == 0:
        start = tr("Graph", "Start")
    else:
        move = graph.line.moves[number - 1]
        start = tr("Graph", "Move {number}: {move}").format(
            number=number, move=move_label(graph.line.positions[number - 1], move)
        )
    parts = [start, win_rate_text(game, point.win_rate)]
    if point.loss is not None and point.loss >= SMALLEST_LOSS:
        loss = percent_text(100 * point.loss)
        parts.append(tr("Graph", "lost {loss}").format(loss=loss))
    return join_list(parts)
