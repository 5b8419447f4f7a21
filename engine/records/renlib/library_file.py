"""Nodes of a RenLib file and their bytes.

The file begins with 20 bytes: 0xFF, ``RenLib``, 0xFF, the version (3.0 or 3.4), then
0xFF. Nodes follow in depth-first order. A node has a byte for its cell and one of
flags: x + 16 y with x from 1 to 15 from the left and y from 0 to 14 from the top; 0 is
the root, or a pass. With ``EXTENDED`` two more bytes of flags follow, the last of which
has ``LABELLED``. Then come its comment and its label, if it has them: each ends with a
zero and is filled up to an even length. In a comment, a backspace separates the first
line from all others. Described after the source of RenLib 3.6 (docs/references.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SIGNATURE = b"\xffRenLib\xff"
HEADER_SIZE = 20
VERSION = (3, 4)
"""Newest version, with a root, so that the first move is any."""

SIDE = 15
"""Side of the board."""

MORE_SIBLINGS = 0x80
"""Flag: the subtree of a further move in its place follows that of this node."""

LEAF = 0x40
OLD_COMMENT = 0x20
"""Flag: a comment of letters of seven bits; the last one has the eighth bit, too."""

MARKED = 0x10
COMMENTED = 0x08
NO_MOVE = 0x02
"""Flag: the node is no move, but carries the label of an empty cell."""

EXTENDED = 0x01
LABELLED = 0x01
"""Flag in the last one of the extended bytes."""

LINE_BREAK = b"\x08"
"""Byte between the first line of a comment and all others."""

SWEDISH = bytes.maketrans(b"}{|][\\", "åäöÅÄÖ".encode("latin-1"))
"""Letters of old comments, which took the places of brackets."""


@dataclass(frozen=True, slots=True)
class LibraryNode:
    """A node of a file."""

    cell: int
    """Byte of the cell; 0 for the root or a pass."""

    flags: int = 0
    """Sum of the flags, without those that only say which texts follow."""

    comment: bytes = b""
    """The comment in the encoding of its author; an old one is in Latin-1."""

    label: bytes = b""
    """Text on the cell in the position before the move, in that encoding."""

    offset: int = 0
    """Offset of the node in the file."""


def find_cell(byte: int) -> int | None:
    """Return the cell of its byte, row by row from the top; ``None`` for none."""
    column, row = byte % 16 - 1, byte // 16
    return row * SIDE + column if column >= 0 and row < SIDE else None


def make_cell_byte(cell: int) -> int:
    """Return the byte of a cell."""
    row, column = divmod(cell, SIDE)
    return 16 * row + column + 1


def read_nodes(data: bytes, *, most: int) -> tuple[list[LibraryNode], bool]:
    """Return the first nodes of a file, and whether it ends within one of them.

    Args:
        data: The file.
        most: Largest number of nodes.
    """
    nodes: list[LibraryNode] = []
    at = HEADER_SIZE
    while at + 1 < len(data) and len(nodes) < most:
        offset, cell, flags = at, data[at], data[at + 1]
        at += 2
        more_flags = 0
        if flags & EXTENDED:
            more_flags = data[at + 1] if at + 1 < len(data) else 0
            at += 2
        comment = label = b""
        if flags & OLD_COMMENT:
            comment, at = _read_old_comment(data, at)
        if flags & COMMENTED:
            comment, at = _read_text(data, at)
        if more_flags & LABELLED:
            label, at = _read_text(data, at)
        if at > len(data):
            return nodes, True
        if flags & COMMENTED:
            flags &= ~OLD_COMMENT
        kept = flags & (MORE_SIBLINGS | LEAF | MARKED | NO_MOVE | OLD_COMMENT)
        nodes.append(LibraryNode(cell, kept, comment, label, offset))
    return nodes, len(nodes) < most and at < len(data)


def write_file(nodes: Iterable[LibraryNode]) -> bytes:
    """Return the bytes of a file with these nodes, of the newest version."""
    header = SIGNATURE + bytes(VERSION)
    parts = [header.ljust(HEADER_SIZE, b"\xff")]
    for node in nodes:
        flags = node.flags
        if node.comment:
            flags |= COMMENTED
        if node.label:
            flags |= EXTENDED
        parts.append(bytes((node.cell, flags)))
        if node.label:
            parts.append(bytes((0, LABELLED)))
        parts += [_as_text(text) for text in (node.comment, node.label) if text]
    return b"".join(parts)


def _read_text(data: bytes, at: int) -> tuple[bytes, int]:
    """Return a text and the offset after it; beyond the end if its zero is missing."""
    end = data.find(b"\0", at)
    if end < 0:
        return b"", len(data) + 1
    return data[at:end], at + (end - at) // 2 * 2 + 2


def _read_old_comment(data: bytes, at: int) -> tuple[bytes, int]:
    """Return an old comment in Latin-1 and the offset after it, likewise."""
    end = next((i for i in range(at, len(data)) if data[i] & 0x80), None)
    if end is None:
        return b"", len(data) + 1
    letters = bytes(letter & 0x7F for letter in data[at : end + 1])
    return letters.translate(SWEDISH), at + (end - at) // 2 * 2 + 2


def _as_text(text: bytes) -> bytes:
    return text + (b"\0\0" if len(text) % 2 == 0 else b"\0")
