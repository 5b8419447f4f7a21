"""Property tree of an SGF text, independent of the game.

One pass over the text makes the nodes with their offsets and limits their size; a
truncated file is read up to its end. ``sgfmill`` writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from sgfmill import sgf_grammar

from engine.core.errors import RecordError
from engine.core.message import Message, either
from engine.records.model.parsing import SourceText, WarningList

NODE_LIMIT = 100_000
"""Largest number of nodes of a file; 300 games of 300 moves have fewer."""

PROPERTY_LIMIT = 1_000
"""Largest number of properties of a node, and of values of a property; the largest
board has 484 cells."""

RawProperties = Mapping[str, Sequence[str]]
"""Names, and values as between the brackets, escapes included."""

SURROGATES = "surrogatepass"
"""Error handler that keeps lone surrogates; saving such a text fails later."""

_SPACE = r"[ \t\n\r\f\v]*+"
_BRACKETS = r"\[[^\\\]]*+(?:\\.[^\\\]]*+)*+\]"
_VALUES = rf"(?:{_SPACE}{_BRACKETS})++"
# Possessive repeats: a backtracking one would store every character of a long value.

_START = re.compile(rf"\({_SPACE};")
_TOKEN = re.compile(
    rf"{_SPACE}(?:(?P<name>[A-Za-z]{{1,64}}+)(?P<values>{_VALUES})|(?P<mark>[;()]))",
    re.DOTALL,
)
_REST_OF_NODE = re.compile(rf"(?:{_SPACE}[A-Za-z]{{1,64}}+{_VALUES})*+", re.DOTALL)
_VALUE = re.compile(rf"{_SPACE}\[([^\\\]]*+(?:\\.[^\\\]]*+)*+)\]", re.DOTALL)
_PART = re.compile(
    rf"{_SPACE}(?:(?P<value>{_BRACKETS})|(?P<name>[A-Za-z]{{1,64}}+)|(?P<mark>[;()]))",
    re.DOTALL,
)
_FOLLOWERS = {
    "(": (";",),
    ")": ("(", ")"),
    ";": (";", "(", ")", "name"),
    "name": ("value",),
    "value": (";", "(", ")", "name", "value"),
}
"""Tokens allowed after each kind of token."""

_SMALL_LETTERS = str.maketrans("", "", "abcdefghijklmnopqrstuvwxyz")
_LINE_BREAK = re.compile(r"\n\r|\r\n|\r")
_SPACES = str.maketrans("\t\f\v", "   ")
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class SgfNode:
    """A node of the tree."""

    properties: RawProperties
    """Properties in the order of the text."""

    children: tuple[int, ...]
    """Indices of the children."""

    offset: int
    """Offset of the node in the text."""


def parse_tree(text: str, warnings: WarningList) -> list[SgfNode]:
    """Return the nodes of the first game in a text, each before its children.

    Raises:
        RecordError: The text is not a property tree, or too large.
    """
    start = _START.search(text)
    if start is None:
        raise RecordError(Message("Expected an SGF record, which begins with '(;'."))
    tree = _TreeText(text, start.start(), warnings)
    tree.read()
    if not tree.is_whole:
        warnings.leave_out(
            Message(
                "The record ends too early ({place}); everything up to there was read.",
                place=tree.source.place(tree.end),
            )
        )
    elif _START.search(text, tree.end):
        warnings.leave_out(
            Message("The file holds more than one game; only the first was read.")
        )
    elif (rest := text[tree.end :]).strip():
        place = tree.source.place(len(text) - len(rest.lstrip()))
        warnings.leave_out(
            Message("What follows the record ({place}) was left out.", place=place)
        )
    return tree.nodes()


def format_tree(
    properties: Sequence[RawProperties], children: Sequence[Sequence[int]]
) -> str:
    """Return the text of a tree; node 0 is its root."""
    coarse = sgf_grammar.make_coarse_game_tree(
        0, lambda index: children[index], lambda index: _encoded(properties[index])
    )
    data: bytes = sgf_grammar.serialise_game_tree(coarse)
    return data.decode("utf-8", SURROGATES)


@lru_cache(maxsize=1024)
def is_property_name(name: str) -> bool:
    """Return whether ``name`` is a valid name of a property."""
    return bool(sgf_grammar.is_valid_property_identifier(name))


def is_property_value(raw: str) -> bool:
    """Return whether a text is a valid raw value."""
    data = raw.encode("utf-8", SURROGATES)
    return bool(sgf_grammar.is_valid_property_value(data))


def parse_text(raw: str) -> str:
    """Return the text of a raw value; line breaks are kept."""
    plain = raw
    if not raw.isprintable():
        plain = _LINE_BREAK.sub("\n", raw).translate(_SPACES)
    if "\\" not in plain:
        return plain
    parts = plain.split("\\\\")
    return "\\".join(part.replace("\\\n", "").replace("\\", "") for part in parts)


def parse_line(raw: str) -> str:
    """Return the text of a raw value in one line."""
    return raw if raw.isalnum() else parse_text(raw).replace("\n", " ")


def escape_text(text: str) -> str:
    """Return a text as a raw value; control characters become spaces."""
    clean = _CONTROLS.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return clean.replace("\\", "\\\\").replace("]", "\\]")


def escape_line(text: str) -> str:
    """Return a text as a raw value of one line."""
    return escape_text(text).replace("\n", " ")


class _TreeText:
    """Scanner of the nodes of a text.

    Args:
        text: The text.
        start: Offset of the first bracket.
        warnings: List for warnings about skipped parts.
    """

    def __init__(self, text: str, start: int, warnings: WarningList) -> None:
        self.source = SourceText(text)
        self.end = start
        """Offset of the end of the game, or of its last valid token."""
        self.is_whole = False
        """Whether every bracket is closed."""
        self._warnings = warnings
        self._offset = start
        self._before = ""
        self._parents: list[int] = []
        self._last = -1
        self._property_count = 0
        self._properties: list[dict[str, list[str]]] = []
        self._children: list[list[int]] = []
        self._offsets: list[int] = []

    def nodes(self) -> list[SgfNode]:
        """Return the nodes that were read."""
        parts = zip(self._properties, self._children, self._offsets, strict=True)
        return [
            SgfNode(properties=properties, children=tuple(children), offset=offset)
            for properties, children, offset in parts
        ]

    def read(self) -> None:
        """Read the tokens of the game.

        Raises:
            RecordError: A token is misplaced, or there are too many nodes.
        """
        text = self.source.text
        while not self.is_whole:
            token = _TOKEN.match(text, self._offset)
            if token is None:
                self._check_rest()
                return
            self._offset = token.end()
            mark = token["mark"]
            if self._before and (mark or "name") not in _FOLLOWERS[self._before]:
                group = "mark" if mark else "name"
                raise self._misplaced(token.start(group), token[group])
            if mark:
                self._take_mark(mark)
            else:
                self._take_property(token)
            self._before = mark or "value"
            if mark != "(":
                self.end = self._offset

    def _take_mark(self, mark: str) -> None:
        if mark == "(":
            self._parents.append(self._last)
            return
        if mark == ")":
            self._last = self._parents.pop()
            self.is_whole = not self._parents
            return
        index = len(self._offsets)
        if index == NODE_LIMIT:
            raise RecordError(
                Message("Expected at most {limit} moves in a record.", limit=NODE_LIMIT)
            )
        if self._last >= 0:
            self._children[self._last].append(index)
        self._last = index
        self._property_count = 0
        self._properties.append({})
        self._children.append([])
        self._offsets.append(self._offset - 1)

    def _take_property(self, token: re.Match[str]) -> None:
        name = token["name"].translate(_SMALL_LETTERS)
        values = self._properties[-1].setdefault(name, [])
        room = PROPERTY_LIMIT - len(values)
        text = token["values"]
        if text[0] == "[" and text.count("[") == 1:  # most have one value
            new = [text[1:-1]]
        elif len(text) <= PROPERTY_LIMIT:
            new = _VALUE.findall(text)
        else:
            found = islice(_VALUE.finditer(text), room + 1)
            new = [match[1] for match in found]
        values += new[:room]
        self._property_count += 1
        if len(new) > room:
            self._warn_of_rest()
        if self._property_count == PROPERTY_LIMIT:
            rest = _REST_OF_NODE.match(self.source.text, self._offset)
            if rest is not None and rest.end() > self._offset:
                self._offset = rest.end()
                self._warn_of_rest()

    def _warn_of_rest(self) -> None:
        if not self._warnings.is_full:
            self._warnings.leave_out(
                Message(
                    "A node ({place}) has more than {limit} properties or values of "
                    "one; the rest was left out.",
                    place=self.source.place(self._offsets[-1]),
                    limit=PROPERTY_LIMIT,
                )
            )

    def _check_rest(self) -> None:
        """Check that the text is only truncated at the next token.

        Raises:
            RecordError: The next token belongs to no tree.
        """
        text = self.source.text
        part = _PART.match(text, self._offset)
        if part is not None:
            group = part.lastgroup or ""
            if group not in _FOLLOWERS[self._before]:
                raise self._misplaced(part.start(group), part[group])
            self._offset, self._before = part.end(), group
            after = _PART.match(text, self._offset)
            if after is not None:
                group = after.lastgroup or ""
                raise self._misplaced(after.start(group), after[group])
        rest = text[self._offset :].lstrip(" \t\n\r\f\v")
        if rest and not rest.startswith("["):
            message = Message(
                "Expected a property, ';', '(' or ')', got {got!r}", got=rest[0]
            )
            raise self.source.error(len(text) - len(rest), message)

    def _misplaced(self, offset: int, got: str) -> RecordError:
        """Return the error for a token that cannot follow the previous one."""
        return self.source.error(
            offset,
            Message(
                "Expected {what}, got {got!r:.20}",
                what=_named(self._before),
                got=got,
            ),
        )


def _named(before: str) -> str:
    names = {"name": Message("a name"), "value": Message("a value")}
    expected = [names.get(kind, repr(kind)) for kind in _FOLLOWERS[before]]
    return either(dict.fromkeys(expected))


def _encoded(properties: RawProperties) -> dict[str, list[bytes]]:
    return {
        name: [value.encode("utf-8", SURROGATES) for value in values]
        for name, values in properties.items()
    }
