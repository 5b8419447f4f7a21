"""Widths of table columns by their texts, with the margins of the style."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt5.QtCore import QSize
from PyQt5.QtWidgets import QStyle, QStyleOptionViewItem, QTableView


def fit_columns(view: QTableView, widest: Iterable[tuple[int, str]]) -> None:
    """Set the width of columns by their titles and by their longest usual texts.

    Args:
        view: The table, with its font and style sheet.
        widest: Columns with their longest usual texts.
    """
    view.ensurePolished()  # else a new table has no margins of the style yet
    columns = view.horizontalHeader()
    for column, text in widest:
        width = max(columns.sectionSizeHint(column), cell_width(view, text))
        columns.resizeSection(column, width)


def cell_width(view: QTableView, text: str) -> int:
    """Return the width of a cell that shows a whole text, in pixels."""
    option = QStyleOptionViewItem()
    option.initFrom(view)
    option.features = QStyleOptionViewItem.HasDisplay
    option.text = text
    kind = QStyle.CT_ItemViewItem
    return view.style().sizeFromContents(kind, option, QSize(), view).width()
