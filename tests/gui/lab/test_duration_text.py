"""The text of a rough duration."""

import pytest

from gui.lab.duration_text import duration_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(20, "less than a minute"), (150, "about 2 min"), (5400, "about 1.5 h")],
)
def test_durations_are_rough(seconds, text):
    assert duration_text(seconds) == text
