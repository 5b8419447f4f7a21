"""The scale of strengths, and what every strength and level sees in Gomoku."""

import pytest

from engine.commands import dispatch
from engine.core.errors import PresetError
from engine.core.types import Player
from engine.games import GAMES
from engine.players import strengths as scale
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.players.preset_player import PresetPlayer
from engine.players.presets import find_preset
from engine.players.strength_player import StrengthPlayer
from engine.players.strengths import NAMES, strengths
from engine.search.api import Limits
from tests.games import cell, position_of
from tests.nonempty import nonempty

GOMOKU, HEX = GAMES["gomoku"], GAMES["hex"]

ATTENTIVE = ("uct", "alphabeta", "minimax", "mcts")
"""Engines that see what a person sees, from level 2 on."""

FEW = Limits(nodes=12)
"""What is seen at sight needs no search."""

SEEDS = range(3)

WIN = "h8 a1 h7 c1 h6 e1 h5 g1", {"h4", "h9"}
FOUR = "h8 l10 h7 j10 h6 h5 h10", {"h9"}
THREE = "h8 c3 h7 m4 h6", {"h5", "h9"}
FIRST_ANSWER = "h8", {f"{c}{r}" for c in "fghij" for r in range(6, 11)}
OPENING = "", {f"{c}{r}" for c in "ghi" for r in (7, 8, 9)}


def after(moves, **options):
    position = GOMOKU.new_position(GOMOKU.setup(options=options))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def answers(player, moves):
    """Return the answers of engines with several seeds to a position."""
    position = after(moves)
    return {
        position.cell_name(
            build_searcher(player, "gomoku", seed=seed).search(position, FEW).move
        )
        for seed in SEEDS
    }


@pytest.mark.slow
@pytest.mark.parametrize("level", range(2, 11))
@pytest.mark.parametrize("name", ATTENTIVE)
def test_engines_take_a_win_stop_a_four_and_stay_near_the_stones(name, level):
    player = PresetPlayer(preset=name, level=level)

    for moves, good in (WIN, FOUR, FIRST_ANSWER, OPENING):
        assert answers(player, moves) <= good


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[NAMES.index("medium") :])
def test_an_open_three_is_stopped_from_medium_on(name):
    moves, good = THREE

    assert answers(StrengthPlayer(strength=name), moves) <= good


@pytest.mark.slow
@pytest.mark.parametrize("level", range(5, 11))
@pytest.mark.parametrize("name", ATTENTIVE)
def test_an_open_three_is_stopped_from_level_5_on(name, level):
    moves, good = THREE

    assert answers(PresetPlayer(preset=name, level=level), moves) <= good


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[1:])
def test_every_strength_but_the_first_takes_a_win_and_stops_a_four(name):
    for moves, good in (WIN, FOUR, FIRST_ANSWER, OPENING):
        assert answers(StrengthPlayer(strength=name), moves) <= good


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_strength_reads_back_as_it_was(name):
    player = parse_engine(f"strength:{name}")

    assert player == StrengthPlayer(strength=name)
    assert player.strength == name
    assert str(player) == f"strength:{name}"


def test_the_scale_alone_means_full_strength():
    assert str(parse_engine("strength")) == "strength:full"


@pytest.mark.parametrize("text", ["strength:", "strength:7", "strength:Medium"])
def test_an_unknown_strength_is_refused(text):
    with pytest.raises(PresetError, match="Expected a strength among"):
        parse_engine(text)


@pytest.mark.parametrize("strength", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_every_strength_names_engines_and_levels_that_exist(game, strength):
    texts = strengths()[NAMES.index(strength)].engines[game]

    for text in nonempty(texts):
        preset = find_preset(parse_engine(text).preset)
        assert game in preset.games


@pytest.mark.parametrize(
    ("game", "height", "width", "options"),
    [
        ("gomoku", 15, 15, {}),
        ("gomoku", 22, 7, {"line_length": "6"}),
        ("gomoku", 15, 15, {"rule": "renju", "opening": "swap2"}),
        ("hex", 11, 11, {}),
        ("hex", 4, 9, {}),
        ("hex", 19, 19, {"swap": "on"}),
    ],
)
@pytest.mark.parametrize("strength", NAMES)
def test_every_strength_plays_by_every_rule_and_size(
    strength, game, height, width, options
):
    setup = GAMES[game].setup(height=height, width=width, options=options)

    player = StrengthPlayer(strength=strength).for_setup(setup)

    assert isinstance(player, PresetPlayer)
    assert find_preset(player.preset).refusal(setup) is None


@pytest.mark.parametrize("strength", NAMES)
def test_a_game_without_a_list_has_every_strength(strength, third_game):
    player = StrengthPlayer(strength=strength).for_setup(third_game.setup())

    assert player.preset == "uct"


def test_full_strength_is_an_engine_without_a_limit_of_its_own():
    for game in GAMES:
        setup = GAMES[game].setup()
        player = StrengthPlayer(strength="full").for_setup(setup)
        preset = find_preset(player.preset).for_game(game)
        assert player.level is None
        assert "nodes" not in {**preset.search, **preset.levels[-1]}


def test_a_strength_takes_another_engine_where_the_first_does_not_play(monkeypatch):
    preferred = {"gomoku": ("ou-cnn", "alphabeta:7")}
    wanted = scale.Strength(name="hard", engines=preferred)
    monkeypatch.setattr(
        "engine.players.strengths.strengths", lambda: (wanted,) * len(NAMES)
    )
    small, usual = GOMOKU.setup(height=8, width=8), GOMOKU.setup()

    assert str(StrengthPlayer(strength="hard").for_setup(small)) == "ou-cnn"
    assert str(StrengthPlayer(strength="hard").for_setup(usual)) == "alphabeta:7"


def test_an_engine_of_a_strength_follows_the_board():
    searcher = build_searcher(StrengthPlayer(strength="easy"), "gomoku")

    for moves, options in (("h8", {}), ("h8", {"rule": "renju"})):
        position = after(moves, **options)
        searcher.prepare(position)
        result = searcher.search(position, FEW)
        assert position.is_legal(result.move)


def test_a_renju_player_never_chooses_a_foul():
    position = after("h8 a1 h9 c1 i7 e1 j7 g1", rule="renju")
    assert position.to_move is Player.FIRST

    for name in NAMES:
        result = build_searcher(StrengthPlayer(strength=name), "gomoku").search(
            position, FEW
        )
        assert result.move not in position.fouls()


def test_the_list_of_engines_begins_with_the_strengths(capsys):
    assert dispatch.run(["engines", "--game", "gomoku"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[: len(NAMES)]] == [
        f"strength:{name}" for name in NAMES
    ]


def test_a_move_can_be_asked_of_a_strength(capsys):
    arguments = ["genmove", "--engine", "strength:easy", "--game", "gomoku"]

    assert dispatch.run([*arguments, "--moves", FOUR[0], "--nodes", "20"]) == 0

    assert capsys.readouterr().out.startswith("h9 ")


def test_games_for_training_can_have_the_bare_search():
    position = after(FOUR[0])
    player = parse_engine("uct:5")

    moves = {
        is_attentive: [
            build_searcher(player, "gomoku", seed=seed, is_attentive=is_attentive)
            .search(position, FEW)
            .move
            for seed in SEEDS
        ]
        for is_attentive in (True, False)
    }

    stop = cell(position, "h9")
    assert set(moves[True]) == {stop}
    assert set(moves[False]) != {stop}


@pytest.mark.parametrize("name", NAMES[NAMES.index("easy") :])
def test_every_strength_from_easy_on_swaps_the_centre_of_hex_but_no_corner(name):
    start = HEX.new_position(HEX.setup(options={"swap": "on"}))
    searcher = build_searcher(StrengthPlayer(strength=name), "hex")

    answers = [
        after.cell_name(searcher.search(after, FEW).move)
        for after in (start.play(cell(start, first)) for first in ("f6", "a1"))
    ]

    assert answers[0] == "swap-pieces"
    assert answers[1] != "swap-pieces"


@pytest.mark.parametrize("level", range(2, 10))
def test_uct_ends_a_won_game_of_hex_in_as_many_moves_as_it_has_bridges(level):
    position = position_of(
        "hex",
        """
        . . . . . . .
         . . . X . . .
          . . . . O . .
           . . X . . . .
            . O . . O . .
             . X . . . . .
              . . . . . O .
        """,
        to_move=Player.FIRST,
    )
    searcher = build_searcher(PresetPlayer(preset="uct", level=level), "hex")

    count = 0
    while position.outcome is None:
        if position.to_move is Player.FIRST:
            move = searcher.search(position, Limits(nodes=3_000)).move
            count += 1
        else:
            move = position.legal_moves()[-1]  # far from the chain
        position = position.play(move)

    assert position.outcome.winner is Player.FIRST
    assert count <= 6
