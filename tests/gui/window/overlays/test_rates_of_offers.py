"""Win rates where White chooses among Black's fifth moves: they are White's."""

import pytest

from engine.core.types import Candidate, Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.panels.candidates_model import CandidatesModel, Column
from gui.panels.candidates_view import CandidatesView
from gui.widgets.column_widths import cell_width
from gui.window.overlays.candidate_overlay import mark_candidates
from tests.games import cell
from tests.gui.driving import status, widget

GOMOKU = GAMES["gomoku"]
SETUP = GOMOKU.setup(options={"opening": "rif"})


def after(moves):
    position = GOMOKU.new_position(SETUP)
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


OFFERED = after("h8 h9 i10 g10 offer-i8 offer-k8")
CANDIDATES = tuple(
    Candidate(move=cell(OFFERED, name), value=value, pv=(cell(OFFERED, name),))
    for name, value in (("k8", -0.2), ("i8", 0.4))
)


def test_the_best_offer_has_the_highest_rate(qapp):
    model = CandidatesModel(qapp)

    model.show(OFFERED, CANDIDATES)

    rates = [model.index(row, Column.RATE).data() for row in range(2)]
    assert rates == ["60.0", "30.0"]
    marks = mark_candidates(OFFERED, CANDIDATES)
    assert [mark.rate for mark in marks] == ["60", "30"]


def test_an_offer_is_whole_in_the_column_of_moves(qapp, qtbot):
    position = after("h8 h9 i10 g10")
    offer = cell(position, "offer-k10")
    model = CandidatesModel(qapp)
    view = CandidatesView(model)
    qtbot.addWidget(view)
    model.show(position, [Candidate(move=Move(0), value=0.1, pv=(Move(0),))])
    usual = view.columnWidth(Column.MOVE)

    model.show(position, [Candidate(move=offer, value=0.1, pv=(offer,))])

    index = model.index(0, Column.MOVE)
    assert index.data() == "offer k10"
    width = cell_width(view, "offer k10")
    assert usual < width <= view.columnWidth(Column.MOVE)


@pytest.mark.parametrize("moves", ["h8 h9 i10", "h8 h9 i10 g10"])
def test_before_and_while_black_offers_they_are_of_the_colour_to_move(moves):
    position = after(moves)
    move = position.move_on(Move(0))

    (mark,) = mark_candidates(position, [Candidate(move=move, value=0.2, pv=(move,))])

    assert mark.rate == "60"


def test_a_hint_has_the_same_rate_on_the_board_as_in_its_sentence(
    program, engines, qtbot, monkeypatch
):
    engines.choose = lambda position: position.legal_moves()[0]
    engines.value = -0.2
    program.controller.put(program.factory.make_game(MatchSetup(setup=SETUP)))
    for move in OFFERED.history:
        program.controller.play(move)
    shown = []
    board = widget(program.window, "board")
    monkeypatch.setattr(board, "set_hint", lambda *hint: shown.append(hint))

    program.hints.request()
    qtbot.waitUntil(lambda: program.hints.hint is not None)

    rate = 50 - 50 * program.hints.hint.value
    assert shown[-1][1] == f"{rate:.0f}"
    assert f"White's win rate is about {rate:.0f} %" in status(program)
