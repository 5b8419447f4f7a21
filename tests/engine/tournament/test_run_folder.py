"""Run folders: they belong to one plan, and nothing in them is overwritten."""

import multiprocessing

import pytest

from engine.core.errors import RunFolderError
from engine.core.files.file_lock import held_lock
from engine.tournament.run_folder import RunFolder
from tests.engine.tournament.plans import make_plan


def contents(folder):
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_new_folder_takes_the_plan(tmp_path):
    folder = RunFolder(tmp_path / "deep" / "run")

    with folder.lock():
        folder.claim(make_plan(), resume=False)

    assert folder.plan() == make_plan()


def test_resuming_needs_no_earlier_run(tmp_path):
    folder = RunFolder(tmp_path / "run")

    folder.claim(make_plan(), resume=True)

    assert folder.plan() == make_plan()


def test_a_run_is_resumed_only_when_told(tmp_path):
    folder = RunFolder(tmp_path)
    folder.claim(make_plan(), resume=False)
    before = contents(tmp_path)

    with pytest.raises(RunFolderError, match="--resume"):
        folder.claim(make_plan(), resume=False)
    folder.claim(make_plan(concurrency=2), resume=True)

    assert contents(tmp_path) == before


@pytest.mark.parametrize("resume", [False, True])
def test_the_folder_of_another_match_is_left_alone(tmp_path, resume):
    folder = RunFolder(tmp_path)
    folder.claim(make_plan(), resume=False)
    before = contents(tmp_path)

    with pytest.raises(RunFolderError, match="seed was 0 and is 5"):
        folder.claim(make_plan(seed=5), resume=resume)

    assert contents(tmp_path) == before


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("name", ["thesis.tex", "games.jsonl", "records/1.sgf"])
def test_a_folder_with_other_files_is_left_alone(tmp_path, name, resume):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("precious")
    before = contents(tmp_path)

    with pytest.raises(RunFolderError, match="other files"):
        RunFolder(tmp_path).claim(make_plan(), resume=resume)

    assert contents(tmp_path) == before


def test_what_a_kill_before_the_plan_leaves_is_no_obstacle(tmp_path):
    folder = RunFolder(tmp_path)
    with folder.lock():
        pass
    (tmp_path / "records").mkdir()
    (tmp_path / ".0123456789abcdef.partial").write_text("{")

    folder.claim(make_plan(), resume=False)

    assert folder.plan() == make_plan()


def test_a_file_is_no_folder(tmp_path):
    path = tmp_path / "run"
    path.write_text("precious")

    with pytest.raises(RunFolderError, match="is a file"):
        RunFolder(path).check(make_plan(), resume=True)

    assert path.read_text() == "precious"


def test_a_damaged_plan_is_reported_and_kept(tmp_path):
    (tmp_path / "plan.json").write_text("{")

    with pytest.raises(RunFolderError, match="damaged"):
        RunFolder(tmp_path).check(make_plan(), resume=True)

    assert (tmp_path / "plan.json").read_text() == "{"


def hold(path, connection):
    with RunFolder(path).lock():
        connection.send("held")
        connection.recv()


@pytest.mark.processes
def test_two_processes_do_not_play_one_run(tmp_path):
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=hold, args=(tmp_path, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        assert ours.recv() == "held"

        with (
            pytest.raises(RunFolderError, match="another process"),
            RunFolder(tmp_path).lock(),
        ):
            pass
    finally:
        process.kill()
        process.join()
    with RunFolder(tmp_path).lock():  # a kill releases the lock
        pass


def test_a_lock_is_free_again_after_its_block(tmp_path):
    path = tmp_path / "lock"

    with held_lock(path) as first, held_lock(path) as second:
        pass
    with held_lock(path) as third:
        pass

    assert (first, second, third) == (True, False, True)
