"""The suites: what counts as solved, and what is said about a file that is none."""

import io
import json
import math

import numpy as np
import pytest

import main
from engine.commands import solve
from engine.nn.common.net_info import read_info
from engine.nn.shipped import list_shipped_networks
from engine.search.api import SearchResult
from tests.games import cell

TACTICS = {
    "id": "t1",
    "size": 15,
    "rule": "freestyle",
    "moves": ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"],
    "to_move": "black",
    "best": ["g8", "l8"],
    "maybe": ["o15"],
    "class": "win-in-1",
    "kind": "vcf",
}
DEFENCE = {
    "id": "d1",
    "size": "9x11",
    "rule": "freestyle",
    "moves": ["e5", "a1", "e6", "a2", "e7"],
    "to_move": "white",
    "holds": ["e4", "e8"],
    "not_judged": ["e9"],
}
HEX_WON = {
    "id": "h1",
    "size": 5,
    "black": ["a2", "b1"],
    "white": ["c3", "e5"],
    "to_move": "black",
    "winning": ["c2"],
    "checked": True,
}
HEX_LOST = {
    "id": "l1",
    "size": 6,
    "black": ["a1"],
    "white": ["c3"],
    "to_move": "black",
    "checked": True,
}
EXACT_WON = {
    "id": "e1",
    "size": 5,
    "black": ["a2", "b1"],
    "white": ["c3", "e5"],
    "to_move": "black",
    "winner": "black",
    "winning": ["c2"],
    "unknown": ["e1"],
    "checked": False,
}
EXACT_LOST = {
    "id": "e2",
    "size": 6,
    "black": ["a1"],
    "white": ["c3"],
    "to_move": "black",
    "winner": "white",
    "lost": True,
    "checked": False,
}
HEX_JUDGED = {
    "id": "j1",
    "size": 5,
    "black": ["a2"],
    "white": ["c3"],
    "to_move": "black",
    "ply": 2,
    "value": 0.7,
    "best": "c2",
    "result": -1,
    "ended": "proof",
}
GOMOKU_JUDGED = {
    "id": "j2",
    "size": 15,
    "rule": "freestyle",
    "moves": ["h8", "i9"],
    "to_move": "black",
    "value": 0.6,
    "best": ["g8"],
    "class": "6-12",
    "kind": "quiet",
    "maybe": [],
}
RENJU = {
    "id": "r1",
    "size": 9,
    "rule": "renju",
    "to_move": "black",
    "rows_top_is_15": [
        ".........",
        ".........",
        "..XX.....",
        "....X....",
        "....X....",
        ".........",
        ".........",
        ".........",
        ".........",
    ],
    "forbidden": {"e7": ["double-three"]},
}


@pytest.fixture
def run(tmp_path, capsys):
    """Return what solves a suite of the given lines, with status, output, errors."""

    def run_suite(lines, *more):
        path = tmp_path / "suite.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("\n".join(texts), encoding="utf-8")
        try:
            status = main.main(["solve", str(path), *more])
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_suite


@pytest.fixture
def scripted(monkeypatch):
    """Return what replaces every engine by one that gives the scripted answers.

    An answer is the name of a move, a value, both, or an exception.
    """

    def script(*answers):
        left = iter(answers)

        class Scripted:
            def prepare(self, position):
                pass

            def search(self, position, limits):
                answer = next(left)
                if isinstance(answer, BaseException):
                    raise answer
                if isinstance(answer, str):
                    answer = answer, 0.25
                if isinstance(answer, tuple):
                    name, value = answer
                    return SearchResult(move=cell(position, name), value=value)
                return SearchResult(move=position.legal_moves()[0], value=answer)

        monkeypatch.setattr(
            solve, "build_searcher", lambda _player, _game, seed=0: Scripted()
        )
        return ("--engine", "uct-plain", "--nodes", "100")

    return script


@pytest.mark.parametrize(
    ("problem", "answer", "counts"),
    [
        (TACTICS, "g8", (1, 1, 0)),
        (TACTICS, "a9", (0, 1, 0)),
        (TACTICS, "o15", (0, 0, 1)),
        (DEFENCE, "e8", (1, 1, 0)),
        (DEFENCE, "a9", (0, 1, 0)),
        (DEFENCE, "e9", (0, 0, 1)),
        (HEX_WON, "c2", (1, 1, 0)),
        (HEX_WON, "d2", (0, 1, 0)),
        (HEX_LOST, -0.51, (1, 1, 0)),
        (HEX_LOST, -0.5, (0, 1, 0)),
        (HEX_LOST | {"checked": False}, -0.9, (0, 0, 1)),
        (EXACT_WON, "c2", (1, 1, 0)),
        (EXACT_WON, "d2", (0, 1, 0)),
        (EXACT_WON, "e1", (0, 0, 1)),
        (EXACT_LOST, -0.51, (1, 1, 0)),
        (EXACT_LOST, -0.5, (0, 1, 0)),
        (HEX_JUDGED, "c2", (0, 0, 0)),
        (GOMOKU_JUDGED, "g8", (0, 0, 0)),
    ],
)
def test_an_answer_is_solved_missed_or_left_out(run, scripted, problem, answer, counts):
    status, out, _ = run([problem], *scripted(answer), "--json")

    report = json.loads(out)
    assert status == 0
    assert (report["solved"], report["total"], report["left_out"]) == counts
    assert len(report["misses"]) == counts[1] - counts[0]


def test_counts_are_kept_by_class_kind_and_size(run, scripted):
    suite = [
        TACTICS | {"class": "13-19"},
        TACTICS | {"class": "3-5", "kind": "vct"},
        TACTICS | {"class": "3-5"},
        HEX_WON,
        HEX_LOST,
    ]

    _, out, _ = run(suite, *scripted("g8", "g8", "a9", "c2", 0.0), "--json")

    by = json.loads(out)["by"]
    assert by["class"] == {
        "3-5": {"solved": 1, "total": 2},
        "13-19": {"solved": 1, "total": 1},
    }
    assert list(by["class"]) == ["3-5", "13-19"]
    assert by["kind"] == {
        "vcf": {"solved": 1, "total": 2},
        "vct": {"solved": 1, "total": 1},
    }
    assert by["size"] == {
        "5": {"solved": 1, "total": 1},
        "6": {"solved": 0, "total": 1},
    }
    assert by["suite"]["lost"] == {"solved": 0, "total": 1}


def test_exact_positions_are_counted_apart_and_so_are_proofs(run, scripted):
    suite = [EXACT_WON, EXACT_WON, EXACT_WON, EXACT_LOST, EXACT_LOST]
    answers = [("e1", 1.0), ("c2", -1.0), ("c2", 0.99), -1.0, -0.99]

    _, out, _ = run(suite, *scripted(*answers), "--json")

    report = json.loads(out)
    assert report["by"]["suite"] == {
        "exact lost": {"solved": 2, "total": 2},
        "exact won": {"solved": 2, "total": 2},
    }
    assert report["proven"] == {
        "won": {"right": 1, "wrong": 1, "total": 3},
        "lost": {"right": 1, "wrong": 0, "total": 2},
    }
    assert report["judged"]["sign"] == pytest.approx(4 / 5)


def test_judged_positions_are_compared_with_value_move_and_result(run, scripted):
    suite = [HEX_JUDGED, GOMOKU_JUDGED, GOMOKU_JUDGED | {"value": 0.2}]
    answers = [("c2", 0.4), ("a1", 0.4), ("a1", -0.6)]

    _, out, _ = run(suite, *scripted(*answers), "--json")

    judged = json.loads(out)["judged"]
    losses = [
        -math.log(0.3),
        -0.6 * math.log(0.7) - 0.4 * math.log(0.3),
        -0.2 * math.log(0.2) - 0.8 * math.log(0.8),
    ]
    assert judged["positions"] == 3
    assert judged["log_loss"] == pytest.approx(sum(losses) / 3)
    assert judged["sign"] == pytest.approx(2 / 3)
    assert judged["agreement"] == pytest.approx(1 / 3)
    assert judged["correlation"] == pytest.approx(0.9819805)


def test_people_read_the_comparison_with_the_references(run, scripted):
    status, out, _ = run([HEX_JUDGED], *scripted(("c2", 0.4)))

    assert status == 0
    assert out.splitlines() == [
        "reference verdicts compared: 1",
        "  log loss                    1.204",
        "  sign right                   0.0%",
        "  reference move             100.0%",
    ]


@pytest.fixture
def network(monkeypatch):
    """Replace every network by one that takes the last cell and expects to win."""

    class Stub:
        info = read_info(list_shipped_networks()["hex-3"])

        def evaluate(self, batch):
            policy = batch.legal * np.linspace(0, 1, batch.legal.shape[1])
            return policy.astype(np.float32), np.full(len(batch), 0.5, np.float32)

    monkeypatch.setattr(solve, "get_evaluator", lambda _path: Stub())


def test_a_bare_network_answers_in_place_of_an_engine(run, network):
    lines = [EXACT_LOST, HEX_JUDGED | {"best": "a1"}]

    status, out, _ = run(lines, "--net", "hex-3", "--json")

    report = json.loads(out)
    assert status == 0
    assert (report["engine"], report["net"]) == (None, "hex-3")
    assert report["limits"] == {}
    assert report["misses"] == [{"id": "e2", "value": 0.5}]
    assert report["judged"]["log_loss"] == pytest.approx(-math.log(0.25))
    assert report["judged"]["agreement"] == 1


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--net", "no-such-net"), "hex-3"),
        (("--net", "hex-3"), "network for gomoku"),
        (("--net", "hex-3", "--engine", "uct", "--nodes", "5"), "--net alone"),
        (("--net", "hex-3", "--nodes", "5"), "--net alone"),
    ],
)
def test_a_network_that_cannot_answer_is_bad_usage(run, network, more, words):
    status, out, err = run([TACTICS], *more)

    assert status == 2
    assert out == ""
    assert words in err
    assert len(err.strip().splitlines()) == 1


def test_the_report_names_engine_limits_and_misses(run, scripted):
    _, out, err = run([TACTICS], *scripted("a9"), "--seed", "7", "--json")

    report = json.loads(out)
    assert err == ""
    assert report["engine"] == "uct-plain"
    assert report["limits"] == {"nodes": 100}
    assert report["seed"] == 7
    assert report["misses"] == [
        {"id": "t1", "move": "a9", "value": 0.25, "right": ["g8", "l8"]}
    ]


def test_people_read_the_counts_and_each_miss(run, scripted):
    status, out, _ = run([TACTICS, DEFENCE, HEX_LOST], *scripted("g8", "a9", 0.5))

    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "solved 1 of 3 (33.3 %)"
    assert "  d1  played a9, not e8 or e4" in lines
    assert "  l1  value 0.50, not below -0.5" in lines


def test_fouls_are_checked_without_an_engine(run):
    status, out, _ = run([RENJU], "--json")

    report = json.loads(out)
    assert status == 0
    assert (report["solved"], report["total"]) == (1, 1)
    assert (report["engine"], report["limits"]) == (None, {})


def test_a_foul_too_many_or_for_another_reason_is_a_miss(run):
    other = RENJU | {"forbidden": {"e7": ["double-four"], "a1": ["overline"]}}

    _, out, _ = run([other])

    assert out.splitlines()[0] == "solved 0 of 1 (0.0 %)"
    assert "e7: found double-three, not double-four" in out
    assert "a1: found no foul, not overline" in out


def test_a_real_engine_wins_in_one_and_does_so_again_with_the_same_seed(run):
    limits = ("--engine", "uct-plain", "--nodes", "3000", "--json")

    first, again = run([TACTICS, HEX_WON], *limits), run([TACTICS, HEX_WON], *limits)

    assert json.loads(first[1])["by"]["class"]["win-in-1"]["solved"] == 1
    assert first == again


def test_interrupted_it_prints_what_was_finished(run, scripted):
    suite = [TACTICS, TACTICS, TACTICS]

    status, out, err = run(suite, *scripted("g8", KeyboardInterrupt(), "g8"), "--json")

    report = json.loads(out)
    assert status == 1
    assert (report["solved"], report["total"], report["stopped"]) == (1, 1, True)
    assert err == "pentahex: Stopped after 1 of 3 positions.\n"


def test_progress_is_drawn_on_a_terminal_only(run, scripted, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)

    run([TACTICS, TACTICS], *scripted("g8", "a9"))

    assert "1/2, 1 solved" in terminal.getvalue()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "Expected a JSON object"),
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
def test_a_line_that_is_no_position_is_named_in_one_sentence(run, line, words):
    status, out, err = run([TACTICS, "", line], "--engine", "uct-plain", "--nodes", "5")

    assert status == 1
    assert out == ""
    assert err.startswith("pentahex: Line 3 of suite.jsonl: ")
    assert words in err
    assert len(err.strip().splitlines()) == 1


def test_a_suite_without_positions_is_refused(run):
    status, _, err = run([""])

    assert status == 1
    assert "at least one position in suite.jsonl" in err


def test_a_file_that_is_not_there_is_named(run, tmp_path, capsys):
    status = main.main(["solve", str(tmp_path / "none.jsonl")])

    assert status == 1
    assert "none.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ((), "--engine"),
        (("--engine", "uct-plain"), "--seconds"),
        (("--nodes", "5"), "--engine"),
        (("--engine", "nobody", "--nodes", "5"), "nobody"),
        (("--engine", "uct-plain", "--nodes", "0"), "above 0"),
        (("--engine", "uct-plain", "--nodes", "5", "--seconds", "1"), "not allowed"),
    ],
)
def test_bad_usage_is_one_line_and_status_two(run, more, words):
    status, out, err = run([TACTICS], *more)

    assert status == 2
    assert out == ""
    assert words in err
    assert len(err.strip().splitlines()) == 1
