"""What games on a cluster need besides the cluster; tests/cluster has one."""

import sys
from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import TrainingError  # noqa: E402
from engine.training.self_play import self_play_run  # noqa: E402
from engine.training.self_play.cluster import Cluster, play_task_remotely  # noqa: E402
from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: E402
from tests.engine.training.self_play.self_play_runs import checked, config  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread", "without_pictures")


class OneMachine:
    """Plays parts in this process, the last one first; a ``Cluster``."""

    def __init__(self, address):
        self.address = address
        self.is_closed = False

    def play(self, config, nets, parts):
        files = [path.read_bytes() for path in nets]
        for part in reversed(parts):
            yield play_task_remotely(config, files, part)
            yield None

    def close(self):
        self.is_closed = True


@pytest.mark.parametrize("policy", ["latest", "pool"])
def test_a_cluster_plays_every_game_once(tmp_path, monkeypatch, policy):
    monkeypatch.setattr(self_play_run, "Cluster", OneMachine)
    run = config(play={"policy": policy}, cluster={"address": "somewhere"})

    assert SelfPlayRun(run, tmp_path).resume()

    checked(tmp_path, run)


def test_parts_that_are_there_are_not_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr(self_play_run, "Cluster", OneMachine)
    run = config(cluster={"address": "somewhere"})
    ends = 0
    while not SelfPlayRun(run, tmp_path, resume=ends > 0).resume(seconds=0.0):
        ends += 1

    # Games were given up, steps too, and generations in between.
    assert ends > run.play.generations * run.play.games // run.play.games_per_shard
    checked(tmp_path, run)


def test_the_longest_tasks_come_first(tmp_path, monkeypatch):
    seen = []

    class Watched(OneMachine):
        def play(self, config, nets, parts):
            seen.append([(p.setup.size_text, len(p.numbers)) for p in parts])
            return super().play(config, nets, parts)

    monkeypatch.setattr(self_play_run, "Cluster", Watched)
    sizes = {"sizes": {"3": 2, "5": 1}, "games": 9, "games_per_shard": 4}
    run = config(play=sizes | {"generations": 1}, cluster={"address": "somewhere"})

    assert SelfPlayRun(run, tmp_path).resume()

    assert seen == [[("5", 3), ("3", 4), ("3", 2)]]


def test_a_run_may_change_its_cluster(tmp_path, monkeypatch):
    monkeypatch.setattr(self_play_run, "Cluster", OneMachine)
    SelfPlayRun(config(cluster={"address": "here"}), tmp_path).resume(seconds=0.0)

    alone = config()
    assert SelfPlayRun(alone, tmp_path, resume=True).resume()

    checked(tmp_path, alone)


def test_without_ray_there_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    run = config(cluster={"address": "auto"})

    with pytest.raises(
        TrainingError, match=r"^Expected the package ray .*, found none"
    ):
        SelfPlayRun(run, tmp_path).resume()


class FailedTask(Exception):  # noqa: N818
    """Error of a task as Ray reports it, with a trace of several lines."""

    cause = MemoryError("no room\nfor a network")


def failing_ray():
    """Return the part of Ray that a cluster uses; its tasks fail."""

    def fetch(task):
        raise FailedTask(f"traceback of {task}")

    return SimpleNamespace(
        init=lambda **_: None,
        remote=lambda **_: lambda _: SimpleNamespace(remote=lambda *_: "task"),
        put=lambda value: value,
        wait=lambda tasks, timeout: (tasks, []),
        get=fetch,
        cluster_resources=dict,
        exceptions=SimpleNamespace(RayError=FailedTask),
    )


def test_a_task_that_fails_ends_in_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", failing_ray())

    with pytest.raises(TrainingError) as error:
        list(Cluster("auto").play(config(), [], ["task"]))

    assert str(error.value) == "Games failed on the cluster: MemoryError: no room."
