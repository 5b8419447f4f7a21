"""Names of engines in records."""

import pytest

from engine.games import GAMES
from engine.match.engine_names import engine_name
from engine.players.player_config import parse_engine
from engine.players.strengths import NAMES
from engine.records import files
from engine.records.model.record import GameRecord, Headers

GOMOKU = GAMES["gomoku"].setup()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("uct", "UCT"),
        ("uct:7", "UCT, level 7"),
        ("mcts", "Network MCTS"),
        ("uct:3{nodes=5}", "UCT, level 3 {nodes=5}"),
        ("cmd:./engine -x", "./engine -x"),
    ],
)
def test_an_engine_has_a_readable_name(text, name):
    assert engine_name(parse_engine(text), GOMOKU) == name


@pytest.mark.parametrize("strength", NAMES)
def test_a_strength_is_named_with_its_engine(strength):
    engine = parse_engine(f"strength:{strength}")
    kind = engine_name(engine.for_setup(GOMOKU), GOMOKU)

    name = engine_name(engine, GOMOKU)

    assert name.lower().startswith(strength.replace("-", " "))
    assert name.endswith(f" ({kind})")


@pytest.mark.parametrize("ending", [".sgf", ".json", ".txt", ".psq"])
def test_names_of_engines_come_back_from_every_format(tmp_path, ending):
    name = engine_name(parse_engine("strength:medium"), GOMOKU)
    record = GameRecord(
        setup=GOMOKU,
        headers=Headers(first_name=name, second_name="UCT, level 7"),
    ).with_move(0, GAMES["gomoku"].parse_cell(GOMOKU, "h8"))[0]
    path = tmp_path / f"game{ending}"

    files.save(record, path)

    names = files.load(path, game="gomoku").headers
    assert (names.first_name, names.second_name) == (name, "UCT, level 7")
