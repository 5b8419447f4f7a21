"""Dialog of all autosaved games that are on no board."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

from PyQt5.QtCore import QModelIndex, QSortFilterProxyModel, Qt, pyqtSignal
from PyQt5.QtGui import QStandardItem, QStandardItemModel
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from gui.files.earlier_games import EarlierGame, EarlierGames
from gui.style.theme import SPACE_L, SPACE_M, SPACE_XL
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel, tip_text
from gui.widgets.named_widgets import make_button
from gui.widgets.screen_fit import resize_within_screen

WIDTH, HEIGHT = 860, 560
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

SORT_ROLE = Qt.UserRole
"""Role of the value by which a column is sorted."""

PATH_ROLE = Qt.UserRole + 1
"""Role of the file, in the first column."""


class Column(IntEnum):
    """Columns of the table."""

    DATE = 0
    GAME = 1
    FILE = 2
    PLAYERS = 3
    RESULT = 4
    MOVES = 5


class EarlierGamesDialog(QDialog):
    """Table of games that can be sorted and searched.

    Names of files are shown at once; a thread reads the rest.

    Args:
        reader: Reads the files.
        paths: The files, the latest first.
        parent: The window it belongs to.
    """

    game_chosen = pyqtSignal(Path)
    folder_requested = pyqtSignal()

    def __init__(
        self,
        reader: EarlierGames,
        paths: Sequence[Path],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("earlier_games")
        self.setWindowTitle(tr("EarlierGames", "Earlier games"))
        self.setWindowFlag(Qt.WindowContextHelpButtonHint, False)
        self._model = QStandardItemModel(self)
        for _ in paths:
            self._model.appendRow([QStandardItem() for _ in Column])
        self._model.setHorizontalHeaderLabels(
            [
                tr("EarlierGames", "Date"),
                tr("EarlierGames", "Game"),
                tr("EarlierGames", "File"),
                tr("EarlierGames", "Players"),
                tr("EarlierGames", "Result"),
                tr("EarlierGames", "Moves"),
            ]
        )
        self._model.horizontalHeaderItem(Column.MOVES).setTextAlignment(
            Qt.AlignRight | Qt.AlignVCenter
        )
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(SORT_ROLE)
        self._sorted.setFilterKeyColumn(-1)
        self._sorted.setFilterCaseSensitivity(Qt.CaseInsensitive)
        self._search = QLineEdit()
        self._search.setObjectName("earlier_search")
        self._search.setPlaceholderText(
            tr("EarlierGames", "Search dates, files, players or results")
        )
        self._search.setClearButtonEnabled(True)
        self._table = self._make_table()
        self._show_folder = make_button(
            "earlier_folder", tr("EarlierGames", "Show folder")
        )
        self._close = make_button("earlier_close", tr("EarlierGames", "Close"))
        self._open = make_button("earlier_open", tr("EarlierGames", "Open"))
        self._lay_out()
        self._connect()
        self._show_games([EarlierGame(path=path) for path in paths])
        self._select_first()
        self._fit_columns()
        reader.read(paths, self._on_read)
        self.finished.connect(reader.cancel)

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("earlier_table")
        table.setAccessibleName(tr("EarlierGames", "Earlier games"))
        table.setModel(self._sorted)
        table.setProperty("dense", True)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setAlternatingRowColors(True)
        table.setSelectionBehavior(QAbstractItemView.SelectRows)
        table.setSelectionMode(QAbstractItemView.SingleSelection)
        table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignLeft | Qt.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.Interactive)
        header.setSectionResizeMode(Column.PLAYERS, QHeaderView.Stretch)
        table.setSortingEnabled(True)
        table.sortByColumn(Column.DATE, Qt.DescendingOrder)
        return table

    def _lay_out(self) -> None:
        resize_within_screen(self, WIDTH, HEIGHT)
        self._open.setProperty("primary", True)
        self._open.setDefault(True)
        heading = PlainLabel(tr("EarlierGames", "Earlier games"))
        heading.setProperty("role", "title")
        top = QHBoxLayout()
        top.setSpacing(SPACE_XL)
        top.addWidget(heading)
        top.addWidget(self._search, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_M)
        buttons.addWidget(self._show_folder)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        buttons.addWidget(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        column.setSpacing(SPACE_L)
        column.addLayout(top)
        column.addWidget(self._table, 1)
        column.addLayout(buttons)
        self._search.setFocus()

    def _connect(self) -> None:
        self._search.textChanged.connect(self._on_search_changed)
        self._table.activated.connect(self._open_selected)
        self._table.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self._show_folder.clicked.connect(self.folder_requested)
        self._close.clicked.connect(self.reject)
        self._open.clicked.connect(self._open_selected)

    def _show_games(self, games: Sequence[EarlierGame]) -> None:
        """Fill the rows; they keep their order and the selection meanwhile."""
        self._sorted.setDynamicSortFilter(False)
        for row, game in enumerate(games):
            age = len(games) - row
            self._set_cell(row, Column.DATE, game.started, age)
            self._set_cell(row, Column.GAME, game.game)
            self._set_cell(row, Column.FILE, game.file_name)
            self._set_cell(row, Column.PLAYERS, game.players)
            self._set_cell(row, Column.RESULT, game.result)
            plies = "" if game.setup is None else str(game.plies)
            self._set_cell(row, Column.MOVES, plies, game.plies)
            self._model.item(row, Column.DATE).setData(game.path, PATH_ROLE)
        self._sorted.setDynamicSortFilter(True)

    def _set_cell(
        self, row: int, column: Column, text: str, sort_value: int | None = None
    ) -> None:
        item: QStandardItem = self._model.item(row, column)
        item.setText(text)
        item.setData(tip_text(text), Qt.ToolTipRole)
        item.setData(text if sort_value is None else sort_value, SORT_ROLE)
        if column is Column.MOVES:
            item.setTextAlignment(Qt.AlignRight | Qt.AlignVCenter)

    def _fit_columns(self) -> None:
        """Make all columns as wide as their texts; the players take the rest.

        The column of files is hidden while no game has a file.
        """
        files = (
            self._model.item(row, Column.FILE) for row in range(self._model.rowCount())
        )
        self._table.setColumnHidden(Column.FILE, not any(one.text() for one in files))
        for column in Column:
            if column is not Column.PLAYERS:
                self._table.resizeColumnToContents(column)
        header, most = self._table.horizontalHeader(), self.width() // 3
        for column in (Column.FILE, Column.RESULT):  # the reason of a damaged file
            header.resizeSection(column, min(header.sectionSize(column), most))

    def _select_first(self) -> None:
        if not self._table.currentIndex().isValid() and self._sorted.rowCount():
            self._table.selectRow(0)
        self._open.setEnabled(self._table.currentIndex().isValid())

    def _on_read(self, games: list[EarlierGame]) -> None:
        self._show_games(games)
        self._fit_columns()
        self._select_first()

    def _on_search_changed(self, text: str) -> None:
        self._sorted.setFilterFixedString(text.strip())
        self._select_first()

    def _on_row_changed(self, current: QModelIndex) -> None:
        self._open.setEnabled(current.isValid())

    def _open_selected(self) -> None:
        """Open the selected game once; Enter reaches both table and button."""
        index = self._table.currentIndex()
        if index.isValid() and self.isVisible():
            path = index.siblingAtColumn(Column.DATE).data(PATH_ROLE)
            self.accept()
            self.game_chosen.emit(path)
