"""Time terms in the dialog for a new game."""

import pytest
from PyQt5.QtTest import QTest

from gui.dialogs.time_editor import USUAL_TIMES
from gui.settings.last_match import load_last_match
from tests.gui.driving import choose, choose_player, has_widget, press, widget


@pytest.fixture
def dialog(show_new_game):
    return show_new_game()


def choose_time(dialog, kind, side="first"):
    choose(dialog, f"new_game_time_{side}_kind", kind)


def test_every_kind_of_time_can_be_chosen(dialog):
    terms = {}
    for kind in ("none", "move", "total", "increment", "periods"):
        choose_time(dialog, kind)
        terms[kind] = str(dialog.choice.time)

    assert terms == {
        "none": "none",
        "move": "30s/move",
        "total": "10m",
        "increment": "10m+5s",
        "periods": "10m+3x30s",
    }


def test_only_the_numbers_of_the_kind_are_shown(dialog):
    names = ("main", "count", "increment", "seconds")

    def shown():
        return [n for n in names if has_widget(dialog, f"new_game_time_first_{n}")]

    assert shown() == []
    choose_time(dialog, "increment")
    assert shown() == ["main", "increment"]
    choose_time(dialog, "periods")
    assert shown() == ["main", "count", "seconds"]


@pytest.mark.parametrize("text", USUAL_TIMES)
def test_a_usual_time_is_one_choice_away(dialog, text):
    box = widget(dialog, "new_game_time_first_usual")

    box.activated.emit(1 + USUAL_TIMES.index(text))

    assert str(dialog.choice.time) == text


def test_each_side_can_have_its_own_time(dialog):
    choose_time(dialog, "total")
    widget(dialog, "new_game_time_differs").click()
    assert str(dialog.choice.time) == "10m"

    choose_time(dialog, "move", side="second")
    assert str(dialog.choice.time) == "10m 30s/move"

    widget(dialog, "new_game_time_differs").click()
    assert str(dialog.choice.time) == "10m"


def test_a_fallen_flag_can_be_made_a_warning(dialog):
    choose_time(dialog, "total")
    box = widget(dialog, "new_game_time_flag")

    box.setCurrentIndex(box.findData(False))

    assert str(dialog.choice.time) == "10m warn"


def test_a_total_of_nothing_is_one_sentence(dialog):
    choose_time(dialog, "total")

    widget(dialog, "new_game_time_first_main").setValue(0)

    assert dialog.choice is None
    problem = widget(dialog, "new_game_problem").text()
    assert problem == "Expected a main time or a time for each move."


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("15", 900), ("2:30", 150), ("1:00:00", 3600), ("90:00", 5400), (" 5 ", 300)],
)
def test_a_main_time_can_be_typed(dialog, typed, seconds):
    choose_time(dialog, "total")
    box = widget(dialog, "new_game_time_first_main")

    box.lineEdit().selectAll()
    QTest.keyClicks(box.lineEdit(), typed)
    box.interpretText()

    assert dialog.choice.time.first.main_seconds == seconds


def test_letters_are_no_main_time(dialog):
    choose_time(dialog, "total")
    box = widget(dialog, "new_game_time_first_main")

    box.lineEdit().selectAll()
    QTest.keyClicks(box.lineEdit(), "x:")
    box.interpretText()

    assert dialog.choice.time.first.main_seconds == 600


def test_with_a_clock_the_time_of_engines_is_a_bound_if_wanted(dialog):
    choose_player(dialog, "new_game_second", "uct-plain")
    assert not has_widget(dialog, "new_game_caps")
    choose_time(dialog, "total")

    assert not widget(dialog, "new_game_seconds").isEnabled()
    press(dialog, "new_game_caps")

    assert widget(dialog, "new_game_seconds").isEnabled()
    assert dialog.choice.caps_engines


def test_the_window_remembers_the_time(program, settings):
    press(program.window, "button_new")
    dialog = widget(program.window, "new_game")
    choose_time(dialog, "periods")

    press(program.window, "new_game_accept")

    assert str(program.controller.session.time.terms) == "10m+3x30s"
    assert str(load_last_match(settings, "gomoku").time) == "10m+3x30s"
