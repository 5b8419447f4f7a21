"""The command line as scripts use it."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from engine.commands import dispatch
from engine.commands.arguments import print_json
from engine.commands.dispatch import COMMANDS
from engine.games import GAMES
from engine.players.presets import presets
from engine.players.strengths import NAMES
from tests.engine.commands.command_line import run
from tests.networks import GOMOKU_NETWORK
from tests.nonempty import nonempty


def genmove(*more, game="gomoku", engine="uct-plain"):
    return ["genmove", "--engine", engine, "--game", game, *more]


def test_the_overview_names_every_command(capsys):
    status, out, _ = run(capsys, "--help")

    assert status == 0
    assert all(f"  {name}" in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(capsys, name):
    status, out, _ = run(capsys, name, "--help")

    assert status == 0
    assert f"pentahex {name}" in out


@pytest.mark.parametrize("name", ["genmove", "winrates", "match", "ratings"])
def test_the_help_has_every_rule_with_its_values_and_default(capsys, name):
    _, out, _ = run(capsys, name, "--help")

    shown = "".join(out.split())
    for option in nonempty([o for game in GAMES.values() for o in game.options]):
        values = "|".join(option.choices)
        assert f"{option.key}={values}(default{option.default})" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_explains_every_option(capsys, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "1000")

    _, out, _ = run(capsys, name, "--help")

    entries = re.findall(r"^  ([-A-Z].*(?:\n {5,}.*)?)$", out, re.MULTILINE)
    unexplained = [one for one in nonempty(entries) if not re.search(r"\S\s{2,}", one)]
    assert unexplained == []


def test_engines_are_listed_for_every_game_they_play(capsys):
    status, out, _ = run(capsys, "engines", "--json")

    rows = json.loads(out)
    assert status == 0
    assert {"name", "game", "kind", "description", "source"} <= set(rows[0])
    strengths = {f"strength:{name}" for name in NAMES}
    assert {row["name"] for row in rows} == {*presets(), *strengths}


def test_engines_of_one_game(capsys):
    _, out, _ = run(capsys, "engines", "--game", "hex", "--json")

    assert {row["game"] for row in json.loads(out)} == {"hex"}


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_genmove_prints_one_json_object(capsys, game):
    options = ["--size", "6x9", "--moves", "a1 b2", "--nodes", "200", "--json"]

    status, out, err = run(capsys, *genmove(*options, game=game))

    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert {"move", "value", "nodes", "seconds", "depth", "pv", "candidates"} <= set(
        answer
    )
    assert {"move", "value", "visits", "prior", "pv"} <= set(answer["candidates"][0])
    assert answer["nodes"] == 200
    assert answer["pv"][0] == answer["move"]
    assert answer["move"] not in {"a1", "b2"}


@pytest.mark.parametrize(
    ("argv", "nodes"),
    [
        (genmove(engine="uct-plain:3"), 300),
        (genmove("--nodes", "40", engine="uct-plain:3{nodes=20}"), 20),
        (genmove("--nodes", "400", engine="uct-plain:3"), 400),
        (genmove("--nodes", "40", engine="strength:easy"), 40),
    ],
)
def test_braces_beat_the_option_and_the_option_beats_the_level(capsys, argv, nodes):
    status, out, err = run(capsys, *argv, "--size", "6x9", "--json")

    assert (status, err) == (0, "")
    assert json.loads(out)["nodes"] == nodes


def test_genmove_without_any_limit_takes_the_seconds_of_the_engine(capsys):
    argv = genmove("--size", "6x9", "--json", engine="uct-plain{seconds=0.05}")

    status, out, _ = run(capsys, *argv)

    assert status == 0
    assert json.loads(out)["nodes"] > 0


@pytest.mark.parametrize(
    ("game", "script"), [("gomoku", "fake_gomocup.py"), ("hex", "fake_htp.py")]
)
def test_genmove_by_an_external_program(capsys, game, script):
    program = Path(__file__).parents[1] / "external" / script
    words = [sys.executable, "-ISs", str(program), os.devnull]
    options = ["--size", "6x9", "--moves", "b2", "--nodes", "9", "--json"]
    argv = genmove(*options, game=game, engine=f"cmd:{shlex.join(words)}")

    status, out, err = run(capsys, *argv)

    assert (status, err) == (0, "")
    assert json.loads(out)["move"] == {"gomoku": "a6", "hex": "a1"}[game]


@pytest.mark.parametrize(
    ("server", "engine", "sentence"),
    [
        (
            "gomocup",
            "mcts{net=zhang-hex}",
            "Expected a network for gomoku, got one for hex.",
        ),
        (
            "htp",
            "mcts{net=ou-2020}",
            "Expected a network for hex, got one for gomoku.",
        ),
    ],
)
def test_a_server_refuses_a_network_for_another_game(capsys, server, engine, sentence):
    status, out, err = run(capsys, server, "--engine", engine)

    assert (status, out, err) == (2, "", f"pentahex: {sentence}\n")


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        ("cmd:/no/such/program", " cannot be started: "),
        ("cmd{cwd=/none}:cat", "working folder for the program cat, got /none."),
    ],
)
def test_an_external_program_that_cannot_be_started_is_bad_usage(capsys, engine, words):
    argv = genmove("--nodes", "9", engine=engine)

    status, out, err = run(capsys, *argv)

    assert (status, out) == (2, "")
    assert err.startswith("pentahex: ")
    assert words in err
    assert len(err.splitlines()) == 1


def test_genmove_for_people_names_move_and_line(capsys):
    status, out, _ = run(capsys, *genmove("--nodes", "100"))

    assert status == 0
    assert "nodes" in out.splitlines()[0]
    assert out.splitlines()[1].startswith("line: ")


def test_the_same_seed_gives_the_same_move(capsys):
    answers = []
    for _ in range(2):
        _, out, _ = run(capsys, *genmove("--nodes", "300", "--seed", "5", "--json"))
        answers.append(json.loads(out)["candidates"])

    assert answers[0] == answers[1]


SEEDED = {
    "genmove": ["--engine", "uct", "--game", "hex"],
    "match": ["uct", "uct:1", "--game", "hex", "--games", "2", "--nodes", "1"],
    "ratings": ["--game", "hex"],
    "solve": ["suite.jsonl"],
    "analyse": ["game.sgf", "--engine", "uct"],
    "experiment": ["liu-table-1"],
    "gomocup": [],
    "htp": [],
}


@pytest.mark.parametrize("seed", ["-1", str(2**63), "1.5", "9" * 5000])
@pytest.mark.parametrize("name", SEEDED)
def test_every_command_accepts_the_same_seeds(capsys, name, seed):
    out = ["--out", "out"] if name in {"match", "ratings"} else []

    status, _, err = run(capsys, name, *SEEDED[name], *out, f"--seed={seed}")

    assert status == 2
    assert f"expected a whole number from 0 to {2**63 - 1}, got '{seed[:9]}" in err
    assert len(err) < 200


def test_an_unknown_engine_gets_the_names_of_the_game_at_hand(capsys):
    _, _, hex_error = run(capsys, *genmove(game="hex", engine="nobody"))
    _, _, gomoku_error = run(capsys, *genmove(game="gomoku", engine="nobody"))

    assert "zhang-rl" in hex_error
    assert "liu-1" not in hex_error
    assert "liu-1" in gomoku_error
    assert "zhang-rl" not in gomoku_error


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nonsense"], "one of engines, "),
        (["game.sgf", "nonsense"], "got 'nonsense'"),
        (["x" * 300], f"got '{'x' * 60}'"),
        (["game.sgf", "--nonsense"], "unrecognized arguments: --nonsense"),
        (["genmove"], "--engine"),
        (genmove("--nodes", "0"), "above 0"),
        (genmove("--nodes", "ten"), "--nodes: expected a whole number, got 'ten' ("),
        (genmove("--seconds", "1,5"), "--seconds: expected a number, got '1,5' ("),
        (genmove("--nodes", "5", "--seconds", "1"), "not allowed"),
        (genmove("--nodes", "5", engine="nobody"), "nobody"),
        (genmove("--nodes", "5", engine="uct-plain:77"), "1 to 10"),
        (genmove("--nodes", "5", engine="uct{node=5}"), "exploration, "),
        (genmove("--nodes", "5", engine="uct{nodes=0}"), "uct.nodes: expected 1 or"),
        (genmove("--nodes", "5", engine="mcts{net=none}"), GOMOKU_NETWORK),
        (genmove("--nodes", "5", engine="mcts{net=zhang-hex}"), "got one for hex."),
        (genmove("--nodes", "5", "--size", "9", engine="ou-cnn"), "got 9x9."),
        (genmove("--nodes", "5", engine="zhang-uct"), "which plays hex."),
        (genmove("--option", "line_length=6", engine="cmd:cat"), "lines of five"),
        (genmove("--nodes", "5", engine="file:none.toml"), "none.toml"),
        (genmove("--nodes", "5", game="chess"), "chess"),
        (genmove("--nodes", "5", "--size", "4"), "5 to 22"),
        (genmove("--nodes", "5", "--size", "big"), "big"),
        (genmove("--nodes", "5", "--size", ""), "Expected a size such as 15"),
        (genmove("--nodes", "5", "--rule", "odd"), "odd"),
        (genmove("--nodes", "5", "--option", "line_length"), "KEY=VALUE"),
        (genmove("--nodes", "5", "--moves", "h8 h8"), "h8 is already occupied"),
        (genmove("--nodes", "5", "--moves", "z99"), "z99"),
    ],
)
def test_bad_usage_is_one_line_and_status_two(capsys, argv, words):
    status, out, err = run(capsys, *argv)

    assert status == 2
    assert out == ""
    assert words in err
    assert len(err.strip().splitlines()) == 1


def test_a_finished_game_is_a_failure_in_one_line(capsys):
    moves = "a1 a2 b1 b2 c1 c2 d1 d2 e1"

    status, _, err = run(capsys, *genmove("--nodes", "5", "--moves", moves))

    assert status != 0
    assert "finished" in err
    assert len(err.strip().splitlines()) == 1


def run_in_cp1252(monkeypatch, *argv):
    """Return the output of a command in an encoding that has few characters."""
    data = io.BytesIO()
    with monkeypatch.context() as changes:
        changes.setattr(sys, "stdout", io.TextIOWrapper(data, encoding="cp1252"))
        assert dispatch.run(list(argv)) == 0
        return data.getvalue().decode("cp1252")


def test_output_shows_a_character_that_its_encoding_lacks_by_its_code(
    tmp_path, monkeypatch
):
    source, target = tmp_path / "game.sgf", tmp_path / "∞.sgf"
    source.write_text("(;GM[4]SZ[15];B[hh])")

    output = run_in_cp1252(monkeypatch, "convert", str(source), str(target))

    assert "\\u221e.sgf: gomoku 15, 1 move" in output


def test_json_in_such_an_encoding_has_the_same_texts(tmp_path, monkeypatch):
    source, target = tmp_path / "game.sgf", tmp_path / "∞ 😀 é.sgf"
    source.write_text("(;GM[4]SZ[15];B[hh])")

    output = run_in_cp1252(monkeypatch, "convert", str(source), str(target), "--json")

    assert json.loads(output)["out"] == str(target)


@pytest.mark.processes
@pytest.mark.parametrize("argv", [["engines", "--json"], ["--self-test"]])
def test_output_that_nobody_reads_to_its_end_is_no_error(argv):
    reader, writer = os.pipe()
    os.close(reader)

    with os.fdopen(writer, "wb") as nobody:
        done = subprocess.run(
            [sys.executable, "main.py", *argv],
            stdout=nobody,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert done.returncode == 1
    assert not done.stderr


@pytest.mark.processes
def test_a_failure_nobody_foresaw_is_one_line_and_its_traceback_goes_to_a_file(
    tmp_path,
):
    code = (
        "import sys, main\n"
        "from engine.commands import engines\n"
        "def fail(arguments): raise RuntimeError('odd')\n"
        "engines.run = fail\n"
        "sys.exit(main.main(['engines']))\n"
    )
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}

    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    log_file = tmp_path / "pentahex" / "commands.log"
    assert "Traceback" in log_file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "options",
    [
        ("--rule", "renju", "--option", "rule=freestyle"),
        ("--option", "rule=freestyle", "--option", "rule=renju"),
    ],
)
def test_two_values_of_an_option_are_refused(capsys, options):
    status, out, err = run(capsys, *genmove(*options))

    assert (status, out) == (2, "")
    assert err == (
        "pentahex: Expected one value of the option rule, got 'freestyle' and "
        "'renju'.\n"
    )


def test_an_option_given_twice_with_the_same_value_is_fine(capsys):
    options = ("--rule", "renju", "--option", "rule=renju", "--nodes", "20")

    assert run(capsys, *genmove(*options))[0] == 0


def test_json_has_no_negative_zero(capsys):
    print_json([{"value": -0.0, "candidates": [{"value": -0.0, "prior": -0.5}]}])

    candidates = '[{"value": 0.0, "prior": -0.5}]'
    printed = capsys.readouterr().out
    assert printed == f'[{{"value": 0.0, "candidates": {candidates}}}]\n'
