"""RenLib, which keeps the tree of moves with comments, labels and marks."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.core.errors import RecordError
from engine.core.message import Message
from engine.records.model.format_checks import check_expected_game
from engine.records.model.record import GameRecord
from engine.records.model.record_format import RecordFormat
from engine.records.renlib.library_file import (
    HEADER_SIZE,
    SIGNATURE,
    VERSION,
    read_nodes,
    write_file,
)
from engine.records.renlib.reader import GAME, USUAL_RULE, read_record
from engine.records.renlib.writer import TITLE, list_nodes
from engine.records.sgf.property_tree import NODE_LIMIT

BYTES = "latin-1"
"""Encoding of a text that has a character for each byte."""


def parse(text: str, *, game: str | None = None) -> GameRecord:
    """Return the record in a RenLib file.

    Args:
        text: A character for each byte.
        game: Name of the expected game, if any.

    Raises:
        RecordError: The text is not a RenLib file, or another game is expected.
    """
    data = text[:HEADER_SIZE].encode(BYTES, errors="replace")
    if not data.startswith(SIGNATURE) or len(data) < HEADER_SIZE:
        raise RecordError(
            Message("Expected a library of RenLib, which begins with its name.")
        )
    check_expected_game(GAME, game)
    warnings = []
    version = data[len(SIGNATURE)], data[len(SIGNATURE) + 1]
    if version > VERSION:
        warnings.append(
            Message(
                "The library has the version {version}, which is newer than 3.4; parts "
                "may be missing.",
                version=f"{version[0]}.{version[1]}",
            )
        )
    data = text.encode(BYTES, errors="replace")
    nodes, is_cut = read_nodes(data, most=NODE_LIMIT + 1)
    if is_cut:
        warnings.append(
            Message("The library ends within a move; what follows is missing.")
        )
    record = read_record(nodes)
    return replace(
        record,
        warnings=(*warnings, *record.warnings),
        is_partial=bool(warnings) or record.is_partial,
    )


def format(record: GameRecord) -> str:
    """Return a record as a RenLib file, a character for each byte.

    Raises:
        RecordError: The format does not support the game, the board, stones before the
            first move or moves other than stones.
    """
    return write_file(list_nodes(record)).decode(BYTES)


def losses(record: GameRecord) -> tuple[str, ...]:
    """Return a message if the format does not keep the whole record.

    Raises:
        RecordError: See ``format``.
    """
    if parse(format(record)) == record:
        return ()
    return (
        Message(
            "RenLib keeps the moves with their variations, comments, labels and marks; "
            "rules, names, times, analyses and the rest are not kept."
        ),
    )


def encode(text: str) -> tuple[bytes, tuple[str, ...]]:
    """Return the bytes of a text, without notes."""
    return text.encode(BYTES), ()


FORMAT = RecordFormat(
    name="renlib",
    title=TITLE,
    extensions=(".lib",),
    list_games=lambda: (GAME,),
    options={"rule": USUAL_RULE},
    beginning=re.compile(re.escape(SIGNATURE.decode(BYTES))),
    is_binary=True,
    is_library=True,
    parse=parse,
    format=format,
    losses=losses,
    encode=encode,
)
"""RenLib, which keeps the tree of moves with comments, labels and marks."""
