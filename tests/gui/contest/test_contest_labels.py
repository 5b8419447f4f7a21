"""Times of contest clocks, as shown and as typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.contest.contest_labels import read_clock
from gui.text.time_labels import time_left_text


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("15", 900),
        ("4:30", 270),
        (" 0:05 ", 5),
        ("1:02:03", 3723),
        ("90:00", 5400),
        ("4：30", 270),
        ("4.30", 270),
        ("2m", 120),
        ("1h30m", 5400),
        ("90s", 90),
        ("\uff14\uff1a\uff13\uff10", 270),
    ],
)
def test_times_are_typed_in_several_ways(text, seconds):
    assert read_clock(text) == seconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0:00",
        "4:60",
        "1:60:00",
        "x",
        "4:",
        "10m+5s",
        "20s/move",
        "25h",
        ":30",
        "-4:30",
        "99:00:00",
    ],
)
def test_what_is_no_time(text):
    assert read_clock(text) is None


@given(seconds=st.integers(1, 24 * 3600))
def test_every_whole_time_is_read_as_it_is_shown(seconds):
    assert read_clock(time_left_text(seconds)) == seconds
