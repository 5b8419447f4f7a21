"""The commands match and tournament as scripts use them."""

import json
from pathlib import Path

import pytest

from engine.commands import match, ratings, tournament
from engine.commands.run_display import RunDisplay, format_progress
from tests.engine.commands.command_line import run, run_apart
from tests.engine.tournament.plans import make_plan, state_of

KEYS = {
    *("a", "b", "games", "a_wins", "b_wins", "draws", "a_wins_first", "b_wins_first"),
    *("elo", "elo_low", "elo_high", "sprt", "a_time_losses", "b_time_losses"),
    *("seconds_per_move_a", "seconds_per_move_b", "seconds_max_a", "seconds_max_b"),
}
"""The keys that scripts rely on."""

MATCH = ["match", "uct-plain:1", "alphabeta:1", "--game", "gomoku", "--size", "5x6"]
REPORT = Path("runs") / "m" / "report.md"
FAST = ["--option", "line_length=4", "--nodes", "5", "--games", "4"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return the folder of a match, with the status and the outputs of its command."""
    out = tmp_path_factory.mktemp("played") / "m"
    return out, run_apart(*MATCH, *FAST, "--out", str(out), "--json")


@pytest.mark.processes
def test_a_match_prints_one_json_object(played):
    out, (status, text, err) = played

    result = json.loads(text)
    assert status == 0
    assert err.splitlines()[-1] == f"report: {out / 'report.md'}"
    assert set(result) >= KEYS
    assert (result["a"], result["b"], result["games"]) == (*MATCH[1:3], 4)
    assert (out / "report.md").is_file()
    assert result["a_wins"] + result["b_wins"] + result["draws"] == 4
    assert result["elo_low"] <= result["elo"] <= result["elo_high"]
    assert result["sprt"] is None
    assert 0 < result["seconds_per_move_a"] <= result["seconds_max_a"]


@pytest.mark.processes
def test_a_finished_match_prints_its_tables_again(capsys, played):
    out, _ = played

    status, text, _ = run(capsys, *MATCH, *FAST, "--out", str(out), "--resume")

    assert status == 0
    assert text.startswith("rank  engine")
    assert "likelihood of superiority" in text


@pytest.mark.processes
def test_a_tournament_prints_one_json_object(capsys, tmp_path):
    file = tmp_path / "cup.toml"
    file.write_text(
        'game = "hex"\nsize = "3x5"\nengines = ["uct-plain:1", "uct:1", "uct:2"]\n'
        "[limits]\nnodes = 5\n"
    )

    status, text, _ = run(
        capsys, "tournament", str(file), "--out", str(tmp_path / "t"), "--json"
    )

    result = json.loads(text)
    assert status == 0
    assert result["engines"] == ["uct-plain:1", "uct:1", "uct:2"]
    assert result["games"] == 6
    assert sum(map(sum, result["table"])) == 6
    assert len(result["elo"]) == len(result["elo_low"]) == len(result["elo_high"]) == 3
    assert sum(result["elo"]) == pytest.approx(0, abs=1e-6)


WRONG = {
    "an unknown engine": (["match", "nobody", "uct", "--game", "hex"], "among"),
    "an unknown key": (["match", "uct{x=1}", "uct", "--game", "hex"], "among"),
    "another game": (["match", "liu-3", "uct", "--game", "hex"], "plays"),
    "another board": (
        ["match", "ou-cnn", "uct", "--game", "gomoku", "--size", "9x10"],
        "does not play this",
    ),
    "no time": (
        ["match", "uct", "uct:1", "--game", "hex", "--seconds", "1e-9"],
        "seconds: expected 0.01 or more",
    ),
    "less than no games": ([*MATCH, "--games", "-5"], "games: expected 1 or more"),
    "no limit": (["match", "uct", "uct:1", "--game", "hex", "--seconds"], "seconds"),
    "a test of equal bounds": ([*MATCH, "--sprt", "5,5"], "ELO0 below ELO1"),
    "half a test": ([*MATCH, "--sprt", "5"], "Expected ELO0,ELO1"),
    "words for a test": ([*MATCH, "--sprt", "a,b"], "Expected ELO0,ELO1"),
    "half a ply": ([*MATCH, "--adjudicate", "0.9,2.5"], "Expected RATE[,PLIES]"),
    "endless plies": ([*MATCH, "--adjudicate", "0.9,inf"], "Expected RATE[,PLIES]"),
    "no number of plies": (
        [*MATCH, "--adjudicate", "0.9,nan"],
        "Expected RATE[,PLIES]",
    ),
    "a bound below a half": ([*MATCH, "--adjudicate", "0.4"], "more than 0.5"),
    "no file of openings": ([*MATCH, "--openings", "none.txt"], "Cannot read"),
    "a draw in Hex": (
        ["match", "uct", "uct:1", "--game", "hex", "--draw-after", "9"],
        "Expected no --draw-after in hex, which has no draws.",
    ),
    "a negative seed": (
        [*MATCH, "--seed", "-1"],
        "--seed: expected a whole number from 0",
    ),
}


@pytest.mark.parametrize(("argv", "message"), WRONG.values(), ids=WRONG)
def test_bad_usage_is_one_sentence_before_any_game(capsys, tmp_path, argv, message):
    has_limit = "--seconds" in argv
    limits = [] if has_limit else ["--nodes", "5"]
    games = [] if "--games" in argv else ["--games", "2"]
    out = tmp_path / "out"

    status, text, err = run(capsys, *argv, *limits, *games, "--out", str(out), "--json")

    assert (status, text) == (2, "")
    assert err.count("\n") == 1
    assert message in err
    assert not out.exists()


def test_openings_of_another_size_are_bad_usage(capsys, tmp_path):
    file = tmp_path / "large.txt"
    file.write_text("h8 i9 o15\n")
    out = tmp_path / "out"

    status, _, err = run(
        capsys, *MATCH, *FAST, "--openings", str(file), "--out", str(out)
    )

    assert status == 2
    assert err.startswith("pentahex: Line 1 of large.txt: ")
    assert not out.exists()


@pytest.mark.processes
def test_the_folder_of_another_match_is_bad_usage_and_left_alone(capsys, played):
    out, _ = played
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    again = run(capsys, *MATCH, *FAST, "--out", str(out))
    other = run(capsys, *MATCH, *FAST, "--seed", "9", "--out", str(out), "--resume")

    assert (again[0], other[0]) == (2, 2)
    assert "--resume" in again[2]
    assert "has another one: " in other[2]
    assert before == {
        path: path.read_bytes() for path in out.rglob("*") if path.is_file()
    }


class Terminal:
    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_a_terminal_shows_table_elo_and_progress():
    plan = make_plan(games=6)
    state = state_of(plan, {1: 1, 2: 0, 3: 0.5})
    stream = Terminal()

    with RunDisplay(
        stream, is_terminal=True, report=REPORT, now=lambda: 0.0
    ) as display:
        display.preparing("uct:7")
        display.update(state)

    assert "3/6 games" in stream.text
    assert "2.5/3" in stream.text
    assert "\x1b[1F\x1b[J" in stream.text
    assert "wins 1st+2nd" in stream.text
    assert "0, 2" in format_progress(state)


def test_no_line_of_a_terminal_is_wider_than_it(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    stream = Terminal()

    with RunDisplay(stream, is_terminal=True, report=REPORT) as display:
        display.preparing("五子棋程序")

    assert stream.text.splitlines()[0] == "preparing 五子棋程"


def test_without_a_terminal_a_plain_line_is_printed_each_minute():
    stream, times = Terminal(), iter([0.0, 59.0, 60.0])

    with RunDisplay(
        stream, is_terminal=False, report=REPORT, now=lambda: next(times)
    ) as display:
        display.preparing("cmd:slow\x1b[2J")
        for done in (0, 1, 2):
            display.update(state_of(make_plan(), dict.fromkeys(range(1, done + 1), 1)))

    prepared, *progress, last, report = stream.text.splitlines()
    assert prepared == "preparing cmd:slow [2J…"
    assert ["0/4 games" in progress[0], "2/4 games" in progress[1]] == [True, True]
    assert len(progress) == 2
    assert "2/4 games" in last
    assert report == f"report: {REPORT}"


def test_a_match_in_a_folder_that_cannot_be_made_is_bad_usage(capsys, tmp_path):
    (tmp_path / "file").write_text("in the way")

    status, text, err = run(
        capsys, *MATCH, *FAST, "--out", str(tmp_path / "file" / "run")
    )

    assert (status, text, err.count("\n")) == (2, "", 1)
    assert "Expected a folder that can be written" in err


def test_scripts_get_a_named_program_as_it_was_written():
    named = "cmd{name=Ext}:prog --deep"
    state = state_of(make_plan(engines=(named, "uct:7")), {1: 1, 2: 1})

    assert match.as_json(state)["a"] == named
    assert tournament.as_json(state)["engines"] == [named, "uct:7"]
    assert {row["engine"] for row in ratings.as_json(state)} == {named, "uct:7"}


@pytest.mark.processes
def test_an_engine_against_itself_is_named_twice(capsys, tmp_path):
    itself = ["match", "uct-plain:1", "uct-plain:1", *MATCH[3:]]

    _, text, _ = run(capsys, *itself, *FAST, "--out", str(tmp_path / "m"), "--json")

    result = json.loads(text)
    assert (result["a"], result["b"]) == ("uct-plain:1 (1)", "uct-plain:1 (2)")
