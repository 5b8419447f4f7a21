"""Files of presets: what is wrong in one is named when the list of engines is read."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.commands import dispatch
from engine.core.errors import PresetError
from engine.core.files.paths import resources
from engine.games import GAMES
from engine.games.gomoku.alphabeta.kernels.search_state import SearchParams
from engine.games.hex.alphabeta.search_params import PvsParams
from engine.players import presets as preset_files
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.players.preset_player import PresetPlayer
from engine.players.presets import damaged_presets, presets
from tests.networks import HEX_NETWORK

FILES = sorted((resources() / "presets").glob("*.toml"))


@contextlib.contextmanager
def folder_with(tmp_path, text):
    """Let ``own.toml`` with ``text`` be the only preset."""
    folder = tmp_path / "presets"
    folder.mkdir(exist_ok=True)
    (folder / "own.toml").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(preset_files, "resources", lambda: tmp_path)
        preset_files.read_presets.cache_clear()
        yield
    preset_files.read_presets.cache_clear()


def text_of(name):
    return (resources() / "presets" / f"{name}.toml").read_text(encoding="utf-8")


def without(text, key):
    """Return a preset without the line of a key."""
    return "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith(key)
    )


def with_level(name, line):
    """Return a preset with a line in the table of its first level."""
    return text_of(name).replace("[[levels]]", f"[[levels]]\n{line}", 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('name = "own"', "Expected kind, found none."),
        (text_of("uct").replace("title", "titel"), "titel is not known; did you mean"),
        (
            text_of("uct").replace("exploration", "explorationn"),
            "search.explorationn is not known; did you mean exploration?",
        ),
        (
            without(text_of("mcts"), "games"),
            "games: expected the games of the network, got none.",
        ),
        (
            text_of("uct").replace("exploration = 0.0", 'exploration = "x"'),
            'search.exploration: expected a number, got the text "x".',
        ),
        (text_of("uct").replace("tree-search", "tree"), "kind: expected one of tree-"),
        (
            'best_in = ["go"]\n' + without(text_of("uct"), "best_in"),
            "best_in: Expected a game among gomoku, hex",
        ),
        (
            with_level("uct", "solver_visits = -1"),
            "levels[0].solver_visits: expected 0 or more, got -1.",
        ),
        (
            text_of("uct") + "[[hex.levels]]\nnodes = 5\n",
            "hex.levels: expected 10 levels as in other games, got 11.",
        ),
        (
            text_of("uct") + "[hex.serch]\n",
            "hex.serch is not known; did you mean search",
        ),
        (
            text_of("mcts").replace('symmetry = "random"', 'symmetry = "all"', 1),
            "search.symmetry: expected one of none, random, average, got the text",
        ),
        (
            text_of("mcts").replace(f'net = "{HEX_NETWORK}"', "net = 3"),
            "search.net: expected a",
        ),
        (
            text_of("minimax").replace("proof_share", "proof_shares", 1),
            "hex.search.params.proof_shares is not known; did you mean proof_share?",
        ),
        (
            text_of("minimax")
            .replace("noise = 160,", "noise = 1.5,")
            .replace("noise = 160 ", "noise = 1.5 "),
            "levels[0].params.noise: expected a whole number, got 1.5.",
        ),
        (
            text_of("minimax").replace("prunes = 0", "prunes = 2", 1),
            "search.params.prunes: expected 1 or less, got 2.",
        ),
    ],
)
def test_a_wrong_key_or_value_is_named(tmp_path, text, problem):
    with folder_with(tmp_path, text):
        assert presets() == {}
        assert str(damaged_presets()["own"]).startswith(f"own.toml: {problem}")


def test_a_preset_for_a_game_without_its_search_is_damaged(tmp_path, third_game):
    text = text_of("minimax").replace('"hex"]', f'"{third_game.name}"]')

    with folder_with(tmp_path, text):
        assert str(damaged_presets()["own"]) == (
            "own.toml: games: expected games that offer alpha-beta, got squares."
        )


def test_the_list_of_engines_and_a_search_name_the_key(tmp_path, capsys):
    with folder_with(tmp_path, text_of("uct").replace("exploration", "explorationn")):
        listed = dispatch.run(["engines"])
        assert "own.toml: search.explorationn" in capsys.readouterr().err

        asked = dispatch.run(
            ["genmove", "--engine", "own", "--game", "hex", "--nodes=9"]
        )
        assert "own.toml: search.explorationn" in capsys.readouterr().err
    assert (listed, asked) == (0, 2)


def test_the_ranges_of_search_params_are_those_of_the_compiled_searches():
    known = {"gomoku": SearchParams()._asdict(), "hex": PvsParams()}
    known["hex"] = {name: getattr(PvsParams(), name) for name in PvsParams.__slots__}

    for game, defaults in known.items():
        params = GAMES[game].alpha_beta().params
        assert params.keys() == defaults.keys()
        for name, value in defaults.items():
            assert params[name].violated_by(value) is None


PIECES = st.sampled_from(
    [
        *("0", "-1", "99999999999999999999", "1e9", "nan", "true", '"', "[", "]", "{"),
        *(
            "}",
            "=",
            "\n",
            "[[levels]]\n",
            "[hex]\n",
            "[gomoku.search]\n",
            "params = 3\n",
        ),
        *("nodes = []\n", 'net = [""]\n', "levels = 3\n", "games = [[]]\n", "\udc80"),
    ]
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_damage_is_named_or_harmless(path, data, tmp_path_factory):
    text = path.read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 8)))
        text = text[:start] + data.draw(PIECES | st.text(max_size=2)) + text[end:]

    with folder_with(tmp_path_factory.getbasetemp(), text):
        assert len(presets()) + len(damaged_presets()) == 1
        for problem in damaged_presets().values():
            assert "own.toml" in problem
            with pytest.raises(PresetError):
                parse_engine("own")
        for name, preset in presets().items():
            for game in preset.games:
                for level in range(1, preset.top_level + 1):
                    build_searcher(PresetPlayer(preset=name, level=level), game)
