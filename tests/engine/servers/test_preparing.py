"""Engines that are not ready, fail, or are kept from move to move."""

import threading
from itertools import pairwise

import pytest

from engine.core.compilation import count_compiled, expect
from engine.core.errors import NetError
from engine.servers.gomocup.brain import START_SECONDS
from tests.engine.match.session.session_games import FakeTime
from tests.engine.servers.doubles import FirstCell, answers, make_gomocup, make_htp
from tests.engine.servers.live import PATIENCE


class Compiled(FirstCell):
    """Searcher whose kernels are being compiled until ``release``."""

    def __init__(self):
        super().__init__()
        self.is_ready = threading.Event()

    def prepare(self, position):
        expect(4)
        count_compiled()
        count_compiled()
        assert self.is_ready.wait(PATIENCE)


@pytest.fixture
def time():
    return FakeTime()


@pytest.fixture
def compiled():
    searcher = Compiled()
    yield searcher
    searcher.is_ready.set()


def test_ok_follows_when_the_engine_is_ready(compiled, start_server, time):
    server = start_server(compiled, now=time)
    server.send("START 15")

    message = server.receive_any()
    compiled.is_ready.set()

    assert message == "MESSAGE The engine is being compiled once, for a minute."
    assert server.receive_any() == "OK"


def test_ok_does_not_wait_longer_than_managers_do(compiled, start_server, time):
    server = start_server(compiled, now=time)
    server.send("START 15")
    server.receive_any()
    time += START_SECONDS + 1
    server.send("INFO game_type 1")  # wakes the server, whose clock is a fake

    assert server.receive() == "OK"


def test_the_end_of_the_input_does_not_wait_for_the_engine(compiled, start_server):
    server = start_server(compiled)
    server.send("START 15")
    server.receive_any()

    server.close_input()

    assert server.wait_for_end() == ["OK"]
    assert not server.is_at_rest


def test_htp_quits_while_the_engine_is_prepared(compiled, start_server):
    server = start_server(compiled, make=make_htp)
    server.send("1 boardsize 5")
    server.wait_for_task()
    server.send("2 quit")

    lines = [line for line in server.wait_for_end() if line]

    assert lines[-2:] == ["=1 ", "=2 "]


def test_a_simple_engine_moves_until_the_other_is_ready(compiled, start_server, time):
    server = start_server(compiled, now=time)
    server.send("START 15")
    server.receive_any()
    time += START_SECONDS + 1
    server.send("INFO timeout_turn 10000")
    assert server.receive() == "OK"

    server.send("TURN 7,7")
    server.wait_for_search()
    time += 1
    server.send("ABOUT")
    assert server.receive().startswith("name")
    time += 9.5
    server.send("INFO game_type 1")
    move = server.receive()

    column, row = map(int, move.split(","))
    assert max(abs(column - 7), abs(row - 7)) == 1
    compiled.is_ready.set()
    server.send("TURN 0,14")
    assert server.receive() == "0,0"


def test_an_impatient_manager_gets_a_simple_move(compiled, start_server, time):
    server = start_server(compiled, now=time)
    server.send("START 15")
    server.receive_any()
    time += START_SECONDS + 1
    server.send("INFO timeout_turn 1000000")
    assert server.receive() == "OK"
    server.send("BEGIN")
    server.wait_for_search()
    time += 1
    server.send("STOP")

    assert server.receive() == "7,7"


@pytest.mark.parametrize("error", [NetError("No network."), MemoryError(), KeyError()])
def test_an_engine_that_fails_is_replaced_and_named(error, start_server):
    class Failing(FirstCell):
        def search(self, position, limits, *, stop=None, on_progress=None):
            raise error

    server = start_server(Failing())
    server.send("START 15", "INFO timeout_turn 100", "BEGIN")

    assert (server.receive(), server.receive()) == ("OK", "7,7")
    assert len(server.notices) == 1


def test_an_engine_that_cannot_be_built_is_replaced(start_server):
    class Broken(FirstCell):
        def prepare(self, position):
            raise NetError("No network.")

    server = start_server(Broken())
    server.send("START 15", "INFO timeout_turn 100", "BEGIN")

    assert (server.receive(), server.receive()) == ("OK", "7,7")
    assert set(server.notices) == {"No network."}


def test_each_search_continues_the_game_of_the_last_one():
    searcher = FirstCell()

    answers(make_gomocup, "START 9", "BEGIN", "TURN 8,8", "TURN 7,8", searcher=searcher)

    positions = [position for position, _ in searcher.asked]
    assert [len(position.history) for position in positions] == [0, 2, 4]
    for before, after in pairwise(positions):
        assert after.history[: len(before.history)] == before.history


def test_boards_of_one_game_continue_it_in_any_order():
    searcher = FirstCell()
    first = ["BOARD", "5,5,2", "DONE", "TURN 6,6", "TURN 7,7"]
    again = ["BOARD", "7,7,2", "1,0,1", "5,5,2", "8,8,2", "0,0,1", "6,6,2", "2,0,1"]

    answers(make_gomocup, "START 9", *first, *again, "DONE", searcher=searcher)

    before, after = (position.history for position, _ in searcher.asked[-2:])
    assert after[: len(before)] == before
    assert len(after) == 7


def test_one_searcher_plays_both_colours_of_hex():
    searcher = FirstCell()

    lines = ["boardsize 5", "set_time 1", "genmove b", "genmove w", "genmove b"]
    answers(make_htp, *lines, searcher=searcher)

    assert [len(position.history) for position, _ in searcher.asked] == [0, 1, 2]
    assert [setup.size_text for setup in searcher.prepared] == ["11", "5"]
