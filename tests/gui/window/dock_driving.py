"""Docks and screens for the tests of the window."""

from PyQt5.QtCore import QRect
from PyQt5.QtWidgets import QAction, QDockWidget


def act(program, name):
    program.window.findChild(QAction, name).trigger()


def dock(program, name):
    return program.window.findChild(QDockWidget, f"dock_{name}")


class Screen:
    """Screen of a chosen size."""

    def __init__(self, width, height=900):
        self.geometry = self.availableGeometry = lambda: QRect(0, 0, width, height)
        self.availableVirtualGeometry = self.geometry
