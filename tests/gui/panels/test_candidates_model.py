"""The table of candidates: its texts, its order, its rows while a search goes on."""

from dataclasses import replace

import pytest
from PyQt5.QtCore import QPersistentModelIndex, Qt
from PyQt5.QtTest import QSignalSpy

from engine.core.types import Candidate, Move
from engine.games import GAMES
from gui.panels.candidates_model import CandidatesModel, Column
from tests.games import cell

GOMOKU = GAMES["gomoku"]
POSITION = GOMOKU.new_position(GOMOKU.setup(height=11, width=7))


def candidate(name, value=0.0, visits=0, prior=None, line=()):
    pv = tuple(cell(POSITION, step) for step in (name, *line))
    return Candidate(move=pv[0], value=value, visits=visits, prior=prior, pv=pv)


SEARCHED = (
    candidate("d5", 0.2, 12_345, 0.25, ["e6", "d7"]),
    candidate("b10", 0.3, 900, 0.5),
    candidate("b2", -0.5, 40, None, ["c3"]),
)


@pytest.fixture
def model(qapp):
    made = CandidatesModel(qapp)
    made.show(POSITION, SEARCHED)
    return made


def column(model, number, role=Qt.DisplayRole):
    rows = range(model.rowCount())
    return [model.data(model.index(row, number), role) for row in rows]


def test_every_candidate_has_a_row_best_first(model):
    assert column(model, Column.MOVE) == ["d5", "b10", "b2"]
    assert column(model, Column.RATE) == ["60.0", "65.0", "25.0"]
    assert column(model, Column.VISITS) == ["12.3k", "900", "40"]
    assert column(model, Column.LINE) == ["d5 e6 d7", "b10", "b2 c3"]


def test_what_nobody_knows_is_a_dash(model):
    model.show(POSITION, (candidate("d5"),))

    assert column(model, Column.VISITS) == ["–"]  # noqa: RUF001
    assert column(model, Column.PRIOR) == ["–"]  # noqa: RUF001


def test_a_prior_is_shown_where_there_is_one(model):
    assert column(model, Column.PRIOR) == ["25.0 %", "50.0 %", "–"]  # noqa: RUF001


BOUNDS = (
    candidate("d5", 0.2, 12_345, line=["e6"]),
    replace(candidate("b10", -0.162, 900), is_bound=True),
)


def test_an_upper_bound_is_no_win_rate(model):
    model.show(POSITION, BOUNDS, counts_nodes=True)

    assert column(model, Column.RATE) == ["60.0", "≤ 41.9"]
    tip = model.headerData(Column.RATE, Qt.Horizontal, Qt.ToolTipRole)
    assert "upper bound" in tip


def test_of_equal_rates_the_bound_comes_last(model):
    exact = replace(BOUNDS[1], move=Move(0), is_bound=False)
    model.show(POSITION, (BOUNDS[1], exact))

    model.sort(Column.RATE, Qt.DescendingOrder)

    assert column(model, Column.RATE) == ["41.9", "≤ 41.9"]


def test_nodes_are_titled_and_copied_as_nodes_without_priors(model):
    model.sort(Column.PRIOR, Qt.DescendingOrder)

    model.show(POSITION, BOUNDS, counts_nodes=True)

    assert model.copy_text().splitlines()[0].split("\t") == [
        *("Move", "Win %", "Nodes", "Best line"),
    ]
    assert model.sorting is None
    tip = model.headerData(Column.VISITS, Qt.Horizontal, Qt.ToolTipRole)
    assert tip == "Nodes spent on the move"


def test_titles_stay_while_there_are_no_candidates(model):
    model.show(POSITION, BOUNDS, counts_nodes=True)

    model.show(POSITION, ())

    assert model.headerData(Column.VISITS, Qt.Horizontal) == "Nodes"


def test_tips_tell_what_is_shortened(model):
    assert column(model, Column.VISITS, Qt.ToolTipRole)[0] == "12345"
    assert column(model, Column.LINE, Qt.ToolTipRole)[0] == "d5 e6 d7"
    tip = model.headerData(Column.RATE, Qt.Horizontal, Qt.ToolTipRole)
    assert "side to move" in tip


@pytest.mark.parametrize(
    ("number", "ascending"),
    [
        (Column.MOVE, ["b2", "b10", "d5"]),
        (Column.RATE, ["b2", "d5", "b10"]),
        (Column.VISITS, ["b2", "b10", "d5"]),
        (Column.PRIOR, ["b2", "d5", "b10"]),
        (Column.LINE, ["b10", "b2", "d5"]),
    ],
)
def test_every_column_can_be_sorted_both_ways(model, number, ascending):
    model.sort(number, Qt.AscendingOrder)
    assert column(model, Column.MOVE) == ascending

    model.sort(number, Qt.DescendingOrder)
    assert column(model, Column.MOVE) == ascending[::-1]


def test_the_order_of_the_search_comes_back(model):
    model.sort(Column.RATE, Qt.AscendingOrder)

    model.sort_by_search()

    assert column(model, Column.MOVE) == ["d5", "b10", "b2"]


def test_a_sorted_table_stays_sorted_while_the_search_goes_on(model):
    model.sort(Column.VISITS, Qt.AscendingOrder)

    model.show(POSITION, (candidate("b2", visits=99_000), *SEARCHED[:2]))

    assert column(model, Column.MOVE) == ["b10", "d5", "b2"]


def test_a_row_is_kept_by_its_move_when_others_pass_it(model):
    kept = QPersistentModelIndex(model.index(0, Column.MOVE))

    model.show(POSITION, (SEARCHED[2], candidate("f6"), SEARCHED[0]))

    assert column(model, Column.MOVE) == ["b2", "f6", "d5"]
    assert kept.row() == 2


def test_a_row_that_goes_away_takes_nobody_elses_place(model):
    kept = QPersistentModelIndex(model.index(1, Column.MOVE))

    model.show(POSITION, (SEARCHED[0], SEARCHED[2]))

    assert not kept.isValid()
    assert column(model, Column.MOVE) == ["d5", "b2"]


def test_nothing_is_drawn_again_where_nothing_has_changed(model):
    told = []
    for change in (model.dataChanged, model.layoutChanged, model.modelReset):
        change.connect(lambda *_: told.append(1))

    model.show(POSITION, SEARCHED)

    assert told == []


def test_numbers_change_in_their_row_alone(model):
    spy = QSignalSpy(model.dataChanged)

    model.show(POSITION, (SEARCHED[0], candidate("b10", 0.1, 950), SEARCHED[2]))

    assert [(first.row(), last.row()) for first, last, *_ in spy] == [(1, 1)]


def test_a_move_that_a_damaged_record_names_twice_has_one_row(model):
    model.show(POSITION, (*SEARCHED, candidate("d5", -1.0)))

    assert column(model, Column.MOVE) == ["d5", "b10", "b2"]
    assert column(model, Column.RATE)[0] == "60.0"


def test_moves_without_a_cell_are_named(qapp):
    hex_game = GAMES["hex"]
    empty = hex_game.new_position(
        hex_game.setup(height=3, width=3, options={"swap": "on"})
    )
    position = empty.play(cell(empty, "b2"))
    swap = position.special_moves()[0]
    model = CandidatesModel(qapp)

    model.show(position, (Candidate(move=swap, value=0.5, pv=(swap,)),))

    assert column(model, Column.MOVE) == ["swap"]
    assert column(model, Column.LINE) == ["swap"]


def test_a_copy_has_titles_whole_numbers_and_whole_lines(model):
    model.sort(Column.MOVE, Qt.AscendingOrder)

    lines = model.copy_text().splitlines()

    assert lines[0] == "Move\tWin %\tVisits\tPrior\tBest line"
    assert lines[1] == "b2\t25.0\t40\t–\tb2 c3"  # noqa: RUF001
    assert lines[3] == "d5\t60.0\t12345\t25.0 %\td5 e6 d7"
