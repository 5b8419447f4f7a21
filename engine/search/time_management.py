"""How much time of its clock an engine spends on a move.

The rule is that of Leela Zero (``TimeControl::max_time_for_move``): an equal share of
the main time for every move still expected, and on top of it what each move brings
again anyway, an increment or a byo-yomi period. It never begins a second period, and
of main time it spends a share of what is left, so that it slows down and speeds up
with the length of the game but cannot run out.
"""

from __future__ import annotations

from math import ceil

from engine.core.clocks.game_clock import TimeLeft
from engine.core.clocks.time_control import TimeControl
from engine.core.game import Position
from engine.games import get_game

LAG_SECONDS = 0.02
"""What a move takes longer than asked for: the slice of the search that is just
running, twice over. Where no time comes again, it is kept back for every move that
the board has room for."""

RESERVE_SECONDS, RESERVE_SHARE = 0.25, 0.2
"""Never touched at the end of a period or of the main time; less of short ones."""

SHORTEST_SECONDS = 0.01
"""What an engine takes when nothing is left; any move is better than none."""

TAIL_SHARE = 0.1
"""Part of the cells that a game is expected to go on for at least, however long it
has been: 11 moves of each side on a board of 15, 6 on one of 11."""


def seconds_for_move(left: TimeLeft, control: TimeControl, position: Position) -> float:
    """Return the seconds to think about the next move.

    Args:
        left: What the side to move has left now.
        control: How it gets its time.
        position: Where it is to move.
    """
    main = left.main_seconds
    available, spare = main, main
    given = control.increment_seconds
    if control.periods:
        given = left.seconds if left.is_in_periods else control.period_seconds
        available = main + given
    if not given:
        most_moves = ceil((position.setup.cell_count - len(position.history)) / 2)
        spare -= (LAG_SECONDS + SHORTEST_SECONDS) * most_moves
    share = max(spare, 0.0) / moves_to_go(position)
    reserve = min(RESERVE_SECONDS, RESERVE_SHARE * available)
    return max(min(share + given, available - reserve), SHORTEST_SECONDS)


def moves_to_go(position: Position) -> int:
    """Return how many moves the side to move is expected to make, this one included."""
    setup = position.setup
    cells, ply = setup.cell_count, len(position.history)
    usual = get_game(setup.game).usual_share * cells
    plies = min(max(usual - ply, TAIL_SHARE * cells), cells - ply)
    return max(ceil(plies / 2), 1)
