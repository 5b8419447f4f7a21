"""Mistakes among the offers and choices of an opening, in the panel *Review*."""

import pytest

from engine.core.types import Player
from gui.panels.review.mistakes_model import Column
from gui.style import theme
from gui.style.theme import LIGHT
from tests.engine.review.reviewed_games import game_of, with_values
from tests.gui.driving import texts, widget

MOVES = "h8 h9 i10 fifth-moves-2 g10 offer-i8 offer-k8 k8"
VALUES = [
    *[None] * 5,
    (0.4, "offer-i9"),
    (-0.2, "offer-i9"),
    (-0.2, "i8"),
    (-0.4, "a1"),
]
"""Black's first offer loses 30 %, White's choice of k8 30 %, too."""


@pytest.fixture
def record():
    game = game_of("gomoku", MOVES, height=15, width=15, opening="yamaguchi")
    return with_values(game, VALUES)


def test_the_move_and_the_better_one_are_shown_whole(panel, review_desk, qapp, record):
    theme.apply(qapp, LIGHT)

    review_desk.open(record)

    table = widget(panel, "table_mistakes")
    for column, text in ((Column.MOVE, "offer i8"), (Column.BEST, "offer i9")):
        index = table.model().index(0, column)
        assert index.data() == text
        assert table.sizeHintForIndex(index).width() <= table.columnWidth(column)


def test_a_bad_choice_among_the_offers_is_a_mistake_of_white(
    panel, review_desk, record
):
    review_desk.open(record)
    mistake = review_desk.mistakes.found[1]
    assert mistake.seat is Player.SECOND

    review_desk.mistakes.select(mistake)
    review_desk.retry.start(mistake)

    assert any("White played k8" in text for text in texts(panel, "view_trial"))
