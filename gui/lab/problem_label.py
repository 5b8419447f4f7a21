"""Label of a problem in a window."""

from __future__ import annotations

from gui.text.plain_text import PlainLabel


class ProblemLabel(PlainLabel):
    """Label that is hidden while there is no problem.

    Args:
        name: Object name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("role", "danger")
        self.setWordWrap(True)
        self.hide()

    def show_problem(self, text: str) -> None:
        """Show a problem; an empty text hides it."""
        self.setText(text)
        self.setVisible(bool(text))
