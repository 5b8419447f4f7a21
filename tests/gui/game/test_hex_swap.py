"""A swap in Hex in the window: what it changed is shown until the next move."""

import pytest

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.driving import click_cell, has_widget, press, wait_for_moves, widget
from tests.gui.scripted_engines import ENGINE

SETUP = GAMES["hex"].setup(height=5, options={"swap": "on"})


def swap_if_legal(position):
    return (position.special_moves() or position.legal_moves())[0]


def notice(program):
    return widget(program.window, "label_notice").text()


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("c3", "Blue swapped: Red's stone on c3 is now Blue's. You still play Red."),
        (
            "b4",
            "Blue swapped: Red's stone on b4 is now Blue's, mirrored to d2. "
            "You still play Red.",
        ),
    ],
    ids=["on the diagonal", "elsewhere"],
)
def test_the_swap_of_an_engine_is_explained_until_the_next_move(
    program, engines, qtbot, cell, expected
):
    engines.choose = swap_if_legal
    program.controller.put(
        program.factory.make_game(MatchSetup(setup=SETUP, second=ENGINE))
    )

    click_cell(program, cell)
    wait_for_moves(qtbot, program, 2)

    assert notice(program) == expected
    assert has_widget(program.window, "mark_news")
    click_cell(program, "e5")
    wait_for_moves(qtbot, program, 4)
    assert not has_widget(program.window, "bar_notice")


def test_the_swap_of_a_person_is_explained_too(program):
    program.controller.put(program.factory.make_game(MatchSetup(setup=SETUP)))
    click_cell(program, "c3")

    press(program.window, "notice_swap")

    assert notice(program) == "Blue swapped: Red's stone on c3 is now Blue's."
