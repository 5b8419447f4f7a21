"""Searches with candidates, and what the window shows of them."""

import pytest
from PyQt5.QtWidgets import QAction

from engine.core.types import Candidate, Move
from gui.game.engine_thread import PROGRESS_SECONDS
from gui.panels.candidates_model import Column
from tests.gui.driving import widget

LONG = 30.0
"""Seconds of a search that is to be seen at work."""

PROGRESS_MS = round(1000 * PROGRESS_SECONDS)

in_one_game = pytest.mark.parametrize(
    "begin_search", [("hex", 5, 8)], ids=["hex"], indirect=True
)
"""For a test that looks at nothing that differs between the games."""


def consider(position, nodes):
    """Return three of the free cells; the longer the search, the better the last."""
    cells = position.legal_moves()[-6:]
    lines = [(cells[0], cells[1], cells[2]), (cells[3], cells[4]), (cells[5],)]
    visits = [60, 30, 2 * nodes]
    ranked = sorted(zip(visits, lines, strict=True), reverse=True)
    return tuple(
        Candidate(
            move=Move(line[0]),
            value=count / 1000,
            visits=count,
            prior=0.25 if count == 60 else None,
            pv=tuple(map(Move, line)),
        )
        for count, line in ranked
    )


def board(program):
    return widget(program.window, "board")


def action(program):
    return program.window.findChild(QAction, "candidates")


def table(program):
    return widget(program.window, "table_candidates")


def column(program, number=Column.MOVE):
    model = table(program).model()
    return [model.index(row, number).data() for row in range(model.rowCount())]


def picture(program):
    return board(program).grab().toImage()
