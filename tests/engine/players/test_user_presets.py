"""Presets that users put into a folder of their own."""

import json
import sys
import textwrap
from pathlib import Path

import pytest

from engine.commands import dispatch
from engine.core.errors import PresetError
from engine.core.files.paths import resources, user_presets_folder
from engine.games import GAMES
from engine.match.engine_choice import best_engine, offered_engines, watched_match
from engine.nn.named_networks import find_network
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.players.preset_player import PresetPlayer
from engine.players.presets import (
    list_presets,
    presets,
    read_user_presets,
    shipped_presets,
)
from engine.search.api import Limits
from tests.networks import HEX_NETWORK

SHORT = """
name = "{name}"
kind = "{kind}"
description = "plays quickly"
source = "a lesson"
{more}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return the folder of presets of a user who has none yet."""
    for variable in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(variable, str(tmp_path / "config"))
    return user_presets_folder()


@pytest.fixture
def write(folder):
    """Return a function that writes a preset file of the user."""

    def put(file, text=None, *, name=None, kind="tree-search", more=""):
        folder.mkdir(parents=True, exist_ok=True)
        text = text or SHORT.format(name=name or file, kind=kind, more=more)
        path = folder / f"{file}.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return put


def shipped_text(name):
    return (resources() / "presets" / f"{name}.toml").read_text(encoding="utf-8")


def copied(name, new_name):
    """Return a shipped preset under another name."""
    return shipped_text(name).replace(f'name = "{name}"', f'name = "{new_name}"', 1)


def problems():
    return dict(read_user_presets().problems)


def test_the_folder_is_beside_the_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    places = {}
    for system in ("win32", "darwin", "linux"):
        monkeypatch.setattr(sys, "platform", system)
        places[system] = user_presets_folder().relative_to(tmp_path).as_posix()

    assert places == {
        "win32": "roaming/pentahex/presets",
        "darwin": "config/pentahex/presets",
        "linux": "config/pentahex/presets",
    }


def test_an_absent_or_empty_folder_has_no_presets_and_no_problems(folder):
    assert presets() == shipped_presets()

    folder.mkdir(parents=True)

    assert presets() == shipped_presets()
    assert problems() == {}


def test_a_copy_under_another_name_is_an_engine_with_levels_and_constants(write):
    write("quick", copied("uct", "quick"))

    for text in ("quick", "quick:3", "quick:3{nodes=5}", "quick{exploration=0.5}"):
        assert str(parse_engine(text)) == text
    config = parse_engine("quick:3{nodes=7}")
    for name, game in GAMES.items():
        position = game.new_position(config.fitted(game.setup(height=7, width=6)))
        result = build_searcher(config, name).search(position, Limits(nodes=9))
        assert position.is_legal(result.move)


def test_a_preset_may_be_for_one_game_only(write):
    write("hexy", more='games = ["hex"]')

    assert "hexy" in [preset.name for preset in list_presets("hex")]
    assert "hexy" not in [preset.name for preset in list_presets("gomoku")]
    with pytest.raises(PresetError, match="an engine that plays gomoku, got"):
        build_searcher(parse_engine("hexy"), "gomoku")


def test_a_preset_of_the_user_is_offered_last_and_never_chosen_by_the_program(write):
    for name in ("alphabeta", "mcts"):
        write(f"a-{name}", copied(name, f"a-{name}"))

    for name, game in GAMES.items():
        offered = offered_engines(name)
        assert [preset.name for preset in offered[-2:]] == ["a-alphabeta", "a-mcts"]
        assert {preset.group for preset in offered[-2:]} == {"own"}
        watched = [player.preset for player in watched_match(name).engines.values()]
        assert {*watched, best_engine(game.setup()).preset} <= {*shipped_presets()}


def test_a_title_that_the_program_has_is_completed_by_the_name(write):
    write("quick", copied("uct", "quick"))
    write("slow", copied("uct", "slow").replace('"UCT"', '"Slow\\nand steady"'))

    found = read_user_presets().presets
    assert found["quick"].title == "UCT (quick)"
    assert found["slow"].title == "Slow and steady"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            b"\xff\xfe",
            "Expected a TOML file at {path}, got: it is not UTF-8 text.",
        ),
        (
            "name = ",
            "Expected a TOML file at {path}, got: a value is missing or not valid",
        ),
        (
            copied("uct", "own").replace("exploration", "explorationn"),
            "own.toml: search.explorationn is not known; did you mean exploration?",
        ),
        (
            copied("uct", "own").replace("nodes = 2\n", 'nodes = "two"\n', 1),
            'own.toml: levels[0].nodes: expected a whole number, got the text "two".',
        ),
        (
            'file = "x"\n' + copied("uct", "own"),
            "own.toml: file is not known; did you mean title?",
        ),
        ('name = "own"', "own.toml: Expected kind, found none."),
        (
            copied("uct", "uct"),
            "own.toml: name: expected a new name, got 'uct', a preset of the program.",
        ),
        (
            copied("uct", "my engine"),
            "own.toml: name: expected letters, digits and -_.+ and none of "
            "strength, file, cmd, got 'my engine'.",
        ),
        (
            copied("uct", "cmd"),
            "own.toml: name: expected letters, digits and -_.+ and none of "
            "strength, file, cmd, got 'cmd'.",
        ),
    ],
)
def test_a_damaged_file_is_one_sentence_and_the_others_stay_usable(
    write, text, problem
):
    path = write("own", text)
    write("fine")

    assert list(problems()) == ["own"]
    assert problems()["own"].startswith(problem.format(path=path))
    assert [*presets()] == [*shipped_presets(), "fine"]
    assert parse_engine("uct") == PresetPlayer(preset="uct")


def test_a_file_that_cannot_be_read_is_one_sentence(write, monkeypatch):
    locked = write("locked")
    write("fine")
    open_file = Path.open

    def refuse(path, *arguments, **options):
        if path == locked:
            raise PermissionError(13, "Permission denied")
        return open_file(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse)

    assert list(read_user_presets().presets) == ["fine"]
    assert problems() == {
        "locked": f"Expected a TOML file at {locked}, got: it is not permitted."
    }


def test_a_file_in_place_of_the_folder_is_one_sentence(folder):
    folder.parent.mkdir(parents=True)
    folder.write_text("no folder", encoding="utf-8")

    assert presets() == shipped_presets()
    assert problems()["presets"].startswith(f"Expected a folder of presets at {folder}")


def test_of_two_files_with_one_name_the_first_counts(write):
    write("b-second", name="twice", more="seconds = 2.0")
    write("a-first", name="twice", more="seconds = 1.0")

    assert read_user_presets().presets["twice"].seconds == 1.0
    assert problems() == {
        "b-second": "b-second.toml: name: expected a new name, got 'twice', which "
        "a-first.toml has."
    }


def test_only_preset_files_are_read(write, folder):
    write("fine")
    (folder / "notes.txt").write_text("name = ", encoding="utf-8")
    (folder / ".hidden.toml").write_text("name = ", encoding="utf-8")
    (folder / "folder.toml").mkdir()

    assert list(read_user_presets().presets) == ["fine"]
    assert problems() == {}


def test_a_byte_order_mark_is_skipped(write):
    write(
        "marked",
        SHORT.format(name="marked", kind="tree-search", more="").encode("utf-8-sig"),
    )

    assert list(read_user_presets().presets) == ["marked"]


def test_changes_of_the_folder_are_seen_at_once(write, folder):
    write("one", more="seconds = 1.0")
    assert list(read_user_presets().presets) == ["one"]

    write("two", name="zwei")
    write("one", more="seconds = 12.5")
    assert [p.seconds for p in read_user_presets().presets.values()] == [12.5, 5.0]

    (folder / "two.toml").unlink()
    assert list(read_user_presets().presets) == ["one"]


def test_a_game_goes_on_when_its_preset_is_gone_or_has_lost_levels(write, folder):
    path = write("quick", copied("uct", "quick"))
    config = parse_engine("quick:9")
    setup = GAMES["hex"].setup()

    path.unlink()
    assert config.resolve_limits(setup).nodes == 6000
    assert "quick" not in presets()

    write("quick", more="[[levels]]\nnodes = 3\n[[levels]]\nnodes = 4")
    assert config.resolve_limits(setup).nodes == 4


def test_networks_are_found_beside_the_file(write, folder, tmp_path):
    network = f'[search]\nnodes = 8\nnet = ["nets/mine.safetensors", "{HEX_NETWORK}"]\n'
    more = f'games = ["hex"]\n{network}[[levels]]\nnet = "low.safetensors"\n'
    own = '[hex.search]\nnet = "hex.safetensors"\n'
    path = write("net", kind="network-search", more=more + own)

    for preset in (parse_engine(f"file:{path}").load_preset(), presets()["net"]):
        assert preset.nets == (str(folder / "nets/mine.safetensors"), HEX_NETWORK)
        assert preset.levels[0]["net"] == str(folder / "low.safetensors")
        assert preset.for_game("hex").nets == (str(folder / "hex.safetensors"),)
        assert "low.safetensors" in preset.at_level("hex", 1).nets[0]


def test_a_network_beside_the_file_plays(write, folder):
    more = 'games = ["hex"]\n[search]\nnodes = 8\nnet = "nets/mine.safetensors"\n'
    write("net", kind="network-search", more=more)
    setup = GAMES["hex"].setup(height=11, width=11)
    config = parse_engine("net")
    assert "mine.safetensors" in config.refusal(setup)

    (folder / "nets").mkdir()
    shipped = find_network(HEX_NETWORK)
    (folder / "nets" / "mine.safetensors").write_bytes(shipped.read_bytes())

    assert config.refusal(setup) is None
    position = GAMES["hex"].new_position(setup)
    move = build_searcher(config, "hex").search(position, Limits(nodes=8)).move
    assert position.is_legal(move)


def test_the_list_of_engines_names_the_source_and_the_problems(write, capsys):
    path = write("quick", copied("uct", "quick"))
    write("broken", "name = ")

    assert dispatch.run(["engines", "--json"]) == 0

    printed = capsys.readouterr()
    rows = {(row["name"], row["game"]): row for row in json.loads(printed.out)}
    assert rows["quick", "hex"]["source"].startswith("user preset quick.toml; Gelly")
    assert rows["quick", "gomoku"]["file"] == str(path)
    assert rows["uct", "gomoku"]["file"] is None
    assert printed.err.startswith("pentahex: Expected a TOML file at")
    assert printed.err.count("\n") == 1


def test_a_command_takes_a_preset_of_the_user(write, capsys):
    write("quick", copied("uct", "quick"))

    status = dispatch.run(
        [*("genmove", "--game", "hex", "--size", "4", "--json"), "--engine=quick:2"]
    )

    assert status == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == 5


def test_a_command_names_the_problem_of_the_preset_it_is_asked_for(write, capsys):
    write("quick", copied("uct", "quick").replace("proves", "prove"))

    status = dispatch.run(["genmove", "--game", "hex", "--engine=quick"])

    assert status == 2
    assert capsys.readouterr().err.endswith(
        "quick.toml: search.prove is not known; did you mean proves?\n"
    )


@pytest.mark.processes
def test_a_match_in_child_processes_takes_presets_of_the_user(write, tmp_path, capsys):
    write("quick", copied("uct", "quick"))
    limits = ["--size=4", "--games=2", "--nodes=3", "--concurrency=1", "--json"]
    engines = ["quick:2", "quick{exploration=0.3}"]

    status = dispatch.run(
        ["match", *engines, "--game=hex", *limits, f"--out={tmp_path / 'out'}"]
    )

    assert status == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["a"], result["a_wins"] + result["b_wins"]) == ("quick:2", 2)


def test_the_example_in_the_documents_plays(write, capsys):
    text = (resources().parent / "docs" / "engines.md").read_text(encoding="utf-8")
    block = text.split("```toml\n")[1].split("```")[0]
    write("steady", textwrap.dedent(block))

    status = dispatch.run(
        ["genmove", "--game=hex", "--engine=steady:1", "--size=5", "--json"]
    )

    assert status == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == 500
