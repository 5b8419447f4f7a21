"""What the style sheet of the theme does not know: the widgets of the main window."""

from __future__ import annotations

from gui.style.theme import Theme


def window_style(theme: Theme) -> str:
    """Return the style sheet of the main window."""
    return f"""
QWidget#centre {{ background: {theme.window}; }}
QMainWindow QDockWidget, QMainWindow QDockWidget > QWidget {{
  background: {theme.window};
}}
QDockWidget > QFrame[card="true"] {{ background: {theme.card}; }}
QFrame#panel_moves QTableView {{ border: none; border-radius: 0; }}
QFrame#panel_moves QHeaderView::section {{
  background: {theme.card};
  padding: 2px 8px;
}}
QFrame#panel_moves QToolButton {{ padding: 2px 8px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QLabel#label_counter {{ color: {theme.muted}; }}
QLabel#label_move_time_first:disabled, QLabel#label_move_time_second:disabled {{
  color: {theme.muted};
}}
"""
