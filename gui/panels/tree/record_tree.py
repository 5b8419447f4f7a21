"""A record as the tree panel shows it: layout, colours and losses of its moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.types import Player
from engine.games import get_game
from engine.records.model.record import GameRecord
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

    @classmethod
    def of(cls, record: GameRecord) -> RecordTree:
        """Return the tree of a record."""
        return cls(
            record=record,
            layout=lay_out([node.children for node in record.nodes]),
            movers=_find_movers(record),
        )

    def following(self, record: GameRecord) -> RecordTree:
        """Return the tree of a later record; the same layout for the same moves."""
        if record.nodes is self.record.nodes:
            return self
        if not self._has_moves_of(record):
            return RecordTree.of(record)
        return replace(self, record=record)

    def loss(self, node: int) -> float | None:
        """Return the win rate that a move gives away, from 0 to 1, if it is known.

        That needs an analysis of the positions before and after the move. A move
        that the search before prefers has no loss; a choice of colours has none known.
        """
        nodes = self.record.nodes
        after, parent = nodes[node].analysis, nodes[node].parent
        before = None if parent is None else nodes[parent].analysis
        if before is None or after is None or self._is_choice(node):
            return None
        if nodes[node].move in before.pv[:1]:
            return 0.0
        return max(0.0, (before.value + after.value) / 2)

    def _is_choice(self, node: int) -> bool:
        """Return whether a move keeps the turn of its colour."""
        setup, move = self.record.setup, self.record.nodes[node].move
        return move is not None and get_game(setup.game).is_choice(setup, move)

    def _has_moves_of(self, record: GameRecord) -> bool:
        mine, other = self.record, record
        return (
            (mine.setup, mine.start_player) == (other.setup, other.start_player)
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
