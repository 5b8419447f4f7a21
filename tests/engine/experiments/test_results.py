"""Results of experiments as JSON: what a window reads and translates."""

import json

import pytest

from engine.core.errors import RunFolderError
from engine.core.message import Message
from engine.experiments.catalogue import EXPERIMENTS
from engine.experiments.experiment import Claim, Experiment, Findings
from engine.experiments.results import (
    RESULTS,
    DrawnFigure,
    Results,
    format_results,
    parse_results,
    read_experiment,
)
from engine.experiments.run import run_experiment
from engine.experiments.workshop import Workshop

CLAIM = Claim(
    statement=Message("points of contender 9 against {name}", name=Message("yes")),
    paper="7 s",
    ours=Message("{count} plies", count=3),
    verdict="differs",
)


def results_of(*claims):
    figures = (DrawnFigure(file="figure.png", title=Message("Time of each move")),)
    return Results(claims=claims, figures=figures, is_finished=True)


def test_texts_keep_their_templates():
    read = parse_results(format_results(results_of(CLAIM)))

    assert read == results_of(CLAIM)
    statement = read.claims[0].statement
    assert statement.template == "points of contender 9 against {name}"
    assert statement.fields["name"].template == "yes"
    assert read.claims[0].ours.fields == {"count": 3}


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda one: one.name)
def test_the_claims_of_every_experiment_survive(experiment, tmp_path):
    claims = experiment.run(Workshop(tmp_path, seconds=0), "small").claims

    read = parse_results(format_results(results_of(*claims))).claims

    assert read == claims
    assert all(isinstance(one.statement, Message) for one in read)
    assert isinstance(experiment.shows, Message)


def table(**changes):
    return json.loads(format_results(results_of(CLAIM))) | changes


@pytest.mark.parametrize(
    "changes",
    [
        {"claims": [{}]},
        {"claims": [{**table()["claims"][0], "verdict": "perhaps"}]},
        {"claims": [{**table()["claims"][0], "paper": 7}]},
        {
            "claims": [
                {
                    **table()["claims"][0],
                    "paper": {"text": "{x:999999999}", "fields": {"x": "y"}},
                }
            ]
        },
        {"claims": [{**table()["claims"][0], "paper": {"text": "{x}", "fields": {}}}]},
        {"figures": [{"file": "../secret.png", "title": "x"}]},
        {"figures": None},
    ],
)
def test_damaged_results_are_one_sentence(tmp_path, changes):
    write_identity(tmp_path)
    (tmp_path / RESULTS).write_text(json.dumps(table(**changes)))

    with pytest.raises(RunFolderError, match=r"results\.json, which is damaged"):
        read_experiment(tmp_path)


@pytest.mark.parametrize("text", ["", "[" * 100_000, "[]", '{"experiment": 3}', "\0"])
def test_a_damaged_identity_is_one_sentence(tmp_path, text):
    (tmp_path / "experiment.json").write_text(text)

    with pytest.raises(RunFolderError, match=r"experiment\.json, which is damaged"):
        read_experiment(tmp_path)


def test_a_folder_of_nobody_has_no_experiment(tmp_path):
    assert read_experiment(tmp_path) is None


def write_identity(folder):
    identity = {"experiment": "ou-figure-8", "scale": "smoke", "seed": 0}
    (folder / "experiment.json").write_text(json.dumps(identity))


def test_a_stopped_experiment_has_a_report_of_the_data_so_far(tmp_path):
    def stop_or_count(workshop, _scale):
        if not workshop._is_late():
            raise KeyboardInterrupt
        return Findings(claims=(CLAIM,), tables=(), figures=(), settings=())

    experiment = Experiment(
        name="ou-figure-8", paper="OU", shows="x", run=stop_or_count
    )

    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment, "small", tmp_path)

    state = read_experiment(tmp_path)
    assert state.progress is None
    assert state.results.claims == (CLAIM,)
    assert not state.results.is_finished
    assert "Not finished" in (tmp_path / "report.md").read_text(encoding="utf-8")
