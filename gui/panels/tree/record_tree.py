"""A record as the tree panel shows it: layout, colours and losses of its moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.errors import IllegalMoveError
from engine.core.game import Position
from engine.core.types import Player
from engine.games import get_game
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord
from engine.review.game_review import review_move
from gui.panels.tree.tree_layout import TreeLayout, lay_out


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTree:
    """A record with the layout of its nodes."""

    record: GameRecord
    """The record."""

    layout: TreeLayout
    """Places of the nodes."""

    movers: tuple[Player, ...]
    """Colour that made each move; the first is that before the game."""

    _positions: dict[int, Position]
    """Positions of the nodes that were asked for."""

    @classmethod
    def of(cls, record: GameRecord) -> RecordTree:
        """Return the tree of a record."""
        return cls(
            record=record,
            layout=lay_out([node.children for node in record.nodes]),
            movers=_find_movers(record),
            _positions={0: start_position(record)},
        )

    def following(self, record: GameRecord) -> RecordTree:
        """Return the tree of a later record; the same layout for the same moves."""
        if record.nodes is self.record.nodes:
            return self
        if not self._has_moves_of(record):
            return RecordTree.of(record)
        return replace(self, record=record)

    def loss(self, node: int) -> float | None:
        """Return the win rate that a move gives away, as in a review, if it is known.

        It is from 0 to 1, for the participant who moved. An illegal move, or one after
        it, has none.
        """
        parent = self.record.nodes[node].parent
        if parent is None or self.record.nodes[parent].analysis is None:
            return None
        try:
            before, after = self._find_position(parent), self._find_position(node)
        except IllegalMoveError:  # in a damaged record
            return None
        review = review_move(self.record, node, before=before, after=after)
        return None if review is None else review.loss

    def _find_position(self, node: int) -> Position:
        """Return the position of a node; those on the way to it are kept."""
        path, step = [], node
        while step not in self._positions:
            path.append(step)
            step = self.record.nodes[step].parent or 0
        for at in reversed(path):
            parent, move = self.record.nodes[at].parent or 0, self.record.nodes[at].move
            before = self._positions[parent]
            self._positions[at] = before if move is None else before.play(move)
        return self._positions[node]

    def _has_moves_of(self, record: GameRecord) -> bool:
        mine, other = self.record, record
        return (
            (mine.setup, mine.start_player, mine.start_stones)
            == (other.setup, other.start_player, other.start_stones)
            and len(mine.nodes) == len(other.nodes)
            and all(
                one is two or (one.move == two.move and one.children == two.children)
                for one, two in zip(mine.nodes, other.nodes, strict=True)
            )
        )


def _find_movers(record: GameRecord) -> tuple[Player, ...]:
    """Return the colour of each move; a choice keeps the turn."""
    game, setup = get_game(record.setup.game), record.setup
    has_choices = bool(game.special_moves_of(setup))
    to_move = [record.start_player]
    movers = [record.start_player.opponent]
    for node in record.nodes[1:]:
        mover = to_move[node.parent or 0]
        keeps_turn = (
            has_choices and node.move is not None and game.is_choice(setup, node.move)
        )
        movers.append(mover)
        to_move.append(mover if keeps_turn else mover.opponent)
    return tuple(movers)
