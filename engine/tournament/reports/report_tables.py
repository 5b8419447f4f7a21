"""Tables of a report as plain texts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of plain texts."""

    title: str
    """Heading."""

    columns: tuple[str, ...]
    """Titles of the columns."""

    rows: tuple[tuple[str, ...], ...]
    """The rows, as long as ``columns``."""

    note: str = ""
    """Sentences below the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Report of a run."""

    title: str
    """Heading of the document."""

    tables: tuple[Table, ...]
    """Ranking, cross-table, match statistics, reasons, failures and settings."""
