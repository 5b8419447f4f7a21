"""Networks of a run measured on suites: what is logged, skipped, and never learned."""

import json
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")

from engine.nn.torch_net.checkpoint import load_network  # noqa: E402
from engine.training.learning.run_parts import make_net_info  # noqa: E402
from engine.training.learning.suite_evaluation import SuiteEvaluation  # noqa: E402
from engine.training.run.config import parse_config, read_config  # noqa: E402
from engine.training.run.event_log import read_events  # noqa: E402
from engine.training.run.settings import EvaluationSettings  # noqa: E402
from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: E402
from engine.training.supervised.supervised_run import SupervisedRun  # noqa: E402
from tests.engine.training.self_play.self_play_runs import SMALL, config  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread", "without_pictures")

JUDGED = {
    "id": "j1",
    "size": 4,
    "black": ["b2"],
    "white": ["c3"],
    "to_move": "black",
    "value": 0.7,
    "best": "c2",
    "result": 1,
}
LOST = {
    "id": "e1",
    "size": 4,
    "black": ["a1"],
    "white": ["b3"],
    "to_move": "black",
    "winner": "white",
    "lost": True,
}


@pytest.fixture
def suite(tmp_path):
    """Return a function that writes a suite and returns its path."""

    def write(*lines, name="suite"):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        return str(path)

    return write


def supervised(*suites):
    data = {"engine": "uct:2", "nodes": 40, "games": 6, "games_per_shard": 3}
    train = {
        "steps": 6,
        "batch_size": 8,
        "checkpoint_interval": 3,
        "validation_batches": 1,
    }
    return parse_config(
        {
            **{"game": "hex", "name": "test", "evaluation": {"suites": list(suites)}},
            "data": {**data, "sizes": {"4": 1}, "opening_plies": [1, 3]},
            "train": {**train, "validation_share": 0.5, "threads": 1},
            "net": {"parameters": SMALL},
        }
    )


def judged_events(folder):
    return [e for e in read_events(folder / "events.jsonl") if e["kind"] == "judged"]


def test_a_supervised_run_logs_the_measures_at_every_checkpoint(tmp_path, suite):
    suites = suite(JUDGED, JUDGED | {"value": 0.2, "result": -1}), suite(LOST, name="x")
    run = SupervisedRun(supervised(*suites), tmp_path / "run")

    run.resume()

    events = judged_events(tmp_path / "run")
    assert [(e["suite"], e["step"]) for e in events] == [
        (name, step) for step in (0, 3, 6) for name in ("suite", "x")
    ]
    assert events[0]["positions"] == 2
    assert events[0]["log_loss"] > 0
    assert {"sign", "agreement"} <= events[0].keys()
    assert "agreement" not in events[1]


def test_self_play_logs_the_measures_of_each_generation_once(tmp_path, suite):
    evaluation = EvaluationSettings(suites=(suite(JUDGED),))
    run = replace(config(play={"generations": 2}), evaluation=evaluation)

    SelfPlayRun(run, tmp_path / "run").resume()
    events_before = (tmp_path / "run" / "events.jsonl").read_text()
    SelfPlayRun(run, tmp_path / "run", resume=True).resume()

    events = judged_events(tmp_path / "run")
    assert [(e["generation"], e["step"]) for e in events] == [(0, 0), (1, 4), (2, 8)]
    assert (tmp_path / "run" / "events.jsonl").read_text() == events_before


def test_evaluation_changes_nothing_of_what_is_learned(tmp_path, suite):
    plain, evaluated = supervised(), supervised(suite(JUDGED))

    SupervisedRun(plain, tmp_path / "plain").resume()
    SupervisedRun(evaluated, tmp_path / "evaluated").resume()

    one, other = (
        load_network(tmp_path / name / "net.safetensors")[0].state_dict()
        for name in ("plain", "evaluated")
    )
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_a_run_goes_on_with_other_suites(tmp_path, suite):
    SupervisedRun(supervised(), tmp_path / "run").resume(seconds=0)

    run = SupervisedRun(supervised(suite(JUDGED)), tmp_path / "run", resume=True)

    assert run.resume()


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (None, "There is no such file"),
        ([], "Expected at least one position"),
        ([{"id": "x"}], "Expected a position given by"),
        ([JUDGED | {"size": "3x5"}], "Expected a board of 4x4 for this network"),
        (
            [{k: LOST[k] for k in ("id", "size", "black", "white", "to_move")}],
            "Expected positions with a value or a proven winner",
        ),
    ],
)
def test_a_suite_that_cannot_be_used_is_skipped_with_one_warning(
    suite, caplog, lines, words
):
    path = "no/such/suite.jsonl" if lines is None else suite(*lines)
    info = replace(make_net_info(supervised()), kind="ou-2020", sizes=("4",))

    evaluation = SuiteEvaluation([path, suite(JUDGED, name="good")], info)

    assert evaluation.names == ["good"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert path in caplog.text
    assert words in caplog.text


def test_suites_are_found_beside_the_training_file(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text(
        """
        game = "hex"
        name = "test"
        [evaluation]
        suites = ["../suites/judged.jsonl", "/data/exact.jsonl"]
        [data]
        engine = "uct:2"
        sizes = { "4" = 1 }
        """,
        encoding="utf-8",
    )

    suites = read_config(file).evaluation.suites

    assert suites == (
        str(tmp_path / "../suites/judged.jsonl"),
        "/data/exact.jsonl",
    )
