"""Percentages have one form in each language."""

import pytest
from PyQt5.QtWidgets import QApplication

from gui.text import languages
from gui.text.percent import percent_text, percent_unit


def test_in_english_there_is_a_space_before_the_sign():
    assert percent_text(78.25) == "78 %"
    assert percent_text(78.25, 1, sign="≤ ") == "≤ 78.2 %"
    assert percent_unit() == " %"


@pytest.mark.usefixtures("qapp")
def test_in_chinese_there_is_none():
    languages.apply(QApplication.instance(), "zh_CN")

    assert percent_text(100) == "100%"
    assert percent_unit() == "%"
