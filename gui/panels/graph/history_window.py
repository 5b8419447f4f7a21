"""Window *Search over time*: inside the search of a move, and over the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QBuffer, QByteArray, QPoint, Qt, pyqtSignal
from PyQt5.QtGui import QCloseEvent, QColor, QPainter, QPixmap, QRegion
from PyQt5.QtSvg import QSvgGenerator
from PyQt5.QtWidgets import QHBoxLayout, QPushButton, QTabWidget, QVBoxLayout, QWidget

from engine.core.errors import EngineError
from engine.core.files.atomic_file import explain_write_error, write_atomically
from engine.core.game import Position
from engine.core.types import MoveAnalysis, Player
from engine.records.model.record import GameRecord
from engine.review.reviewed_line import ReviewedLine
from gui.analysis.search_history import (
    HistoryPoint,
    candidates_table,
    game_table,
    read_game,
    read_samples,
    samples_table,
)
from gui.panels.graph.history_page import HistoryPage
from gui.panels.graph.points_table import PointsTable
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, current_theme
from gui.text.i18n import tr, translate_message
from gui.text.labels import side_title
from gui.text.plain_text import PlainLabel
from gui.widgets.close_keys import add_close_keys
from gui.widgets.content_scroll_area import ContentScrollArea
from gui.widgets.retranslated import Retranslated
from gui.widgets.screen_fit import resize_within_screen

WIDTH, HEIGHT = 980, 660
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

SHARPNESS = 2
"""Pixels of a picture for each pixel of the window."""

AskTarget = Callable[[QWidget, str, str], Path | None]
"""Returns the file for a suggested name and an extension, or ``None``."""


class HistoryWindow(Retranslated, QWidget):
    """Window with charts of the position and the game on the board.

    Args:
        ask_target: Question for the file of an export.
        parent: The main window.
    """

    closed = pyqtSignal()

    def __init__(self, ask_target: AskTarget, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.Window)
        self.setObjectName("history_window")
        self.setAttribute(Qt.WA_DeleteOnClose)
        add_close_keys(self)
        self._ask_target = ask_target
        self._position: Position | None = None
        self._analysis: MoveAnalysis | None = None
        self._line: ReviewedLine | None = None
        self._samples: tuple[HistoryPoint, ...] = ()
        self._points: tuple[HistoryPoint, ...] = ()
        self._leading = PointsTable()
        self._inside = HistoryPage("history_inside", breaks=False, beside=self._leading)
        self._game = HistoryPage("history_game", breaks=True)
        self._tabs = QTabWidget()
        self._tabs.setObjectName("history_tabs")
        for page in (self._inside, self._game):
            self._tabs.addTab(ContentScrollArea(page), "")
        self._message = PlainLabel()
        self._message.setObjectName("history_message")
        self._table = _button("history_table", self._save_table)
        self._moves = _button("history_moves", self._save_moves)
        self._picture = _button("history_picture", self._save_picture)
        self._tabs.currentChanged.connect(self._show_buttons)
        self._lay_out()
        resize_within_screen(self, WIDTH, HEIGHT)

    def show_search(self, position: Position, analysis: MoveAnalysis | None) -> None:
        """Show the search of a position."""
        is_new_game = self._position is None or (
            self._position.setup.game != position.setup.game
        )
        self._position, self._analysis = position, analysis
        self._samples = read_samples(position, analysis)
        if is_new_game:
            self._retranslate()
        self._inside.show_points(self._samples)
        self._leading.show_search(position, analysis)
        self._show_buttons()

    def show_game(self, record: GameRecord, line: ReviewedLine) -> None:
        """Show the searches of a line."""
        self._line, self._points = line, read_game(record, line)
        self._game.show_points(self._points, _rank_title)
        self._show_buttons()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self._message, 1)
        for button in (self._table, self._moves, self._picture):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(self._tabs, 1)
        column.addLayout(buttons)

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("History", "Search over time"))
        self._tabs.setTabText(0, tr("History", "Inside a move"))
        self._tabs.setTabText(1, tr("History", "Over the game"))
        self._table.setText(tr("History", "Save table…"))
        self._moves.setText(tr("History", "Save moves…"))
        self._picture.setText(tr("History", "Save picture…"))
        if self._position is None:
            return
        side = side_title(self._position.setup.game, Player.FIRST)
        self._inside.retranslate(
            first_side=side,
            time=tr("History", "Seconds"),
            empty=tr(
                "History",
                "No search over time in this position. Analyse it (Space).",
            ),
        )
        self._game.retranslate(
            first_side=side,
            time=tr("History", "Move"),
            empty=tr("History", "No analysis in this game yet. Review the game (F12)."),
        )
        self._game.show_points(self._points, _rank_title)
        self._leading.show_search(self._position, self._analysis)

    def _show_buttons(self) -> None:
        is_inside = self._tabs.currentIndex() == 0
        points = self._samples if is_inside else self._points
        has_moves = self._analysis is not None and bool(self._analysis.candidates)
        self._moves.setVisible(is_inside)
        self._moves.setEnabled(has_moves)
        self._table.setEnabled(bool(points))
        self._picture.setEnabled(bool(points))

    def _save_table(self) -> None:
        if self._tabs.currentIndex() == 0 and self._position is not None:
            text = samples_table(self._position, self._samples)
            self._save("search.csv", ".csv", lambda _: text.encode())
        elif self._line is not None:
            text = game_table(self._line, self._points)
            self._save("game.csv", ".csv", lambda _: text.encode())

    def _save_moves(self) -> None:
        if self._position is not None and self._analysis is not None:
            text = candidates_table(self._position, self._analysis)
            self._save("moves.csv", ".csv", lambda _: text.encode())

    def _save_picture(self) -> None:
        page = self._inside if self._tabs.currentIndex() == 0 else self._game
        self._save("search.png", ".png", lambda path: draw(page.picture, path))

    def _save(self, name: str, ending: str, make: Callable[[Path], bytes]) -> None:
        """Ask for a file and write it; a full disk is a sentence below the charts."""
        path = self._ask_target(self, name, ending)
        if path is None:
            return
        try:
            write_atomically(path, make(path))
        except EngineError as error:
            reason = translate_message(explain_write_error(error))
            text = tr("History", "{file} could not be written: {reason}.")
            self._message.setText(text.format(file=path.name, reason=reason))
        else:
            text = tr("History", "Saved {file}")
            self._message.setText(text.format(file=path.name))

    # Qt

    def closeEvent(self, event: QCloseEvent) -> None:
        """Report that the window goes."""
        self.closed.emit()
        super().closeEvent(event)


def draw(widget: QWidget, path: Path) -> bytes:
    """Return a picture of a widget: SVG for such a file, else PNG."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.WriteOnly)
    if path.suffix.lower() == ".svg":
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(widget.size())
        generator.setViewBox(widget.rect())
        _paint(widget, QPainter(generator))
    else:
        pixmap = QPixmap(widget.size() * SHARPNESS)
        pixmap.setDevicePixelRatio(SHARPNESS)
        pixmap.fill(Qt.transparent)
        _paint(widget, QPainter(pixmap))
        pixmap.save(buffer, "PNG")
    return bytes(data)


def _paint(widget: QWidget, painter: QPainter) -> None:
    painter.fillRect(widget.rect(), QColor(current_theme().card))
    flags = QWidget.RenderFlags(QWidget.DrawChildren)
    widget.render(painter, QPoint(), QRegion(), flags)
    painter.end()


def _rank_title(rank: str) -> str:
    return tr("History", "Rank {rank}").format(rank=rank)


def _button(name: str, press: Callable[[], None]) -> QPushButton:
    button = QPushButton()
    button.setObjectName(name)
    button.clicked.connect(press)
    return button
