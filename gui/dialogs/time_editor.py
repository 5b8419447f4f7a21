"""Editor of time controls: kind, numbers and effect of a fallen flag."""

from __future__ import annotations

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import (
    QCheckBox,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.core.clocks.time_control import MAX_PERIODS, TimeControl, TimeTerms
from engine.core.types import Player
from gui.style.theme import SPACE_S
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.text.time_labels import (
    KINDS,
    ControlKind,
    control_kind,
    control_title,
    kind_title,
)
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.duration_box import DurationBox
from gui.widgets.form import make_row

LONGEST_MAIN, LONGEST_STEP = 10 * 3600 - 1, 3600
"""Seconds that can be entered for a game and for a move."""

USUAL_TIMES = (
    *("10s/move", "30s/move", "5m", "15m", "30m", "5m+3s", "15m+10s"),
    *("10m+3x30s", "30m+5x1m"),
)
"""Times of quick games, of contests and of servers."""

FIRST_NUMBERS = TimeControl(main_seconds=600, periods=3, period_seconds=30)
"""Values of the fields that the last choice did not use."""

FIRST_INCREMENT = 5
"""Default increment in seconds."""

SHOWN: dict[ControlKind, tuple[str, ...]] = {
    "none": (),
    "move": ("seconds",),
    "total": ("main",),
    "increment": ("main", "plus", "increment"),
    "periods": ("main", "plus", "count", "times", "seconds"),
}
"""The parts of the row of numbers that each kind needs."""


class ControlEditor(QWidget):
    """A list of kinds, and the numbers of the chosen one.

    Args:
        name: Begins the object names.
    """

    changed = pyqtSignal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._kinds = ChoiceBox(f"{name}_kind")
        for kind in KINDS:
            self._kinds.addItem(kind_title(kind), kind)
        self._usual = ChoiceBox(f"{name}_usual")
        self._usual.addItem(tr("NewGame", "Common times"), None)
        for text in USUAL_TIMES:
            control = TimeControl.parse(text)
            self._usual.addItem(control_title(control), control)
        self._main = DurationBox(f"{name}_main", LONGEST_MAIN)
        self._count = _spin_box(f"{name}_count", MAX_PERIODS)
        second = tr("NewGame", " s")
        self._increment = _spin_box(f"{name}_increment", LONGEST_STEP, second)
        self._seconds = _spin_box(f"{name}_seconds", LONGEST_STEP, second)
        self._parts: dict[str, QWidget] = {
            "main": self._main,
            "plus": PlainLabel("+"),
            "count": self._count,
            "times": PlainLabel("×"),  # noqa: RUF001
            "increment": self._increment,
            "seconds": self._seconds,
        }
        self._numbers = QWidget()
        self._numbers.setLayout(make_row(*self._parts.values(), stretch=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        lists = make_row(self._kinds, self._usual)
        lists.setStretch(0, 1)
        lists.setStretch(1, 1)
        column.addLayout(lists)
        column.addWidget(self._numbers)
        self._fill_in(FIRST_NUMBERS)
        self._increment.setValue(FIRST_INCREMENT)
        self._kinds.currentIndexChanged.connect(self._on_changed)
        self._usual.activated.connect(self._on_usual_chosen)
        for box in (self._main, self._count, self._increment, self._seconds):
            box.valueChanged.connect(self._on_changed)
        self._on_changed()

    @property
    def control(self) -> TimeControl | None:
        """The control as chosen now; ``None`` is no limit.

        Raises:
            TimeControlError: The numbers make no control.
        """
        kind = self._kind
        if kind == "none":
            return None
        if kind == "move":
            return TimeControl.per_move(self._seconds.value())
        has_periods, has_increment = kind == "periods", kind == "increment"
        return TimeControl(
            main_seconds=self._main.value(),
            increment_seconds=self._increment.value() if has_increment else 0.0,
            periods=self._count.value() if has_periods else 0,
            period_seconds=self._seconds.value() if has_periods else 0.0,
        )

    @property
    def has_limit(self) -> bool:
        """Whether a limit is chosen."""
        return self._kind != "none"

    def show_control(self, control: TimeControl | None) -> None:
        """Put ``control`` into the fields."""
        if control is not None:
            self._fill_in(control)
        self._kinds.setCurrentIndex(KINDS.index(control_kind(control)))
        self._on_changed()

    def copy(self, other: ControlEditor) -> None:
        """Show what another editor shows, sense or not."""
        self._main.setValue(other._main.value())
        self._count.setValue(other._count.value())
        self._increment.setValue(other._increment.value())
        self._seconds.setValue(other._seconds.value())
        self._kinds.setCurrentIndex(other._kinds.currentIndex())

    @property
    def _kind(self) -> ControlKind:
        return KINDS[self._kinds.currentIndex()]

    def _fill_in(self, control: TimeControl) -> None:
        """Change the numbers that ``control`` has."""
        for box, value in (
            (self._main, control.main_seconds),
            (self._count, control.periods),
            (self._increment, control.increment_seconds),
            (self._seconds, control.period_seconds),
        ):
            if value:
                box.setValue(round(value))

    def _on_usual_chosen(self, index: int) -> None:
        control = self._usual.itemData(index)
        if control is not None:
            self.show_control(control)
        self._usual.setCurrentIndex(0)

    def _on_changed(self) -> None:
        shown = SHOWN[self._kind]
        for name, part in self._parts.items():
            part.setVisible(name in shown)
        self._numbers.setVisible(bool(shown))
        self.changed.emit()


class TimeEditor(QWidget):
    """The time of both sides, or of each.

    Args:
        name: Begins the object names.
    """

    changed = pyqtSignal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._first = ControlEditor(f"{name}_first")
        self._second = ControlEditor(f"{name}_second")
        self._differs = QCheckBox()
        self._differs.setObjectName(f"{name}_differs")
        self._flag = ChoiceBox(f"{name}_flag")
        self._flag.addItem(tr("NewGame", "Running out of time loses"), True)
        self._flag.addItem(
            tr("NewGame", "Running out of time only shows a warning"), False
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for part in (self._first, self._differs, self._second, self._flag):
            column.addWidget(part)
        self._first.changed.connect(self._on_changed)
        self._second.changed.connect(self._on_changed)
        self._differs.clicked.connect(self._on_differs_clicked)
        self._differs.toggled.connect(self._on_changed)
        self._flag.currentIndexChanged.connect(self._on_changed)

    @property
    def terms(self) -> TimeTerms:
        """The terms as chosen now.

        Raises:
            TimeControlError: The numbers make no control.
        """
        first = self._first.control
        return TimeTerms(
            first=first,
            second=self._second.control if self._differs.isChecked() else first,
            flag_ends_game=self._flag.currentData(),
        )

    def show_terms(self, terms: TimeTerms, second_side: str) -> None:
        """Put ``terms`` into the fields.

        Args:
            terms: The time controls to show.
            second_side: The second side by its colour.
        """
        text = tr("NewGame", "Different time for {side}").format(side=second_side)
        self._differs.setText(text)
        self._first.show_control(terms.get_control(Player.FIRST))
        self._second.show_control(terms.get_control(Player.SECOND))
        self._differs.setChecked(not terms.is_even)
        self._flag.setCurrentIndex(self._flag.findData(terms.flag_ends_game))
        self._on_changed()

    def _on_changed(self) -> None:
        self._second.setVisible(self._differs.isChecked())
        self._flag.setVisible(not self._is_unlimited())
        self.changed.emit()

    def _on_differs_clicked(self) -> None:
        """Copy the first time to the second."""
        self._second.copy(self._first)

    def _is_unlimited(self) -> bool:
        editors = [self._first]
        if self._differs.isChecked():
            editors.append(self._second)
        return not any(editor.has_limit for editor in editors)


def _spin_box(name: str, most: int, suffix: str = "") -> QSpinBox:
    box = QSpinBox()
    box.setObjectName(name)
    box.setRange(1, most)
    box.setSuffix(suffix)
    return box
