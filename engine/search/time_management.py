"""Time management: seconds that an engine spends on a move.

The rule is that of Leela Zero (``TimeControl::max_time_for_move``): an equal share of
the remaining main time for every expected move, plus the time that each move restores,
an increment or a byo-yomi period. The engine never begins a second period. Each share
is of the remaining main time, so the engine cannot run out of it. Moves are counted by
stones: the choices of an opening place none.
"""

from __future__ import annotations

from math import ceil

from engine.core.clocks.game_clock import TimeLeft
from engine.core.clocks.time_control import TimeControl
from engine.core.game import Position
from engine.core.types import EMPTY
from engine.games import get_game

LAG_SECONDS = 0.02
"""Overrun of a move in seconds: twice the running slice of the search.

Without increment or periods it is reserved for every move that fits on the board.
"""

RESERVE_SECONDS, RESERVE_SHARE = 0.25, 0.2
"""Reserve at the end of a period or of the main time: seconds, and largest share."""

SHORTEST_SECONDS = 0.01
"""Shortest time for a move in seconds, also if no time remains."""

TAIL_SHARE = 0.1
"""Least expected rest of a game in plies, as a share of the cells.

It is 11 moves of each side on a 15 x 15 board, 6 on an 11 x 11 board.
"""


def seconds_for_move(left: TimeLeft, control: TimeControl, position: Position) -> float:
    """Return the seconds to think about the next move.

    Args:
        left: Remaining time of the side to move.
        control: Time control of that side.
        position: Position before the move.
    """
    main = left.main_seconds
    available, spare = main, main
    given = control.increment_seconds
    if control.periods:
        given = left.seconds if left.is_in_periods else control.period_seconds
        available = main + given
    if not given:
        most_moves = ceil(position.stones.count(EMPTY) / 2)
        spare -= (LAG_SECONDS + SHORTEST_SECONDS) * most_moves
    share = max(spare, 0.0) / moves_to_go(position) / _offers_left(position)
    reserve = min(RESERVE_SECONDS, RESERVE_SHARE * available)
    return max(min(share + given, available - reserve), SHORTEST_SECONDS)


def moves_to_go(position: Position) -> int:
    """Return the expected number of moves of the side to move, this one included."""
    setup = position.setup
    cells, empty = setup.cell_count, position.stones.count(EMPTY)
    usual = get_game(setup.game).usual_share * cells
    plies = min(max(usual - (cells - empty), TAIL_SHARE * cells), empty)
    return max(ceil(plies / 2), 1)


def _offers_left(position: Position) -> int:
    """Return the number of offers left, or 1.

    With n left, the next one gets the n-th part of a share: the first of them is found
    soon, and the last one is what the opponent will choose.
    """
    opening = get_game(position.setup.game).opening()
    return 1 if opening is None else max(opening.offers_left(position), 1)
