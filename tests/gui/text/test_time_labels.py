"""Time left as every clock shows it."""

import pytest

from gui.game.clock_display import format_time_left
from gui.text.time_labels import time_left_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (900, "15:00"),
        (899.4, "15:00"),
        (101.3, "1:42"),
        (3723, "1:02:03"),
        (0, "0:00"),
        (-0.4, "0:00"),
        (-61.5, "−1:01"),  # noqa: RUF001
    ],
)
def test_time_left_is_rounded_up_on_every_clock(seconds, text):
    assert time_left_text(seconds) == format_time_left(seconds) == text


@pytest.mark.parametrize(("seconds", "text"), [(59.001, "0:59"), (0.4, "0:01")])
def test_a_clock_without_tenths_is_not_up_before_it_is_up(seconds, text):
    assert time_left_text(seconds) == text
