"""Immediate threats for the root of a search, by the readable rules.

They are wins in one, rows to stop, and moves that no single move parries. A position
takes milliseconds. Nodes of a search use the VCF solver (``threats``) instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player, SensibleMoves
from engine.games.gomoku.rules import renju
from engine.games.gomoku.rules.constants import RENJU
from engine.games.gomoku.rules.lines import (
    DIRECTIONS,
    Direction,
    neighbour,
    winning_row,
)

NEAR = 2
"""Maximum distance of a sensible quiet move from a stone, in rows and columns."""

OPENING_STONES = 4
"""Number of stones from which a quiet move far from all of them may be good."""

PAIR = 2
"""Number of threats that one move cannot parry."""


class ThreatBoard:
    """A board on which single stones are tried.

    Args:
        position: Size, rules and stones.
    """

    def __init__(self, position: Position) -> None:
        self._setup = position.setup
        self._stones = bytearray(position.stones)
        self._needed = int(position.setup.option("line_length"))
        self._has_fouls = position.setup.option("rule") == RENJU

    @property
    def stones(self) -> Sequence[int]:
        """``[H * W]`` content of each cell, with the stones that are tried now."""
        return self._stones

    @contextmanager
    def stone_on(self, cell: Move, player: Player) -> Iterator[None]:
        """Place a stone of ``player`` on an empty cell temporarily."""
        self._stones[cell] = player
        try:
            yield
        finally:
            self._stones[cell] = EMPTY

    def is_foul(self, cell: Move, player: Player) -> bool:
        """Return whether a stone of ``player`` on an empty cell is a foul."""
        if not self._has_fouls or player is not Player.FIRST:
            return False
        return bool(
            renju.TrialBoard(self._setup, bytes(self._stones)).foul_reasons(cell)
        )

    def winning_row(self, cell: Move, player: Player) -> tuple[Move, ...]:
        """Return the row with which a stone on an empty cell wins, or nothing."""
        with self.stone_on(cell, player):
            return winning_row(self._setup, self._stones, cell)

    def wins(self, cell: Move, player: Player) -> bool:
        """Return whether a stone of ``player`` on an empty cell wins."""
        return bool(self.winning_row(cell, player))

    def winning_cells(self, player: Player) -> list[Move]:
        """Return the cells on which a stone of ``player`` wins."""
        return [
            cell
            for cell in self._lively_cells(player, self._needed - 1)
            if self.wins(cell, player)
        ]

    def fours(self, player: Player) -> dict[Move, list[Move]]:
        """Return the moves with which ``player`` threatens to win, and winning cells.

        Fouls are excluded. ``player`` must have no winning cell yet.
        """
        found = {}
        for cell in self._lively_cells(player, self._needed - 2):
            with self.stone_on(cell, player):
                ends = self._reachable(cell, player)
                wins = [end for end in ends if self.wins(end, player)]
            if wins and not self.is_foul(cell, player):
                found[cell] = wins
        return found

    def decisive(self, player: Player) -> dict[Move, list[Move]]:
        """Return the moves of ``fours`` that no single opposing stone parries."""
        found = {}
        for cell, wins in self.fours(player).items():
            with self.stone_on(cell, player):
                if len(wins) >= PAIR or self.is_foul(wins[0], player.opponent):
                    found[cell] = wins
        return found

    def answers(self, player: Player, threats: dict[Move, list[Move]]) -> set[Move]:
        """Return the moves of ``player`` after which no decisive threat is left.

        Args:
            player: Side that answers; neither side may have a winning cell.
            threats: ``decisive`` of the opponent.
        """
        cells = {*threats, *(win for wins in threats.values() for win in wins)}
        found = set(self.fours(player))
        for cell in cells - found:
            if not self.is_foul(cell, player):
                with self.stone_on(cell, player):
                    if not self.decisive(player.opponent):
                        found.add(cell)
        return found

    def _lively_cells(self, player: Player, stones: int) -> list[Move]:
        """Return the empty cells with at least ``stones`` of ``player`` on a line."""
        views = views_of(self._setup, self._needed - 1)
        counts: Counter[tuple[int, Move]] = Counter()
        for cell, content in enumerate(self._stones):
            if content == player:
                counts.update(views[cell])
        found = {cell for (_, cell), count in counts.items() if count >= stones}
        return sorted(cell for cell in found if self._stones[cell] == EMPTY)

    def _reachable(self, cell: Move, player: Player) -> Iterator[Move]:
        """Yield the empty cells that a row through the stone on ``cell`` may use."""
        for line in lines_through(self._setup, self._needed - 1)[cell]:
            own = sum(self._stones[at] == player for part in line for at in part)
            if own < self._needed - 2:
                continue
            for part in line:
                for at in part:
                    if self._stones[at] == player.opponent:
                        break
                    if self._stones[at] == EMPTY:
                        yield at


def sensible_moves(position: Position, *, foresight: int) -> SensibleMoves:
    """Return the moves that an attentive player considers; see ``Game``."""
    player, board = position.to_move, ThreatBoard(position)
    if foresight > 0:
        forced = _forced(board, player, foresight)
        if forced:
            return SensibleMoves(moves=tuple(sorted(forced)), is_forced=True)
    stones = len(position.stones) - position.stones.count(EMPTY)
    fouls = position.fouls()
    near = [cell for cell in _near_cells(position) if cell not in fouls]
    moves = near or [move for move in position.legal_moves() if move not in fouls]
    return SensibleMoves(
        moves=tuple(moves or position.legal_moves()),
        is_forced=stones < OPENING_STONES,
    )


def _forced(board: ThreatBoard, player: Player, foresight: int) -> Iterable[Move]:
    """Return the moves that win or parry an immediate threat, if any."""
    wins = board.winning_cells(player)
    if wins:
        return wins
    rows = board.winning_cells(player.opponent)
    if rows:
        return [cell for cell in rows if not board.is_foul(cell, player)]
    if foresight <= 1:
        return ()
    attacks = board.decisive(player)
    if attacks:
        return attacks
    threats = board.decisive(player.opponent)
    return board.answers(player, threats) or threats if threats else ()


def _near_cells(position: Position) -> list[Move]:
    """Return the empty cells near stones, or the centre of an empty board."""
    setup, stones = position.setup, position.stones
    near = cells_around(setup.height, setup.width)
    placed = [cell for cell, stone in enumerate(stones) if stone != EMPTY]
    if not placed:
        return middle_cells(setup)
    found = {at for cell in placed for at in near[cell] if stones[at] == EMPTY}
    return sorted(found)


def middle_cells(setup: GameSetup) -> list[Move]:
    """Return the cells around the centre: three a row, or two on even sides."""
    rows, columns = _middle(setup.height), _middle(setup.width)
    return [Move(row * setup.width + column) for row in rows for column in columns]


def _middle(side: int) -> range:
    """Return the middle three lines of an odd side, the middle two of an even one."""
    return range(side // 2 - 1, side // 2 + 1 + side % 2)


@lru_cache(maxsize=32)
def cells_around(height: int, width: int) -> list[tuple[Move, ...]]:
    """Return for each cell the other cells within ``NEAR`` rows and columns."""
    steps = range(-NEAR, NEAR + 1)
    return [
        tuple(
            Move((row + down) * width + column + right)
            for down in steps
            for right in steps
            if (down or right) and 0 <= row + down < height
            if 0 <= column + right < width
        )
        for row in range(height)
        for column in range(width)
    ]


@lru_cache(maxsize=32)
def lines_through(
    setup: GameSetup, reach: int
) -> list[tuple[tuple[tuple[Move, ...], tuple[Move, ...]], ...]]:
    """Return for each cell its four lines, each as the cells on either side of it.

    Args:
        setup: Size of the board.
        reach: Maximum number of cells on a side.
    """
    return [
        tuple(
            (
                _ray(setup, Move(cell), direction, reach),
                _ray(setup, Move(cell), (-direction[0], -direction[1]), reach),
            )
            for direction in DIRECTIONS
        )
        for cell in range(setup.cell_count)
    ]


@lru_cache(maxsize=32)
def views_of(setup: GameSetup, reach: int) -> list[tuple[tuple[int, Move], ...]]:
    """Return for each cell the others on its four lines, with the number of the line.

    The arguments are those of ``lines_through``.
    """
    return [
        tuple(
            (number, other)
            for number, (before, after) in enumerate(lines)
            for other in before + after
        )
        for lines in lines_through(setup, reach)
    ]


def _ray(
    setup: GameSetup, cell: Move, direction: Direction, reach: int
) -> tuple[Move, ...]:
    found: list[Move] = []
    following = neighbour(setup, cell, direction)
    while following is not None and len(found) < reach:
        found.append(following)
        following = neighbour(setup, following, direction)
    return tuple(found)
