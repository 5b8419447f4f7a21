"""Publication of the views of a match: each change once, in order."""

from __future__ import annotations

from collections.abc import Callable

from engine.match.notices import Notice
from engine.match.view import Change, MatchView


class ViewPublisher:
    """Collector of changes and notices, which it publishes with a new view.

    Args:
        make_view: Factory of the view of the match now, from its changes and notices.
    """

    def __init__(
        self, make_view: Callable[[Change, tuple[Notice, ...]], MatchView]
    ) -> None:
        self._make_view = make_view
        self._subscribers: list[Callable[[MatchView], None]] = []
        self._changes = Change.NONE
        self._notices: list[Notice] = []
        self._view: MatchView | None = None
        self._is_publishing = False

    @property
    def view(self) -> MatchView:
        """The match now; the same object until something changes."""
        if self._view is None:
            self._view = self._make_view(Change.NONE, ())
        return self._view

    def subscribe(self, callback: Callable[[MatchView], None]) -> None:
        """Call ``callback`` with each view that is published."""
        self._subscribers.append(callback)

    def mark(self, change: Change) -> None:
        """Note a change for the next publication; ``view`` has it at once."""
        self._changes |= change
        self._view = None

    def report(self, notice: Notice) -> None:
        """Note a fact that the next publication reports once."""
        self._notices.append(notice)

    def publish(self) -> None:
        """Publish what was noted; what subscribers change is published after it."""
        if self._is_publishing:
            return
        self._is_publishing = True
        try:
            while self._changes or self._notices:
                notices = tuple(self._notices)
                self._notices.clear()
                changes, self._changes = self._changes, Change.NONE
                self._view = view = self._make_view(changes, notices)
                for callback in self._subscribers:
                    callback(view)
        finally:
            self._is_publishing = False
