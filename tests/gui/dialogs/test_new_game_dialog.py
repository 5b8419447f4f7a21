"""The dialog for a new game, alone and from the window."""

import random

import pytest
from PyQt5.QtCore import QPoint, Qt

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Player
from engine.games import GAMES
from engine.match.engine_choice import default_match, watched_match
from engine.match.match_setup import MatchSetup
from engine.players.preset_player import PresetPlayer
from engine.players.presets import list_presets, presets
from engine.players.strength_player import StrengthPlayer
from gui.settings.last_match import load_last_match
from tests.gui.driving import choose, choose_player, has_widget, press, widget
from tests.gui.scripted_engines import ENGINE
from tests.nonempty import nonempty


@pytest.fixture
def dialog(show_new_game):
    return show_new_game()


def set_size(dialog, height, width):
    widget(dialog, "new_game_height").setValue(height)
    widget(dialog, "new_game_width").setValue(width)


def test_it_begins_with_the_last_choice(show_new_game):
    last = MatchSetup(
        setup=GAMES["gomoku"].setup(
            height=9, width=12, options={"rule": "exact", "line_length": "4"}
        ),
        first=ENGINE,
        seconds_per_move=2.5,
        draws_colours=True,
        time=TimeTerms.parse("30m 10m+3x30s warn"),
        caps_engines=True,
    )

    assert show_new_game(last=last).choice == last


def test_every_option_of_the_game_is_offered(dialog):
    for option in nonempty(GAMES["gomoku"].options):
        box = widget(dialog, f"new_game_option_{option.key}")
        offered = [box.itemData(index) for index in range(box.count())]
        assert offered == list(option.choices)


def test_the_board_need_not_be_square(dialog):
    set_size(dialog, 6, 13)

    assert (dialog.choice.setup.height, dialog.choice.setup.width) == (6, 13)


def test_an_impossible_size_is_one_sentence_and_cannot_be_started(dialog):
    set_size(dialog, 30, 15)

    assert dialog.choice is None
    assert not widget(dialog, "new_game_accept").isEnabled()
    assert "5 to 22" in widget(dialog, "new_game_problem").text()

    set_size(dialog, 15, 15)
    assert widget(dialog, "new_game_accept").isEnabled()


def test_another_game_brings_its_own_sides_and_rules(dialog):
    press(dialog, "new_game_game_hex")

    assert dialog.choice.setup == GAMES["hex"].setup(options={"swap": "on"})
    assert dialog.choice.player(Player.FIRST) is None


def test_both_sides_can_be_engines_with_a_level(dialog):
    choose_player(dialog, "new_game_first", "uct-plain")
    choose_player(dialog, "new_game_second", "uct-plain")
    widget(dialog, "new_game_first_level").setValue(3)

    assert dialog.choice.is_watched
    assert dialog.choice.player(Player.FIRST).level == 3


def test_a_usual_size_is_one_choice_away(dialog):
    box = widget(dialog, "new_game_size")
    box.activated.emit(1)

    side = GAMES["gomoku"].common_sides[0]
    assert (dialog.choice.setup.height, dialog.choice.setup.width) == (side, side)


def test_the_width_follows_the_height_until_it_is_changed_by_hand(dialog):
    height, width = widget(dialog, "new_game_height"), widget(dialog, "new_game_width")

    height.setValue(13)
    assert width.value() == 13

    width.setValue(11)
    for side in (12, 11, 10):
        height.setValue(side)
    assert width.value() == 11


def test_a_board_that_is_made_square_again_stays_square(dialog):
    height, width = widget(dialog, "new_game_height"), widget(dialog, "new_game_width")
    width.setValue(11)

    width.setValue(height.value())
    height.setValue(13)

    assert width.value() == 13


def test_typing_one_number_gives_hex_another_square_board(show_new_game, qtbot):
    dialog = show_new_game("hex")
    height = widget(dialog, "new_game_height")

    height.selectAll()
    qtbot.keyClicks(height, "13")

    assert (dialog.choice.setup.height, dialog.choice.setup.width) == (13, 13)


def test_the_list_of_sizes_shows_the_present_one(dialog):
    box = widget(dialog, "new_game_size")
    shown = []
    for height, width in ((9, 9), (9, 10), (10, 10)):
        set_size(dialog, height, width)
        shown.append(box.currentText())

    assert shown == ["9 × 9", "Other size", "Other size"]  # noqa: RUF001


def test_the_window_starts_and_remembers_the_choice(program, settings):
    press(program.window, "button_new")
    dialog = widget(program.window, "new_game")
    choose(dialog, "new_game_second_engine", None)
    set_size(dialog, 7, 8)

    press(program.window, "new_game_accept")

    assert program.controller.session.setup.size_text == "7x8"
    assert load_last_match(settings, "gomoku").setup.size_text == "7x8"
    assert load_last_match(settings, "gomoku").second is None


def test_a_cancelled_dialog_changes_nothing(program, settings):
    before = program.controller.game
    press(program.window, "button_new")
    set_size(widget(program.window, "new_game"), 7, 8)

    press(program.window, "new_game_cancel")

    assert program.controller.game is before
    assert load_last_match(settings, "gomoku") == default_match("gomoku")


def test_chance_draws_both_sides_alike():
    choice = MatchSetup(setup=GAMES["hex"].setup(), second=ENGINE, draws_colours=True)
    rng = random.Random(5)

    drawn = [choice.with_sides_drawn(rng).first for _ in range(200)]

    assert 70 < drawn.count(ENGINE) < 130


def test_without_a_draw_the_sides_stay():
    choice = MatchSetup(setup=GAMES["hex"].setup(), second=ENGINE)
    rng = random.Random(5)

    assert {choice.with_sides_drawn(rng) for _ in range(20)} == {choice}


def entries(dialog, name):
    box = widget(dialog, name)
    return [box.itemText(index) for index in range(box.count())]


def test_the_strengths_are_the_first_choice_and_medium_is_chosen(dialog):
    assert entries(dialog, "new_game_second_engine") == [
        "Human",
        "Beginner",
        "Easy",
        "Medium",
        "Hard",
        "Very hard",
        "Full strength",
        "More…",
    ]
    assert str(dialog.choice.second) == "strength:medium"
    assert not has_widget(dialog, "new_game_second_kind")


def test_a_strength_says_which_engine_is_behind_it_on_this_board(dialog):
    choose_player(dialog, "new_game_second", "strength:hard")

    about = widget(dialog, "new_game_second_about").text()

    assert about.startswith("Plans several moves ahead. Engine: ")
    assert "level" in about


def test_more_reveals_the_kinds_in_groups_with_a_sentence_each(dialog):
    choose_player(dialog, "new_game_second", "liu-2")

    titles = entries(dialog, "new_game_second_kind")
    headings = [titles.index(t) for t in ("Classical", "Learned", "From papers")]
    model = widget(dialog, "new_game_second_kind").model()

    assert headings == sorted(headings)
    assert not any(model.item(row).isEnabled() for row in headings)
    assert titles[1:3] == ["Alpha-beta", "UCT"]
    assert titles.index("Network MCTS") == headings[1] + 1
    about = widget(dialog, "new_game_second_about").text()
    assert about.startswith(presets()["liu-2"].description)
    assert about.endswith("only with its own limit.")


def test_a_kind_begins_at_its_top_level_and_shows_it(dialog):
    choose_player(dialog, "new_game_second", "uct")

    assert widget(dialog, "new_game_second_level").value() == 10
    assert dialog.choice.second == PresetPlayer(preset="uct", level=10)


def test_more_begins_with_the_engine_and_level_of_the_strength(dialog):
    strength = StrengthPlayer(strength="medium")
    choose(dialog, "new_game_second_engine", strength)

    choose(dialog, "new_game_second_engine", "more")

    assert dialog.choice.second == strength.for_setup(dialog.choice.setup)
    assert widget(dialog, "new_game_second_level").value() < 10


def test_a_click_in_the_slider_of_the_level_moves_it_there(dialog, qtbot):
    choose_player(dialog, "new_game_second", "uct")
    level = widget(dialog, "new_game_second_level")

    for place in (0.5, 0.05, 0.95):
        x = round(level.width() * place)
        qtbot.mouseClick(level, Qt.LeftButton, pos=QPoint(x, level.height() // 2))

        assert level.value() == pytest.approx(1 + 9 * place, abs=0.6)


def test_no_description_of_gomoku_speaks_of_hex():
    for preset in nonempty(list_presets("gomoku")):
        assert "bridge" not in preset.description
        assert "connection" not in preset.description


def test_watching_shows_two_kinds_at_full_strength():
    for game in GAMES:
        choice = watched_match(game)
        kinds = {presets()[one.preset].kind for one in choice.engines.values()}

        assert len(kinds) == 2
        assert [one.level for one in choice.engines.values()] == [None, None]


def test_engines_resign_only_when_asked_to(show_new_game):
    dialog = show_new_game()
    assert not dialog.choice.engines_resign

    widget(dialog, "new_game_resign").setChecked(True)

    assert dialog.choice.engines_resign
