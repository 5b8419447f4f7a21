"""Access to the properties of an SGF text before its first move."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.core.errors import RecordError
from engine.core.types import Player
from engine.records.model.parsing import SourceText
from engine.records.sgf.property_names import CHOICE, MOVES, SET_UP
from engine.records.sgf.property_tree import SgfNode, parse_line


class StartProperties:
    """Properties of the nodes up to the first move, and the texts of all moves.

    Args:
        nodes: All nodes of the text.
        source: The text.
    """

    def __init__(self, nodes: Sequence[SgfNode], source: SourceText) -> None:
        self._nodes = nodes
        self._source = source
        self._indices = self._nodes_before_first_move()
        self._first_move = next(self.moves(), None)

    @property
    def indices(self) -> Collection[int]:
        """The root and the nodes after it that set up the board, in their order."""
        return self._indices.keys()

    @property
    def first_move(self) -> tuple[str, str] | None:
        """Colour and text of the first move, if there is one."""
        return self._first_move

    def moves(self) -> Iterator[tuple[str, str]]:
        """Yield colour and text of every move, in the order of the text."""
        for node in self._nodes:
            for name in MOVES:
                for value in node.properties.get(name, ()):
                    yield name, parse_line(value).strip()

    def set_up_values(self) -> Iterator[tuple[Player | None, str, int]]:
        """Yield owner, points and offset of every set-up value."""
        for index in self._indices:
            node = self._nodes[index]
            for name, owner in SET_UP.items():
                for value in node.properties.get(name, ()):
                    yield owner, parse_line(value), node.offset

    def get(self, name: str) -> str | None:
        """Return the first value of a property as one line, if it exists."""
        for index in self._indices:
            values = self._nodes[index].properties.get(name)
            if values:
                return parse_line(values[0])
        return None

    def error(self, name: str, message: str) -> RecordError:
        """Return an error for a property, with its source position.

        Args:
            name: The property; the error of a missing one is at the root.
            message: A clause.
        """
        at = (i for i in self._indices if name in self._nodes[i].properties)
        return self._source.error(self._nodes[next(at, 0)].offset, message)

    def _nodes_before_first_move(self) -> dict[int, None]:
        opening = {0: None}
        last = 0
        while not self._has_moves(last):
            children = self._nodes[last].children
            if len(children) != 1 or self._has_moves(children[0]):
                break
            last = children[0]
            opening[last] = None
        return opening

    def _has_moves(self, index: int) -> bool:
        properties = self._nodes[index].properties
        return any(name in properties for name in (CHOICE, *MOVES))
