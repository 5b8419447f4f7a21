"""Reader from the property tree of an SGF text to a game record.

Each node is played as it is read. Illegal or unsupported parts are skipped with a
warning that gives the source position.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core.errors import IllegalMoveError
from engine.core.message import Message, as_clause
from engine.core.types import Move, Outcome, Player
from engine.records.model import parsing, reasons
from engine.records.model.move_tree import RecordNode
from engine.records.model.parsing import (
    NO_NOTES,
    SourceText,
    TreePosition,
    TreeReader,
    WarningList,
)
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord
from engine.records.sgf import property_values
from engine.records.sgf.game_info import SgfGameInfo
from engine.records.sgf.note_reader import NoteReader
from engine.records.sgf.property_names import CHOICE, MOVES, SET_UP
from engine.records.sgf.property_tree import SgfNode, parse_line, parse_tree

PASSES = ("", "pass")
ENDINGS = {"resign": reasons.RESIGNATION, "forfeit": reasons.FORFEIT}


@dataclass(frozen=True, slots=True, kw_only=True)
class _ColourView:
    """Interpretation of colours and cells in a line of the text."""

    is_mirrored: bool = False
    """Whether rows and columns are exchanged: sides were swapped, not pieces."""

    players: Mapping[str, Player] | None
    """Player of each colour; ``None`` between a swap and the next move."""


class SgfReader:
    """Reader of one text.

    Args:
        text: The text.
        game_name: Name of the game, if known to the caller.

    Raises:
        RecordError: The text is not a record of a supported game.
    """

    def __init__(self, text: str, *, game_name: str | None) -> None:
        self._source = SourceText(text)
        self._warnings = WarningList()
        self._nodes = parse_tree(text, self._warnings)
        self._game_info = SgfGameInfo(
            self._nodes, self._source, self._warnings, game_name=game_name
        )
        self._empty = self._game_info.record()
        self._tree = TreeReader(
            start_position(self._empty), self._source.place, self._warnings
        )
        self._notes = NoteReader(self._game_info, self._source, self._warnings)
        self._endings: list[tuple[int, Outcome]] = []
        self._traded: list[int] = []
        """Nodes after which the players have exchanged their colours."""

    def record(self) -> GameRecord:
        """Return the record in the text."""
        self._read_nodes()
        nodes, places = self._tree.build()
        record = replace(self._empty, nodes=nodes)
        final = final_position(record)
        outcome = parsing.determine_outcome(
            final, self._claim(record.line_through(0), places), self._warnings
        )
        return replace(
            record,
            headers=parsing.order_names_by_colour(record.headers, final),
            outcome=outcome,
            warnings=self._warnings.texts(),
            is_partial=self._warnings.has_omissions,
        )

    def _claim(self, line: list[int], places: dict[int, int]) -> Outcome | None:
        """Return the outcome by the header and the end of the main line."""
        claim = self._game_info.claim()
        if claim is not None and any(places[index] in line for index in self._traded):
            claim = Outcome(claim.winner and claim.winner.opponent, claim.reason)
        for index, ending in self._endings:
            if places[index] != line[-1]:
                self._warnings.leave_out(
                    Message("A variation ends by resigning; that was left out.")
                )
                continue
            agrees = claim is not None and claim.winner is ending.winner
            if claim is not None and not agrees:
                self._warnings.add(
                    Message(
                        "The result (RE) and the last move disagree; the move was kept."
                    )
                )
            if claim is None or not agrees or claim.reason == reasons.UNSTATED:
                claim = ending
        return claim

    def _read_nodes(self) -> None:
        open_nodes = [
            (0, self._tree.start, _ColourView(players=self._game_info.players))
        ]
        while open_nodes:
            index, at, view = open_nodes.pop()
            after = self._read_node(index, at, view)
            if after is not None:
                children = reversed(self._nodes[index].children)
                open_nodes.extend((child, *after) for child in children)

    def _read_node(
        self, index: int, at: TreePosition, view: _ColourView
    ) -> tuple[TreePosition, _ColourView] | None:
        """Add a node to the tree; return ``None`` to skip the rest of its line."""
        node = self._nodes[index]
        is_opening = index in self._game_info.indices
        if not is_opening and not SET_UP.keys().isdisjoint(node.properties):
            why = Message("stones are set up in the middle of the game")
            self._tree.leave_out(at, why, offset=node.offset)
            return None
        choices = self._words(node, CHOICE) if CHOICE in node.properties else []
        moves = self._words(node, *MOVES)
        view = self._resolve_colours(view, moves[0][0], at) if moves else view
        players = view.players or {}
        if len(moves) > 1:
            moves.sort(key=lambda item: players.get(item[0]) is not at.position.to_move)
        moves = choices + moves
        if at.index == 0 and not is_opening and (not moves or moves[0][1] in ENDINGS):
            self._notes.skip_start_names(node)
            is_opening = True  # its notes go to the start
        notes = self._notes.read(
            node, is_mirrored=view.is_mirrored, is_opening=is_opening
        )
        if is_opening or not moves:
            self._tree.note(at.index, notes)
            notes = NO_NOTES
        for number, (name, word) in enumerate(moves, start=1):
            player = at.position.to_move if name == CHOICE else players[name]
            own = notes if number == len(moves) else NO_NOTES
            if word in ENDINGS:
                self._end(at, player, word, node=node, notes=own)
                return None
            place = self._read_move(at, view, player, word, node=node, notes=own)
            if place is None:
                return None
            at = place
            if word in self._game_info.swaps:
                view = self._view_after_swap(view, word)
        return at, view

    @staticmethod
    def _words(node: SgfNode, *names: str) -> list[tuple[str, str]]:
        """Return name and word of every move in these properties of a node."""
        return [
            (name, parse_line(value).strip().lower())
            for name in names
            for value in node.properties.get(name, ())
        ]

    def _resolve_colours(
        self, view: _ColourView, first_name: str, at: TreePosition
    ) -> _ColourView:
        """Return the view with the player of each colour determined.

        After a swap some programs keep the colours of the stones, others those of the
        people; the colour of the next move decides.
        """
        if view.players is not None:
            return view
        players = dict(self._game_info.players)
        if players[first_name] is not at.position.to_move:
            players = {name: player.opponent for name, player in players.items()}
            self._traded.append(at.index)
        return replace(view, players=players)

    def _view_after_swap(self, view: _ColourView, word: str) -> _ColourView:
        if self._game_info.stone_moves(word):
            return view
        self._warnings.add(
            Message(
                "The players swap sides; the record was mirrored from there on, so "
                "that the first stone changes its place and colour instead."
            )
        )
        return _ColourView(is_mirrored=True, players=None)

    def _end(
        self,
        at: TreePosition,
        player: Player,
        word: str,
        *,
        node: SgfNode,
        notes: RecordNode,
    ) -> None:
        """Add a resignation or forfeit at a node."""
        self._endings.append((at.index, Outcome(player.opponent, ENDINGS[word])))
        self._tree.note(at.index, notes)
        if node.children:
            why = Message("the game is over")
            self._tree.leave_out(at, why, offset=node.offset)

    def _read_move(
        self,
        at: TreePosition,
        view: _ColourView,
        player: Player,
        word: str,
        *,
        node: SgfNode,
        notes: RecordNode,
    ) -> TreePosition | None:
        """Play the move of a property, or skip the rest of the line."""
        if word in PASSES:
            why: str = Message("passing is not allowed")
            self._tree.leave_out(at, why, offset=node.offset)
            return None
        if word in self._game_info.swaps and player is Player.FIRST:
            why = Message("only the second player may swap")
            self._tree.leave_out(at, why, offset=node.offset)
            return None
        try:
            move = self._move(word, view, node)
        except IllegalMoveError as error:
            why = as_clause(error.message)
            self._tree.leave_out(at, why, offset=node.offset)
            return None
        return self._tree.play(at, player, move, offset=node.offset, notes=notes)

    def _move(self, word: str, view: _ColourView, node: SgfNode) -> Move:
        """Return the move of a text.

        Raises:
            IllegalMoveError: The text is no move on this board.
            RecordError: The text is a swap, and the game has none.
        """
        game, setup = self._game_info.game, self._empty.setup
        if word in self._game_info.swaps:
            return self._swap_move(word, node)
        move = property_values.parse_point(game, setup, word)
        if not view.is_mirrored or move >= setup.cell_count:
            return move
        row, column = divmod(move, setup.width)
        return Move(column * setup.width + row)

    def _swap_move(self, word: str, node: SgfNode) -> Move:
        """Return the swap; raise ``RecordError`` if the game has none."""
        swap = self._game_info.swap
        if swap is not None:
            with contextlib.suppress(IllegalMoveError):
                return self._game_info.game.parse_cell(self._empty.setup, swap.move)
        message = Message(
            "Expected a game without the swap rule, got {word!r}", word=word
        )
        raise self._source.error(node.offset, message)
