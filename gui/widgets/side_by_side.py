"""Two widgets in a row, or one above the other where that is too narrow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PyQt5.QtCore import QEvent, QSize
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import QBoxLayout, QWidget

from gui.style.theme import SPACE_S

LOW_HEIGHT = 400
"""Height of a parent that is too low for two rows, in pixels at 100 %: that of the main
window's middle on a screen of 1366 by 768 at 150 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """How the two widgets become narrow."""

    usual_width: Callable[[], int]
    """Returns the width of the widget that stays, as if it was not narrow."""

    least_width: Callable[[], int]
    """Returns the width that the widget that stays needs unless it is narrow."""

    narrow_width: Callable[[], int]
    """Returns the width of both, as if they were narrow, without the gap."""

    make_narrow: Callable[[bool], None]
    """Makes them narrow, or not."""


class SideBySide(QWidget):
    """Row of a widget that comes and goes and one that stays; it keeps its height.

    In a low parent the widgets may be narrow, so that they take one row there too. The
    one that stays is also narrow where it has a row of its own that would cut it.

    Args:
        left: The widget that comes and goes; it takes the free width of the row.
        right: The widget that stays; alone it takes the whole row.
        parent: See ``QWidget``.
        narrowing: How they become narrow; ``None``: they do not.
    """

    def __init__(
        self,
        left: QWidget,
        right: QWidget,
        parent: QWidget,
        narrowing: Narrowing | None = None,
    ) -> None:
        super().__init__(parent)
        self._left, self._right = left, right
        self._narrowing = narrowing
        self._is_narrow = self._is_fitting = False
        self._box = QBoxLayout(QBoxLayout.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(SPACE_S)
        self._box.addWidget(left, 1)
        self._box.addWidget(right)

    def _fit(self) -> None:
        """Choose direction and widths; to show a part calls this again in between."""
        if self._is_fitting:
            return
        self._is_fitting = True
        try:
            self._choose()
        finally:
            self._is_fitting = False

    def _choose(self) -> None:
        room = self.width() - SPACE_S
        has_room = self._usual_width() <= room
        is_row = has_room or self._may_share_row(room)
        is_narrow = not has_room and (is_row or self._is_cut())
        direction = QBoxLayout.LeftToRight if is_row else QBoxLayout.TopToBottom
        if direction == self._box.direction() and is_narrow == self._is_narrow:
            return
        self._box.setDirection(direction)
        if self._narrowing is not None and is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._narrowing.make_narrow(is_narrow)
        self.updateGeometry()

    def _is_cut(self) -> bool:
        """Return whether a row of its own is too narrow for the widget that stays."""
        narrowing = self._narrowing
        return narrowing is not None and narrowing.least_width() > self.width()

    def _may_share_row(self, room: int) -> bool:
        """Return whether both have room in a row of a low parent if they are narrow."""
        if self._narrowing is None or self._left.isHidden():
            return False
        is_low = self.parentWidget().height() < LOW_HEIGHT
        return is_low and self._narrowing.narrow_width() <= room

    def _usual_width(self) -> int:
        """Return the width of both in a row, also while they are narrow."""
        if self._narrowing is not None:
            return self._left.sizeHint().width() + self._narrowing.usual_width()
        return sum(part.sizeHint().width() for part in (self._left, self._right))

    def minimumSizeHint(self) -> QSize:
        """Return the width of the column, so that a row can become one."""
        widths = (p.minimumSizeHint().width() for p in (self._left, self._right))
        return QSize(max(widths), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Choose the direction again when a widget comes, goes or changes its text."""
        if event.type() == QEvent.LayoutRequest:
            self._fit()
        return super().event(event)
