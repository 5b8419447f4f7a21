"""The command ``winrates``: the win rate of every move of a position."""

import json

import pytest

from engine.commands import winrates
from engine.commands.winrates import draw_win_rates
from engine.core.types import Move
from tests.engine.commands.test_commands import run
from tests.games import position_of

HEX = ["winrates", "--engine", "uct", "--game", "hex", "--size", "3x4", "--nodes", "30"]
FOURS = "a1 a2 b1 b2 c1 c2 d1 d2"
GOMOKU = ["winrates", "--engine", "uct", "--game", "gomoku", "--size", "5x6"]


def test_every_move_has_a_win_rate_the_best_one_first(capsys):
    status, out, err = run(capsys, *HEX, "--moves", "b2", "--json")

    answer = json.loads(out)
    rates = [move["win_rate"] for move in answer["moves"]]
    assert (status, err) == (0, "")
    assert (answer["side"], answer["stopped"]) == ("blue", False)
    assert len(rates) == 11
    assert rates == sorted(rates, reverse=True)
    assert all(0 <= rate <= 1 for rate in rates)


def test_a_winning_move_wins_and_nodes_give_the_same_numbers_again(capsys):
    argv = [*GOMOKU, "--nodes", "40", "--seed", "3", "--moves", FOURS, "--json"]

    _, once, _ = run(capsys, *argv)
    _, again, _ = run(capsys, *argv)

    assert once == again
    assert json.loads(once)["moves"][0] == {"move": "e1", "win_rate": 1.0}


def test_the_text_is_a_board_with_percents(capsys):
    status, out, _ = run(capsys, *HEX, "--moves", "b2 c3")

    lines = out.splitlines()
    assert status == 0
    assert lines[0].split() == ["a", "b", "c", "d"]
    assert [line.split()[0] for line in lines[1:]] == ["1", "2", "3"]
    assert lines[2].split()[2] == "x"
    assert lines[3].split()[3] == "o"


def test_a_cell_without_a_win_rate_has_a_dot():
    position = position_of("gomoku", "\n".join([". . . . ."] * 4 + ["X . . . O"]))

    drawn = draw_win_rates(position, {Move(0): 0.256}).splitlines()

    assert drawn[1].split() == ["5", "26", ".", ".", ".", "."]
    assert drawn[-1].split() == ["1", "x", ".", ".", ".", "o"]


def test_ctrl_c_prints_what_was_found(capsys, monkeypatch):
    searched = []

    class Interrupted:
        def prepare(self, position):
            pass

        def search(self, position, limits):
            searched.append(position)
            raise KeyboardInterrupt

    monkeypatch.setattr(winrates, "build_searcher", lambda *_, **__: Interrupted())

    status, out, err = run(capsys, *GOMOKU, "--nodes", "9", "--moves", FOURS, "--json")

    answer = json.loads(out)
    assert status == 1
    assert answer["stopped"]
    assert answer["moves"] == [{"move": "e1", "win_rate": 1.0}]
    assert err == "pentahex: Stopped after 0 of 21 moves.\n"
    assert len(searched) == 1


@pytest.mark.parametrize("more", [["--moves", "z9"], ["--nodes", "0"]])
def test_bad_usage_is_one_line(capsys, more):
    status, out, err = run(capsys, *HEX, *more)

    assert (status, out) == (2, "")
    assert err.count("\n") == 1
