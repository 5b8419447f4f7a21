"""Status bar: turn, engine activity and effect of undo."""

from __future__ import annotations

from PyQt5.QtCore import Qt, QTimer
from PyQt5.QtWidgets import QSizePolicy, QStatusBar, QWidget

from engine.core.types import Move
from engine.match.view import Activity, MatchView
from engine.players.program_player import ProgramPlayer
from gui.analysis.analysis_messages import analysis_message
from gui.analysis.continuous_analysis import AnalysisState, ContinuousAnalysis
from gui.analysis.engine_comparison import EngineComparison
from gui.analysis.review_messages import review_status
from gui.analysis.review_parts import ReviewParts
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.game.hints import Hints
from gui.game.notice_messages import notice_message
from gui.game.status_messages import lock_message
from gui.text.i18n import fill, join_list, join_sentences, tr
from gui.text.labels import (
    decision_message,
    hint_message,
    move_label,
    outcome_reason,
    outcome_title,
    side_title,
    suspension_message,
)
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.retranslated import Retranslated

PROBLEM_MS = 7000
"""How long a problem is shown before the state of the game returns."""

LONG_PREPARATION_MS = 2000
"""Time after which a preparation is explained: loading kernels takes about a second,
compiling them half a minute; an external program may not answer at all."""


class StatusBar(Retranslated, QStatusBar):
    """One line about the game; a problem takes its place for a while."""

    def __init__(
        self,
        controller: GameController,
        engine: EngineThread,
        hints: Hints,
        *,
        analysis: ContinuousAnalysis,
        comparison: EngineComparison,
        review: ReviewParts,
    ) -> None:
        super().__init__()
        self._controller = controller
        self._engine = engine
        self._hints = hints
        self._analysis = analysis
        self._comparison = comparison
        self._review = review
        self._note = self._lock = ""
        self._noted_position = controller.view.position
        self._was_preparing = self._is_long_preparation = False
        self._state = ElidedLabel()
        self._state.setObjectName("label_status")
        self._state.setProperty("role", "strong")
        self._state.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._state.setTextInteractionFlags(Qt.TextSelectableByMouse)
        self._problem = PlainLabel()
        self._problem.setObjectName("label_save_problem")
        self._problem.setProperty("role", "danger")
        self._problem.hide()
        self._undo = PlainLabel()
        self._undo.setObjectName("label_undo")
        self.setSizeGripEnabled(False)
        self._cell = PlainLabel()
        self._cell.setObjectName("label_cell")
        self._cell.setAlignment(Qt.AlignRight | Qt.AlignVCenter)
        self._cell.setMinimumWidth(self._cell.fontMetrics().horizontalAdvance("m000"))
        self.addWidget(self._state, 1)
        self.addWidget(self._problem)
        self.addPermanentWidget(self._undo)
        self.addPermanentWidget(self._cell)
        self._note_timer = _single_shot(self, PROBLEM_MS)
        self._note_timer.timeout.connect(self._on_note_timeout)
        self._preparation_timer = _single_shot(self, LONG_PREPARATION_MS)
        self._preparation_timer.timeout.connect(self._on_long_preparation)
        controller.match_changed.connect(self._on_match_changed)
        engine.compiled_changed.connect(self.refresh)
        hints.changed.connect(self._on_hints_changed)
        for part in (analysis, comparison, review.reviewer, review.retry):
            part.changed.connect(self.refresh)
        hints.problem_reported.connect(self.show_note)
        self.refresh()

    def show_note(self, message: str) -> None:
        """Show a message for some seconds, or until the game continues."""
        self._note = message
        self._noted_position = self._controller.view.position
        self._note_timer.start()
        self.refresh()

    def show_lock(self) -> None:
        """Show why the board is locked, until that is no longer true."""
        self._lock = lock_message(self._controller.view)
        self.show_note(self._lock)

    def show_save_problem(self, message: str) -> None:
        """Show why games cannot be saved, until an empty text takes it away."""
        self._problem.setText(message)
        self._problem.setVisible(bool(message))
        tip = tr("Status", "Pentahex retries every few seconds.")
        set_tip(self._problem, tip if message else "")

    def show_cell(self, cell: Move | None, value: str = "") -> None:
        """Name the cell under the mouse.

        Args:
            cell: The cell; ``None`` for no cell.
            value: Its value in the heat map, if there is one.
        """
        name = "" if cell is None else self._controller.session.position.cell_name(cell)
        self._cell.setText(f"{name}  {value}".strip())

    def _retranslate(self) -> None:
        self._note_timer.stop()
        self._on_note_timeout()

    def refresh(self) -> None:
        """Show the state of the game, or the note that has its place."""
        state = join_sentences((self._state_text(), self._comparing_text()))
        self._state.setText(self._note or state)
        self._undo.setText(self._undo_text())

    def _on_note_timeout(self) -> None:
        self._note = ""
        self.refresh()

    def _on_match_changed(self, view: MatchView) -> None:
        """Replace a note by the state of a new position, or by a new problem.

        Other listeners may have reported a note about that position before.
        """
        if view.has_only_new_notes:
            return
        is_lock = bool(self._note) and self._note == self._lock
        is_unlocked = is_lock and self._lock != lock_message(view)
        is_old = view.position is not self._noted_position
        if (view.has_new_position and is_old) or is_unlocked:
            self._note_timer.stop()
            self._note = ""
        self._watch_preparation()
        self.refresh()
        for message in filter(None, map(notice_message, view.notices)):
            self.show_note(message)

    def _on_hints_changed(self) -> None:
        """Show a hint in place of a note."""
        if self._hints.is_searching or self._hints.hint is not None:
            self._note = ""
        self.refresh()

    def _watch_preparation(self) -> None:
        is_preparing = self._controller.activity is Activity.PREPARING
        if is_preparing and not self._was_preparing:
            self._preparation_timer.start()
        elif not is_preparing:
            self._preparation_timer.stop()
            self._is_long_preparation = False
        self._was_preparing = is_preparing

    def _on_long_preparation(self) -> None:
        self._is_long_preparation = True
        self.refresh()

    def _state_text(self) -> str:
        session = self._controller.session
        setup = session.setup
        review = review_status(self._review)
        if review:
            return review
        if session.outcome is not None:
            return tr("Status", "{result}. {reason}").format(
                result=outcome_title(setup, session.outcome),
                reason=outcome_reason(setup, session.outcome),
            )
        findings = join_sentences((self._hint_text(), self._analysing_text()))
        if findings:
            return findings
        position = session.position
        colour = position.colour_of(position.seat_to_move)
        side = side_title(setup.game, colour)
        text = self._turn_text().format(side=side)
        time = session.time
        runs_on = time.is_running and not (time.is_here or time.terms.is_unlimited)
        clock_text = tr("Status", "Your clock runs on.") if runs_on else ""
        return join_sentences((text, clock_text))

    def _hint_text(self) -> str:
        hint = self._hints.hint
        if hint is None:
            return ""
        return hint_message(hint.position, hint.move, hint.value)

    def _comparing_text(self) -> str:
        """Return the note of a running comparison, or an empty text."""
        if self._comparison.current is None:
            return ""
        return tr("Comparison", "Comparing engines. Esc stops.")

    def _analysing_text(self) -> str:
        """Return the state of continuous analysis; empty if it is off or yields."""
        analysis, view = self._analysis, self._controller.view
        is_searching = analysis.state is AnalysisState.SEARCHING
        if is_searching and self._engine.is_preparing:
            colour = view.position.colour_of(view.position.seat_to_move)
            side = side_title(view.setup.game, colour)
            return self._preparation_text().format(side=side)
        return analysis_message(analysis, view)

    def _turn_text(self) -> str:
        """Return the turn and the engine's activity, with a field for the side."""
        thinking = tr("Status", "{side} to move. The engine is thinking…")
        texts = {
            Activity.PREPARING: self._preparation_text(),
            Activity.THINKING: thinking,
            Activity.PAUSED: tr("Status", "{side} to move. The engines are paused."),
        }
        activity = self._controller.activity
        view = self._controller.view
        if view.is_paused and view.standstill_seconds:
            return suspension_message(view.standstill_seconds)
        if view.is_paused:
            return tr("Status", "{side} to move. The game is paused.")
        return texts[activity] if activity in texts else self._waiting_text()

    def _preparation_text(self) -> str:
        """Return the progress of preparation, with a field for the side."""
        share = self._engine.compiled_share
        program = None if self._analysis.is_on else _find_program(self._controller.view)
        if share is None and program is not None:
            return self._program_text(program)
        if share is None:
            if not self._is_long_preparation:
                return tr("Status", "{side} to move. Preparing the engine…")
            return tr(
                "Status",
                "{side} to move. Preparing the engine (once, about half a minute)…",
            )
        if self._hints.is_searching:
            text = tr(
                "Status",
                "{{side}} to move. Looking for a hint, preparing the engine (only "
                "once): {percent} %…",
            )
        elif self._controller.view.awaits_engine or self._analysis.is_on:
            text = tr(
                "Status",
                "{{side}} to move. Preparing the engine (only once): {percent} %…",
            )
        else:
            text = tr(
                "Status",
                "{{side}} to move. Engine preparation continues in the "
                "background: {percent} %.",
            )
        return text.format(percent=int(100 * share))

    def _program_text(self, program: ProgramPlayer) -> str:
        """Return the state of a program that starts, with a field for the side."""
        if not self._is_long_preparation:
            return tr("Status", "{side} to move. Starting the external program…")
        text = tr(
            "Status",
            "{side} to move. Waiting up to {seconds} s for an answer from {program}…",
        )
        title = program.title.replace("{", "{{").replace("}", "}}")
        seconds = f"{program.settings.startup:g}"
        return fill(text, side="{side}", seconds=seconds, program=title)

    def _waiting_text(self) -> str:
        """Return the options of a human to move, with a field for the side."""
        session = self._controller.session
        if self._hints.is_searching:
            return tr("Status", "{side} to move. Looking for a hint…")
        if session.engine_is_to_move:
            return tr("Status", "{side} to move. Press Enter to start the engine.")
        if decision_message(session.position):  # the line under the board has it
            return tr("Status", "{side} to move.")
        return self._line_text()

    def _line_text(self) -> str:
        """Return the effect of a move here, with a field for the side."""
        session = self._controller.session
        if session.is_in_play:
            if session.is_at_end:
                return tr("Status", "{side} to move.")
            return tr(
                "Status",
                "{side} to move. Another move keeps those taken back as a variation.",
            )
        if session.is_at_end:
            return tr("Status", "{side} to move in a variation.")
        return tr("Status", "{side} to move. A move here starts a variation.")

    def _undo_text(self) -> str:
        view, retry = self._controller.view, self._review.retry
        undone: tuple[Move, ...] = ()
        if retry.task is not None:
            undone = retry.line[:1]
        elif view.can_take_back:
            undone = view.position.history[-view.take_back_count :]
        if not undone:
            return ""
        names = [move_label(view.position, move) for move in undone]
        return tr("Status", "Take back removes {moves}").format(moves=join_list(names))


def _find_program(view: MatchView) -> ProgramPlayer | None:
    """Return the external program to move, else that of the other side, if any."""
    seat = view.position.seat_to_move
    engines = (view.players.player(side) for side in (seat, seat.opponent))
    return next((one for one in engines if isinstance(one, ProgramPlayer)), None)


def _single_shot(parent: QWidget, interval: int) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval)
    return timer
