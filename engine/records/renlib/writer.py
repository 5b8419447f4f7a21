"""Nodes of a RenLib file from a game record.

Texts are written as GB18030, which Chinese programs expect, or as UTF-8 where a reader
would take GB18030 for something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.errors import RecordError
from engine.core.formats.clean_text import clean_comment, clean_line
from engine.core.message import Message
from engine.core.types import Move
from engine.records.model.format_checks import (
    check_begins_empty,
    check_game,
    check_is_stone,
)
from engine.records.model.record import GameRecord
from engine.records.model.record_format import make_half_character_error
from engine.records.model.text_encoding import find_encoding
from engine.records.renlib.library_file import (
    LEAF,
    LINE_BREAK,
    MARKED,
    MORE_SIBLINGS,
    NO_MOVE,
    SIDE,
    LibraryNode,
    make_cell_byte,
)
from engine.records.renlib.reader import GAME, MARK
from engine.records.sgf.markup import read_labels

TITLE = "RenLib"

ENCODINGS = ("gb18030", "utf-8")
"""Encodings of texts, in the order of preference."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A node to write: a move, or the label of an empty cell."""

    move: Move
    label: str
    index: int | None
    """Index of the move's node; ``None`` for a label alone."""

    depth: int
    """Number of moves before it."""

    has_more: bool
    """Whether another entry follows it in the same position."""


def list_nodes(record: GameRecord) -> list[LibraryNode]:
    """Return the nodes of a record, the root first.

    Raises:
        RecordError: The format does not support the game, the board, stones before the
            first move or moves other than stones.
    """
    _check(record)
    encoding = _choose_encoding(record)
    root = record.nodes[0]
    nodes = [
        LibraryNode(0, _marked(record, 0), _comment(root.comment, encoding)),
    ]
    path: list[Move] = []
    stack = list(_entries_after(record, 0, path))
    while stack:
        entry = stack.pop()
        del path[entry.depth :]
        flags = MORE_SIBLINGS if entry.has_more else 0
        label, comment = clean_line(entry.label).encode(encoding), b""
        after: list[_Entry] = []
        if entry.index is None:
            flags |= NO_MOVE
        else:
            path.append(entry.move)
            flags |= _marked(record, entry.index)
            comment = _comment(record.nodes[entry.index].comment, encoding)
            after = list(_entries_after(record, entry.index, path))
        if not after:
            flags |= LEAF
        nodes.append(LibraryNode(make_cell_byte(entry.move), flags, comment, label))
        stack += after
    return nodes


def _check(record: GameRecord) -> None:
    """Raise ``RecordError`` unless the format supports the record."""
    check_game(record, GAME)
    setup = record.setup
    if (setup.height, setup.width) != (SIDE, SIDE):
        raise RecordError(
            Message(
                "Expected a board of {side}x{side}, which alone RenLib has, got "
                "{size}; save it as SGF.",
                side=SIDE,
                size=setup.size_text,
            )
        )
    check_begins_empty(record, TITLE)
    for node in record.nodes:
        check_is_stone(record, node, TITLE)


def _entries_after(
    record: GameRecord, index: int, path: list[Move]
) -> Iterator[_Entry]:
    """Yield the moves and labels in the position of a node, the last one first."""
    labels = read_labels(record.setup, record.nodes[index].properties)
    entries: list[tuple[Move, str, int | None]] = []
    for child in record.nodes[index].children:
        move = record.nodes[child].move
        assert move is not None
        entries.append((move, labels.pop(move, ""), child))
    entries += [
        (cell, label, None) for cell, label in labels.items() if cell not in path
    ]
    last = len(entries) - 1
    for number in range(last, -1, -1):
        yield _Entry(*entries[number], len(path), has_more=number < last)


def _marked(record: GameRecord, index: int) -> int:
    """Return the flag of a marked node."""
    return MARKED if MARK in record.nodes[index].properties else 0


def _comment(comment: str, encoding: str) -> bytes:
    """Return a comment as in the file: its first line, and all others."""
    first, _, rest = clean_comment(comment).partition("\n")
    parts = first.encode(encoding), rest.replace("\n", "\r\n").encode(encoding)
    return parts[0] + (LINE_BREAK + parts[1] if parts[1] else b"")


def _choose_encoding(record: GameRecord) -> str:
    """Return the first encoding that a reader recognises.

    Raises:
        RecordError: A text has a lone surrogate.
    """
    labels = (
        label
        for node in record.nodes
        for label in read_labels(record.setup, node.properties).values()
    )
    text = "\n".join([*(node.comment for node in record.nodes), *labels])
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise make_half_character_error(text, error) from None
    for encoding in ENCODINGS:
        if _is_recognised(text.encode(encoding), text):
            return encoding
    return ENCODINGS[-1]


def _is_recognised(data: bytes, text: str) -> bool:
    """Return whether a reader decodes the bytes of a text as the text."""
    found = find_encoding(data)
    return found is not None and data.decode(found) == text
