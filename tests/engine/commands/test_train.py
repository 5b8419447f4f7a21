import json
from importlib.util import find_spec

import pytest

pytest.importorskip("torch")

from tests.engine.commands.command_line import run

RUN = """
game = "gomoku"
name = "tiny"
[data]
engine = "alphabeta:1"
nodes = 30
games = 6
games_per_shard = 3
sizes = { "5" = 1 }
options = { line_length = "4" }
[net]
parameters = { blocks = 1, channels = 4, pooled = 2 }
[train]
steps = 3
batch_size = 4
validation_batches = 1
validation_share = 0.3
threads = 1
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text(RUN)
    return path


def test_a_run_stops_on_request_and_is_resumed_later(capsys, file, tmp_path):
    out = tmp_path / "out"
    options = [str(file), "--out", str(out), "--json"]

    first = run(capsys, "train", *options, "--seconds", "0.001")
    second = run(capsys, "train", *options, "--resume")

    assert (first[0], second[0]) == (0, 0)
    report = str(out / "report.md")
    first, second = (json.loads(text) for _, text, _ in (first, second))
    assert first == {"out": str(out), "report": report, "finished": False}
    assert second == {"out": str(out), "report": report, "finished": True}
    assert (out / "report.md").is_file()
    assert (out / "net.safetensors").is_file()
    assert (out / "training.toml").read_text() == RUN


def test_a_folder_with_a_run_is_bad_usage_and_left_alone(capsys, file, tmp_path):
    folder = tmp_path / "run"
    run(capsys, "train", str(file), "--out", str(folder), "--seconds", "0.001")
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}

    status, out, err = run(capsys, "train", str(file), "--out", str(folder))

    assert (status, out) == (2, "")
    assert err == (
        f"pentahex: Expected a folder without a run, or --resume; {folder} has one.\n"
    )
    before.pop(folder / "run.lock")
    assert (
        before.items()
        <= {path: path.stat().st_mtime_ns for path in folder.iterdir()}.items()
    )


@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_a_folder_with_other_files_is_bad_usage_and_left_alone(
    capsys, file, tmp_path, options
):
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "report.md").write_text("mine")

    status, out, err = run(
        capsys, "train", str(file), "--out", str(folder), "--seconds", "0.001", *options
    )

    assert (status, out) == (2, "")
    assert err == (
        "pentahex: Expected an empty folder or one of a training run; "
        f"{folder} has other files, such as report.md.\n"
    )
    assert [path.name for path in folder.iterdir()] == ["report.md"]
    assert (folder / "report.md").read_text() == "mine"


def test_files_of_the_window_and_of_a_failed_start_are_no_other_files(
    capsys, file, tmp_path
):
    folder = tmp_path / "run"
    folder.mkdir()
    names = ("run.lock", "errors.txt", "status.json", "stop.request")
    for name in (*names, ".0123456789abcdef.partial"):
        (folder / name).touch()
    training = file.rename(folder / "training.toml")

    options = ["--out", str(folder), "--resume", "--seconds", "0.001"]
    status, _, _ = run(capsys, "train", str(training), *options)

    assert status == 0


@pytest.mark.parametrize("seconds", ["0", "-1", "nan"])
def test_no_time_at_all_is_bad_usage(capsys, file, tmp_path, seconds):
    options = ["--out", str(tmp_path), "--seconds", seconds]

    status, _, err = run(capsys, "train", str(file), *options)

    assert status == 2
    assert "above 0" in err


def test_a_package_trains_nothing(capsys, file, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.frozen", True, raising=False)

    status, out, err = run(capsys, "train", str(file), "--out", str(tmp_path / "run"))

    assert (status, out) == (2, "")
    assert "get the sources" in err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("games = 6", "games = 0", "data.games: expected 1 or more, got 0."),
        ("steps = 3", "stepps = 3", "train.stepps is not known; did you mean steps?"),
    ],
)
def test_a_wrong_file_is_bad_usage_and_writes_nothing(capsys, file, old, new, problem):
    file.write_text(RUN.replace(old, new))
    folder = file.parent / "out"

    status, out, err = run(capsys, "train", str(file), "--out", str(folder))

    assert (status, out, err) == (2, "", f"pentahex: tiny.toml: {problem}\n")
    assert not folder.exists()


def test_a_file_that_is_not_there_is_bad_usage(capsys, tmp_path):
    options = [str(tmp_path / "no.toml"), "--out", str(tmp_path / "out")]

    status, out, err = run(capsys, "train", *options)

    assert (status, out) == (2, "")
    assert err == f"pentahex: Expected a file {tmp_path / 'no.toml'}, found none.\n"


@pytest.mark.parametrize("missing", ["torch", "matplotlib"])
def test_training_without_its_packages_says_what_to_install(
    capsys, file, tmp_path, monkeypatch, missing
):
    monkeypatch.setattr(
        "engine.training.run.packages.find_spec",
        lambda name: None if name == missing else find_spec(name),
    )

    status, _, err = run(capsys, "train", str(file), "--out", str(tmp_path / "out"))

    assert status == 2
    assert err == (
        f"pentahex: Expected the packages for training, found no {missing}; install "
        'them with "python -m pip install -r requirements-train.txt" '
        "(docs/training.md).\n"
    )
    assert not (tmp_path / "out").exists()
