"""Engines by name and level."""

import shutil
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import dispatch
from engine.core.errors import PresetError
from engine.core.files.paths import resources
from engine.games import GAMES
from engine.players import presets as preset_files
from engine.players.build import build_searcher
from engine.players.engine_spec import sort_overrides
from engine.players.player_config import parse_engine
from engine.players.preset_player import PresetPlayer
from engine.players.presets import list_presets, presets
from engine.search.api import Limits
from tests.networks import GOMOKU_NETWORK, HEX_NETWORK
from tests.nonempty import nonempty


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_engines_and_every_engine_plays(game):
    assert list_presets(game)
    for preset in list_presets(game):
        position = GAMES[game].new_position(preset.usual_setup(game))
        for level in range(1, preset.top_level + 1):
            config = PresetPlayer(preset=preset.name, level=level)
            result = build_searcher(config, game).search(position, Limits(nodes=20))
            assert position.is_legal(result.move)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_one_best_engine(game):
    best = [preset for preset in presets().values() if game in preset.best_in]

    assert len(best) == 1
    assert game in best[0].games


def test_a_name_may_carry_a_level():
    assert parse_engine("uct-plain") == PresetPlayer(preset="uct-plain")
    assert parse_engine("uct-plain:3") == PresetPlayer(preset="uct-plain", level=3)
    assert str(parse_engine("uct-plain:3")) == "uct-plain:3"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "uct{node=5}",
            r"^Expected a key of uct among .*exploration.*nodes.*'node'\.$",
        ),
        ("uct:3{nodes=0}", r"^uct:3\.nodes: expected 1 or more, got 0\.$"),
        ("uct{nodes=many}", r'^uct\.nodes: expected a whole number, .*"many"\.$'),
        ("uct{threads=0}", r"^uct\.threads: expected 1 or more"),
        ("uct{seconds=0}", r"^uct\.seconds: expected more than 0"),
        ("uct{net=ou-2020}", r"^Expected a key of uct among"),
        ("mcts{symmetry=all}", r"expected one of none, random, average"),
        ("mcts{net=none}", rf"^Expected a network among .*{GOMOKU_NETWORK}.*'none'\.$"),
        ("minimax{params.noises=3}", r"among .*params\.noise.*'params\.noises'\.$"),
        ("minimax{params.noise=-1}", r"^minimax\.params\.noise: expected 0 or more"),
        ("strength:hard{exploration=1}", r"^Expected a key of strength:hard among"),
        ("uct{nodes=5}:3", r"^Expected nothing after the braces, got ':3'\.$"),
        ("file:own", r"^Expected a preset file that ends in \.toml, got 'own'\.$"),
        ("file:none.toml", r"^Expected a file none\.toml, found none\.$"),
    ],
)
def test_an_unknown_key_or_value_is_one_sentence(text, words):
    with pytest.raises(PresetError, match=words):
        parse_engine(text)


HEADS = st.sampled_from(["uct", "uct:3", "mcts:10", "minimax", "strength:easy"])
RUN_ENTRIES = {
    "nodes": st.integers(1, 10**9),
    "seconds": st.floats(min_value=1e-3, max_value=1e6) | st.integers(1, 1000),
    "threads": st.integers(1, 1024),
    "seed": st.integers(0, 2**63 - 1),
}
OWN_ENTRIES = {
    "uct": {"exploration": st.floats(0, 10), "proves": st.booleans()},
    "mcts": {
        "net": st.sampled_from([HEX_NETWORK, (GOMOKU_NETWORK, HEX_NETWORK)]),
        "symmetry": st.sampled_from(["none", "random", "average"]),
    },
    "minimax": {"params.noise": st.integers(0, 100), "depth": st.integers(1, 9)},
}


@given(data=st.data(), head=HEADS)
def test_the_text_of_a_player_reads_back_as_the_same_player(data, head):
    own = OWN_ENTRIES.get(head.partition(":")[0], {})
    entries = data.draw(st.fixed_dictionaries({}, optional={**RUN_ENTRIES, **own}))
    bare = parse_engine(head)
    config = replace(bare, overrides=sort_overrides(entries))

    assert parse_engine(str(config)) == config


def test_a_preset_file_is_an_engine(tmp_path):
    text = (resources() / "presets" / "uct-plain.toml").read_text(encoding="utf-8")
    file = tmp_path / "my own.toml"
    file.write_text(text.replace("nodes = 30\n", "nodes = 33\n"), encoding="utf-8")

    config = parse_engine(f"file:{file}:1{{seed=4}}")

    assert parse_engine(str(config)) == config
    assert config.resolve_limits(GAMES["hex"].setup()) == Limits(nodes=33)


@pytest.mark.parametrize(
    ("text", "option", "limits"),
    [
        ("uct", None, Limits(seconds=5.0)),
        ("uct:3", None, Limits(nodes=40)),
        ("uct:3", Limits(seconds=2), Limits(seconds=2, nodes=40)),
        ("uct:3", Limits(nodes=7), Limits(nodes=7)),
        ("uct:3{nodes=9}", Limits(nodes=7), Limits(nodes=9)),
        ("uct{seconds=1}", Limits(seconds=2), Limits(seconds=1)),
        ("uct{seconds=1}", Limits(nodes=2), Limits(seconds=1, nodes=2)),
        ("liu-1", None, Limits(depth=3)),
        ("liu-1{depth=2}", None, Limits(depth=2)),
        ("strength:easy{nodes=3}", Limits(nodes=7), Limits(nodes=3, depth=2)),
    ],
)
def test_braces_beat_options_and_options_beat_the_level(text, option, limits):
    config = parse_engine(text).with_options(option)

    assert config.resolve_limits(GAMES["gomoku"].setup()) == limits


def test_settings_in_braces_reach_the_search():
    position = GAMES["hex"].new_position(GAMES["hex"].setup(height=5))

    def play(text, seed=1):
        config = parse_engine(text).with_options(Limits(nodes=60))
        searcher = build_searcher(config, "hex", seed=seed)
        result = searcher.search(position, config.resolve_limits(position.setup))
        return replace(result, seconds=0)

    assert play("uct-plain{seed=2}") == play("uct-plain", seed=2)
    assert play("uct-plain{exploration=3}") != play("uct-plain")


def test_a_key_of_another_game_is_refused_when_the_game_is_known():
    config = parse_engine("minimax{params.proof_share=0}")

    build_searcher(config, "hex")
    with pytest.raises(PresetError, match=r"among .*params\.noise"):
        build_searcher(config, "gomoku")


def test_a_network_in_braces_decides_which_boards_are_played():
    gomoku, small = GAMES["gomoku"], {"height": 8, "width": 8}
    config = parse_engine("liu-9{net=ou-2020}")

    assert config.refusal(gomoku.setup(**small)) is None
    assert "8x8" in config.refusal(gomoku.setup())
    assert config.fitted(gomoku.setup()) == gomoku.setup(**small)


@pytest.mark.parametrize(
    "text",
    [
        "cmd:./engine",
        "cmd:C:/x/engine.exe {a} 'b c'",
        "cmd{grace=0.5,threads=2}:python engine.py",
        "cmd{cwd='/some {place}',nodes=5}:./engine",
    ],
)
def test_an_external_program_reads_back_as_it_was(text):
    config = parse_engine(text)

    assert parse_engine(str(config)) == config
    assert text.endswith(f":{config.command}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cmd:", r"^Expected the command of a program after cmd:, got none\.$"),
        ("cmd{grace=1}", r"^Expected the command of a program"),
        ("cmd{grace=1}x:y", r"^Expected the command of a program"),
        ("cmd:'a", r"^Expected closed quotes in"),
        ("cmd{graze=1}:a", r"^Expected a key of cmd among name, .*grace.*'graze'"),
        ("cmd{first=red}:a", r"^cmd\.first: expected one of black, white"),
    ],
)
def test_a_bad_external_program_is_one_sentence(text, words):
    with pytest.raises(PresetError, match=words):
        parse_engine(text)


def test_an_external_program_plays_the_games_of_its_protocols():
    config = parse_engine("cmd:./engine")
    gomoku = GAMES["gomoku"]

    assert config.refusal(gomoku.setup()) is None
    assert "lines of five" in config.refusal(gomoku.setup(options={"line_length": "6"}))
    assert config.fitted(gomoku.setup(height=9)) == gomoku.setup(height=9)
    with pytest.raises(PresetError, match="protocol for external programs, got chess"):
        build_searcher(config, "chess")


@pytest.mark.parametrize(
    ("text", "option", "limits"),
    [
        ("cmd:x", None, Limits(seconds=5.0)),
        ("cmd{seconds=2}:x", Limits(seconds=3), Limits(seconds=2)),
        ("cmd:x", Limits(nodes=3), Limits(nodes=3)),
    ],
)
def test_an_external_program_has_limits_like_others(text, option, limits):
    config = parse_engine(text).with_options(option, threads=2)

    assert config.resolve_limits(GAMES["hex"].setup()) == limits


@pytest.mark.parametrize("text", ["uct-plain:0", "uct-plain:11", "uct-plain:x", "x:"])
def test_unknown_names_and_levels_are_refused(text):
    with pytest.raises(PresetError, match="Expected"):
        parse_engine(text)


def test_the_top_level_is_not_bounded_by_simulations():
    for preset in nonempty(presets().values()):
        assert "nodes" not in preset.levels[-1]


@pytest.mark.parametrize("name", ["uct", "mcts"])
def test_only_the_top_level_of_a_tree_search_knows_hex_at_inner_nodes(name):
    levels = presets()[name].for_game("hex").levels

    assert [level.get("solver_visits", 0) > 0 for level in levels] == [
        *[False] * 9,
        True,
    ]


def test_low_levels_of_the_network_can_be_surprised_by_fours():
    levels = presets()["mcts"].for_game("gomoku").levels
    usual = presets()["mcts"].for_game("gomoku").search

    solve = [{**usual, **level}["solves_leaves"] for level in levels]
    assert solve == [*[False] * 6, *[True] * 4]


def test_full_uct_can_be_had_without_the_hex_solver():
    old, new = presets()["uct-rave"], presets()["uct"].for_game("hex")

    assert old.search == new.search
    assert old.levels == ({},)


def test_an_engine_reports_unsupported_boards():
    ou, gomoku = presets()["ou-cnn"], GAMES["gomoku"]

    assert ou.refusal(gomoku.setup(height=8, width=8)) is None
    assert ou.refusal(gomoku.setup(height=8, width=9)) == (
        "Expected a board of 8x8 for this network, got 8x9."
    )
    assert "renju" in ou.refusal(
        gomoku.setup(height=8, width=8, options={"rule": "renju"})
    )
    assert presets()["uct"].refusal(gomoku.setup(height=8, width=9)) is None


def test_an_engine_is_fitted_with_a_board_but_never_with_a_rule():
    ou, gomoku = presets()["ou-cnn"], GAMES["gomoku"]
    renju = gomoku.setup(options={"rule": "renju"})

    assert ou.usual_setup("gomoku") == gomoku.setup(height=8, width=8)
    assert ou.fitted(renju) == renju
    assert presets()["mcts"].usual_setup("hex") == GAMES["hex"].setup()


def test_an_engine_without_its_network_is_refused_everywhere(monkeypatch, tmp_path):
    monkeypatch.setattr("engine.nn.named_networks.resources", lambda: tmp_path)
    ou, usual = presets()["ou-cnn"], GAMES["gomoku"].setup()

    assert ou.refusal(usual) == (
        "Expected a network among , a file, or the folder of a training run with a "
        "network, got 'ou-2020'."
    )
    assert ou.usual_setup("gomoku") == usual


def test_an_engine_that_does_not_play_the_game_is_refused():
    with pytest.raises(PresetError, match="plays chess"):
        build_searcher(PresetPlayer(preset="uct-plain"), "chess")


@pytest.mark.parametrize("name", ["alphabeta", "minimax"])
def test_an_engine_is_refused_by_a_game_without_its_search(third_game, name):
    with pytest.raises(PresetError) as caught:
        build_searcher(PresetPlayer(preset=name), third_game.name)

    assert str(caught.value) == (
        f"Expected a game that offers alpha-beta for '{name}', got squares."
    )


def test_a_game_with_kernels_alone_has_the_tree_searches(third_game):
    names = {preset.name for preset in list_presets(third_game.name)}

    assert names == {"uct", "uct-plain"}


@pytest.fixture
def with_broken_preset(tmp_path, monkeypatch):
    """Let one engine of two be damaged."""
    folder = tmp_path / "presets"
    folder.mkdir()
    shutil.copy(resources() / "presets" / "uct-plain.toml", folder)
    (folder / "broken.toml").write_text("name = ", encoding="utf-8")
    monkeypatch.setattr(preset_files, "resources", lambda: tmp_path)
    preset_files.read_presets.cache_clear()
    yield
    preset_files.read_presets.cache_clear()


@pytest.mark.usefixtures("with_broken_preset")
def test_a_damaged_preset_is_named_when_it_is_asked_for():
    with pytest.raises(PresetError, match=r"broken\.toml"):
        parse_engine("broken:3")


@pytest.mark.usefixtures("with_broken_preset")
def test_a_damaged_preset_does_not_hide_the_others():
    assert list(presets()) == ["uct-plain"]
    assert list(preset_files.damaged_presets()) == ["broken"]


@pytest.mark.usefixtures("with_broken_preset")
def test_the_list_of_engines_names_a_damaged_preset(capsys):
    assert dispatch.run(["engines"]) == 0

    assert "broken.toml" in capsys.readouterr().err


def test_an_engine_of_one_game_refuses_the_other():
    engine = PresetPlayer(preset="liu-1")

    assert engine.refusal(GAMES["gomoku"].setup()) is None
    assert "plays gomoku" in engine.refusal(GAMES["hex"].setup())
