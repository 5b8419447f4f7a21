"""Self-play on a local cluster: two machines in turn, of which one dies."""

import os
import threading
import time

import pytest

torch = pytest.importorskip("torch")
ray = pytest.importorskip("ray")

from engine.core.errors import TrainingError  # noqa: E402
from engine.training.run.event_log import read_events  # noqa: E402
from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: E402
from tests.engine.training.self_play.self_play_runs import checked, config  # noqa: E402

pytestmark = [
    pytest.mark.cluster,
    # Ray's own threads and sockets are not tidied up as this project's are.
    pytest.mark.filterwarnings("default"),
]

LOOPBACK = "127.0.0.1"

PLAY = {"games": 24, "simulations": 60, "sizes": {"6": 1}}

LONGEST = 240
"""Seconds until a test gives up."""


@pytest.fixture
def cluster(monkeypatch):
    """A head without processors and two machines with one each, on loopback."""
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    # Ray would ask for an address by which other machines reach this one.
    monkeypatch.setattr(
        "ray._private.services.node_ip_address_from_perspective", lambda *_: LOOPBACK
    )
    here = {"node_ip_address": LOOPBACK, "include_dashboard": False}
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **here})
    yield made
    ray.shutdown()
    made.shutdown()


def add_machine(cluster):
    return cluster.add_node(
        num_cpus=1, node_ip_address=LOOPBACK, object_store_memory=100 * 2**20
    )


def shards_told(folder):
    return [e for e in read_events(folder / "events.jsonl") if e["kind"] == "shard"]


def test_a_machine_that_dies_loses_only_what_it_was_playing(cluster, tmp_path):
    first, _second = add_machine(cluster), add_machine(cluster)
    run = config(play=PLAY, cluster={"address": cluster.address})
    died_after = []

    def let_one_die():
        end = time.monotonic() + LONGEST
        while not shards_told(tmp_path) and time.monotonic() < end:
            time.sleep(0.05)
        died_after.append(len(shards_told(tmp_path)))
        cluster.remove_node(first, allow_graceful=False)

    killer = threading.Thread(target=let_one_die)
    killer.start()
    is_finished = SelfPlayRun(run, tmp_path).resume(seconds=LONGEST)
    killer.join()

    assert is_finished
    # It died in the middle of a generation, and yet no game is missing or there twice.
    assert 0 < died_after[0] < PLAY["games"] // run.play.games_per_shard
    checked(tmp_path, run)


def test_games_go_on_where_time_was_up(cluster, tmp_path):
    add_machine(cluster)
    run = config(play=PLAY, cluster={"address": cluster.address})

    def is_late():
        return bool(shards_told(tmp_path))

    started = SelfPlayRun(run, tmp_path, now=lambda: float(is_late()))
    assert not started.resume(seconds=0.5)
    before = len(shards_told(tmp_path))

    assert SelfPlayRun(run, tmp_path, resume=True).resume(seconds=LONGEST)

    assert 0 < before < len(shards_told(tmp_path))
    checked(tmp_path, run)


def test_a_cluster_that_is_not_there_is_reported_in_one_sentence(tmp_path):
    run = config(cluster={"address": "127.0.0.1:1"})

    with pytest.raises(TrainingError, match=r"^Expected a Ray cluster at 127"):
        SelfPlayRun(run, tmp_path).resume()

    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
