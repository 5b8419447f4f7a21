"""Panel with the tree of all variations of the game on the screen."""

from __future__ import annotations

from PyQt5.QtCore import QPoint, Qt, pyqtSignal
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import QFrame, QStackedLayout, QWidget

from engine.match.view import MatchView
from engine.review.game_review import Severity
from gui.game.game_controller import GameController
from gui.game.status_messages import no_moves_message
from gui.panels.tree.record_tree import RecordTree
from gui.panels.tree.tree_widget import TreeWidget
from gui.settings.analysis_settings import BLUNDER, INACCURACY, MISTAKE
from gui.settings.settings import Settings, loss_thresholds
from gui.text.i18n import tr
from gui.text.labels import move_label, side_title
from gui.text.plain_text import PlainLabel
from gui.widgets.retranslated import Retranslated

THRESHOLD_KEYS = {INACCURACY.key, MISTAKE.key, BLUNDER.key}

LONGEST_TIP = 300
"""Letters of a comment in a tip."""


class TreePanel(Retranslated, QFrame):
    """A card with the tree of moves.

    Args:
        controller: The games.
        settings: Losses from which a move is a mistake.
        parent: See ``QWidget``.
    """

    node_chosen = pyqtSignal(int)  # index in the record
    menu_requested = pyqtSignal(int, QPoint)  # index in the record; place on the screen

    def __init__(
        self,
        controller: GameController,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._settings = settings
        self._tree = RecordTree.of(controller.session.record)
        self.setObjectName("panel_tree")
        self.setProperty("card", True)
        self._empty = PlainLabel()
        self._empty.setProperty("role", "muted")
        self._empty.setAlignment(Qt.AlignCenter)
        self._empty.setWordWrap(True)
        self._view = TreeWidget(self._describe)
        self._view.node_chosen.connect(self.node_chosen)
        self._view.menu_requested.connect(self.menu_requested)
        self._pages = QStackedLayout(self)
        self._pages.setContentsMargins(1, 1, 1, 1)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._view)
        controller.match_changed.connect(self._on_match_changed)
        settings.changed.connect(self._on_setting_changed)
        self._show_thresholds()
        self._retranslate()

    def _retranslate(self) -> None:
        self._show_empty()
        self._view.describe_cursor()

    def _show_empty(self) -> None:
        self._empty.setText(no_moves_message(self._controller.view))

    def _on_setting_changed(self, key: str) -> None:
        if key in THRESHOLD_KEYS:
            self._show_thresholds()

    def _show_thresholds(self) -> None:
        self._thresholds = loss_thresholds(self._settings)
        self._view.set_thresholds(self._thresholds)
        self._view.describe_cursor()

    def _on_match_changed(self, view: MatchView) -> None:
        self._show_empty()
        if view.has_new_notes and self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        session = self._controller.session
        self._tree = self._tree.following(session.record)
        has_moves = len(session.record.nodes) > 1
        self._view.show_tree(self._tree, session.cursor)
        self._pages.setCurrentWidget(self._view if has_moves else self._empty)

    def _describe(self, node: int) -> str:
        """Return the description of a node: move, variations, loss and comment."""
        tree, position = self._tree, self._controller.session.position
        move, comment = tree.record.nodes[node].move, tree.record.nodes[node].comment
        texts = [tr("Tree", "Start of the game")]
        if move is not None:
            texts = [
                tr("Tree", "Move {number}: {side} {move}").format(
                    number=tree.layout.rows[node],
                    side=side_title(position.setup.game, tree.movers[node]),
                    move=move_label(position, move),
                )
            ]
        texts += self._variation_texts(node)
        loss = tree.loss(node) or 0.0
        if self._thresholds.severity(loss) in (Severity.MISTAKE, Severity.BLUNDER):
            text = tr("Tree", "Mistake: loses {loss} % of win rate")
            texts.append(text.format(loss=f"{100 * loss:.0f}"))
        if comment:
            is_long = len(comment) > LONGEST_TIP
            texts.append(comment[:LONGEST_TIP] + "…" if is_long else comment)
        return "\n".join(texts)

    def _variation_texts(self, node: int) -> list[str]:
        """Return the number of a variation among its siblings, unless it is alone."""
        nodes = self._tree.record.nodes
        parent = nodes[node].parent
        siblings = () if parent is None else nodes[parent].children
        if len(siblings) <= 1:
            return []
        text = tr("Tree", "Variation {number} of {count}")
        return [text.format(number=siblings.index(node) + 1, count=len(siblings))]

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Update after the panel was hidden."""
        super().showEvent(event)
        self._refresh()
