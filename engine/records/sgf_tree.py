"""The property tree of an SGF text, before anybody asks which game it is.

Tokens, tree and text come from ``sgfmill``. Around it stand what it leaves open:
where a node stands in the text, files that end too early, and a bound on the size.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sgfmill import sgf_grammar

from engine.core.errors import RecordError
from engine.core.sentence import Sentence, either
from engine.records.reading import SourceText, WarningList

NODE_LIMIT = 100_000
"""Nodes read from one file; 300 games of 300 moves have fewer."""

RawProperties = Mapping[str, Sequence[str]]
"""Names and values as they stand between the brackets, escapes included."""

SURROGATES = "surrogatepass"
"""Half a character stays half a character; saving such a text refuses it."""

_START = re.compile(r"\([ \t\n\r\f\v]*;")
_TOKEN = re.compile(
    r"""[ \t\n\r\f\v]*(?:
        (?P<value>\[[^\\\]]*(?:\\.[^\\\]]*)*\])
        |(?P<name>[A-Za-z]{1,64})
        |(?P<mark>[;()])
    )""",
    re.VERBOSE | re.DOTALL,
)
_FOLLOWERS = {
    "(": (";",),
    ")": ("(", ")"),
    ";": (";", "(", ")", "name"),
    "name": ("value",),
    "value": (";", "(", ")", "name", "value"),
}
"""What may stand after each kind of token."""

_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class SgfNode:
    """A node of the tree."""

    properties: RawProperties
    """Its properties, in the order of the text."""

    children: tuple[int, ...]
    """Indices of the nodes that follow it."""

    offset: int
    """Where it begins in the text."""


@dataclass(frozen=True, slots=True)
class _Extent:
    """What a look at the tokens says about a text."""

    node_offsets: list[int]
    end: int
    """Where the first game ends, or the last token that can be used."""

    open_brackets: int
    """How many are missing at the end."""


def parse_tree(text: str, warnings: WarningList) -> list[SgfNode]:
    """Return the nodes of the first game in a text, each before its children.

    Raises:
        RecordError: The text is no property tree, or too large.
    """
    source = SourceText(text)
    start = _START.search(text)
    if start is None:
        raise RecordError(Sentence("Expected an SGF record, which begins with '(;'."))
    extent = _measure(source, start.start())
    game = text[start.start() : extent.end] + ")" * extent.open_brackets
    if extent.open_brackets:
        warnings.add(
            Sentence(
                "The record ends too early ({place}); everything up to there was read.",
                place=source.place(extent.end),
            )
        )
    elif _START.search(text, extent.end):
        warnings.add(
            Sentence("The file holds more than one game; only the first was read.")
        )
    try:
        tree = sgf_grammar.parse_sgf_game(game.encode("utf-8", SURROGATES))
    except ValueError as error:
        sentence = Sentence("Expected an SGF record, {error}", error=error)
        raise source.error(start.start(), sentence) from None
    return _flatten(tree, extent.node_offsets)


def format_tree(
    properties: Sequence[RawProperties], children: Sequence[Sequence[int]]
) -> str:
    """Return the text of a tree; node 0 is its root."""
    coarse = sgf_grammar.make_coarse_game_tree(
        0, lambda index: children[index], lambda index: _encoded(properties[index])
    )
    data: bytes = sgf_grammar.serialise_game_tree(coarse)
    return data.decode("utf-8", SURROGATES)


def is_property_name(name: str) -> bool:
    """Say whether a property may be called ``name``."""
    return bool(sgf_grammar.is_valid_property_identifier(name))


def is_property_value(raw: str) -> bool:
    """Say whether a text may stand between brackets as it is."""
    data = raw.encode("utf-8", SURROGATES)
    return bool(sgf_grammar.is_valid_property_value(data))


def text_of(raw: str) -> str:
    """Return the text of a raw value; line breaks are kept."""
    data: bytes = sgf_grammar.text_value(raw.encode("utf-8", SURROGATES))
    return data.decode("utf-8", SURROGATES)


def line_of(raw: str) -> str:
    """Return the text of a raw value in one line."""
    data: bytes = sgf_grammar.simpletext_value(raw.encode("utf-8", SURROGATES))
    return data.decode("utf-8", SURROGATES)


def raw_text(text: str) -> str:
    """Return a text as a raw value; control characters become spaces."""
    clean = _CONTROLS.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return clean.replace("\\", "\\\\").replace("]", "\\]")


def raw_line(text: str) -> str:
    """Return a text as a raw value of one line."""
    return raw_text(text).replace("\n", " ")


def _measure(source: SourceText, start: int) -> _Extent:
    """Walk through the tokens of the first game.

    Raises:
        RecordError: A token stands where it cannot, or there are too many nodes.
    """
    node_offsets: list[int] = []
    depth = 0
    before = ""
    good = (start, 0)
    offset = start
    while True:
        token = _TOKEN.match(source.text, offset)
        if token is None:
            _check_cut_off(source, offset)
            return _Extent(node_offsets, *good)
        group = token.lastgroup or ""
        kind = token[group] if group == "mark" else group
        if before and kind not in _FOLLOWERS[before]:
            raise source.error(
                token.start(group),
                Sentence(
                    "Expected {what}, got {got!r:.20}",
                    what=_named(before),
                    got=token[group],
                ),
            )
        depth += (kind == "(") - (kind == ")")
        if kind == ";":
            node_offsets.append(token.start(group))
            if len(node_offsets) > NODE_LIMIT:
                raise RecordError(
                    Sentence(
                        "Expected at most {limit} moves in a record.", limit=NODE_LIMIT
                    )
                )
        before, offset = kind, token.end()
        if kind not in ("(", "name"):
            good = (offset, depth)
        if depth == 0:
            return _Extent(node_offsets, offset, 0)


def _check_cut_off(source: SourceText, offset: int) -> None:
    """Raise an error unless the text merely ends at ``offset``."""
    rest = source.text[offset:].lstrip(" \t\n\r\f\v")
    if rest and not rest.startswith("["):
        at = len(source.text) - len(rest)
        sentence = Sentence(
            "Expected a property, ';', '(' or ')', got {got!r}", got=rest[0]
        )
        raise source.error(at, sentence)


def _named(before: str) -> str:
    names = {"name": Sentence("a name"), "value": Sentence("a value")}
    expected = [names.get(kind, repr(kind)) for kind in _FOLLOWERS[before]]
    return either(dict.fromkeys(expected))


def _flatten(tree: sgf_grammar.Coarse_game_tree, offsets: list[int]) -> list[SgfNode]:
    """Return the nodes of a tree of sequences, each before its children."""
    properties: list[RawProperties] = []
    children: list[list[int]] = []
    open_trees = [(tree, -1)]
    while open_trees:
        branch, parent = open_trees.pop()
        for node in branch.sequence:
            index = len(properties)
            properties.append(_decoded(node))
            children.append([])
            if parent >= 0:
                children[parent].append(index)
            parent = index
        open_trees.extend((child, parent) for child in reversed(branch.children))
    return [
        SgfNode(
            properties=properties[i], children=tuple(children[i]), offset=offsets[i]
        )
        for i in range(len(properties))
    ]


def _decoded(node: Mapping[str, Sequence[bytes]]) -> RawProperties:
    return {
        name: [value.decode("utf-8", SURROGATES) for value in values]
        for name, values in node.items()
    }


def _encoded(properties: RawProperties) -> dict[str, list[bytes]]:
    return {
        name: [value.encode("utf-8", SURROGATES) for value in values]
        for name, values in properties.items()
    }
