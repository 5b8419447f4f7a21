"""Names of engines in the window, in every form in which an engine is written."""

import shutil

import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.match.engine_names import engine_name
from engine.match.match_setup import MatchSetup
from engine.nn.named_networks import find_network
from engine.players.player_config import parse_engine
from engine.players.preset_player import PresetPlayer
from engine.players.presets import list_presets
from engine.players.strengths import NAMES
from gui.game.player_labels import player_title
from gui.text import languages
from gui.text.fit_messages import find_engine_problem
from gui.text.strength_labels import engine_title
from tests.networks import GOMOKU_NETWORK

GOMOKU = GAMES["gomoku"]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("uct", "UCT"),
        ("uct:3", "UCT, level 3"),
        ("uct:3{nodes=5,exploration=0.2}", "UCT, level 3 {exploration=0.2,nodes=5}"),
        ("mcts{net=zhang-hex}", "Network MCTS {net=zhang-hex}"),
        ("cmd:./engine -x", "./engine -x"),
        (f"cmd:{'x' * 99}", f"{'x' * 60}…"),
    ],
)
def test_an_engine_has_a_title(text, title):
    assert engine_title(parse_engine(text), GOMOKU.setup()) == title


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("file", "name"), [("my.safetensors", "my"), ("first/net.safetensors", "first")]
)
def test_the_network_of_a_file_is_named_without_its_path(tmp_path, file, name):
    (tmp_path / file).parent.mkdir(exist_ok=True)
    shutil.copyfile(find_network(GOMOKU_NETWORK), tmp_path / file)
    engine = PresetPlayer(preset="mcts", overrides=(("net", str(tmp_path / file)),))
    title = f"Network MCTS {{net={name}}}"

    assert engine_title(engine, GOMOKU.setup()) == title
    assert engine_name(engine, GOMOKU.setup()) == title


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("game", GAMES)
def test_the_english_titles_are_the_names_in_records(game):
    setup = GAMES[game].setup()
    texts = [f"strength:{name}" for name in NAMES]
    texts += [preset.name for preset in list_presets(game)]

    for text in (*texts, "uct:3{nodes=5}", "cmd:./engine"):
        engine = parse_engine(text)
        assert engine_title(engine, setup) == engine_name(engine, setup)


def test_a_record_names_engines_in_english_whatever_the_language(factory, qapp):
    languages.apply(qapp, "zh_CN")
    engine = parse_engine("mcts:4")

    game = factory.make_game(MatchSetup(setup=GOMOKU.setup(), second=engine))

    assert game.session.record.headers.second_name == "Network MCTS, level 4"
    assert player_title(game.view, Player.SECOND) != "Network MCTS, level 4"


@pytest.mark.usefixtures("qapp")
def test_a_preset_file_has_the_title_of_the_preset(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(
        'name = "own"\ntitle = "My own"\nkind = "tree-search"\ngames = ["hex"]\n'
        'description = "-"\nsource = "-"\n',
        encoding="utf-8",
    )

    config = parse_engine(f"file:{file}")

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

    found = find_engine_problem(setup, [parse_engine(text)])

    assert found.startswith(problem)
    assert bool(found) == bool(problem)
