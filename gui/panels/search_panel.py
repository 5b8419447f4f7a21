"""What the engine sees: win rate, depth, nodes, speed and its best line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.core.types import MoveAnalysis, Player
from engine.games import game_named
from engine.session import GameSession
from gui.game_controller import GameController
from gui.i18n import tr
from gui.names import side_colours
from gui.panels.win_rate_bar import WinRateBar
from gui.texts import count_text, move_label, side_title
from gui.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from gui.turns import kept_analysis

if TYPE_CHECKING:
    from engine.search.api import SearchResult

LINE_MOVES = 7
"""Moves of the best line that are shown."""

UNKNOWN = "–"  # noqa: RUF001
"""Stands for a number that nobody knows."""


class SearchPanel(QFrame):
    """A card about the search behind the move on the board, or the one at work."""

    def __init__(
        self, controller: GameController, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._theme = theme
        self._latest: SearchResult | None = None
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
        self._lay_out()
        controller.search_progressed.connect(self._on_search_progressed)
        controller.position_changed.connect(self._on_position_changed)
        controller.table_changed.connect(self._on_table_changed)
        self.retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Take the sides' colours from ``theme``."""
        self._theme = theme
        self._on_table_changed()

    def retranslate(self) -> None:
        """Show all texts in the language of the window."""
        texts = (tr("Search", "Depth"), tr("Search", "Nodes"), tr("Search", "Nodes/s"))
        for caption, text in zip(self._captions, texts, strict=True):
            caption.setText(text)
        self._line_caption.setText(tr("Search", "Best line"))
        self._on_table_changed()

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
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(rates)
        column.addWidget(self._bar)
        column.addSpacing(SPACE_XS)
        column.addLayout(numbers)
        column.addLayout(line)

    def _on_table_changed(self) -> None:
        game = self._controller.session.setup.game
        first, second = (side_colours(self._theme, game, side) for side in Player)
        self._bar.set_look((first, second), self._theme.strong_line)
        self._on_position_changed()

    def _on_search_progressed(self, result: SearchResult) -> None:
        self._latest = result
        to_move = self._controller.session.position.to_move
        self._show(kept_analysis(result), to_move, result.nodes_per_second)

    def _on_position_changed(self) -> None:
        """Show the search at the position on the board, else the one before it."""
        session = self._controller.session
        node = session.record.nodes[session.cursor]
        to_move = session.position.to_move
        if node.analysis is not None:
            self._show(node.analysis, to_move, None)
        elif node.parent is not None:
            analysis = session.record.nodes[node.parent].analysis
            self._show(analysis, _mover_before(session), None)
        else:
            self._show(None, to_move, None)

    def _show(
        self, analysis: MoveAnalysis | None, to_move: Player, speed: float | None
    ) -> None:
        game = self._controller.session.setup.game
        latest = self._latest
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
            rate = UNKNOWN if part is None else f"{part:.0%}"
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


def _label(look: str) -> QLabel:
    label = QLabel()
    if look:
        label.setProperty("role", look)
    return label


def _mover_before(session: GameSession) -> Player:
    """Return the side that made the last move; a choice leaves the turn as it was."""
    position = session.position
    last = position.last_move
    is_choice = last is not None and game_named(position.setup.game).is_choice(
        position.setup, last
    )
    return position.to_move if is_choice else position.to_move.opponent
