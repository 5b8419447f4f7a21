"""Mistakes among the offers and choices of an opening, in the panel *Review*."""

import pytest
from PyQt5.QtCore import Qt

from engine.core.types import Player
from engine.match.engine_choice import best_engine
from engine.search.wrappers.opening_searcher import OpeningSearcher
from gui.panels.review.mistakes_model import Column
from gui.style import theme
from gui.style.theme import LIGHT
from tests.engine.review.reviewed_games import game_of, with_values
from tests.engine.search.wrappers.offers import GOMOKU
from tests.gui.analysis.searchers import PlannedSearcher
from tests.gui.driving import key, status, texts, widget

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


def test_f12_reviews_a_swap2_game_without_its_fixed_stones(program, engines, qtbot):
    moves = "h8 h9 i10 add-two a1 a2 take-black c3 d4"
    game = game_of("gomoku", moves, height=15, width=15, opening="swap2")
    searcher = PlannedSearcher(game.setup, {8: (0.6, "o15"), 9: (0.2, "o15")})
    with_opening = OpeningSearcher(searcher, GOMOKU.opening())
    engines.fixed[best_engine(game.setup).preset] = with_opening
    program.controller.put(program.factory.open_record(game, None))

    key(program.window, Qt.Key_F12)
    qtbot.waitUntil(lambda: status(program).startswith("The review is complete."))

    window, nodes = program.window, program.controller.session.record.nodes
    known = [at for at, node in enumerate(nodes) if node.analysis is not None]
    assert known == [3, 6, 7, 8, 9]
    assert widget(window, "label_review").text() == "All 5 positions are reviewed."
    table = widget(window, "table_mistakes").model()
    numbers = [table.index(row, 0).data() for row in range(table.rowCount())]
    assert numbers == ["8", "9"]
    for place in ("first", "second"):
        text = widget(window, f"label_accuracy_{place}").text()
        assert text.endswith(" %")  # no move is missing
