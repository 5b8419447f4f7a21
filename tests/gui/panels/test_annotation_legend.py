"""The legend's pictures show marks on what they lie on at the board."""

from __future__ import annotations

import pytest
from PyQt5.QtGui import QColor
from PyQt5.QtWidgets import QApplication

from engine.games import get_game
from gui.panels.annotation_legend import MarkPicture
from gui.style.theme import current_theme


@pytest.mark.parametrize(("name", "is_on_wood"), [("gomoku", True), ("hex", False)])
def test_marks_of_a_wooden_board_are_shown_on_wood(
    qapp: QApplication, name: str, is_on_wood: bool
) -> None:
    game = get_game(name)
    annotator = game.annotator()
    assert annotator is not None
    picture = MarkPicture(annotator.explain(game.setup())[0].sample, game)

    edge = picture.grab().toImage().pixelColor(picture.width() // 2, 1)

    assert (edge == QColor(current_theme().wood)) is is_on_wood
