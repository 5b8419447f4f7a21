"""Head of a run's window: title, progress, and the figures of a match."""

from __future__ import annotations

from PyQt5.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from engine.tournament.plan import Plan
from engine.tournament.run_state import RunState
from engine.tournament.statistics.pair_statistics import PairCounts
from gui.lab.duration_text import duration_text
from gui.lab.matches.match_labels import (
    elo_text,
    engine_labels,
    interval_text,
    plan_text,
    ratio_text,
    score_text,
    test_title,
)
from gui.lab.problem_label import ProblemLabel
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import fill, tr, translate_message
from gui.text.labels import UNKNOWN
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.elided_label import ElidedLabel

PERCENT = 100


class Figure(QFrame):
    """Card with one figure: caption, large value, note.

    Args:
        name: Object name of the value.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._caption = PlainLabel()
        self._caption.setProperty("role", "caption")
        self._value = ElidedLabel()
        self._value.setObjectName(name)
        self._value.setProperty("role", "title")
        self._note = ElidedLabel()
        self._note.setObjectName(f"{name}_note")
        self._note.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        column.setSpacing(SPACE_XS)
        for label in (self._caption, self._value, self._note):
            column.addWidget(label)

    def show_texts(self, caption: str, value: str, note: str, tip: str = "") -> None:
        """Show other texts."""
        self._caption.setText(caption)
        self._value.setText(value)
        self._note.setText(note)
        set_tip(self, tip)


class MatchRunSummary(QWidget):
    """Title, progress and figures of a run."""

    def __init__(self) -> None:
        super().__init__()
        self._title = ElidedLabel()
        self._title.setObjectName("run_title")
        self._title.setProperty("role", "title")
        self._about = ElidedLabel()
        self._about.setObjectName("run_about")
        self._about.setProperty("role", "muted")
        self._bar = QProgressBar()
        self._bar.setObjectName("run_bar")
        self._bar.setTextVisible(False)
        self._progress = PlainLabel()
        self._progress.setObjectName("run_progress")
        self._warning = ProblemLabel("run_warning")
        self._score = Figure("run_score")
        self._elo = Figure("run_elo")
        self._test = Figure("run_test")
        self._faults = Figure("run_faults")
        self._figures = QWidget()
        row = QHBoxLayout(self._figures)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        for figure in (self._score, self._elo, self._test, self._faults):
            row.addWidget(figure, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for part in (self._title, self._about, self._bar, self._progress):
            column.addWidget(part)
        column.addWidget(self._warning)
        column.addWidget(self._figures)
        self._figures.hide()

    def show_state(self, state: RunState, *, is_running: bool) -> None:
        """Show a state of the run."""
        plan = state.plan
        title = plan.name or _several_engines(plan)
        if plan.kind == "match" and not plan.name:
            first, second = engine_labels(plan)
            title = tr("Lab", "{first} – {second}").format(  # noqa: RUF001
                first=first, second=second
            )
        self._title.setText(title)
        self._about.setText(plan_text(plan))
        total = plan.most_games
        self._bar.setMaximum(total)
        self._bar.setValue(total if state.is_finished else len(state.results))
        self._progress.setText(_progress_text(state, is_running=is_running))
        self._warning.show_problem(translate_message(state.warning or ""))
        self._figures.setVisible(plan.kind == "match")
        if plan.kind == "match":
            self._show_figures(state)

    def _show_figures(self, state: RunState) -> None:
        counts = state.standings.counts
        self._score.show_texts(
            fill(tr("Lab", "Score of {engine}"), engine=engine_labels(state.plan)[0]),
            score_text(counts) if counts.games else UNKNOWN,
            tr("Lab", "{wins} won, {draws} drawn, {losses} lost").format(
                wins=counts.wins, draws=counts.draws, losses=counts.losses
            ),
        )
        self._show_elo(counts)
        self._show_test(state)
        first, second = state.standings.rows
        self._faults.show_texts(
            tr("Lab", "Lost on time"),
            tr("Lab", "{own} : {other}").format(
                own=first.time_losses, other=second.time_losses
            ),
            tr("Lab", "Errors {own} : {other}").format(
                own=first.failures, other=second.failures
            ),
        )

    def _show_elo(self, counts: PairCounts) -> None:
        if not counts.games:
            self._elo.show_texts(
                tr("Lab", "Elo difference, 95 % interval"), UNKNOWN, ""
            )
            return
        note = tr("Lab", "{interval}, LOS {chance:.0f} %").format(
            interval=interval_text(*counts.elo_interval),
            chance=PERCENT * counts.superiority,
        )
        tip = tr(
            "Lab",
            "95 % interval from pairs of games with the same opening. LOS is the "
            "likelihood of superiority: that the first engine is the stronger one.",
        )
        self._elo.show_texts(
            tr("Lab", "Elo difference, 95 % interval"),
            elo_text(counts.elo),
            note,
            tip,
        )

    def _show_test(self, state: RunState) -> None:
        test, ratio = state.plan.sprt, state.standings.log_ratio
        self._test.setVisible(test is not None)
        if test is None or ratio is None:
            return
        low, high = test.bounds
        self._test.show_texts(
            tr("Lab", "Sequential test, {low} or {high} Elo").format(
                low=elo_text(test.elo0), high=elo_text(test.elo1)
            ),
            test_title(state.standings.sprt, test),
            tr("Lab", "LLR {ratio} ({low} to {high})").format(
                ratio=ratio_text(ratio), low=ratio_text(low), high=ratio_text(high)
            ),
            tr("Lab", "LLR is the log-likelihood ratio; the test ends at a bound."),
        )


def _several_engines(plan: Plan) -> str:
    """Return the title of a run without a name that is no match."""
    count = len(plan.engines)
    if plan.kind == "ratings":
        return tr("Lab", "Ratings of {count} engines").format(count=count)
    return tr("Lab", "Tournament of {count} engines").format(count=count)


def _progress_text(state: RunState, *, is_running: bool) -> str:
    """Return the number of finished games and the estimated time of the others."""
    done, total = len(state.results), state.plan.most_games
    text = tr("Lab", "{done} of {total} games").format(done=done, total=total)
    if total == 1:
        text = tr("Lab", "{done} of 1 game").format(done=done)
    if state.is_decided and done < total and state.plan.kind == "ratings":
        return tr("Lab", "{games}; the ratings are as exact as asked for").format(
            games=text
        )
    if state.is_decided and done < total:
        return tr("Lab", "{games}; the sequential test has ended the match").format(
            games=text
        )
    if state.is_finished:
        return tr("Lab", "{games}, finished").format(games=text)
    if not is_running:
        return tr("Lab", "{games}, stopped").format(games=text)
    if not done:
        more = tr("Lab", "{games}; the engines are being prepared")
        return text if state.running else more.format(games=text)
    spent = sum(row.seconds for row in state.standings.rows)
    rest = duration_text(spent / done * (total - done) / state.plan.concurrency)
    more = tr("Lab", "{games}, {time} left")
    if state.plan.sprt is not None or state.plan.error is not None:
        more = tr("Lab", "{games}, {time} left at most")
    return more.format(games=text, time=rest)
