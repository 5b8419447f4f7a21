import pytest

from engine.core.errors import TrainingError
from engine.core.paths import resources
from engine.training.config import read_config

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
    "text",
    [
        "game =",
        'game = "hex"',
        WHOLE.replace("hex", "go"),
        WHOLE.replace("uct", "none"),
        WHOLE.replace('"5" = 2', '"99" = 2'),
        WHOLE.replace('"5" = 2', '"5" = "two"'),
        WHOLE + "node = 3",
        WHOLE + "nodes = 0",
        WHOLE + "nodes = true",
        WHOLE + 'nodes = "many"',
        WHOLE + "opening_plies = [3, 1]",
        WHOLE + 'opening_plies = ["1", "2"]',
        WHOLE + '[train]\noptimiser = "none"',
        WHOLE + "[train]\nvalidation_share = 1.5",
        WHOLE + "[train]\nsteps = 0",
        WHOLE.replace("name", 'kind = "self-play"\nname'),
        WHOLE.replace("name", 'kind = "other"\nname'),
        WHOLE + '[play]\nsizes = { "5" = 1 }',
        SELF_PLAY.replace("[play]", "[other]"),
        SELF_PLAY + 'policy = "worst"',
        SELF_PLAY + "full_share = 0",
        SELF_PLAY + "considered = 2.5",
        SELF_PLAY + "simulations = 0",
        SELF_PLAY + "[start]\nnets = 3",
        SELF_PLAY + '[match]\nopponents = ["nobody"]',
        WHOLE.replace("[data]", "data = 3\n[other]"),
    ],
)
def test_a_run_that_makes_no_sense_is_refused_with_one_sentence(tmp_path, text):
    with pytest.raises(TrainingError, match=r"^Expected a training run in run\.toml"):
        read_config(written(tmp_path, text))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(TrainingError, match=r"none\.toml"):
        read_config(tmp_path / "none.toml")


@pytest.mark.parametrize(
    "path",
    sorted((resources() / "training").glob("*.toml")),
    ids=lambda path: path.stem,
)
def test_every_run_that_comes_with_the_program_makes_sense(path):
    config = read_config(path)

    assert config.setups()
    assert config.name.startswith(path.stem.split("-")[0])
