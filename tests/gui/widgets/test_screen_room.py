"""Windows with their frames on small screens."""

import pytest
from PyQt5.QtWidgets import QWidget

from gui.widgets.screen_room import FRAME_HEIGHT, FRAME_WIDTH, resize_within_screen


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ((300, 200), (300, 200)),
        ((300, 900), (300, -FRAME_HEIGHT)),
        ((9000, 9000), (-FRAME_WIDTH, -FRAME_HEIGHT)),
    ],
)
def test_a_window_leaves_room_for_its_frame(qtbot, wanted, expected):
    window = QWidget()
    qtbot.addWidget(window)

    resize_within_screen(window, *wanted)

    room = window.screen().availableGeometry()
    sides = zip(expected, (room.width(), room.height()), strict=True)
    found = (window.width(), window.height())
    assert found == tuple(one if one > 0 else whole + one for one, whole in sides)
