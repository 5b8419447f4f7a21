"""Every experiment at the scale smoke, by the command as a user gives it."""

import csv
import json
import math
import shutil
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from typing import ClassVar

import pytest

from engine.commands import dispatch
from engine.experiments import packages
from engine.experiments.catalogue import EXPERIMENTS
from engine.experiments.papers.training_files import WEAK, read_training_table
from engine.experiments.papers.zhang_training import CHANGES
from engine.experiments.training_process import TrainingProcess, train_here
from engine.experiments.workshop import Workshop
from engine.training.learning.samples import load_samples

NAMES = [one.name for one in EXPERIMENTS]
TRAINING = {one.name for one in EXPERIMENTS if "torch" in one.packages}

SETTING = "constant"
"""The only column of a table that holds a setting as a number with a fraction."""

TRAINED_APART = "ou-figure-6"
"""The experiment that trains in a child process here, as all do."""


class TrainingOnce(TrainingProcess):
    """Training that begins with a copy of an equal run, if there is one."""

    runs: ClassVar = {}

    def advance(self, seconds, *, show):
        first = self.runs.setdefault(json.dumps(self._table), self._path)
        if first != self._path:
            shutil.copytree(first, self._path)
        super().advance(seconds, show=show)


class TrainingHere(TrainingProcess):
    """Training in this process, which imports torch once for many runs."""

    def advance(self, seconds, *, show):
        self.is_finished = train_here(self._table, self._path, seconds, show=show)


class TrainingOnceHere(TrainingOnce, TrainingHere):
    """Both."""


def run(*arguments):
    return dispatch.run(["experiment", *map(str, arguments)])


@pytest.fixture(scope="module")
def finish(tmp_path_factory):
    """Return a function that runs an experiment once; it returns folder and output."""

    @cache
    def finish_one(name):
        out = tmp_path_factory.mktemp(name) / "out"
        training = TrainingOnce if name == TRAINED_APART else TrainingOnceHere
        with redirect_stdout(StringIO()) as printed, pytest.MonkeyPatch.context() as to:
            to.setattr("engine.experiments.workshop.TrainingProcess", training)
            if name in TRAINING and name != TRAINED_APART:
                to.setattr("engine.training.run.report.draw_panels", lambda panels: {})
            status = run(name, "--scale", "smoke", "--out", out, "--json")
        assert status == dispatch.SUCCESS
        return out, json.loads(printed.getvalue())

    return finish_one


@pytest.mark.processes
@pytest.mark.parametrize("name", NAMES)
def test_an_experiment_leaves_data_figures_and_a_report(name, finish):
    if name in TRAINING:
        pytest.importorskip("torch")

    out, printed = finish(name)

    assert printed["finished"] is True
    assert printed["out"] == str(out)
    text = (out / "report.md").read_text(encoding="utf-8")
    assert printed["report"] == str(out / "report.md")
    assert f"main.py experiment {name} --scale smoke" in text
    assert "Python" in text
    tables = list(out.glob("*.csv"))
    assert tables
    for table in tables:
        rows = list(csv.reader(table.read_text(encoding="utf-8").splitlines()))
        assert len(rows) > 1
        assert {len(row) for row in rows} == {len(rows[0])}
    images = {image.stem for image in out.glob("*.svg")}
    assert images == {image.stem for image in out.glob("*.png")}
    assert images or name == "liu-table-1"


@pytest.mark.processes
def test_an_experiment_that_ran_out_of_time_goes_on(tmp_path, capfd):
    out = tmp_path / "out"
    first = run("ou-figure-8", "--scale", "smoke", "--out", out, "--seconds", "1e-9")
    assert first == dispatch.SUCCESS
    assert "Not finished" in (out / "report.md").read_text(encoding="utf-8")
    assert "not measured" in (out / "report.md").read_text(encoding="utf-8")

    again = run("ou-figure-8", "--scale", "smoke", "--out", out, "--resume", "--json")

    assert again == dispatch.SUCCESS
    assert json.loads(capfd.readouterr().out.splitlines()[-1])["finished"] is True
    assert "not measured" not in (out / "report.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("one_torch_thread")
def test_no_generation_is_finished_while_engines_play_first(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.setattr("engine.training.run.report.draw_panels", lambda panels: {})
    table = read_training_table("zhang-hex", CHANGES["smoke"], seed=0)
    lines = []

    assert train_here(table, tmp_path, math.inf, show=lines.append)

    assert {line["done"] for line in lines} == {0}
    assert {line["phase"] for line in lines} >= {"games", "steps"}


@pytest.mark.processes
def test_ctrl_c_lets_the_process_that_trains_save_its_games(tmp_path):
    pytest.importorskip("torch")
    changes = {**WEAK, "play": {**WEAK["play"], "games": 40, "games_per_shard": 40}}
    table = read_training_table("ou-2020", changes, seed=0)

    def press(line):
        if line["phase"] == "games" and line["phase_done"] > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TrainingProcess(table, tmp_path).advance(math.inf, show=press)

    saved = [load_samples(path) for path in tmp_path.rglob("shard-*.npz")]
    assert sum(len(set(samples.game)) for samples in saved) > 0
    assert not (tmp_path / "status.json").exists()


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=NAMES)
def test_an_experiment_without_data_claims_nothing(experiment, tmp_path):
    findings = experiment.run(Workshop(tmp_path, seconds=0), "small")

    assert {claim.verdict for claim in findings.claims} == {"open"}
    for table in findings.tables:
        measured = [
            cell
            for row in table.rows
            for column, cell in zip(table.columns, row, strict=True)
            if column != SETTING and isinstance(cell, float)
        ]
        assert not measured, table.name


@pytest.mark.processes
def test_games_and_searches_are_not_repeated(finish):
    out, _ = finish("blog-batches")
    files = [*out.glob("searches/*"), *out.glob("games/*/games.jsonl")]
    before = [file.read_bytes() for file in files]

    status = run("blog-batches", "--scale", "smoke", "--out", out, "--resume")

    assert status == dispatch.SUCCESS
    assert len(files) > 2
    assert [file.read_bytes() for file in files] == before


def test_the_list_has_every_name(capfd):
    assert run("list", "--json") == dispatch.SUCCESS

    rows = json.loads(capfd.readouterr().out)
    assert [row["name"] for row in rows] == NAMES
    assert all(row["scales"] == ["smoke", "small", "paper"] for row in rows)
    assert all(row["paper"] and row["shows"] for row in rows)


def test_the_list_has_the_figures_of_the_papers():
    assert set(NAMES) == {
        *(f"ou-figure-{number}" for number in range(5, 10)),
        *("ou-6x6", "zhang-figure-6", "zhang-figure-7"),
        *("liu-table-1", "liu-figure-7", "liu-figure-8", "blog-batches"),
    }


def test_missing_packages_are_one_sentence(monkeypatch, capfd):
    monkeypatch.setattr(packages, "find_spec", lambda name: None)

    assert run("ou-figure-6", "--out", "x") == dispatch.BAD_USAGE
    assert "found no torch, matplotlib" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["liu-figure-9", "--out", "x"], "an experiment among ou-figure-5"),
        (["liu-figure-8"], "Expected --out DIR"),
        (["liu-figure-8", "--out", "x", "--seconds", "0"], "seconds above 0"),
        (
            ["liu-figure-8", "--out", "x", "--seed", "-1"],
            "--seed: expected a whole number",
        ),
        (
            ["liu-figure-8", "--out", "x", "--scale", "huge"],
            "--scale: expected one of smoke, small, paper; got 'huge'",
        ),
    ],
)
def test_bad_usage_is_one_sentence(arguments, problem, capfd):
    try:
        status = run(*arguments)
    except SystemExit as error:
        status = error.code

    printed = capfd.readouterr().err
    assert status == dispatch.BAD_USAGE
    assert problem in printed
    assert printed.count("\n") == 1


def test_a_folder_belongs_to_one_experiment(tmp_path, capfd):
    out = tmp_path / "out"
    arguments = ["ou-figure-8", "--scale", "smoke", "--out", out]
    run(*arguments, "--seconds", "1e-9")

    assert run(*arguments) == dispatch.BAD_USAGE
    assert run("ou-figure-9", *arguments[1:], "--resume") == dispatch.BAD_USAGE
    assert run(*arguments, "--resume", "--seed", "3") == dispatch.BAD_USAGE
    assert "or --resume" in capfd.readouterr().err


@pytest.mark.parametrize("place", ["thesis.txt", "thesis.txt/x"])
def test_a_place_that_cannot_be_written_is_one_sentence(place, tmp_path, capfd):
    (tmp_path / "thesis.txt").write_text("mine")

    status = run("ou-figure-8", "--scale", "smoke", "--out", tmp_path / place)

    printed = capfd.readouterr().err
    assert status == dispatch.BAD_USAGE
    assert "pentahex: Expected a folder" in printed
    assert printed.count("\n") == 1
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_a_folder_with_other_files_is_left_alone(tmp_path, capfd):
    (tmp_path / "thesis.txt").write_text("mine")

    status = run("ou-figure-8", "--scale", "smoke", "--out", tmp_path)

    assert status == dispatch.BAD_USAGE
    assert "has other files" in capfd.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]
