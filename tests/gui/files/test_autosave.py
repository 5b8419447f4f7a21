"""Games that the user has not saved are never lost."""

import re
from dataclasses import replace
from datetime import datetime

import pytest

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records import files
from gui.files.autosave_index import INDEX, read_index
from gui.files.autosave_names import (
    latest_first,
    make_name,
    parse_autosave_name,
    players_file,
)
from tests.gui.driving import (
    has_widget,
    moves,
    press,
    status,
    wait_for_moves,
)
from tests.gui.files.autosaved_games import (
    PERSONS,
    answer,
    begin,
    close,
    play,
)
from tests.gui.scripted_engines import ENGINE
from tests.gui.windowless import end_services, play_cells


def test_an_unfinished_game_comes_back(start_program):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1", "b2", "c3")
    close(first)

    second = start_program()

    assert second.controller.session.setup == PERSONS.setup
    assert moves(second) == ["a1", "b2", "c3"]
    assert status(second) == "Your unfinished game was restored."
    assert not has_widget(second.window, "card_welcome")
    assert second.window.isWindowModified()


def test_names_and_notes_come_back_with_the_game(start_windowless):
    first = start_windowless()
    named = replace(PERSONS, first_name="Wang", second_name="Li")
    begin(first, named)
    play_cells(first, "a1")
    first.controller.store_comment(1, "The corner")
    end_services(first)

    second = start_windowless()

    assert second.controller.session.record.nodes[1].comment == "The corner"
    second.controller.rematch_with_sides_changed()
    headers = second.controller.session.record.headers
    assert (headers.first_name, headers.second_name) == ("Li", "Wang")


def test_the_engine_goes_on_in_a_game_that_came_back(start_windowless, engines, qtbot):
    first = start_windowless()
    engines.delay = 60
    begin(first, MatchSetup(setup=PERSONS.setup, second=ENGINE))
    play_cells(first, "a1")
    end_services(first)
    engines.delay = 0

    second = start_windowless()

    qtbot.waitUntil(lambda: second.controller.session.ply == 2)
    assert second.controller.view.players.player(Player.SECOND) == ENGINE


def test_both_games_come_back_and_the_last_one_is_shown(start_windowless):
    first = start_windowless()
    begin(first, PERSONS)
    play_cells(first, "a1")
    begin(first, MatchSetup(setup=GAMES["hex"].setup()))
    play_cells(first, "b2")
    end_services(first)

    second = start_windowless()

    assert moves(second) == ["b2"]
    second.controller.switch_to("gomoku")
    assert moves(second) == ["a1"]


def test_a_game_is_autosaved_while_it_is_played(windowless, qtbot, autosaved):
    begin(windowless, PERSONS)
    play_cells(windowless, "a1", "b2")

    qtbot.waitUntil(lambda: len(autosaved()) == 1)
    qtbot.wait(300)

    assert len(files.load(autosaved()[0]).main_moves()) == 2


def test_a_saved_game_is_not_autosaved(
    start_program, file_answers, tmp_path, autosaved
):
    program = start_program()
    begin(program, PERSONS)
    play(program, "a1")
    file_answers.target = tmp_path / "mine.sgf"
    press(program.window, "button_save")
    close(program)

    assert autosaved() == []
    assert moves(start_program()) == []


def test_a_game_that_gave_way_can_be_opened_from_the_menu(program, autosaved):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    begin(program, PERSONS)
    play(program, "c3")

    earlier = program.autosave.list_earlier_games()
    assert len(earlier) == 1
    program.window.file_controller.open(earlier[0], is_autosaved=True)
    assert moves(program) == ["a1", "b2"]


def open_earlier(program):
    """Let the game on the board give way, and open it again from the menu."""
    begin(program, PERSONS)
    [earlier] = program.autosave.list_earlier_games()
    program.window.file_controller.open(earlier, is_autosaved=True)


def test_an_earlier_game_goes_on_with_its_engine_and_its_clock(program, qtbot):
    terms = TimeTerms.parse("5m+3x30s")
    requested = MatchSetup(setup=PERSONS.setup, second=ENGINE, time=terms)
    begin(program, requested)
    play(program, "a1")
    wait_for_moves(qtbot, program, 2)
    before = moves(program)

    open_earlier(program)

    controller = program.controller
    assert moves(program) == before
    assert controller.view.players.engines == {Player.SECOND: ENGINE}
    assert controller.session.time.terms == terms
    assert controller.view.is_paused
    controller.toggle_pause()
    play(program, "b2")
    wait_for_moves(qtbot, program, 4)


def test_an_earlier_game_that_is_over_is_a_record(program, qtbot):
    begin(program, MatchSetup(setup=PERSONS.setup, second=ENGINE))
    play(program, "a1")
    wait_for_moves(qtbot, program, 2)
    program.controller.resign(Player.FIRST)

    open_earlier(program)

    assert program.controller.session.outcome is not None
    assert not program.controller.view.players.engines


@pytest.mark.parametrize("damage", ["", "{", '{"first": 1}'])
def test_an_earlier_game_whose_players_are_not_readable_is_a_record(
    program, qtbot, damage
):
    begin(program, MatchSetup(setup=PERSONS.setup, second=ENGINE))
    play(program, "a1")
    wait_for_moves(qtbot, program, 2)
    begin(program, PERSONS)
    [earlier] = program.autosave.list_earlier_games()
    players_file(earlier).write_text(damage, encoding="utf-8")

    program.window.file_controller.open(earlier, is_autosaved=True)

    assert len(moves(program)) == 2
    assert not program.controller.view.players.engines


def test_no_players_are_left_of_a_game_that_was_saved(
    program, file_answers, tmp_path, autosaved
):
    begin(program, PERSONS)
    play(program, "a1")
    program.autosave.save_now()
    [game] = autosaved()
    before = players_file(game).exists()
    file_answers.target = tmp_path / "mine.sgf"

    press(program.window, "button_save")
    program.autosave.save_now()

    assert before
    assert not players_file(game).exists()


def test_a_saved_game_with_an_engine_goes_on_after_a_restart(
    start_program, file_answers, tmp_path, qtbot
):
    program = start_program()
    begin(program, MatchSetup(setup=PERSONS.setup, second=ENGINE))
    play(program, "a1")
    qtbot.waitUntil(lambda: len(moves(program)) == 2)
    file_answers.target = tmp_path / "mine.sgf"
    press(program.window, "button_save")
    close(program)

    again = start_program()

    assert len(moves(again)) == 2
    assert again.controller.view.players.engines
    assert again.controller.game.path == tmp_path / "mine.sgf"


def test_a_saved_game_with_a_clock_is_among_the_earlier_ones(
    program, file_answers, tmp_path, autosaved
):
    begin(program, replace(PERSONS, time=TimeTerms.parse("5m")))
    play(program, "a1")
    file_answers.target = tmp_path / "mine.sgf"
    press(program.window, "button_save")
    begin(program, PERSONS)

    [earlier] = program.autosave.list_earlier_games()

    program.window.file_controller.open(earlier, is_autosaved=True)
    assert moves(program) == ["a1"]
    assert not program.controller.session.time.terms.is_unlimited


def test_a_finished_game_stays_among_the_earlier_ones(start_windowless, qtbot):
    first = start_windowless()
    begin(first, PERSONS)
    play_cells(first, "a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
    end_services(first)

    second = start_windowless()

    assert moves(second) == []
    assert len(second.autosave.list_earlier_games()) == 1


def test_an_unwritable_folder_does_not_stop_the_game(start_program, tmp_path, qtbot):
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    program = start_program()
    begin(program, PERSONS)

    play(program, "a1")
    qtbot.waitUntil(lambda: has_widget(program.window, "label_save_problem"))

    assert moves(program) == ["a1"]
    program.window.close()
    answer("quit_question", "Quit without saving")


def test_moves_of_fast_engines_are_autosaved_before_the_last_one(
    windowless, qtbot, autosaved
):
    setup = GAMES["hex"].setup(height=19, width=19)
    begin(windowless, MatchSetup(setup=setup))

    for _ in range(100):
        windowless.controller.play(
            windowless.controller.session.position.legal_moves()[0]
        )
        qtbot.wait(50)
        if autosaved():
            break

    assert autosaved()
    assert windowless.controller.session.ply < 100


# Old games


@pytest.mark.parametrize("count", [3])
def test_old_games_make_room(program, autosaved, count, monkeypatch, qtbot):
    monkeypatch.setattr("gui.files.autosave.MAX_GAMES", count)

    for _ in range(count + 2):
        begin(program, PERSONS)
        play(program, "a1")
    program.autosave.save_now()

    assert len(autosaved()) == count + 1  # the last one is on the board
    qtbot.waitUntil(lambda: "3 games" in status(program))
    (earliest,) = re.findall("Deleted: (.*)", status(program))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Gomoku.", earliest)


def test_watched_games_do_not_push_out_games_that_people_played(
    windowless, autosaved, engines, qtbot, monkeypatch
):
    monkeypatch.setattr("gui.files.autosave.MAX_GAMES", 2)
    monkeypatch.setattr("gui.files.autosave.MAX_ENGINE_GAMES", 1)
    engines.delay = 0.01
    for _ in range(2):
        begin(windowless, PERSONS)
        play_cells(windowless, "a1")
    earlier = windowless.autosave.list_earlier_games()
    mine = {*earlier, windowless.controller.game.autosave_path}

    for _ in range(3):
        watched = MatchSetup(setup=PERSONS.setup, first=ENGINE, second=ENGINE)
        begin(windowless, watched)
        wait_for_moves(qtbot, windowless, 1)
        windowless.controller.set_running(False)
    windowless.autosave.save_now()

    assert mine <= set(autosaved())
    assert len(autosaved()) == len(mine) + 2  # one watched game kept, one on the board


def test_a_watched_game_that_a_person_joins_is_a_game_of_people(
    windowless, autosaved, qtbot, tmp_path
):
    begin(windowless, MatchSetup(setup=PERSONS.setup, first=ENGINE, second=ENGINE))
    wait_for_moves(qtbot, windowless, 1)
    windowless.controller.set_running(False)
    windowless.autosave.save_now()
    (watched,) = autosaved()

    windowless.controller.set_player(Player.FIRST, None)
    windowless.controller.set_player(Player.SECOND, None)
    play_cells(windowless, "k9")
    windowless.autosave.save_now()

    (joined,) = autosaved()
    assert parse_autosave_name(watched).is_watched
    assert not parse_autosave_name(joined).is_watched
    assert (
        files.load(joined).main_moves()[-1]
        == windowless.controller.session.record.main_moves()[-1]
    )
    assert [one.file for one in read_index(joined.with_name(INDEX)).matches] == [joined]


@pytest.fixture
def clock(monkeypatch):
    """Return a function that sets the year of the system's clock."""

    def set_year(year):
        class Clock(datetime):
            @classmethod
            def now(cls):
                return cls(year, 1, 2, 3, 4, 5)

        monkeypatch.setattr("gui.files.autosave_names.datetime", Clock)

    return set_year


def test_a_wrong_clock_pushes_no_game_out(windowless, autosaved, clock, monkeypatch):
    monkeypatch.setattr("gui.files.autosave.MAX_GAMES", 3)
    clock(2026)
    for _ in range(3):
        begin(windowless, PERSONS)
        play_cells(windowless, "a1")
    clock(2020)
    begin(windowless, PERSONS)
    play_cells(windowless, "a1", "b2")
    windowless.autosave.save_now()
    mine = windowless.controller.game.autosave_path

    begin(windowless, PERSONS)
    play_cells(windowless, "c3")

    assert windowless.autosave.list_earlier_games()[0] == mine
    assert mine.name.startswith("2020-01-02")
    assert len(autosaved()) == 4


def test_games_of_earlier_versions_are_the_oldest(tmp_path):
    old = [
        tmp_path / "2031-01-01 00.00.00 hex.sgf",
        tmp_path / "2026-11-22 21.18.05 gomoku 2.sgf",
    ]
    name = make_name("hex", old, window=2, is_watched=True)
    new = tmp_path / f"{name}.sgf"

    assert latest_first([*old, new]) == [new, *old]
    assert parse_autosave_name(old[1]).title == "2026-11-22 21:18:05 Gomoku 2"
    assert parse_autosave_name(new).title.endswith(" Hex (engines)")
    assert parse_autosave_name(tmp_path / "mine.sgf").title == "mine"
