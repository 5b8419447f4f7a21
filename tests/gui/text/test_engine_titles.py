"""Names of engines in the window, in every form in which an engine is written."""

import pytest

from engine.games import GAMES
from engine.players import PlayerConfig
from gui.text.fit_messages import find_engine_problem
from gui.text.strength_labels import engine_title

GOMOKU = GAMES["gomoku"]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("uct", "UCT"),
        ("uct:3", "UCT, level 3"),
        ("uct:3{nodes=5,exploration=0.2}", "UCT, level 3 {exploration=0.2,nodes=5}"),
        ("cmd:./engine -x", "./engine -x"),
        (f"cmd:{'x' * 99}", f"{'x' * 60}…"),
    ],
)
def test_an_engine_has_a_title(text, title):
    assert engine_title(PlayerConfig.parse(text), GOMOKU.setup()) == title


@pytest.mark.usefixtures("qapp")
def test_a_preset_file_has_the_title_of_the_preset(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(
        'name = "own"\ntitle = "My own"\nkind = "tree-search"\ngames = ["hex"]\n'
        'description = "-"\nsource = "-"\n',
        encoding="utf-8",
    )

    config = PlayerConfig.parse(f"file:{file}")

    assert engine_title(config, GAMES["hex"].setup()) == "My own"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("uct", ""),
        ("cmd:./engine", "./engine cannot play this game: Expected lines of five"),
        ("mcts{net=ou-2020}", "Network MCTS cannot play this game: 5 in a row only"),
    ],
)
def test_an_engine_that_does_not_fit_is_named(text, problem):
    setup = GOMOKU.setup(options={"line_length": "6"})

    found = find_engine_problem(setup, [PlayerConfig.parse(text)])

    assert found.startswith(problem)
    assert bool(found) == bool(problem)
