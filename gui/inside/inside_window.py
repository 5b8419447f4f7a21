"""Window of a search: its tree, the formula of a move, one simulation at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PyQt5.QtCore import QEvent, Qt, pyqtSignal
from PyQt5.QtGui import QCloseEvent
from PyQt5.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.core.game import Position
from engine.search.inspection import (
    Evaluation,
    SimulationTrace,
    WindowTrace,
    WindowTree,
)
from gui.board.board_options import BoardOptions
from gui.inside.alpha_beta_phases import list_alpha_beta_phases
from gui.inside.inside_search import InsideSearch, StepReport
from gui.inside.inside_view import SearchTreeView
from gui.inside.node_board import NodeBoard
from gui.inside.node_text import describe_node
from gui.inside.phase import Phase
from gui.inside.phases import list_phases
from gui.inside.search_choice import SearchChoice
from gui.inside.tree_item import Tree, TreeItem
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.close_keys import add_close_keys
from gui.widgets.named_widgets import make_button
from gui.widgets.screen_fit import resize_within_screen
from gui.widgets.wrapping_row import WrappingRow

WIDTH, HEIGHT = 1260, 680
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

BOARD_SHARE, TREE_SHARE = 1, 2
"""Shares of the width for the board and for the tree."""

STEP_KEY = "F6"
"""Shortcut of the next step, as of a step in a game of engines."""

SKIPS = (10, 100)
"""Simulations that a button runs at once."""

TEXT_LINES = 12
"""Lines of the explanation that are visible without scrolling."""


class InsideWindow(QWidget):
    """Window of the searches of one position at a time; it goes when it is closed.

    Args:
        search: Runs the searches.
        get_position: Returns the position on the board.
        find_refusal: Returns why no search can run now, or an empty text.
        options: Display options of the board.
        parent: The main window.
    """

    closed = pyqtSignal()

    def __init__(
        self,
        search: InsideSearch,
        get_position: Callable[[], Position],
        find_refusal: Callable[[], str],
        options: BoardOptions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.Window)
        self.setObjectName("inside_window")
        self.setAttribute(Qt.WA_DeleteOnClose)
        add_close_keys(self)
        self._search = search
        self._get_position = get_position
        self._find_refusal = find_refusal
        self._tree: Tree | None = None
        self._report: StepReport | None = None
        self._phases: tuple[Phase, ...] = ()
        self._at = 0
        self._goes_to_end = False
        self._choice = SearchChoice()
        self._start = make_button("inside_start")
        self._step = make_button("inside_step")
        self._simulation = make_button("inside_simulation")
        self._skips = {count: make_button(f"inside_skip_{count}") for count in SKIPS}
        self._view = SearchTreeView()
        self._board = NodeBoard(options)
        self._heading = PlainLabel()
        self._heading.setObjectName("inside_heading")
        self._heading.setWordWrap(True)
        self._text = QPlainTextEdit()
        self._lay_out()
        self._connect()
        self._retranslate()
        self.offer()
        resize_within_screen(self, WIDTH, HEIGHT)

    def offer(self) -> None:
        """Offer the engines for the position on the board, and show it."""
        position = self._get_position()
        self._choice.offer(position.setup)
        if self._tree is None:
            self._show_nothing(position)
        self._refresh()

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Inside", "Inside the search"))
        self._start.setText(tr("Inside", "Start"))
        self._step.setText(tr("Inside", "Next step"))
        self._step.setShortcut(STEP_KEY)  # a text takes the shortcut away
        set_tip(self._step, STEP_KEY)
        one, many = tr("Inside", "Next simulation"), tr("Inside", "{count} simulations")
        if self._choice.is_alpha_beta:
            one, many = tr("Inside", "Next node"), tr("Inside", "{count} nodes")
        self._simulation.setText(one)
        for count, button in self._skips.items():
            button.setText(many.format(count=count))
        self._steps_label.setText(tr("Inside", "Step by step"))
        if self._tree is None:
            self._explain(_introduction())
        self._refresh()

    def _lay_out(self) -> None:
        self._text.setObjectName("inside_text")
        self._text.setReadOnly(True)
        self._text.setProperty("console", True)
        self._text.setLineWrapMode(QPlainTextEdit.WidgetWidth)
        line = self._text.fontMetrics().lineSpacing()
        self._text.setMinimumHeight(4 * line)
        self._heading.setProperty("role", "heading")
        self._steps_label = PlainLabel()
        self._steps_label.setProperty("role", "muted")
        steps = WrappingRow(
            (self._steps_label, self._start, self._step),
            (self._simulation, *self._skips.values()),
        )
        explanation = QWidget()
        below = QVBoxLayout(explanation)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(SPACE_S)
        below.addWidget(self._heading)
        below.addWidget(self._text, 1)
        right = QSplitter(Qt.Vertical)
        right.addWidget(self._view)
        right.addWidget(explanation)
        right.setSizes([HEIGHT // 2, TEXT_LINES * line])
        right.setChildrenCollapsible(False)
        parts = QHBoxLayout()
        parts.setSpacing(SPACE_L)
        parts.addWidget(self._board, BOARD_SHARE)
        parts.addWidget(right, TREE_SHARE)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_M)
        column.addWidget(self._choice)
        column.addWidget(steps)
        column.addLayout(parts, 1)

    def _connect(self) -> None:
        self._choice.search_requested.connect(self._on_search_requested)
        self._choice.stop_requested.connect(self._search.stop)
        self._choice.last_requested.connect(self._on_last_requested)
        self._choice.engine_changed.connect(self._on_engine_changed)
        self._start.clicked.connect(self._on_start_clicked)
        self._step.clicked.connect(self._on_step_clicked)
        self._simulation.clicked.connect(self._on_simulation_clicked)
        for count, button in self._skips.items():
            button.clicked.connect(partial(self._on_skip_clicked, count))
        self._view.node_chosen.connect(self._on_node_chosen)
        self._search.tree_found.connect(self._on_tree_found)
        self._search.stepped.connect(self._on_stepped)
        self._search.failed.connect(self._on_failed)
        self._search.busy_changed.connect(self._refresh)

    def _refresh(self) -> None:
        """Enable what can be done now."""
        is_busy, report = self._search.is_busy, self._report
        can_step = report is not None and not is_busy
        is_over = report is not None and report.is_over
        has_last = self._search.has_last(self._get_position())
        self._choice.set_state(is_busy=is_busy, has_last=has_last)
        self._start.setEnabled(self._choice.engine is not None and not is_busy)
        has_phase = self._at + 1 < len(self._phases)
        self._step.setEnabled(can_step and (has_phase or not is_over))
        self._simulation.setEnabled(can_step and (has_phase or not is_over))
        for button in self._skips.values():
            button.setEnabled(can_step and not is_over)

    def _may_search(self) -> bool:
        """Return whether a search can run; show the reason if not."""
        refusal = self._find_refusal()
        if self._choice.engine is None and not refusal:
            refusal = tr("Inside", "No engine with a search tree plays this game.")
        if refusal:
            self._heading.setText(refusal)
            self._text.clear()
        return not refusal

    def _on_engine_changed(self) -> None:
        """Leave the steps and the tree of another engine."""
        self._leave_steps()
        self._tree = None
        self._show_nothing(self._get_position())
        self._retranslate()

    def _on_search_requested(self) -> None:
        self.offer()
        engine = self._choice.engine
        if self._may_search() and engine is not None:
            self._leave_steps()
            self._heading.setText(tr("Inside", "Searching…"))
            self._search.search(engine, self._get_position(), self._choice.nodes)

    def _on_last_requested(self) -> None:
        self.offer()
        if self._may_search():
            self._leave_steps()
            self._search.show_last(self._get_position())

    def _on_start_clicked(self) -> None:
        self.offer()
        engine = self._choice.engine
        if self._may_search() and engine is not None:
            self._leave_steps()
            self._search.start_steps(engine, self._get_position())

    def _on_step_clicked(self) -> None:
        """Show the next phase, or run the next simulation."""
        if self._at + 1 < len(self._phases):
            self._show_phase(self._at + 1)
        elif self._may_search():
            self._goes_to_end = False
            self._search.step()

    def _on_simulation_clicked(self) -> None:
        """Show the end of this simulation, or run the next one to its end."""
        if self._at + 1 < len(self._phases):
            self._show_phase(len(self._phases) - 1)
        elif self._may_search():
            self._goes_to_end = True
            self._search.step()

    def _on_skip_clicked(self, count: int) -> None:
        if self._may_search():
            self._search.skip(count)

    def _leave_steps(self) -> None:
        self._report, self._phases, self._at = None, (), 0

    def _on_tree_found(self, tree: Tree) -> None:
        self._show_tree(tree)
        self._view.choose_result()

    def _on_stepped(self, report: StepReport) -> None:
        self._report = report
        self._phases, self._at = (), 0
        if report.trace is not None:
            self._phases = _list_phases(report.trace, report.evaluation)
            self._show_phase(len(self._phases) - 1 if self._goes_to_end else 0)
        else:
            self._show_tree(report.tree)
            self._view.choose_result()
            if report.is_over:
                self._heading.setText(
                    tr("Inside", "The search is over: the result is proven.")
                )
        self._refresh()

    def _show_nothing(self, position: Position) -> None:
        """Show a position and the columns of the engine, without a tree."""
        kind = self._choice.kind or "tree-search"
        self._view.show_nothing(kind, position.setup.game)
        self._board.show_position(position)
        self._heading.clear()

    def _show_again(self) -> None:
        """Write the text of the phase, or of the node that is selected, again."""
        report, item = self._report, self._view.item(self._view.currentIndex())
        if self._tree is None:
            self._show_nothing(self._get_position())
        elif report is not None and report.trace is not None:
            self._phases = _list_phases(report.trace, report.evaluation)
            self._show_phase(self._at)
        elif item is not None:
            self._on_node_chosen(item)

    def _show_tree(self, tree: Tree) -> None:
        self._tree = tree
        self._view.show_tree(tree)

    def _show_phase(self, at: int) -> None:
        """Show one phase of the simulation, with the tree at its time."""
        report, self._at = self._report, at
        if report is None or report.trace is None:
            return
        phase = self._phases[at]
        is_last = phase.kind == "back_up"
        tree = report.tree if is_last else report.trace.tree
        if tree is not self._tree:
            self._show_tree(tree)
        chosen = () if phase.chosen is None else (phase.chosen,)
        self._view.choose((*phase.line, *chosen))
        self._board.show_phase(tree.position, phase)
        self._heading.setText(phase.title)
        self._explain(phase.text)
        self._refresh()

    def _on_node_chosen(self, item: TreeItem) -> None:
        self._board.show_node(item)
        self._heading.setText(_describe_size(self._tree))
        self._explain(describe_node(item))

    def _on_failed(self, message: str) -> None:
        self._leave_steps()
        self._heading.setText(message)
        self._text.clear()
        self._refresh()

    def _explain(self, text: str) -> None:
        self._text.setPlainText(text)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the program, and the searches of other parts."""
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
            self._show_again()
        elif event.type() == QEvent.ActivationChange:
            self._refresh()
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the search with the window."""
        self._search.cancel()
        self.closed.emit()
        super().closeEvent(event)


def _list_phases(
    trace: SimulationTrace | WindowTrace, evaluation: Evaluation
) -> tuple[Phase, ...]:
    """Return the phases of a simulation, or of a node of alpha-beta."""
    if isinstance(trace, WindowTrace):
        return list_alpha_beta_phases(trace)
    return list_phases(trace, evaluation)


def _describe_size(tree: Tree | None) -> str:
    """Return the number of simulations or nodes of a tree."""
    if isinstance(tree, WindowTree):
        count = sum(node.nodes for node in tree.iterations)
        text = tr("Inside", "Recorded nodes: {count}")
        if not tree.is_complete:
            text = tr("Inside", "Recorded nodes: {count}; later ones are left out")
        return text.format(count=f"{count:,}")
    visits = 0 if tree is None else tree.root.visits
    return tr("Inside", "Simulations: {count}").format(count=f"{visits:,}")


def _introduction() -> str:
    return tr(
        "Inside",
        "Search shows the tree after many simulations, Last search that of the "
        "analysis, a hint or a player. Start runs a search one simulation at a time: "
        "select, expand, evaluate, back up. Alpha-beta goes node by node, with windows "
        "and cutoffs.",
    )
