"""Window of one run: live tables, games, pause and resume."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import QModelIndex, pyqtSignal
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.tournament.run_folder import RunFolder
from engine.tournament.run_state import RunState
from gui.lab.matches.match_labels import stop_texts
from gui.lab.matches.match_run_summary import MatchRunSummary
from gui.lab.matches.match_run_tables import (
    ENGINE_COLUMN,
    GameRows,
    engine_tips,
    game_titles,
    standing_rows,
    standing_titles,
)
from gui.lab.matches.match_run_watcher import MatchRunWatcher
from gui.lab.process_window import ProcessWindow
from gui.lab.run_process import RunProcess
from gui.lab.text_table import TextTable
from gui.style.theme import SPACE_S
from gui.text.i18n import tr
from gui.widgets.content_scroll_area import ContentScrollArea

REPORT = "report.html"
"""File of the run folder that a browser shows."""

MOST_ROWS = 8
"""Engines that are shown without scrolling."""

WIDTH, HEIGHT = 1080, 660
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""


class MatchRunWindow(ProcessWindow[RunProcess]):
    """Window of the run in a folder; it goes when it is closed.

    Args:
        path: Folder of the run.
        parent: The main window.
    """

    record_requested = pyqtSignal(Path)  # record of a finished game

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(
            "run",
            path,
            process=RunProcess(["tournament", "--resume", "--out", str(path)]),
            watcher=MatchRunWatcher(path),
            stop_texts=stop_texts,
            report=REPORT,
            parent=parent,
        )
        self._state: RunState | None = None
        self._summary = MatchRunSummary()
        self._engines = TextTable(self, left=(1,))
        self._games = TextTable(self, left=(1, 2, 3, 4))
        self._game_rows = GameRows()
        self._engines_view = _EngineTable()
        self._games_view = QTableView()
        _set_up(self._engines_view, "run_engines", self._engines)
        _set_up(self._games_view, "run_games", self._games)
        self._lay_out()
        self._connect()
        self._retranslate()
        self._fit_screen(WIDTH, HEIGHT)
        self._watcher.start()

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Lab", "Match: {name}").format(name=self.path.name))
        if self._state is not None:
            self._show_titles(self._state)
        super()._retranslate()

    def _lay_out(self) -> None:
        """Put the buttons below the rest, which scrolls on a low screen."""
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(self._column.spacing())
        inner.addWidget(self._summary)
        inner.addWidget(self._problem)
        inner.addWidget(self._engines_view)
        inner.addWidget(self._games_view, 1)
        self._column.addWidget(ContentScrollArea(content), 1)
        self._column.addSpacing(SPACE_S)
        self._column.addLayout(self._make_button_row())

    def _connect(self) -> None:
        self._watcher.state_changed.connect(self._on_state_changed)
        self._process.started.connect(self._refresh)
        self._process.ended.connect(self._on_ended)
        self._games_view.activated.connect(self._on_game_activated)

    def _on_state_changed(self, state: RunState) -> None:
        is_first = self._state is None
        self._state = state
        if is_first:
            self._show_titles(state)
        self._refresh()

    def _show_titles(self, state: RunState) -> None:
        """Show the columns."""
        tips = engine_tips(state.plan)
        self._engines.show_titles(*standing_titles(state.plan), tips)
        self._games.show_titles(*game_titles(state.plan), tips)
        self._game_rows.clear()
        _stretch(self._games_view, (1, 2))
        self._fit_height(min(len(state.plan.engines), MOST_ROWS))

    def _fit_height(self, rows: int) -> None:
        """Give the engines the height of their rows, and the games the rest."""
        view = self._engines_view
        bar = view.horizontalScrollBar().sizeHint().height()
        header = view.horizontalHeader().sizeHint().height()
        height = header + rows * view.verticalHeader().defaultSectionSize() + bar
        view.setFixedHeight(height + 2 * view.frameWidth())

    def _refresh(self) -> None:
        """See ``ProcessWindow``."""
        state, process = self._state, self._process
        is_finished = state is not None and state.is_finished
        self._show_toggle_text(is_at_work=process.is_running)
        can_play = state is not None and not is_finished
        self._offer_toggle(
            is_visible=process.is_running or not is_finished,
            is_enabled=not process.is_stopping if process.is_running else can_play,
        )
        self._report.setEnabled((self.path / REPORT).is_file())
        if state is None:
            return
        self._summary.show_state(state, is_running=process.is_running)
        self._engines.show_rows(standing_rows(state))
        self._games.show_rows(
            self._game_rows.list_rows(state, is_running=process.is_running)
        )
        self._engines_view.fit_columns()
        _fit_columns(self._games_view)

    def _on_ended(self, error: str) -> None:
        if self._close_after_end():
            return
        if error:
            text = tr("Lab", "The match stopped. {reason}").format(reason=error)
            self._problem.show_problem(text)
        self._refresh()

    def _on_game_activated(self, index: QModelIndex) -> None:
        """Open the record of a finished game."""
        name = index.siblingAtColumn(0).data()
        results = () if self._state is None else self._state.results
        for result in results:
            if str(result.number) == name:
                self.record_requested.emit(RunFolder(self.path).record(result.number))


class _EngineTable(QTableView):
    """Table whose column of engines takes the free width.

    Its columns are never narrower than their texts: a tournament has one for each
    opponent, and the table scrolls where they need more than its width.
    """

    def fit_columns(self) -> None:
        """Make all columns as wide as their texts, and that of engines wider."""
        _fit_columns(self)
        header = self.horizontalHeader()
        free = self.viewport().width() - header.length()
        if free > 0 and header.count():
            width = header.sectionSize(ENGINE_COLUMN)
            header.resizeSection(ENGINE_COLUMN, width + free)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width again."""
        super().resizeEvent(event)
        self.fit_columns()


def _set_up(view: QTableView, name: str, model: TextTable) -> None:
    view.setObjectName(name)
    view.setModel(model)
    view.setProperty("dense", True)
    view.setShowGrid(False)
    view.setAlternatingRowColors(True)
    view.setSelectionBehavior(QAbstractItemView.SelectRows)
    view.setSelectionMode(QAbstractItemView.SingleSelection)
    view.setTabKeyNavigation(False)
    view.verticalHeader().hide()
    view.horizontalHeader().setHighlightSections(False)
    view.horizontalHeader().setResizeContentsPrecision(0)  # visible rows alone


def _stretch(view: QTableView, columns: tuple[int, ...]) -> None:
    """Make columns share the free width; the others are as wide as their texts."""
    header = view.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.Interactive)
    for column in columns:
        header.setSectionResizeMode(column, QHeaderView.Stretch)


def _fit_columns(view: QTableView) -> None:
    """Make all columns but those that stretch as wide as their texts."""
    header = view.horizontalHeader()
    for column in range(header.count()):
        if header.sectionResizeMode(column) != QHeaderView.Stretch:
            view.resizeColumnToContents(column)
