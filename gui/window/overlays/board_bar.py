"""The win rate of the position on the board, in a thin bar beside it."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QObject

from engine.core.types import Player
from engine.match.view import MatchView
from gui.analysis.game_graph import find_win_rate
from gui.board.board_options import BOARD_OPTIONS
from gui.game.game_controller import GameController
from gui.game.live_analysis import LiveAnalysis
from gui.panels.graph.graph_texts import graph_title, win_rate_text
from gui.settings.settings import Settings
from gui.settings.table import WIN_RATE_BAR
from gui.text.plain_text import set_tip
from gui.window.overlays.board_area import BoardArea

PLACING = {option.key for option in BOARD_OPTIONS}
"""Settings that change the board's place."""


class BoardBar(QObject):
    """Controller of the bar; it is hidden while nothing is known.

    Until a search has looked at the position, the bar shows the one before it.

    Args:
        controller: The games.
        live: Whether analysis is hidden.
        area: The board and its bar.
        settings: Whether the bar is shown.
    """

    def __init__(
        self,
        controller: GameController,
        live: LiveAnalysis,
        area: BoardArea,
        settings: Settings,
    ) -> None:
        super().__init__(area)
        self._controller = controller
        self._live = live
        self._area = area
        self._settings = settings
        controller.match_changed.connect(self._on_match_changed)
        live.hidden_changed.connect(self.refresh)
        settings.changed.connect(self._on_setting_changed)
        self._reserve()

    def refresh(self) -> None:
        """Show the win rate of the position on the board."""
        bar, session = self._area.bar, self._controller.session
        game, share = session.setup.game, self._find_share()
        bar.set_game(game)
        bar.set_share(share)
        bar.setAccessibleName(graph_title(game))
        text = win_rate_text(game, share)
        bar.setAccessibleDescription(text)
        set_tip(bar, text)
        bar.setVisible(self._settings[WIN_RATE_BAR] and share is not None)
        self._area.place_bar()

    def _find_share(self) -> float | None:
        """Return the first side's win rate here, else before the last stone."""
        if self._live.is_hidden:
            return None
        session = self._controller.session
        position, nodes = session.position, session.record.nodes
        node = nodes[session.cursor]
        share = find_win_rate(position, node.analysis)
        if share is not None or node.parent is None or node.move is None:
            return share
        before = nodes[node.parent].analysis
        is_stone = node.move < session.setup.cell_count
        if before is None or not is_stone or not position.has_fixed_colours:
            return None
        share = (1 + before.value) / 2
        return 1 - share if position.to_move is Player.FIRST else share

    def _reserve(self) -> None:
        self._area.reserve_bar(is_wanted=self._settings[WIN_RATE_BAR])

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_only_new_notes:
            self.refresh()

    def _on_setting_changed(self, key: str) -> None:
        if key == WIN_RATE_BAR.key:
            self._reserve()
            self.refresh()
        elif key in PLACING:
            self._area.place_bar()

    def event(self, event: QEvent) -> bool:
        """Follow the language of the window."""
        if event.type() == QEvent.LanguageChange:
            self.refresh()
        return super().event(event)
