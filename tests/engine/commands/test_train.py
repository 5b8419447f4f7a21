import json

import pytest

pytest.importorskip("torch")

import main

RUN = """
game = "gomoku"
name = "tiny"
[data]
engine = "alphabeta:1"
nodes = 30
games = 6
games_a_shard = 3
sizes = { "5" = 1 }
options = { line_length = "4" }
[net]
parameters = { blocks = 1, channels = 4, pooled = 2 }
[train]
steps = 3
batch = 4
validation_batches = 1
validation_share = 0.3
threads = 1
"""


def run(capsys, *argv):
    try:
        status = main.main(list(argv))
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text(RUN)
    return path


def test_a_run_stops_when_told_and_goes_on_later(capsys, file, tmp_path):
    out = tmp_path / "out"
    options = [str(file), "--out", str(out), "--json"]

    first = run(capsys, "train", *options, "--seconds", "0.001")
    second = run(capsys, "train", *options, "--resume")

    assert (first[0], second[0]) == (0, 0)
    assert json.loads(first[1]) == {"out": str(out), "report": None, "finished": False}
    answer = json.loads(second[1])
    assert answer["report"] == str(out / "report.md")
    assert (out / "report.md").is_file()
    assert (out / "net.safetensors").is_file()


def test_a_folder_in_use_is_a_failure_and_not_touched(capsys, file, tmp_path):
    run(capsys, "train", str(file), "--out", str(tmp_path), "--seconds", "0.001")

    status, out, err = run(capsys, "train", str(file), "--out", str(tmp_path))

    assert (status, out) == (1, "")
    assert "--resume" in err


@pytest.mark.parametrize("seconds", ["0", "-1", "nan"])
def test_no_time_at_all_is_bad_usage(capsys, file, tmp_path, seconds):
    options = ["--out", str(tmp_path), "--seconds", seconds]

    status, _, err = run(capsys, "train", str(file), *options)

    assert status == 2
    assert "above 0" in err
