"""Suites: what counts as solved, and the report."""

import io
import json

import pytest

from tests.engine.commands.suite_problems import (
    DEFENCE,
    EXACT_LOST,
    EXACT_WON,
    GOMOKU_JUDGED,
    HEX_JUDGED,
    HEX_LOST,
    HEX_WON,
    RENJU,
    TACTICS,
)


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
def test_an_answer_is_solved_missed_or_left_out(
    run_suite, scripted, problem, answer, counts
):
    status, out, _ = run_suite([problem], *scripted(answer), "--json")

    report = json.loads(out)
    assert status == 0
    assert (report["solved"], report["total"], report["left_out"]) == counts
    assert len(report["misses"]) == counts[1] - counts[0]


def test_counts_are_kept_by_class_kind_and_size(run_suite, scripted):
    suite = [
        TACTICS | {"class": "13-19"},
        TACTICS | {"class": "3-5", "kind": "vct"},
        TACTICS | {"class": "3-5"},
        HEX_WON,
        HEX_LOST,
    ]

    _, out, _ = run_suite(suite, *scripted("g8", "g8", "a9", "c2", 0.0), "--json")

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


def test_the_report_names_engine_limits_and_misses(run_suite, scripted):
    _, out, err = run_suite([TACTICS], *scripted("a9"), "--seed", "7", "--json")

    report = json.loads(out)
    assert err == ""
    assert report["engine"] == "uct-plain"
    assert report["limits"] == {"nodes": 100}
    assert report["seed"] == 7
    assert report["misses"] == [
        {"id": "t1", "move": "a9", "value": 0.25, "right": ["g8", "l8"]}
    ]


def test_people_read_the_counts_and_each_miss(run_suite, scripted):
    status, out, _ = run_suite([TACTICS, DEFENCE, HEX_LOST], *scripted("g8", "a9", 0.5))

    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "solved 1 of 3 (33.3 %)"
    assert "  d1  played a9, not e8 or e4" in lines
    assert "  l1  value 0.50, not below -0.5" in lines


def test_fouls_are_checked_without_an_engine(run_suite):
    status, out, _ = run_suite([RENJU], "--json")

    report = json.loads(out)
    assert status == 0
    assert (report["solved"], report["total"]) == (1, 1)
    assert (report["engine"], report["limits"]) == (None, {})


def test_a_foul_too_many_or_for_another_reason_is_a_miss(run_suite):
    other = RENJU | {"forbidden": {"e7": ["double-four"], "a1": ["overline"]}}

    _, out, _ = run_suite([other])

    assert out.splitlines()[0] == "solved 0 of 1 (0.0 %)"
    assert "e7: found double-three, not double-four" in out
    assert "a1: found no foul, not overline" in out


def test_a_real_engine_wins_in_one_and_does_so_again_with_the_same_seed(run_suite):
    limits = ("--engine", "uct-plain", "--nodes", "3000", "--json")

    first, again = (
        run_suite([TACTICS, HEX_WON], *limits),
        run_suite([TACTICS, HEX_WON], *limits),
    )

    assert json.loads(first[1])["by"]["class"]["win-in-1"]["solved"] == 1
    assert first == again


def test_interrupted_it_prints_what_was_finished(run_suite, scripted):
    suite = [TACTICS, TACTICS, TACTICS]

    status, out, err = run_suite(
        suite, *scripted("g8", KeyboardInterrupt(), "g8"), "--json"
    )

    report = json.loads(out)
    assert status == 1
    assert (report["solved"], report["total"], report["stopped"]) == (1, 1, True)
    assert err == "pentahex: Stopped after 1 of 3 positions.\n"


def test_progress_is_drawn_on_a_terminal_only(run_suite, scripted, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)

    run_suite([TACTICS, TACTICS], *scripted("g8", "a9"))

    assert "1/2, 1 solved" in terminal.getvalue()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ((), "--engine"),
        (("--engine", "uct-plain"), "--seconds"),
        (("--nodes", "5"), "--engine"),
        (("--engine", "nobody", "--nodes", "5"), "nobody"),
        (("--engine", "zhang-uct", "--nodes", "5"), "which plays hex"),
        (("--engine", "mcts{net=zhang-hex}", "--nodes", "5"), "got one for hex"),
        (("--engine", "ou-cnn", "--nodes", "5"), "a board of 8x8"),
        (("--engine", "cmd:/none/program", "--nodes", "5"), "cannot be started"),
        (("--engine", "uct-plain", "--nodes", "0"), "above 0"),
        (("--engine", "uct-plain", "--nodes", "5", "--seconds", "1"), "not allowed"),
    ],
)
def test_bad_usage_is_one_line_and_status_two(run_suite, more, words):
    status, out, err = run_suite([TACTICS], *more)

    assert status == 2
    assert out == ""
    assert words in err
    assert len(err.strip().splitlines()) == 1
