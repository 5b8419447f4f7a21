"""Damaged suites: the error names the line."""

import pytest

import main
from tests.engine.commands.suite_problems import (
    DEFENCE,
    EXACT_WON,
    GOMOKU_JUDGED,
    HEX_JUDGED,
    HEX_WON,
    RENJU,
    TACTICS,
)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "Expected a JSON object, got other or damaged text."),
        ("[" * 100_000, "Expected a JSON object, got other or damaged text."),
        ('{"n": ' + "9" * 5000 + "}", "Expected a JSON object, got other or damaged"),
        ("[1]", "Expected a JSON object"),
        ({"id": "x"}, "Expected a position given by"),
        (TACTICS | {"moves": "h8"}, "Expected a list of texts as 'moves'"),
        (TACTICS | {"moves": ["h8", "h8"]}, "h8 is already occupied"),
        (TACTICS | {"best": ["z9"]}, "Expected a cell from a1 to o15"),
        (TACTICS | {"best": ["h8"]}, "In 'best': h8 is already occupied"),
        (TACTICS | {"to_move": "white"}, "Expected another side to move"),
        (TACTICS | {"to_move": "red"}, "black or white"),
        (TACTICS | {"size": None}, "'size'"),
        (TACTICS | {"size": 99}, "5 to 22"),
        (TACTICS | {"rule": "odd"}, "odd"),
        (TACTICS | {"kind": None}, "'kind'"),
        (TACTICS | {"moves": [*TACTICS["moves"], "l8", "b1"]}, "The game is over"),
        (DEFENCE | {"not_judged": None}, "'not_judged'"),
        (HEX_WON | {"white": ["a99"]}, "a99"),
        (HEX_WON | {"white": ["c3", "b1"]}, "one stone on each cell in"),
        (HEX_WON | {"black": ["a2", "A2"]}, "got two on a2."),
        (EXACT_WON | {"winner": "white"}, "Expected 'winning' if and only if"),
        (EXACT_WON | {"winner": "red"}, "Expected 'winner' to be black or white"),
        (HEX_JUDGED | {"value": 1.5}, "a chance from 0 to 1 as 'value', got 1.5"),
        (HEX_JUDGED | {"value": "0.5"}, "a chance from 0 to 1"),
        (HEX_JUDGED | {"result": 0}, "Expected 1 or -1 as 'result', got 0"),
        (HEX_JUDGED | {"best": "c3"}, "In 'best': c3 is already occupied"),
        (GOMOKU_JUDGED | {"best": None}, "'best'"),
        (RENJU | {"rows_top_is_15": ["XY"]}, "Expected rows of"),
        (RENJU | {"rows_top_is_15": ["XO"]}, "Expected 81 cells"),
        (RENJU | {"forbidden": []}, "'forbidden'"),
    ],
)
def test_a_line_that_is_no_position_is_named_in_one_sentence(run_suite, line, words):
    status, out, err = run_suite(
        [TACTICS, "", line], "--engine", "uct-plain", "--nodes", "5"
    )

    assert status == 1
    assert out == ""
    assert err.startswith("pentahex: Line 3 of suite.jsonl: ")
    assert words in err
    assert len(err.strip().splitlines()) == 1


def test_a_suite_without_positions_is_refused(run_suite):
    status, _, err = run_suite([""])

    assert status == 1
    assert "at least one position in suite.jsonl" in err


def test_a_file_that_is_not_there_is_bad_usage(tmp_path, capsys):
    path = tmp_path / "none.jsonl"

    status = main.main(["solve", str(path)])

    assert status == 2
    error = f"pentahex: Expected a file {path}, found none.\n"
    assert capsys.readouterr().err == error


def test_a_folder_is_bad_usage(tmp_path, capsys):
    status = main.main(["solve", str(tmp_path)])

    assert status == 2
    error = f"pentahex: Expected a file, got the folder {tmp_path}.\n"
    assert capsys.readouterr().err == error
