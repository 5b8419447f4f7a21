"""Record whose texts every format can store."""

from __future__ import annotations

from dataclasses import fields, replace

from engine.core.formats.clean_text import clean_comment, clean_line, clean_value
from engine.core.message import Message
from engine.records.model.move_tree import RecordNode
from engine.records.model.record import GameRecord, Headers


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


def _clean_node(node: RecordNode) -> RecordNode:
    """Return a node with clean texts; the node itself if nothing changes."""
    if not node.comment and not node.properties:
        return node
    comment = clean_comment(node.comment)
    properties = tuple(
        (clean_line(name), tuple(clean_value(value) for value in values))
        for name, values in node.properties
    )
    if (comment, properties) == (node.comment, node.properties):
        return node
    return replace(node, comment=comment, properties=properties)
