"""Signals of the panels, which can be connected before there is a panel."""

from __future__ import annotations

from PyQt5.QtCore import QObject, QPoint, pyqtSignal


class PanelSignals(QObject):
    """What the user does in panels; a panel forwards its signals once it is made."""

    node_chosen = pyqtSignal(int)  # index in the record
    node_menu_requested = pyqtSignal(int, QPoint)  # index; place on the screen
    candidate_pointed = pyqtSignal(object)  # Candidate | None: looked at in a table
    candidate_menu_requested = pyqtSignal(object, QPoint)  # Move; place on the screen
    tool_chosen = pyqtSignal(object)  # MarkTool | None
    clear_requested = pyqtSignal()  # all marks of the position
    problem_reported = pyqtSignal(str)  # one sentence
    height_changed = pyqtSignal()  # of the names and times of the players
