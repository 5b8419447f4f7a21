"""Reader from the nodes of a RenLib file to a game record.

A file names no rules. Renju is assumed unless Black's moves break them, then
freestyle, if that keeps more of the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Move
from engine.games import get_game
from engine.records.model import parsing
from engine.records.model.move_tree import Properties, RecordNode
from engine.records.model.parsing import (
    NO_NOTES,
    TreePosition,
    TreeReader,
    WarningList,
)
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord
from engine.records.model.text_encoding import FALLBACK, UNCERTAIN, find_encoding
from engine.records.renlib.library_file import (
    LEAF,
    LINE_BREAK,
    MARKED,
    MORE_SIBLINGS,
    NO_MOVE,
    OLD_COMMENT,
    SIDE,
    LibraryNode,
    find_cell,
)
from engine.records.sgf.markup import LABEL, format_label
from engine.records.sgf.property_tree import NODE_LIMIT

GAME = "gomoku"
USUAL_RULE = "renju"
RULES = (USUAL_RULE, "freestyle")
"""Rules to try, in this order."""

MARK = "HO", ("1",)
"""Property of a marked move: SGF's hot spot."""


def read_record(nodes: Sequence[LibraryNode]) -> GameRecord:
    """Return the record with the tree of a file, by the rules that fit it best."""
    texts = [node.label for node in nodes]
    texts += [node.comment for node in nodes if not node.flags & OLD_COMMENT]
    encoding = find_encoding(b"\n".join(texts))
    found: _TreeReading | None = None
    for rule in RULES:
        reading = _TreeReading(rule, encoding or FALLBACK)
        reading.read(nodes[:NODE_LIMIT])
        if found is None or len(reading.record.nodes) > len(found.record.nodes):
            found = reading
        if reading.is_whole:
            break
    assert found is not None
    if found.record.setup.option("rule") != USUAL_RULE:
        found.warnings.add(
            Message(
                "The library names no rules. Freestyle was assumed, since Black plays "
                "forbidden points of renju."
            )
        )
    if encoding is None:
        found.warnings.add(UNCERTAIN)
    if len(nodes) > NODE_LIMIT:
        found.warnings.leave_out(
            Message(
                "The record has more than {limit} moves; the rest was left out.",
                limit=NODE_LIMIT,
            )
        )
    return replace(
        found.record,
        warnings=found.warnings.texts(),
        is_partial=found.warnings.has_omissions,
    )


def make_setup(rule: str) -> GameSetup:
    """Return the board of RenLib with a rule."""
    return get_game(GAME).setup(height=SIDE, width=SIDE, options={"rule": rule})


class _TreeReading:
    """Reading of the nodes by one of the rules.

    Args:
        rule: The rule.
        encoding: Encoding of the texts.
    """

    def __init__(self, rule: str, encoding: str) -> None:
        self.record = GameRecord(setup=make_setup(rule))
        self.warnings = WarningList()
        self._encoding = encoding
        start = start_position(self.record)
        self._tree = TreeReader(start, _locate, self.warnings)

    @property
    def is_whole(self) -> bool:
        """Whether no move was left out."""
        return self._tree.is_whole

    def read(self, nodes: Sequence[LibraryNode]) -> None:
        """Read all nodes into the record."""
        at: TreePosition | None = self._tree.start
        forks: list[TreePosition | None] = []
        for number, node in enumerate(nodes):
            if number == 0 and node.cell == 0:
                self._tree.note(0, self._notes(node))
                continue
            after = None if at is None else self._read_node(node, at)
            if node.flags & MORE_SIBLINGS:
                forks.append(at)
            if node.flags & LEAF:
                after = forks.pop() if forks else self._tree.start
            at = after
        self.record = replace(self.record, nodes=self._tree.build()[0])
        final = final_position(self.record)
        outcome = parsing.determine_outcome(final, None, self.warnings)
        self.record = replace(self.record, outcome=outcome)

    def _read_node(self, node: LibraryNode, at: TreePosition) -> TreePosition | None:
        """Add a node after ``at``; return ``None`` to skip what follows it."""
        cell = find_cell(node.cell)
        if cell is None:
            why = Message("its byte {byte} is no cell", byte=node.cell)
            if node.cell == 0:
                why = Message("passing is not allowed")
            self._tree.leave_out(at, why, offset=node.offset)
            return None
        if node.label:
            label = format_label(
                self.record.setup, Move(cell), _decode(node.label, self._encoding)
            )
            self._tree.note(at.index, RecordNode(properties=((LABEL, (label,)),)))
        notes = self._notes(node)
        if node.flags & NO_MOVE:
            self._tree.note(at.index, RecordNode(comment=notes.comment))
            return None
        player, offset = at.position.to_move, node.offset
        return self._tree.play(at, player, Move(cell), offset=offset, notes=notes)

    def _notes(self, node: LibraryNode) -> RecordNode:
        """Return comment and mark of a node."""
        properties: Properties = (MARK,) if node.flags & MARKED else ()
        if not node.comment and not properties:
            return NO_NOTES
        first, _, rest = node.comment.partition(LINE_BREAK)
        lines = [line for line in (first, rest) if line]
        encoding = FALLBACK if node.flags & OLD_COMMENT else self._encoding
        comment = "\n".join(_decode(line, encoding) for line in lines)
        return RecordNode(comment=comment, properties=properties)


def _decode(text: bytes, encoding: str) -> str:
    letters = text.decode(encoding, errors="replace")
    return letters.replace("\r\n", "\n").replace("\r", "\n")


def _locate(offset: int) -> str:
    return Message("byte {offset}", offset=offset)
