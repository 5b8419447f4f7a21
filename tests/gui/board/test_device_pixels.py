"""The board on screens of every scale: Qt takes a scale only when it starts."""

import json
import os
import subprocess
import sys

import pytest

from tests.gui.app.test_app import PROJECT
from tests.nonempty import nonempty

pytestmark = [pytest.mark.processes, pytest.mark.slow]

SCRIPT = """
import json, sys
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from engine.core.types import Move
from engine.games import GAMES
from gui.app import application as app
from gui.board.board_view import BoardView
from gui.board.board_options import ORIENTATION, BoardOptions, Orientation
from gui.style.theme import font

application = app.get_application(scale=int(sys.argv[1]))
told = {}
for name, orientation in (("gomoku", "flat"), ("hex", "flat"), ("hex", "upright")):
    game = GAMES[name]
    setup = game.setup(height=7, width=9)
    view = BoardView()
    view.setFont(font())
    view.set_options(BoardOptions({ORIENTATION: Orientation(orientation)}))
    view.resize(501, 433)
    clicked = []
    view.cell_clicked.connect(clicked.append)
    view.show_position(game.new_position(setup), game.layout(setup), game.sides)
    view.show()
    for cell in range(63):
        QTest.mouseClick(view, Qt.LeftButton, pos=view.cell_center(Move(cell)))
    picture = view.grab().toImage()
    ratio = picture.devicePixelRatio()
    a, b = view.cell_center(Move(30)) * ratio, view.cell_center(Move(31)) * ratio
    half = (a + b) / 2
    across = [
        picture.pixelColor(half.x(), half.y() + step).lightness()
        for step in range(-round(12 * ratio), round(12 * ratio))
    ]
    told[f"{name} {orientation}"] = {
        "ratio": ratio,
        "size": [picture.width(), picture.height()],
        "clicked": clicked,
        "across": across,
    }
print(json.dumps(told))
"""


@pytest.fixture(scope="module", params=[100, 125, 150, 200])
def told(request):
    """Return what boards tell about themselves at one scale."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("QT_SCALE_FACTOR", None)
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(request.param)],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    return request.param / 100, json.loads(ran.stdout)


def test_every_click_finds_its_cell_at_every_scale(told):
    _, boards = told

    for board in nonempty(boards.values()):
        assert board["clicked"] == list(range(63))


def test_the_picture_has_all_pixels_of_the_screen(told):
    scale, boards = told

    for board in nonempty(boards.values()):
        assert board["ratio"] == scale
        assert board["size"] == [round(501 * scale), round(433 * scale)]


def test_a_line_of_the_grid_is_sharp_at_every_scale(told):
    _, boards = told
    across = boards["gomoku flat"]["across"]

    dark = [value for value in across if value < min(across) + 15]
    between = [v for v in across if min(across) + 15 <= v < max(across) - 30]

    assert 1 <= len(dark) <= 3
    assert between == []
