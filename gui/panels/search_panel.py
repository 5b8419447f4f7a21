"""Results of the search: win rate, depth, nodes, speed, best line and candidates."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import QPoint, Qt, pyqtSignal
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engine.core.types import MoveAnalysis, Player
from engine.games import get_game
from engine.match.session.game_session import GameSession
from engine.match.view import MatchView
from engine.search.kept_analysis import kept_analysis
from gui.game.game_controller import GameController
from gui.game.live_analysis import LiveAnalysis
from gui.panels.candidates_model import CandidatesModel
from gui.panels.candidates_view import CandidatesView
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.labels import UNKNOWN, count_text, move_label, side_title
from gui.text.percent import percent_text
from gui.text.plain_text import PlainLabel
from gui.widgets.retranslated import Retranslated
from gui.widgets.win_rate_bar import WinRateBar

LINE_MOVES = 7
"""Moves of the best line that are shown."""


class SearchPanel(Retranslated, QFrame):
    """A card about the search behind the move on the board, or the one at work.

    Candidates are shown only of the position on the board: those of the one before
    would look like advice for the wrong side.

    Args:
        controller: The games.
        live: Analysis of the searches.
        rows: Rows above the results: the switch of the analysis, excluded moves.
        parent: See ``QWidget``.
    """

    candidate_pointed = pyqtSignal(object)  # Candidate | None: looked at in the table
    candidate_menu_requested = pyqtSignal(object, QPoint)  # Move; place on the screen

    def __init__(
        self,
        controller: GameController,
        live: LiveAnalysis,
        rows: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._live = live
        self._rows = rows
        self.setObjectName("panel_search")
        self.setProperty("card", True)
        self._first, self._second = _label("strong"), _label("strong")
        self._bar = WinRateBar()
        self._captions = [_label("caption") for _ in range(3)]
        self._numbers = [_label("") for _ in range(3)]
        self._line_caption = _label("caption")
        self._line = _label("")
        self._line.setObjectName("label_best_line")
        self._line.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._nothing = _Note()
        self._nothing.setProperty("role", "muted")
        self._nothing.setObjectName("label_no_candidates")
        self._nothing.setAlignment(Qt.AlignCenter)
        self._nothing.setWordWrap(True)
        self._model = CandidatesModel(self)
        self._view = CandidatesView(self._model)
        self._view.candidate_pointed.connect(self.candidate_pointed)
        self._view.menu_requested.connect(self.candidate_menu_requested)
        self._pages = QStackedLayout()
        self._lay_out()
        live.progressed.connect(self._refresh)
        controller.match_changed.connect(self._on_match_changed)
        self._retranslate()

    def _retranslate(self) -> None:
        texts = (tr("Search", "Depth"), tr("Search", "Nodes"), tr("Search", "Nodes/s"))
        for caption, text in zip(self._captions, texts, strict=True):
            caption.setText(text)
        self._line_caption.setText(tr("Search", "Best line"))
        self._show_sides()

    def _lay_out(self) -> None:
        rates = QHBoxLayout()
        rates.addWidget(self._first)
        rates.addStretch(1)
        rates.addWidget(self._second)
        numbers = QHBoxLayout()
        numbers.setSpacing(SPACE_S)
        for index, caption in enumerate(self._captions):
            if index:
                numbers.addStretch(1)
            numbers.addWidget(caption)
            numbers.addWidget(self._numbers[index])
        line = QHBoxLayout()
        line.setSpacing(SPACE_S)
        line.addWidget(self._line_caption)
        line.addWidget(self._line, 1)
        summary = QVBoxLayout()
        summary.setContentsMargins(SPACE_L, 0, SPACE_L, 0)
        summary.setSpacing(SPACE_S)
        for row in self._rows:
            summary.addWidget(row)
        summary.addLayout(rates)
        summary.addWidget(self._bar)
        summary.addSpacing(SPACE_XS)
        summary.addLayout(numbers)
        summary.addLayout(line)
        table = QVBoxLayout()
        table.setContentsMargins(SPACE_M, 0, SPACE_XS, 0)
        table.addLayout(self._pages)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, SPACE_M, 1, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addLayout(summary)
        column.addLayout(table, 1)
        self._pages.addWidget(self._view)
        self._pages.addWidget(self._nothing)

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_match:
            self._show_sides()
        elif view.has_new_notes:
            self._refresh()

    def _show_sides(self) -> None:
        self._bar.set_game(self._controller.session.setup.game)
        self._refresh()

    def _refresh(self) -> None:
        """Show the search at the position on the board, else the one before it."""
        if not self.isVisible():
            return
        session = self._controller.session
        here, to_move = self._live.analysis, session.position.to_move
        if here is not None:
            self._show(here, to_move)
        else:
            self._show(self._live.analysis_before, _mover_before(session))
        self._show_candidates(here)

    def _show_candidates(self, analysis: MoveAnalysis | None) -> None:
        candidates = () if analysis is None else analysis.candidates
        counts_nodes = analysis is not None and analysis.counts_nodes
        self._model.show(self._live.position, candidates, counts_nodes=counts_nodes)
        before = self._live.analysis_before
        text = tr("Candidates", "No analysis for this position.")
        if self._live.is_hidden:
            text = tr("Candidates", "Hidden while you look for a better move.")
        elif before is not None and before.candidates:
            text = tr(
                "Candidates",
                "No analysis for this position. Go back one move to see "
                "the candidates of the engine.",
            )
        self._nothing.setText(text)
        self._pages.setCurrentWidget(self._view if candidates else self._nothing)

    def _show(self, analysis: MoveAnalysis | None, to_move: Player) -> None:
        game = self._controller.session.setup.game
        latest, speed = self._live.latest, None
        if latest is not None and analysis == kept_analysis(latest):
            speed = latest.nodes_per_second
        share = None
        if analysis is not None:
            share = (1 + analysis.value) / 2
            share = share if to_move is Player.FIRST else 1 - share
        self._bar.set_share(share)
        shares = (share, None if share is None else 1 - share)
        for side, label, part in zip(
            Player, (self._first, self._second), shares, strict=True
        ):
            rate = UNKNOWN if part is None else percent_text(100 * part)
            label.setText(
                tr("Search", "{side} {rate}").format(
                    side=side_title(game, side), rate=rate
                )
            )
        depth, nodes, speed_label = self._numbers
        depth.setText(str(analysis.depth) if analysis else UNKNOWN)
        nodes.setText(count_text(analysis.nodes) if analysis else UNKNOWN)
        speed_label.setText(count_text(speed) if speed else UNKNOWN)
        position = self._controller.session.position
        moves = analysis.pv[:LINE_MOVES] if analysis else ()
        labels = [move_label(position, move) for move in moves]
        self._line.setText(" ".join(labels) or UNKNOWN)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Update after the panel was hidden."""
        super().showEvent(event)
        self._refresh()


class _Note(PlainLabel):
    """A wrapped sentence in the table's place, whose height is left to the table."""

    def hasHeightForWidth(self) -> bool:
        """See ``QWidget.hasHeightForWidth``."""
        return False


def _label(look: str) -> QLabel:
    label = PlainLabel()
    if look:
        label.setProperty("role", look)
    return label


def _mover_before(session: GameSession) -> Player:
    """Return the side that made the last move; a choice leaves the turn as it was."""
    position = session.position
    last = position.last_move
    is_choice = last is not None and get_game(position.setup.game).is_choice(
        position.setup, last
    )
    return position.to_move if is_choice else position.to_move.opponent
