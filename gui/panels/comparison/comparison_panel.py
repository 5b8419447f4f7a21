"""Panel of a comparison: engines side by side on the position on the board."""

from __future__ import annotations

from PyQt5.QtCore import QSize, Qt, pyqtSignal
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.game import GameSetup
from engine.games import get_game
from engine.match.engine_choice import best_engine, best_pair
from engine.match.view import MatchView
from engine.players.preset_player import PresetPlayer
from gui.actions.actions import Actions
from gui.analysis.analysis_engine import read_stored_engine
from gui.analysis.engine_comparison import EngineComparison
from gui.game.game_controller import GameController
from gui.panels.comparison.comparison_model import ComparisonModel
from gui.panels.comparison.comparison_view import ComparisonView
from gui.settings.analysis_settings import COMPARED_ENGINES
from gui.settings.settings import Settings
from gui.style.icons import icon_if_drawn
from gui.style.theme import ICON_SIZE, SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import fill, tr
from gui.text.plain_text import set_tip
from gui.text.strength_labels import kind_title
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.retranslated import Retranslated


class ComparisonPanel(Retranslated, QFrame):
    """A card with a switch and the table of the compared engines.

    Args:
        controller: The games.
        comparison: Searches of the engines.
        actions: The window's actions.
        settings: Storage of the chosen engines.
        parent: See ``QWidget``.
    """

    candidate_pointed = pyqtSignal(object)  # Candidate | None: looked at in the table

    def __init__(
        self,
        controller: GameController,
        comparison: EngineComparison,
        actions: Actions,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._comparison = comparison
        self._settings = settings
        self._setup: GameSetup | None = None
        self._slots: tuple[PresetPlayer | None, ...] = ()
        self.setObjectName("panel_compare")
        self.setProperty("card", True)
        self._model = ComparisonModel(self)
        self._view = ComparisonView(self._model)
        self._state = ElidedLabel()
        self._state.setObjectName("label_comparison")
        self._state.setProperty("role", "caption")
        self._state.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._switch = QToolButton()
        self._switch.setObjectName("switch_comparison")
        self._switch.setDefaultAction(actions["compare_engines"])
        self._switch.setFocusPolicy(Qt.TabFocus)
        self._copy = QToolButton()
        self._copy.setObjectName("button_copy_comparison")
        self._copy.setIcon(icon_if_drawn("copy"))
        self._copy.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self._copy.setPopupMode(QToolButton.InstantPopup)
        self._copy.setFocusPolicy(Qt.TabFocus)
        self._copy_menu = QMenu(self)
        self._as_text = self._copy_menu.addAction("", self._copy_as_text)
        self._as_csv = self._copy_menu.addAction("", self._copy_as_csv)
        self._copy.setMenu(self._copy_menu)
        self._lay_out()
        self._view.candidate_pointed.connect(self.candidate_pointed)
        self._view.engines_chosen.connect(self._on_engines_chosen)
        comparison.changed.connect(self._refresh)
        controller.match_changed.connect(self._on_match_changed)
        self._retranslate()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_L, 0, SPACE_M, 0)
        head.setSpacing(SPACE_S)
        head.addWidget(self._switch)
        head.addWidget(self._state, 1)
        head.addWidget(self._copy)
        table = QVBoxLayout()
        table.setContentsMargins(SPACE_M, 0, SPACE_XS, 0)
        table.addWidget(self._view)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, SPACE_M, 1, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addLayout(head)
        column.addLayout(table, 1)

    def _retranslate(self) -> None:
        set_tip(self._copy, tr("Comparison", "Copy the table"))
        self._as_text.setText(tr("Comparison", "Copy as text"))
        self._as_csv.setText(tr("Comparison", "Copy as CSV"))
        self._setup = None
        self._refresh()

    def _on_match_changed(self, view: MatchView) -> None:
        if not view.has_only_new_notes:
            self._refresh()

    def _refresh(self) -> None:
        """Show the engines, also those of another game on the board."""
        if not self.isVisible():
            return
        setup = self._controller.session.setup
        if setup != self._setup:
            self._offer(setup)
        known = {one.engine: one for one in self._comparison.compared}
        columns = [None if one is None else known.get(one) for one in self._slots]
        current = self._comparison.current
        searching = (
            None if current is None else self._comparison.compared[current].engine
        )
        place = None if searching is None else self._slots.index(searching)
        self._model.show(self._comparison.position, columns, place)
        self._state.setText(self._state_text(searching))

    def _state_text(self, searching: PresetPlayer | None) -> str:
        comparison = self._comparison
        if self._controller.view.position.outcome is not None:
            return tr("Analysis", "The game is over here")
        if searching is not None:
            text = tr("Comparison", "{engine} searches")
            return fill(text, engine=kind_title(searching))
        if not comparison.is_on:
            return ""
        if comparison.is_done:
            return tr("Comparison", "All engines are done")
        return tr("Comparison", "Waiting")

    def _offer(self, setup: GameSetup) -> None:
        """List the engines of a game, and compare those chosen last."""
        self._setup = setup
        self._slots = load_compared(self._settings, setup)
        for box, one in zip(self._view.boxes, self._slots, strict=True):
            box.offer(setup, tr("Comparison", "None"))
            box.choose(None if one is None else one.preset)
            set_tip(box, box.currentText())
        self._compare()

    def _compare(self) -> None:
        self._comparison.choose([one for one in self._slots if one is not None])

    def _on_engines_chosen(self) -> None:
        """Take the engines of the lists; the same one twice counts once."""
        names = [box.currentData() for box in self._view.boxes]
        known = {one.preset: one for one in self._slots if one is not None}
        slots: list[PresetPlayer | None] = []
        for place, name in enumerate(names):
            is_new = name is not None and name not in names[:place]
            one = known.get(name, PresetPlayer(preset=name)) if is_new else None
            slots.append(one)
            self._view.boxes[place].choose(None if one is None else name)
            set_tip(self._view.boxes[place], self._view.boxes[place].currentText())
        self._slots = tuple(slots)
        texts = ["" if one is None else str(one) for one in slots]
        game = self._controller.session.setup.game
        self._settings[COMPARED_ENGINES[game]] = "\n".join(texts)
        self._compare()

    def _copy_as_text(self) -> None:
        QApplication.clipboard().setText(self._model.copy_text())

    def _copy_as_csv(self) -> None:
        QApplication.clipboard().setText(self._model.copy_csv())

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Update after the panel was hidden."""
        super().showEvent(event)
        self._refresh()


def load_compared(
    settings: Settings, setup: GameSetup
) -> tuple[PresetPlayer | None, ...]:
    """Return the engines chosen last, or the strongest and one of another kind.

    A game without engines has none.
    """
    text = settings[COMPARED_ENGINES[setup.game]]
    if text:
        first, second, third, *_ = [*text.split("\n"), "", "", ""]
        return (
            read_stored_engine(first),
            read_stored_engine(second),
            read_stored_engine(third),
        )
    usual = get_game(setup.game).setup()
    if best_engine(usual) is None:
        return None, None, None
    return *best_pair(usual), None
