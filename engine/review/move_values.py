"""Win rate of every move of a position: a search of each position after a move.

The searches go in rounds of growing time, so that all moves have a rough win rate soon.
A search of the position itself leaves most moves with few visits, so their values say
little: it looks for the best one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.board.symmetry import keeping_stones
from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from engine.review.game_review import value_for

if TYPE_CHECKING:
    from engine.search.api import SearchResult

ROUND_SHARES = (1 / 25, 1 / 5, 1.0)
"""Limit of a search in each round, compared with the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSearch:
    """Search of the position after a move."""

    moves: tuple[Move, ...]
    """The move, then those that are symmetrical to it."""

    position: Position
    """The position after the first one."""

    share: float
    """Its limit, compared with a search of the last round."""


class MoveValues:
    """Win rates of the moves on cells, for the participant who makes them.

    Symmetrical moves share a search. A move that ends the game needs none, and one
    whose result is proven no more of them. Moves that are not allowed keep what is
    known of them, but are neither searched nor shown until they are allowed again.

    Args:
        position: The position; special moves, such as a swap, are left out.
        shares: Limit of a search in each round, compared with the last one.
    """

    def __init__(
        self, position: Position, shares: Sequence[float] = ROUND_SHARES
    ) -> None:
        self._position = position
        self._shares = tuple(shares)
        self._win_rates: dict[Move, float] = {}
        self._known: dict[tuple[Move, ...], None] = {}
        self._allowed: frozenset[Move] | None = None
        self._lacks_values = False
        self._round = 0
        self._waiting: list[tuple[Move, ...]] = []
        self._done: list[tuple[Move, ...]] = []
        for moves in _group_moves(position):
            after = position.play(moves[0])
            if after.outcome is None:
                self._waiting.append(moves)
            else:
                self._keep(moves, value_for(position.seat_to_move, after, None))

    @property
    def win_rates(self) -> Mapping[Move, float]:
        """Win rate of each allowed move that is known so far, from 0 to 1."""
        if self._allowed is None:
            return self._win_rates
        rates = self._win_rates.items()
        return {move: rate for move, rate in rates if move in self._allowed}

    @property
    def distinct_win_rates(self) -> Mapping[Move, float]:
        """Win rates of one of each group of symmetrical moves that are allowed."""
        first = (self._keep_allowed(moves)[:1] for moves in self._known)
        return {move: self._win_rates[move] for moves in first for move in moves}

    @property
    def lacks_values(self) -> bool:
        """Whether a search returned a move without a value, as in a fixed opening."""
        return self._lacks_values

    @property
    def share(self) -> float:
        """Limit of the searches of this round, compared with the last one."""
        return self._shares[self._round]

    @property
    def searched_moves(self) -> int:
        """Moves that this round has searched, with those symmetrical to them."""
        return self._count(self._done)

    @property
    def moves_to_search(self) -> int:
        """Moves of this round, searched or not."""
        return self.searched_moves + self._count(self._waiting)

    @property
    def next_search(self) -> MoveSearch | None:
        """The next search; ``None`` after the last round."""
        moves = next(filter(self._keep_allowed, self._waiting), None)
        if moves is None:
            return None
        after = self._position.play(moves[0])
        return MoveSearch(moves=moves, position=after, share=self.share)

    def allow(self, moves: frozenset[Move] | None) -> None:
        """Search and show these moves alone from now on; ``None`` for all.

        Moves that were never searched before begin with the first round.
        """
        self._allowed = moves
        fresh = [one for one in self._waiting if one[0] not in self._win_rates]
        if self._round and self._count(fresh):
            known = [one for one in self._waiting if one not in fresh]
            self._round, self._waiting, self._done = 0, fresh, self._done + known
        self._end_round()

    def take(self, search: MoveSearch, result: SearchResult) -> None:
        """Keep the result of ``next_search``."""
        self._waiting.remove(search.moves)
        if result.has_value:
            seat = self._position.seat_to_move
            value = value_for(seat, search.position, result.analysis())
            self._keep(search.moves, value)
            self._done.append(search.moves)
        else:
            self._lacks_values = True
        self._end_round()

    def _end_round(self) -> None:
        """Start the next round if this one has searched all allowed moves."""
        is_last = self._round == len(self._shares) - 1
        if not is_last and self._count(self._done) and not self._count(self._waiting):
            self._start_round()

    def _start_round(self) -> None:
        """Search the moves again, the best ones first, for a longer time."""
        self._round += 1
        open_moves = [m for m in self._done if 0 < self._win_rates[m[0]] < 1]
        open_moves.sort(key=lambda m: -self._win_rates[m[0]])
        self._waiting = open_moves + self._waiting
        self._done = []

    def _keep(self, moves: tuple[Move, ...], value: float | None) -> None:
        if value is not None:
            self._known[moves] = None
            self._win_rates.update(dict.fromkeys(moves, (1 + value) / 2))

    def _keep_allowed(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the allowed ones of symmetrical moves."""
        if self._allowed is None:
            return moves
        return tuple(move for move in moves if move in self._allowed)

    def _count(self, groups: Sequence[tuple[Move, ...]]) -> int:
        """Return the number of allowed moves in groups."""
        return sum(len(self._keep_allowed(moves)) for moves in groups)


def most_even_moves(win_rates: Mapping[Move, float], count: int) -> list[Move]:
    """Return the moves whose win rates are closest to one half, the closest first."""
    return sorted(win_rates, key=lambda move: abs(win_rates[move] - 0.5))[:count]


def _group_moves(position: Position) -> list[tuple[Move, ...]]:
    """Return the legal moves on cells in groups of symmetrical ones.

    Those near stones come first, then those near the middle.
    """
    setup = position.setup
    symmetries = keeping_stones(get_game(setup.game).symmetries(setup), position.stones)
    legal = [move for move in position.legal_moves() if move < setup.cell_count]
    order = _order_cells(position)
    left, groups = dict.fromkeys(legal), []
    for move in sorted(legal, key=order.__getitem__):
        if move in left:
            images = dict.fromkeys(Move(one.cells[move]) for one in symmetries)
            groups.append(tuple(image for image in images if image in left))
            for image in groups[-1]:
                del left[image]
    return groups


def _order_cells(position: Position) -> list[tuple[int, int]]:
    """Return the distances of each cell from the nearest stone and from the middle."""
    height, width = position.setup.height, position.setup.width
    stones = [divmod(at, width) for at, stone in enumerate(position.stones) if stone]

    def distances(row: int, column: int) -> tuple[int, int]:
        near = [max(abs(row - r), abs(column - c)) for r, c in stones]
        from_middle = max(abs(2 * row - height + 1), abs(2 * column - width + 1))
        return min(near, default=0), from_middle

    return [distances(row, column) for row in range(height) for column in range(width)]
