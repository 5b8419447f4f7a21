"""Panel *Review*: accuracy, the list of mistakes, and the review that is running."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import (
    QAction,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.match.view import MatchView
from gui.actions.actions import Actions
from gui.analysis.game_reviewer import ReviewState
from gui.analysis.review_messages import (
    estimate_message,
    mistake_message,
    progress_message,
    refutation_message,
    start_title,
)
from gui.analysis.review_parts import ReviewParts
from gui.board.board_options import SIDE_MARKS
from gui.game.game_controller import GameController
from gui.panels.review.accuracy_table import AccuracyTable
from gui.panels.review.mistakes_model import MistakesModel
from gui.panels.review.mistakes_view import MistakesView
from gui.panels.review.retry_view import RetryView
from gui.settings.analysis_settings import REVIEW_SECONDS
from gui.settings.settings import Settings
from gui.style.theme import SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.named_widgets import make_tool_button
from gui.widgets.retranslated import Retranslated


class ReviewPanel(Retranslated, QFrame):
    """A card with the review of the game on the screen.

    Args:
        controller: The games.
        review: Search, result and practice of the review.
        actions: Its commands.
        settings: Time of a review, marks on the stones.
        parent: See ``QWidget``.
    """

    def __init__(
        self,
        controller: GameController,
        review: ReviewParts,
        actions: Actions,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._reviewer, self._mistakes = review.reviewer, review.mistakes
        self._retry = review.retry
        self._settings = settings
        self.setObjectName("panel_review")
        self.setProperty("card", True)
        self._accuracy = AccuracyTable()
        self._model = MistakesModel(self)
        self._table = MistakesView(self._model)
        self._table.mistake_chosen.connect(self._mistakes.select)
        self._nothing = PlainLabel()
        self._nothing.setObjectName("label_no_mistakes")
        self._nothing.setProperty("role", "muted")
        self._nothing.setAlignment(Qt.AlignCenter)
        self._nothing.setWordWrap(True)
        self._sentence = PlainLabel()
        self._sentence.setObjectName("label_mistake")
        self._sentence.setWordWrap(True)
        self._sentence.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._retry_view = RetryView(self._retry, settings)
        self._state = PlainLabel()
        self._state.setObjectName("label_review")
        self._state.setWordWrap(True)
        self._state.setProperty("role", "caption")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setObjectName("bar_review")
        self._seconds = self._new_seconds()
        self._start = QPushButton()
        self._start.setObjectName("button_review")
        self._try_again = QPushButton()
        self._try_again.setObjectName("button_try_again")
        self._variation = QPushButton()
        self._variation.setObjectName("button_review_variation")
        self._lay_out(actions)
        self._follow_action(self._start, actions["analyse_game"])
        self._follow_action(self._variation, actions["review_variation"])
        self._follow_action(self._try_again, actions["try_again"])
        self._retry_view.leave_button.clicked.connect(actions["stop"].trigger)
        self._connect()
        self._retranslate()

    def _connect(self) -> None:
        self._controller.match_changed.connect(self._on_match_changed)
        self._reviewer.changed.connect(self._refresh_state)
        self._mistakes.changed.connect(self._refresh_mistakes)
        self._mistakes.selected_changed.connect(self._refresh_selected)
        self._retry.changed.connect(self._refresh_pages)
        self._settings.changed.connect(self._on_setting_changed)

    def _lay_out(self, actions: Actions) -> None:
        self._lists = QStackedLayout()
        found = QWidget(self)
        column = QVBoxLayout(found)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self._accuracy)
        column.addLayout(self._lists, 1)
        column.addWidget(self._sentence)
        self._lists.addWidget(self._table)
        self._lists.addWidget(self._nothing)
        self._pages = QStackedLayout()
        state = QHBoxLayout()
        state.setSpacing(SPACE_S)
        state.addWidget(self._state, 1)
        state.addWidget(self._variation)
        state.addWidget(self._seconds)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_XS)
        for name in ("previous_mistake", "next_mistake"):
            buttons.addWidget(_new_button(actions[name]))
        buttons.addWidget(self._try_again)
        buttons.addStretch(1)
        buttons.addWidget(self._start)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        whole.setSpacing(SPACE_S)
        whole.addLayout(self._pages, 1)
        self._pages.addWidget(found)
        self._pages.addWidget(self._retry_view)
        whole.addWidget(self._bar)
        whole.addLayout(state)
        whole.addLayout(buttons)

    def _new_seconds(self) -> ChoiceBox:
        box = ChoiceBox("list_review_seconds")
        for value in REVIEW_SECONDS.values:
            box.addItem("", value)
        box.activated.connect(self._on_seconds_chosen)
        return box

    def _follow_action(self, button: QPushButton, action: QAction) -> None:
        """Connect a button with an action, whose state it shows."""

        def follow() -> None:
            button.setEnabled(action.isEnabled())
            button.setVisible(action.isVisible())
            set_tip(button, action.toolTip())

        button.clicked.connect(action.trigger)
        action.changed.connect(follow)
        follow()

    def _retranslate(self) -> None:
        for index, seconds in enumerate(REVIEW_SECONDS.values):
            text = tr("Review", "{seconds} s").format(seconds=f"{seconds:g}")
            self._seconds.setItemText(index, text)
        set_tip(self._seconds, tr("Review", "Time of a review for each position"))
        self._try_again.setText(tr("Review", "Try again"))
        self._variation.setText(tr("Review", "Variation"))
        self._show_seconds()
        self._refresh()

    def _show_seconds(self) -> None:
        index = self._seconds.findData(self._settings[REVIEW_SECONDS])
        self._seconds.setCurrentIndex(index)

    def _refresh(self) -> None:
        self._refresh_state()
        self._refresh_mistakes()
        self._refresh_selected()
        self._refresh_pages()

    def _refresh_state(self) -> None:
        """Show how far the review is, or what it would take, and the accuracy."""
        if not self.isVisible():
            return
        self._refresh_accuracy()
        reviewer, state = self._reviewer, self._reviewer.state
        is_running = state is ReviewState.RUNNING
        message = progress_message if is_running else estimate_message
        self._state.setText(message(reviewer))
        self._bar.setVisible(is_running)
        if is_running:
            count = reviewer.count
            self._bar.setRange(0, count.total)
            self._bar.setValue(count.done)
        self._start.setText(start_title(state))
        is_primary = state in (ReviewState.NEW, ReviewState.PARTIAL)
        if self._start.property("primary") != is_primary:
            self._start.setProperty("primary", is_primary)
            self._start.style().unpolish(self._start)
            self._start.style().polish(self._start)
        self._nothing.setText(self._nothing_text())

    def _refresh_accuracy(self) -> None:
        view, marks = self._controller.view, self._settings[SIDE_MARKS]
        self._accuracy.show_accuracy(self._mistakes, view, marks)
        self._accuracy.setVisible(bool(self._reviewer.line.moves))

    def _refresh_mistakes(self) -> None:
        if not self.isVisible():
            return
        view, marks = self._controller.view, self._settings[SIDE_MARKS]
        self._table.game, self._table.side_marks = view.setup.game, marks
        self._model.show(self._mistakes)
        has_any = bool(self._mistakes.found)
        self._lists.setCurrentWidget(self._table if has_any else self._nothing)
        self._table.show_selected(self._mistakes.selected)

    def _refresh_selected(self) -> None:
        selected, text = self._mistakes.selected, ""
        if selected is not None:
            before = self._mistakes.position_before(selected)
            sentence = mistake_message(before, selected)
            text = tr("Review", "{sentence}.").format(sentence=sentence)
            refutation = refutation_message(before, selected)
            text = f"{text}\n{refutation}" if refutation else text
        self._sentence.setText(text)
        self._sentence.setVisible(bool(text))
        self._table.show_selected(selected)

    def _refresh_pages(self) -> None:
        is_trying = self._retry.task is not None
        self._pages.setCurrentIndex(int(is_trying))

    def _nothing_text(self) -> str:
        """Return the text in the place of the list of mistakes."""
        if self._mistakes.review.moves:
            if self._reviewer.state is ReviewState.COMPLETE:
                return tr("Review", "No mistakes found.")
            return tr("Review", "No mistakes found so far.")
        return tr(
            "Review",
            "A review searches every position of the game and lists the mistakes.",
        )

    def _on_seconds_chosen(self) -> None:
        self._settings[REVIEW_SECONDS] = self._seconds.currentData()

    def _on_setting_changed(self, key: str) -> None:
        if key == REVIEW_SECONDS.key:
            self._show_seconds()
            self._refresh_state()
        elif key == SIDE_MARKS.key:
            self._refresh_accuracy()
            self._refresh_mistakes()

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_match:
            self._refresh()
        elif view.has_new_notes:
            self._refresh_state()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Update after the panel was hidden."""
        super().showEvent(event)
        self._refresh()


def _new_button(action: QAction) -> QToolButton:
    """Return a button with the icon of an action, named after it."""
    button = make_tool_button(f"button_{action.objectName()}", action)
    button.setToolButtonStyle(Qt.ToolButtonIconOnly)
    return button
