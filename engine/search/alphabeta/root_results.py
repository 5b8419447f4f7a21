"""Results of the root moves during iterative deepening: order, values, lines.

The search of an iteration has a value for its best move, and upper bounds for the
others. Here they outlive the iteration: they order the moves of the next one, and they
are the candidates of the result.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from engine.core.offers.alpha_beta import ResumableSearch
from engine.core.search_values import INFINITE, PROVEN
from engine.core.types import Candidate, Move

ValuedLine = tuple[int, tuple[Move, ...]]
"""Value in units of the game's search, for the side to move at the root, and its line.
"""


class RootResults:
    """Root moves with their values and lines so far.

    Args:
        search: Search of the iterations.
        moves: Candidate moves, best first, at least one; reordered in place.
        scale: See ``show_value``.
        has_lines: Whether moves after the best get lines of their own.
    """

    def __init__(
        self,
        search: ResumableSearch,
        moves: list[Move],
        *,
        scale: float,
        has_lines: bool,
    ) -> None:
        self._search = search
        self._moves = moves
        self._scale = scale
        self._has_lines = has_lines
        self._value = 0
        self._line: tuple[Move, ...] = (moves[0],)
        self._depth = 0
        self._values: dict[Move, int] = {}
        self._lines: dict[Move, ValuedLine] = {}

    @property
    def moves(self) -> list[Move]:
        """The candidate moves, best first."""
        return self._moves

    @property
    def value(self) -> int:
        """Value of the best move, in units of the game's search."""
        return self._value

    @property
    def line(self) -> tuple[Move, ...]:
        """Line of the best move, which begins it."""
        return self._line

    @property
    def depth(self) -> int:
        """Depth of the last finished iteration, in plies; 0 before the first."""
        return self._depth

    @property
    def is_proven(self) -> bool:
        """Whether the best move wins or all moves lose."""
        return abs(self._value) > PROVEN

    def take_best(self, *, is_done: bool = True) -> None:
        """Adopt the best move of the current iteration, if there is one.

        An interrupted iteration whose moves all lose so far proves no loss: the next
        move may be better.

        Args:
            is_done: Whether the iteration has searched all moves.
        """
        found = self._search.best()
        if found is None:
            return
        if not is_done and found[0] < -PROVEN:
            found = self._find_open_move() or found
        self.adopt(*found)

    def adopt(self, value: int, line: tuple[Move, ...]) -> None:
        """Take over the best move; a fail high keeps the line that it shortens."""
        known = self._lines | {self._line[0]: (self._value, self._line)}
        longer = known[line[0]][1] if line[0] in known else ()
        if abs(value) <= PROVEN and longer[: len(line)] == line:
            line = longer
        if self._has_lines and self._depth and line[0] != self._line[0]:
            self._lines[self._line[0]] = self._value, self._line
            self._lines.pop(line[0], None)
        self._value, self._line = value, line
        self._values[line[0]] = value
        if line[0] in self._moves:
            self._moves.remove(line[0])
        self._moves.insert(0, line[0])

    def finish_depth(self, depth: int) -> None:
        """Order the moves after an iteration: the best one, then by node count.

        The values of the others are upper bounds. A proven win bounds nothing, so that
        the value before it remains.

        Args:
            depth: Depth of the iteration, in plies.
        """
        self._depth = depth
        search, known = self._search, self._values
        bounds = {move: search.root_value(move) for move in self._moves}
        self._values = {
            move: bound if bound <= PROVEN else known.get(move, 0)
            for move, bound in bounds.items()
        }
        self._values[self._line[0]] = self._value
        rest = sorted(self._moves[1:], key=search.root_nodes, reverse=True)
        self._moves[1:] = rest

    def sort_moves_by_nodes(self) -> None:
        """Order all moves by the number of nodes below them, most first."""
        self._moves.sort(key=self._search.root_nodes, reverse=True)

    def order_moves_after_best(self) -> list[Move]:
        """Return the moves after the best: those with lines first, by value."""

        def place(move: Move) -> int:
            return -self._lines[move][0] if move in self._lines else INFINITE

        return sorted(self._moves[1:], key=place)

    def replace_lines(self, lines: Mapping[Move, ValuedLine]) -> None:
        """Replace the lines of the moves after the best."""
        self._lines = dict(lines)

    def candidates(self) -> list[Candidate]:
        """Return the moves with values in [-1, 1]: the best one, then by value."""
        best = self._line[0]
        lines = {**self._lines, best: (self._value, self._line)}
        values = self._bounded_values(lines)
        others = [move for move in self._moves if move != best and move in values]

        def order(move: Move) -> tuple[int, bool, int]:
            return -values[move], move not in lines, -self._search.root_nodes(move)

        others.sort(key=order)
        return [
            Candidate(
                move=move,
                value=show_value(values[move], self._scale),
                is_bound=self._search.prunes
                and move not in lines
                and values[move] >= -PROVEN,
                visits=self._search.root_nodes(move),
                pv=lines[move][1] if move in lines else (move,),
            )
            for move in (best, *others)
        ]

    def _bounded_values(self, lines: Mapping[Move, ValuedLine]) -> dict[Move, int]:
        """Return the values of all moves, none of them above that of a better line."""
        least = min(value for value, _ in lines.values())
        known = {**self._values, self._line[0]: self._value}
        return {
            move: min(lines[move][0], self._value)
            if move in lines
            else min(bound, least)
            for move, bound in known.items()
        }

    def _find_open_move(self) -> ValuedLine | None:
        """Return the first move that is not known to lose, with its last value."""
        for move in self._moves:
            if self._search.root_value(move) >= -PROVEN:
                return min(self._values.get(move, 0), PROVEN), (move,)
        return None


def show_value(value: int, scale: float) -> float:
    """Return a value of a search in [-1, 1]; only proven values are ±1.

    Args:
        value: The value, in units of the game's search.
        scale: Value at which the side wins about three games of four.
    """
    if abs(value) > PROVEN:
        return math.copysign(1.0, value)
    return math.tanh(value / (2 * scale))
