import subprocess
import sys

import pytest

from engine.core.errors import SettingsError
from engine.core.files.paths import resources
from engine.training.run.config import read_config

QUEUE = resources() / "training" / "queue.toml"
"""Lists runs and is none."""

WHOLE = """
game = "hex"
name = "small"
[data]
engine = "uct"
sizes = { "5" = 2, "4x6" = 1 }
"""


SELF_PLAY = """
game = "hex"
name = "small"
kind = "self-play"
[play]
sizes = { "5" = 2, "4x6" = 1 }
"""


def written(tmp_path, text):
    path = tmp_path / "run.toml"
    path.write_text(text)
    return path


def test_what_is_left_out_takes_its_default(tmp_path):
    config = read_config(written(tmp_path, WHOLE))

    assert config.kind == "supervised"
    assert config.net.kind == "residual"
    assert [setup.size_text for setup in config.setups()] == ["5", "5", "4x6"]


def test_a_run_of_self_play_may_begin_with_games_of_engines(tmp_path):
    text = SELF_PLAY + '[data]\nengine = "uct"\nsizes = { "7" = 1 }'

    config = read_config(written(tmp_path, text))

    assert [setup.size_text for setup in config.setups()] == ["5", "5", "4x6", "7"]
    assert config.play.policy == "latest"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('game = "hex"', "Expected name, found none."),
        (WHOLE.replace("hex", "go"), "game: Expected a game among gomoku, hex, got"),
        (WHOLE.replace("uct", "none"), "data.engine: Expected an engine among "),
        (WHOLE.replace("uct", "liu-1"), "data.engine: Expected an engine that plays"),
        (WHOLE.replace('"5" = 2', '"99" = 2'), "data.sizes: Expected a hex board of"),
        (
            WHOLE.replace('"5" = 2', '"5" = "two"'),
            'data.sizes.5: expected a whole number, got the text "two".',
        ),
        (
            WHOLE.replace('"5" = 2', '"5" = 1000000000000'),
            "data.sizes.5: expected 10000 or less, got 1000000000000.",
        ),
        (
            WHOLE.replace('"5" = 2', f'"5" = 1{"0" * 400}'),
            "data.sizes.5: expected a whole number, got one beyond",
        ),
        (WHOLE + "node = 3", "data.node is not known; did you mean nodes?"),
        (WHOLE + "nodes = 0", "data.nodes: expected 1 or more, got 0."),
        (WHOLE + "nodes = true", "data.nodes: expected a whole number, got true."),
        (WHOLE + "nodes = 2.5", "data.nodes: expected a whole number, got 2.5."),
        (
            WHOLE + "late_sampling_share = nan",
            "data.late_sampling_share: expected a number, got nan.",
        ),
        (
            WHOLE + "late_sampling_share = [1]",
            "data.late_sampling_share: expected a number, got a list.",
        ),
        (
            WHOLE + "opening_plies = [3, 1]",
            "data.opening_plies: expected the fewest stones, then the most, got 3 and",
        ),
        (
            WHOLE + "opening_plies = [1, 61]",
            "data.opening_plies: expected at most 12 stones on 5, got 61.",
        ),
        (
            WHOLE.replace("hex", "gomoku").replace("4x6", "7x5")
            + 'options = { opening = "rif" }',
            "data.options: expected no opening in which colours are chosen.",
        ),
        (
            WHOLE + 'opening_plies = [1, "2"]',
            'data.opening_plies[1]: expected a whole number, got the text "2".',
        ),
        (
            WHOLE + "opening_plies = [1]",
            "data.opening_plies: expected a list of 2, got a list of 1.",
        ),
        (
            WHOLE + '[train]\noptimiser = "none"',
            'train.optimiser: expected one of adamw, rmsprop, got the text "none".',
        ),
        (
            WHOLE + '[train]\nlearning_rate = "2e-3"',
            'train.learning_rate: expected a number, got the text "2e-3".',
        ),
        (
            WHOLE + "[train]\nvalidation_share = 1.5",
            "train.validation_share: expected less than 1, got 1.5.",
        ),
        (WHOLE + "games = 1", "data.games: expected 2 or more, because train.val"),
        (
            WHOLE.replace("name", 'kind = "other"\nname'),
            "kind: expected one of supervised, self-play, got the text",
        ),
        (WHOLE.replace("name", 'kind = "self-play"\nname'), "Expected a table play if"),
        (WHOLE + '[play]\nsizes = { "5" = 1 }', "Expected a table play if and only"),
        (WHOLE + "[match]\ngames = 2", "match is not known; expected a key among"),
        (SELF_PLAY.replace("[play]", "[plai]"), "plai is not known; did you mean play"),
        (SELF_PLAY.replace('"5" = 2, "4x6" = 1', ""), "play.sizes: expected a size or"),
        (SELF_PLAY + "games = 0", "play.games: expected 1 or more, got 0."),
        (
            SELF_PLAY + "generation = 3",
            "play.generation is not known; did you mean generations?",
        ),
        (
            SELF_PLAY + "full_search_share = 0",
            "play.full_search_share: expected more than 0, got 0.",
        ),
        (SELF_PLAY + "[start]\nnet = 3", "start.net: expected a text, got 3."),
        (
            SELF_PLAY + "[train]\nconvolutional_policy = true",
            "train.convolutional_policy: expected false unless net.kind is one of ou-2",
        ),
        (
            SELF_PLAY + "[train]\ninitial_steps = 5",
            "train.initial_steps: expected 0 unless there is a table data or start.sam",
        ),
        (
            SELF_PLAY + '[match]\nopponents = ["nobody"]',
            "match.opponents: Expected an engine among",
        ),
        (
            SELF_PLAY + '[match]\nopponents = "uct"',
            'match.opponents: expected a list, got the text "uct".',
        ),
        (
            SELF_PLAY + 'opponent = "nobody"',
            "play.opponent: Expected an engine among",
        ),
        (
            SELF_PLAY + "[train]\nfrozen_norms = 0.5",
            "train.frozen_norms: expected 0 or 1 in self-play, got 0.5.",
        ),
        (
            SELF_PLAY + 'opponent = "alphabeta"',
            "play.opponent: expected an engine with a tree search",
        ),
        (
            SELF_PLAY + 'opponent = "uct"\npolicy = "pool"',
            "play.opponent: expected no engine with the policy pool, got uct.",
        ),
        (
            WHOLE.replace("[data]", "data = 3\n[net]").split("engine")[0],
            "data: expected a table, got 3.",
        ),
    ],
)
def test_a_wrong_key_or_value_is_named(tmp_path, text, problem):
    with pytest.raises(SettingsError) as error:
        read_config(written(tmp_path, text))

    assert str(error.value).startswith(f"run.toml: {problem}")


@pytest.mark.parametrize("name", ["none.toml", "a\0b.toml", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(SettingsError, match=r"^Expected a (TOML )?file "):
        read_config(tmp_path / name)


@pytest.mark.parametrize("text", ["game =", "a = " + "[" * 10_000, "\x80"])
def test_a_file_that_is_not_toml_is_named(tmp_path, text):
    path = tmp_path / "run.toml"
    path.write_bytes(text.encode("latin-1"))

    with pytest.raises(SettingsError, match=r"^Expected a TOML file at .*run\.toml"):
        read_config(path)


@pytest.mark.parametrize(
    ("play", "share", "fits"),
    [
        ({"games": 20}, 0.05, True),
        ({"games": 10}, 0.05, False),
        # The first games of this run are number 12 to 23, of which 20 is kept apart;
        # the second generation would have none if it saw only its own.
        ({"games": 12, "generations": 1}, 0.05, True),
        ({"games": 12, "generations": 2, "replay_window": 1}, 0.05, False),
        ({"games": 12, "generations": 2, "replay_window": 2}, 0.05, True),
        ({"games": 8}, 0.125, True),
        ({"games": 1, "generations": 1, "replay_window": 9}, 0.5, False),
    ],
)
def test_a_generation_needs_games_for_both_parts(tmp_path, play, share, fits):
    keys = "".join(f"{key} = {value}\n" for key, value in play.items())
    path = written(tmp_path, f"{SELF_PLAY}{keys}[train]\nvalidation_share = {share}")

    if fits:
        assert read_config(path).play.games == play["games"]
    else:
        with pytest.raises(SettingsError, match=r"play\.games: expected \d+ or more"):
            read_config(path)


@pytest.mark.processes
def test_reading_a_file_loads_neither_torch_nor_compiled_code(tmp_path):
    path = written(tmp_path, SELF_PLAY)
    program = (
        "import sys; sys.modules['torch'] = sys.modules['numba'] = None\n"
        "from pathlib import Path\n"
        "from engine.training.run.config import read_config\n"
        f"read_config(Path({str(path)!r}))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "path",
    sorted(set((resources() / "training").glob("*.toml")) - {QUEUE}),
    ids=lambda path: path.stem,
)
def test_every_run_that_comes_with_the_program_makes_sense(path):
    config = read_config(path)

    assert config.setups() or config.start.samples
    assert config.name.startswith(path.stem.split("-")[0])
