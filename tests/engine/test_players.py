"""Engines by name and level."""

import shutil

import pytest

from engine import players
from engine.commands import dispatch
from engine.core.errors import PresetError
from engine.core.paths import resources
from engine.games import GAMES
from engine.players import PlayerConfig, build_searcher, list_presets, presets
from engine.search.api import Limits


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_engines_and_every_engine_plays(game):
    assert list_presets(game)
    for preset in list_presets(game):
        position = GAMES[game].new_position(preset.usual_setup(game))
        for level in range(1, preset.top_level + 1):
            config = PlayerConfig(preset=preset.name, level=level)
            result = build_searcher(config, game).search(position, Limits(nodes=20))
            assert position.is_legal(result.move)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_one_best_engine(game):
    best = [preset for preset in presets().values() if game in preset.best_in]

    assert len(best) == 1
    assert game in best[0].games


def test_a_name_may_carry_a_level():
    assert PlayerConfig.parse("uct-plain") == PlayerConfig(preset="uct-plain")
    assert PlayerConfig.parse("uct-plain:3") == PlayerConfig(
        preset="uct-plain", level=3
    )
    assert str(PlayerConfig.parse("uct-plain:3")) == "uct-plain:3"


@pytest.mark.parametrize("text", ["uct-plain:0", "uct-plain:11", "uct-plain:x", "x:"])
def test_unknown_names_and_levels_are_refused(text):
    with pytest.raises(PresetError, match="Expected"):
        PlayerConfig.parse(text)


def test_the_top_level_is_not_bounded_by_simulations():
    for preset in presets().values():
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

    knowing = [{**usual, **level}["solves_leaves"] for level in levels]
    assert knowing == [*[False] * 6, *[True] * 4]


def test_full_uct_can_still_be_had_as_it_was_without_knowledge_of_hex():
    old, new = presets()["uct-rave"], presets()["uct"].for_game("hex")

    assert old.search == new.search
    assert old.levels == ({},)


def test_an_engine_says_which_boards_it_does_not_know():
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
    monkeypatch.setattr("engine.nn.shipped.resources", lambda: tmp_path)
    ou, usual = presets()["ou-cnn"], GAMES["gomoku"].setup()

    assert ou.refusal(usual) == "Expected the network ou-2020, found no such file."
    assert ou.usual_setup("gomoku") == usual


def test_an_engine_that_does_not_play_the_game_is_refused():
    with pytest.raises(PresetError, match="plays chess"):
        build_searcher(PlayerConfig(preset="uct-plain"), "chess")


@pytest.fixture
def with_broken_preset(tmp_path, monkeypatch):
    """Let one engine of two be damaged."""
    folder = tmp_path / "presets"
    folder.mkdir()
    shutil.copy(resources() / "presets" / "uct-plain.toml", folder)
    (folder / "broken.toml").write_text("name = ", encoding="utf-8")
    monkeypatch.setattr(players, "resources", lambda: tmp_path)
    players.read_presets.cache_clear()
    yield
    players.read_presets.cache_clear()


@pytest.mark.usefixtures("with_broken_preset")
def test_a_damaged_preset_is_named_when_it_is_asked_for():
    with pytest.raises(PresetError, match=r"broken\.toml"):
        PlayerConfig.parse("broken:3")


@pytest.mark.usefixtures("with_broken_preset")
def test_a_damaged_preset_does_not_hide_the_others():
    assert list(presets()) == ["uct-plain"]
    assert list(players.damaged_presets()) == ["broken"]


@pytest.mark.usefixtures("with_broken_preset")
def test_the_list_of_engines_tells_of_a_damaged_preset(capsys):
    assert dispatch.run(["engines"]) == 0

    assert "broken.toml" in capsys.readouterr().err
