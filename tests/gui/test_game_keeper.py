"""Games that the user has not saved are never lost."""

from pathlib import Path

import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.records import files
from gui.game_keeper import kept_title
from gui.new_game import NewGame
from tests.gui.conftest import ENGINE
from tests.gui.driving import click_cell, has_widget, moves, press, status

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

PERSONS = NewGame(setup=GAMES["gomoku"].setup(height=9, width=11))


def begin(program, choice):
    program.controller.put(program.maker.chosen(choice))


def play(program, *names):
    for name in names:
        click_cell(program, name)


def close(program):
    program.window.close()
    program.shutdown()


@pytest.fixture
def kept(tmp_path):
    """Return a function that lists the kept games."""
    folder = tmp_path / "state" / "pentahex" / "games"
    return lambda: sorted(folder.glob("*.sgf"))


def test_an_unfinished_game_comes_back(start_program):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1", "b2", "c3")
    close(first)

    second = start_program()

    assert second.controller.session.setup == PERSONS.setup
    assert moves(second) == ["a1", "b2", "c3"]
    assert status(second) == "Here is your unfinished game again."
    assert not has_widget(second.window, "card_welcome")
    assert second.window.isWindowModified()


def test_the_engine_goes_on_in_a_game_that_came_back(start_program, engines, qtbot):
    first = start_program()
    engines.delay = 60
    begin(first, NewGame(setup=PERSONS.setup, second=ENGINE))
    play(first, "a1")
    close(first)
    engines.delay = 0

    second = start_program()

    qtbot.waitUntil(lambda: second.controller.session.ply == 2)
    assert second.controller.table.choice.player(Player.SECOND) == ENGINE


def test_both_games_come_back_and_the_last_one_is_shown(start_program):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1")
    begin(first, NewGame(setup=GAMES["hex"].setup()))
    play(first, "b2")
    close(first)

    second = start_program()

    assert moves(second) == ["b2"]
    press(second.window, "switch_gomoku")
    assert moves(second) == ["a1"]


def test_a_game_is_kept_while_it_is_played(program, qtbot, kept):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    qtbot.waitUntil(lambda: len(kept()) == 1)
    qtbot.wait(300)

    assert len(files.load(kept()[0]).main_moves()) == 2


def test_a_saved_game_is_not_kept(start_program, file_answers, tmp_path, kept):
    program = start_program()
    begin(program, PERSONS)
    play(program, "a1")
    file_answers.target = tmp_path / "mine.sgf"
    press(program.window, "button_save")
    close(program)

    assert kept() == []
    assert moves(start_program()) == []


def test_a_game_that_gave_way_can_be_opened_from_the_menu(program, kept):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    begin(program, PERSONS)
    play(program, "c3")

    earlier = program.keeper.earlier_games()
    assert len(earlier) == 1
    assert program.window.desk.open(earlier[0], is_kept=True)
    assert moves(program) == ["a1", "b2"]


def test_a_finished_game_stays_among_the_earlier_ones(start_program, qtbot):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
    close(first)

    second = start_program()

    assert moves(second) == []
    assert len(second.keeper.earlier_games()) == 1


def test_a_damaged_index_is_passed_over(start_program, tmp_path):
    folder = tmp_path / "state" / "pentahex" / "games"
    folder.mkdir(parents=True)
    (folder / "unfinished.json").write_text('[{"file": 3}, {]', encoding="utf-8")

    program = start_program()

    assert has_widget(program.window, "card_welcome")


def test_an_unwritable_folder_does_not_stop_the_game(start_program, tmp_path, qtbot):
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    program = start_program()
    begin(program, PERSONS)

    play(program, "a1")
    qtbot.wait(300)

    assert moves(program) == ["a1"]


@pytest.mark.parametrize("count", [3])
def test_old_games_make_room(program, kept, count, monkeypatch):
    monkeypatch.setattr("gui.game_keeper.KEPT_GAMES", count)

    for _ in range(count + 2):
        begin(program, PERSONS)
        play(program, "a1")

    assert len(kept()) == count


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("2026-11-21 11.27.05 gomoku.sgf", "2026-11-21 11:27:05 Gomoku"),
        ("2026-11-21 11.27.05 hex 2.sgf", "2026-11-21 11:27:05 Hex 2"),
        ("by-hand.sgf", "by-hand"),
    ],
)
def test_a_kept_game_is_called_by_its_time_and_its_game(name, title):
    assert kept_title(Path(name)) == title
