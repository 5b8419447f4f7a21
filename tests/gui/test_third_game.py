"""A game that only the tests know plays in the window like any other."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction

from engine.match.match_setup import MatchSetup
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.records import files
from gui.game.annotation_reader import AnnotationReader
from gui.text.labels import game_title, goal_message, outcome_reason
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    play_all,
    press,
    status,
    texts,
    wait_for_moves,
    widget,
)

WON_GAME = ("a1", "d4", "b1", "d3", "a2", "d2", "b2")


@pytest.fixture
def parts(parts):
    """Return what the program is given, with its own annotations."""
    return lambda: parts() | {"reader": AnnotationReader()}


@pytest.fixture
def at_board(third_game, program):
    program.controller.put(
        program.factory.make_game(MatchSetup(setup=third_game.setup()))
    )
    return program


def against(program, game, engine):
    choice = MatchSetup(setup=game.setup(), second=parse_engine(engine))
    program.controller.put(program.factory.make_game(choice))


def test_it_has_a_place_in_the_switch_and_on_the_card(third_game, program):
    assert has_widget(program.window, f"switch_{third_game.name}")
    assert has_widget(program.window, f"card_play_{third_game.name}")


def test_stones_are_placed_by_clicks_on_its_board(at_board):
    board = widget(at_board.window, "board")
    before = board.grab().toImage()

    click_cell(at_board, "b2")
    click_cell(at_board, "c3")

    assert moves(at_board) == ["b2", "c3"]
    assert board.grab().toImage() != before


def test_it_is_played_to_its_end(at_board, qtbot):
    play_all(at_board, WON_GAME)

    session = at_board.controller.session
    assert session.outcome is not None
    qtbot.waitUntil(lambda: has_widget(at_board.window, "card_result"))
    assert "wins" in status(at_board)
    reason = outcome_reason(session.setup, session.outcome)
    assert reason == "Four stones in a square."


def test_its_texts_come_from_its_folder(third_game):
    assert game_title(third_game.name) == "Squares"
    assert goal_message(third_game.setup()) == third_game.goal(third_game.setup())


def test_the_dialog_offers_it_with_every_strength(at_board, third_game):
    press(at_board.window, "button_new")
    side = third_game.smallest_side
    widget(at_board.window, "new_game_height").setValue(side)
    choices = widget(at_board.window, "new_game_second_engine")
    offered = [choices.itemData(row) for row in range(choices.count())]

    press(at_board.window, "new_game_accept")

    assert at_board.controller.session.setup.height == side
    assert "strength:medium" in map(str, offered)


def test_the_switch_begins_a_game_against_an_engine(
    third_game, program, engines, qtbot
):
    press(program.window, f"switch_{third_game.name}")

    click_cell(program, "b2")

    wait_for_moves(qtbot, program, 2)
    assert str(engines.players[-1]).startswith(("strength:", "uct"))


def test_take_back_and_redo_work(at_board):
    click_cell(at_board, "b2")

    key(at_board.window, Qt.Key_Z, Qt.ControlModifier)
    assert moves(at_board) == []
    key(at_board.window, Qt.Key_Y, Qt.ControlModifier)
    assert moves(at_board) == ["b2"]


def test_its_annotations_are_drawn_and_explained(
    third_game, start_program, parts, qtbot
):
    program = start_program()
    program.controller.put(
        program.factory.make_game(MatchSetup(setup=third_game.setup()))
    )
    click_cell(program, "b2")
    board = widget(program.window, "board")
    plain = board.grab().toImage()

    program.window.findChild(QAction, "reading").trigger()

    qtbot.waitUntil(lambda: board.grab().toImage() != plain)
    assert "Beside" in texts(program.window, "bar_reading")


@pytest.mark.parametrize(
    "action", ["analysis_on", "compare_engines", "policy_map", "visit_map", "hint"]
)
def test_without_an_engine_no_search_fails(third_game, program, monkeypatch, action):
    for function in ("list_presets", "has_strengths"):
        monkeypatch.setattr(f"engine.match.engine_choice.{function}", lambda _at: ())
    setup = MatchSetup(setup=third_game.setup(height=5))
    program.controller.put(program.factory.make_game(setup))
    click_cell(program, "b2")

    program.window.findChild(QAction, action).trigger()

    assert not program.engine.is_searching
    assert moves(program) == ["b2"]


@pytest.mark.parametrize("form", ["sgf", "json"])
def test_its_records_are_saved_and_opened(at_board, third_game, tmp_path, form, qtbot):
    play_all(at_board, WON_GAME)
    qtbot.waitUntil(lambda: has_widget(at_board.window, "card_result"))
    record = at_board.controller.session.record
    path = tmp_path / f"game.{form}"

    files.save(record, path)
    read = files.load(path)

    assert read.setup == record.setup
    assert [node.move for node in read.nodes] == [node.move for node in record.nodes]
    assert read.outcome == record.outcome
    assert read.warnings == ()
    assert form in {
        entry.name for entry in files.FORMATS if third_game.name in entry.games
    }


@pytest.mark.slow
def test_its_own_search_replies_and_hints(third_game, start_program, engines, qtbot):
    engines.make = build_searcher  # compiled from the kernels of the game's folder
    program = start_program()
    against(program, third_game, "strength:beginner")

    click_cell(program, "b2")
    qtbot.waitUntil(lambda: len(moves(program)) == 2, timeout=300_000)
    press(program.window, "button_hint")

    qtbot.waitUntil(lambda: program.hints.hint is not None, timeout=300_000)
    assert "Hint: " in status(program)
