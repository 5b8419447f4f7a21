"""Replacement of characters that no format, or no file name, can store."""

from __future__ import annotations

import re
from dataclasses import fields, replace

from engine.core.message import Message
from engine.records.model.move_tree import RecordNode
from engine.records.model.record import GameRecord, Headers

HALF = re.compile("[\ud800-\udfff]")
UNKNOWN = "\N{REPLACEMENT CHARACTER}"

_IN_LINE = re.compile("[\x00-\x1f\x7f]")
_IN_TEXT = re.compile("[\x00-\x09\x0b-\x1f\x7f]")
_IN_VALUE = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
"""Characters that become a space in a header, in a comment (which may have line
breaks), and in a value of another program."""

_FILE_LETTERS = {ord(letter): ord(letter) + 0xFEE0 for letter in '<>:"/\\|?*'}
"""Full-width replacements of characters that file names must not have."""

NAME_LIMIT = 200
"""Bytes of a file name; most systems allow 255."""


def clean_record(record: GameRecord) -> GameRecord:
    """Return a record whose texts survive a round trip in every format.

    If a character was replaced, the record has a warning.
    """
    nodes = tuple(map(_clean_node, record.nodes))
    names = {field.name for field in fields(Headers)}
    headers = Headers(
        **{name: clean_line(getattr(record.headers, name)) for name in names}
    )
    outcome = record.outcome
    if outcome is not None:
        outcome = replace(outcome, reason=clean_line(outcome.reason))
    if (nodes, headers, outcome) == (record.nodes, record.headers, record.outcome):
        return record
    warning = Message(
        "Control characters and lone surrogates in the texts were replaced."
    )
    return replace(
        record,
        nodes=nodes,
        headers=headers,
        outcome=outcome,
        warnings=(*record.warnings, warning),
    )


def clean_comment(text: str) -> str:
    """Return a comment that survives a round trip in every lossless format."""
    return _clean(text, _IN_TEXT)


def clean_line(text: str) -> str:
    """Return a header that survives a round trip in every lossless format."""
    return _clean(text, _IN_LINE)


def _clean_node(node: RecordNode) -> RecordNode:
    """Return a node with clean texts; the node itself if nothing changes."""
    if not node.comment and not node.properties:
        return node
    comment = clean_comment(node.comment)
    properties = tuple(
        (clean_line(name), tuple(_clean(value, _IN_VALUE) for value in values))
        for name, values in node.properties
    )
    if (comment, properties) == (node.comment, node.properties):
        return node
    return replace(node, comment=comment, properties=properties)


def _clean(text: str, controls: re.Pattern[str]) -> str:
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return HALF.sub(UNKNOWN, controls.sub(" ", text))


def clean_file_name(stem: str, extension: str) -> str:
    """Return a file name that is valid on every file system.

    Invalid characters become full-width ones, such as ``：`` for ``:``. A long stem is
    cut.
    """
    name = "".join(
        letter for letter in stem.translate(_FILE_LETTERS) if letter.isprintable()
    )
    room = NAME_LIMIT - len(extension.encode())
    short = name.encode("utf-8", "ignore")[:room].decode("utf-8", "ignore")
    return short.rstrip(" .") + extension
