"""Widths of texts in a terminal."""

import pytest

from engine.core.formats.text_width import cut_to_width, measure_width, pad_to_width


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("uct:1", 5),
        ("甲队", 4),
        ("\uff21\uff22", 4),
        ("e\u0301", 1),
        ("∞", 1),
        ("😀", 2),
    ],
)
def test_a_chinese_character_takes_two_columns_and_an_accent_none(text, width):
    assert measure_width(text) == width


def test_a_text_is_padded_and_cut_by_its_columns():
    assert pad_to_width("甲队", 6) == "甲队  "
    assert pad_to_width("甲队", 3) == "甲队"
    assert cut_to_width("甲队uct", 5) == "甲队u"
    assert cut_to_width("甲队uct", 3) == "甲"
    assert cut_to_width("甲", 9) == "甲"
