"""Places of the nodes of a move tree: lines are columns, depth is the row.

The main line is the first column. A variation gets the first column to the right in
which all its rows are free. Variations of later moves come first, so that the edge to
a variation, which runs along the row of its parent, crosses no node.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Children = Sequence[Sequence[int]]
"""Children of each node, the continuation of its line first; node 0 is the root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeLayout:
    """Column and row of each node of a tree."""

    columns: tuple[int, ...]
    """Column of each node."""

    rows: tuple[int, ...]
    """Row of each node, its depth."""

    reaches: tuple[int, ...]
    """Column of the last child of each node; its own column without variations."""

    by_row: tuple[tuple[int, ...], ...]
    """Nodes of each row, from left to right."""

    column_count: int
    """Number of columns."""

    @property
    def row_count(self) -> int:
        """Number of rows."""
        return len(self.by_row)

    def node_at(self, column: int, row: int) -> int | None:
        """Return the node at a place, if there is one."""
        if not 0 <= row < self.row_count:
            return None
        nodes = self.by_row[row]
        place = bisect_left(nodes, column, key=self.columns.__getitem__)
        if place < len(nodes) and self.columns[nodes[place]] == column:
            return nodes[place]
        return None

    def nodes_in(self, columns: range, rows: range) -> Iterator[int]:
        """Yield the nodes of an area, and those with an edge that runs into it.

        At most one node of a row outside the area has such an edge: edges cross no
        node.
        """
        for row in range(max(rows.start, 0), min(rows.stop, self.row_count)):
            nodes = self.by_row[row]
            key = self.columns.__getitem__
            start = bisect_left(nodes, columns.start, key=key)
            end = bisect_right(nodes, columns.stop - 1, key=key)
            if start and self.reaches[nodes[start - 1]] >= columns.start:
                start -= 1
            yield from nodes[start:end]


def lay_out(children: Children) -> TreeLayout:
    """Return the layout of a tree, in linear time."""
    rows, columns = [0] * len(children), [0] * len(children)
    widths: list[int] = []  # first free column of each row
    by_row: list[list[int]] = []
    open_lines = [(0, 0)]  # first node and row of each line
    while open_lines:
        first, row = open_lines.pop()
        line = _follow_line(children, first)
        missing = row + len(line) - len(widths)
        widths += [0] * missing
        by_row += [[] for _ in range(missing)]
        column = max(widths[row : row + len(line)])
        if row:  # the edge from the parent
            widths[row - 1] = max(widths[row - 1], column)
        for depth, node in enumerate(line, start=row):
            rows[node], columns[node] = depth, column
            widths[depth] = column + 1
            by_row[depth].append(node)
            variations = reversed(children[node][1:])
            open_lines.extend((child, depth + 1) for child in variations)
    return TreeLayout(
        columns=tuple(columns),
        rows=tuple(rows),
        reaches=tuple(
            columns[own[-1]] if own else column
            for own, column in zip(children, columns, strict=True)
        ),
        by_row=tuple(map(tuple, by_row)),
        column_count=max(columns) + 1,
    )


def _follow_line(children: Children, first: int) -> list[int]:
    """Return the nodes from ``first`` along first children to the end."""
    line = [first]
    while children[line[-1]]:
        line.append(children[line[-1]][0])
    return line
