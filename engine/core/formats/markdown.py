"""Tables of reports in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def format_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table.

    Args:
        columns: Titles of the columns.
        rows: Cells of the rows in Markdown; their bars are escaped.
    """
    return [
        _format_row(columns),
        "|" + " --- |" * len(columns),
        *map(_format_row, rows),
    ]


def _format_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"
