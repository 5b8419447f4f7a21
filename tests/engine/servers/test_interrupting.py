"""What a command does that arrives while the engine thinks."""

from dataclasses import replace

import pytest

from tests.engine.servers.doubles import FirstCell, answers, make_gomocup, make_htp
from tests.engine.servers.live import Thinking


@pytest.fixture
def searcher():
    return Thinking()


@pytest.fixture
def gomocup(searcher, start_server):
    server = start_server(searcher)
    server.send("START 15")
    assert server.receive() == "OK"
    server.send("INFO timeout_turn 1000000", "BEGIN")
    searcher.wait()
    return server


@pytest.fixture
def htp(searcher, start_server):
    server = start_server(searcher, make=make_htp)
    server.send("boardsize 5 5", "set_time 1000")
    assert (server.receive(), server.receive()) == ("= ", "= ")
    server.send("7 genmove b")
    searcher.wait()
    return server


@pytest.mark.parametrize("command", ["STOP", "YXSTOP", "yxstop"])
def test_a_stopped_search_answers_with_its_move(gomocup, command):
    gomocup.send(command)

    assert gomocup.receive() == "0,0"
    gomocup.send("END")
    gomocup.wait_for_end()


def test_the_end_needs_no_move(gomocup, searcher):
    gomocup.send("END")

    assert gomocup.wait_for_end() == []
    assert all(searcher.stops)


@pytest.mark.parametrize("command", ["RESTART", "START 15", "RECTSTART 15,15"])
def test_a_new_game_drops_the_move(gomocup, command):
    gomocup.send(command)

    assert gomocup.receive() == "OK"
    gomocup.send("END")
    gomocup.wait_for_end()


def test_a_search_that_ends_at_once_reports_no_win_rate():
    class OnePlayout(FirstCell):
        def search(self, position, limits, *, stop=None, on_progress=None):
            result = super().search(position, limits)
            return replace(result, value=-1.0, nodes=1, depth=1)

    written = answers(make_gomocup, "START 15", "BEGIN", searcher=OnePlayout())

    assert written == ["OK", "MESSAGE move without search, line 0,0", "0,0"]


def test_another_command_ends_the_search_and_is_run(gomocup, searcher):
    gomocup.send("TURN 7,7")

    assert gomocup.receive() == "0,0"
    searcher.wait()
    gomocup.send("STOP")
    assert gomocup.receive() == "1,0"


def test_settings_and_questions_do_not_end_the_search(gomocup):
    gomocup.send("INFO time_left 5000", "ABOUT")

    assert gomocup.receive().startswith('name="Pentahex"')
    gomocup.send("STOP")
    assert gomocup.receive() == "0,0"


def test_the_end_of_the_input_ends_search_and_server(gomocup):
    gomocup.close_input()

    assert "0,0" in gomocup.wait_for_end()


def test_a_server_whose_output_is_closed_ends(gomocup):
    gomocup.close_output()
    gomocup.send("ABOUT")

    gomocup.wait_for_end()


@pytest.mark.parametrize("command", ["# interrupt", "gogui-interrupt", "showboard"])
def test_htp_answers_the_search_first(htp, command):
    htp.send(command)

    assert htp.receive() == "=7 a1"
    htp.send("9 quit")
    assert "=9 " in htp.wait_for_end()


def test_htp_answers_before_it_quits(htp):
    htp.send("8 quit")

    assert [line for line in htp.wait_for_end() if line] == ["=7 a1", "=8 "]


@pytest.mark.parametrize(
    ("make", "lines", "moves"),
    [
        (make_gomocup, ["START 9", "BEGIN", "TURN 8,8", "TURN 7,8"], 3),
        (make_htp, ["genmove b", "genmove w", "genmove b"], 3),
    ],
)
def test_commands_that_wait_do_not_cut_searches_short(make, lines, moves):
    searcher = FirstCell()

    answers(make, *lines, searcher=searcher)

    assert len(searcher.asked) == moves
