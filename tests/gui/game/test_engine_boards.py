"""Engines whose network knows some boards only, in the dialogs that offer them."""

import pytest

from engine.games import GAMES
from engine.match.engine_choice import best_engine, default_engine, default_match
from engine.match.engine_choice import substitute_engine as substitute
from engine.players.presets import presets
from gui.dialogs.new_game_dialog import NewGameDialog
from tests.gui.driving import choose, choose_player, widget

ON_8X8, ON_9X9 = "ou-cnn", "liu-9"
FREESTYLE = "mcts"


def new_game(qtbot, position=None):
    dialog = NewGameDialog("gomoku", default_match, position=position)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def problem(dialog):
    return widget(dialog, f"{dialog.objectName()}_problem").text()


def entry(dialog, picker, name):
    """Return text and state of an engine in the list of a picker."""
    choose(dialog, f"{picker}_engine", "more")
    box = widget(dialog, f"{picker}_kind")
    names = [getattr(box.itemData(k), "name", None) for k in range(box.count())]
    item = box.model().item(names.index(name))
    return item.text(), item.isEnabled()


def choose_rule(dialog, value):
    rules = widget(dialog, "new_game_option_rule")
    rules.setCurrentIndex(rules.findData(value))


def test_engines_that_do_not_know_the_board_are_grey_with_the_reason(qtbot):
    dialog = new_game(qtbot)

    assert entry(dialog, "new_game_second", ON_8X8) == (
        "Ou 2020, network (8 × 8 only)",  # noqa: RUF001
        False,
    )
    widget(dialog, "new_game_height").setValue(8)
    widget(dialog, "new_game_width").setValue(8)

    assert entry(dialog, "new_game_second", ON_8X8) == ("Ou 2020, network", True)


def test_engines_that_do_not_know_the_rules_are_grey_with_the_reason(qtbot):
    dialog = new_game(qtbot)

    choose_rule(dialog, "renju")

    text, is_enabled = entry(dialog, "new_game_first", FREESTYLE)
    assert text.endswith("(freestyle only)")
    assert not is_enabled


def test_rules_that_a_chosen_engine_does_not_know_are_one_plain_sentence(qtbot):
    dialog = new_game(qtbot)
    choose_player(dialog, "new_game_second", FREESTYLE)

    choose_rule(dialog, "renju")

    assert dialog.choice is None
    assert problem(dialog).endswith(
        "cannot play this game: freestyle only. Choose another engine."
    )
    assert not widget(dialog, "new_game_accept").isEnabled()
    choose_player(dialog, "new_game_second", "uct")
    assert dialog.choice.setup.option("rule") == "renju"


@pytest.mark.parametrize(
    ("game", "height", "width", "options"),
    [
        ("gomoku", 40, 15, {}),
        ("hex", 2, 11, {"swap": "off"}),
        ("hex", 11, 13, {"swap": "on"}),
        ("gomoku", 15, 15, {"rule": "renju", "line_length": "6"}),
    ],
)
def test_no_sentence_of_the_dialog_speaks_of_what_was_expected(
    qtbot, game, height, width, options
):
    dialog = NewGameDialog(game, default_match)
    qtbot.addWidget(dialog)
    dialog.show()

    widget(dialog, "new_game_height").setValue(height)
    widget(dialog, "new_game_width").setValue(width)
    for key, value in options.items():
        box = widget(dialog, f"new_game_option_{key}")
        box.setCurrentIndex(box.findData(value))

    assert dialog.choice is None
    assert problem(dialog)
    assert "xpected" not in problem(dialog)


def test_a_game_goes_on_only_with_an_engine_that_knows_its_board(qtbot):
    gomoku = GAMES["gomoku"]
    dialog = new_game(qtbot, gomoku.new_position(gomoku.setup(height=9, width=12)))

    assert not entry(dialog, "new_game_second", ON_8X8)[1]


def test_a_contest_needs_an_engine_that_knows_its_board(show_contest_form):
    dialog = show_contest_form()

    choose_player(dialog, "contest_engine", ON_8X8)

    assert dialog.contest is None
    assert "8 × 8 only" in problem(dialog)  # noqa: RUF001


def test_a_contest_names_a_rule_that_does_not_fit_by_its_title(show_contest_form):
    dialog = show_contest_form()

    for key, value in {"rule": "renju", "line_length": "6"}.items():
        box = widget(dialog, f"contest_option_{key}")
        box.setCurrentIndex(box.findData(value))

    assert dialog.contest is None
    assert problem(dialog) == "Renju is played with five in a row."


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
@pytest.mark.parametrize("width", [8, 13])
def test_engines_that_are_chosen_for_the_user_know_the_board(rule, width):
    setup = GAMES["gomoku"].setup(height=8, width=width, options={"rule": rule})
    failed = {ON_8X8}

    found = [default_engine(setup), best_engine(setup)]
    while (engine := substitute(setup, None, failed)) is not None:
        failed.add(engine.preset)
        found.append(engine)

    players = [one for one in presets().values() if setup.game in one.games]
    refusing = {one.name for one in players if one.refusal(setup)}
    of_other_boards = {ON_9X9} | ({FREESTYLE} if rule == "renju" else set())
    if (rule, width) != ("freestyle", 8):
        of_other_boards |= {ON_8X8}
    assert refusing == of_other_boards
    assert not refusing & {engine.for_setup(setup).preset for engine in found}
