"""Engines whose network knows some boards only, in the dialogs that offer them."""

import pytest

from engine.games import GAMES
from engine.players import PlayerConfig, presets
from gui.contest.contest import usual_contest
from gui.contest.contest_dialog import ContestDialog
from gui.dialogs.new_game_dialog import NewGameDialog
from gui.new_game import best_engine, default_engine, default_new_game
from gui.new_game import substitute_engine as substitute
from gui.theme import LIGHT
from tests.gui.driving import widget

ON_8X8, ON_9X9 = "ou-cnn", "liu-9"
FREESTYLE = "mcts"


def new_game(qtbot, position=None):
    dialog = NewGameDialog("gomoku", default_new_game, LIGHT, position=position)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def choose_engine(dialog, picker, name):
    box = widget(dialog, f"{picker}_engine")
    names = [getattr(box.itemData(k), "name", None) for k in range(box.count())]
    box.setCurrentIndex(names.index(name))


def problem(dialog):
    return widget(dialog, f"{dialog.objectName()}_problem").text()


def test_an_engine_that_knows_one_board_brings_it_along(qtbot):
    dialog = new_game(qtbot)

    choose_engine(dialog, "new_game_second", ON_8X8)

    assert dialog.choice.setup.size_text == "8"
    assert dialog.choice.second.preset == ON_8X8
    assert problem(dialog) == ""


def test_another_board_is_refused_until_another_engine_is_chosen(qtbot):
    dialog = new_game(qtbot)
    choose_engine(dialog, "new_game_second", ON_8X8)

    widget(dialog, "new_game_width").setValue(11)

    assert dialog.choice is None
    assert problem(dialog) == "Expected a board of 8x8 for this network, got 8x11."
    assert not widget(dialog, "new_game_accept").isEnabled()

    choose_engine(dialog, "new_game_second", "uct")

    assert dialog.choice.setup.size_text == "8x11"


def test_a_rule_is_never_changed_for_an_engine(qtbot):
    dialog = new_game(qtbot)
    rules = widget(dialog, "new_game_option_rule")
    rules.setCurrentIndex(rules.findData("renju"))

    choose_engine(dialog, "new_game_second", FREESTYLE)

    assert dialog.choice is None
    assert "renju" in problem(dialog)
    assert rules.currentData() == "renju"
    assert widget(dialog, "new_game_height").value() == 15


def test_a_game_goes_on_only_with_an_engine_that_knows_its_board(qtbot):
    gomoku = GAMES["gomoku"]
    dialog = new_game(qtbot, gomoku.new_position(gomoku.setup(height=9, width=12)))

    choose_engine(dialog, "new_game_second", ON_8X8)

    assert dialog.choice is None
    assert widget(dialog, "new_game_width").value() == 12


def test_a_contest_needs_an_engine_that_knows_its_board(qtbot):
    dialog = ContestDialog("gomoku", usual_contest, LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()

    choose_engine(dialog, "contest_engine", ON_8X8)

    assert dialog.contest is None
    assert "board of 8x8" in problem(dialog)


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
@pytest.mark.parametrize("width", [8, 13])
def test_engines_that_are_chosen_for_the_user_know_the_board(rule, width):
    setup = GAMES["gomoku"].setup(height=8, width=width, options={"rule": rule})
    failed = {ON_8X8}

    found = [default_engine(setup), best_engine(setup)]
    while (
        engine := substitute(setup, PlayerConfig(preset=ON_8X8), failed)
    ) is not None:
        failed.add(engine.preset)
        found.append(engine)

    players = [one for one in presets().values() if setup.game in one.games]
    refusing = {one.name for one in players if one.refusal(setup)}
    of_other_boards = {ON_9X9} | ({FREESTYLE} if rule == "renju" else set())
    if (rule, width) != ("freestyle", 8):
        of_other_boards |= {ON_8X8}
    assert refusing == of_other_boards
    assert not refusing & {engine.preset for engine in found}
