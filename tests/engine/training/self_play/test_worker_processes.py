"""Self-play in several processes of this machine."""

import multiprocessing
import os
import signal
import threading
from contextlib import closing

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import NetError, TrainingError  # noqa: E402
from engine.training.learning.samples import load_samples  # noqa: E402
from engine.training.self_play import worker_processes  # noqa: E402
from engine.training.self_play.game_tasks import GameTask, load_evaluators  # noqa: E402
from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: E402
from engine.training.self_play.worker_processes import WorkerProcesses  # noqa: E402
from tests.engine.training.self_play.self_play_runs import checked, config  # noqa: E402

pytestmark = [
    pytest.mark.processes,
    pytest.mark.usefixtures("one_torch_thread", "without_pictures"),
]


def games_of(folder):
    """Return the stones of each position of the first generation's games, by game."""
    shards = sorted((folder / "generations" / "0001").glob("shard-*.npz"))
    games = {}
    for samples in map(load_samples, shards):
        for number in np.unique(samples.game):
            games[int(number)] = samples.cells[samples.game == number].tolist()
    return games


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    """The file of the network that a run of one process begins with, and its games."""
    folder = tmp_path_factory.mktemp("alone")
    SelfPlayRun(config(play={"generations": 1}), folder).resume()
    return folder


@pytest.fixture
def workers():
    made = WorkerProcesses(2)
    yield made
    made.close()
    assert not multiprocessing.active_children()


def tasks(count, size=2):
    """Return tasks of ``size`` games each."""
    run = config()
    setup = run.play.setups(run.game)[0]
    return [
        GameTask(setup=setup, numbers=tuple(range(size * k, size * k + size)))
        for k in range(count)
    ]


def test_processes_play_the_games_that_one_plays(tmp_path, network):
    run = config(play={"workers": 2, "generations": 1})

    assert SelfPlayRun(run, tmp_path).resume()

    checked(tmp_path, run)
    assert games_of(tmp_path) == games_of(network)
    assert not multiprocessing.active_children()


def test_a_run_may_change_its_number_of_processes(tmp_path):
    SelfPlayRun(config(play={"workers": 3}), tmp_path).resume(seconds=0.0)
    assert not multiprocessing.active_children()

    alone = config()
    assert SelfPlayRun(alone, tmp_path, resume=True).resume()

    checked(tmp_path, alone)


def test_a_closed_generator_ends_the_processes_at_work(workers, network):
    nets = [network / "net.safetensors"]
    endless = tasks(2, size=1000)

    with closing(workers.play(config(), nets, endless)) as results:
        assert next(results) is None
        assert len(multiprocessing.active_children()) == 2

    assert not multiprocessing.active_children()
    results = [r for r in workers.play(config(), nets, tasks(3)) if r is not None]
    assert sorted(int(g.game[0]) for r in results for g in r.games) == list(range(6))


def test_processes_are_kept_for_the_next_generation(workers, network):
    nets = [network / "net.safetensors"]
    list(workers.play(config(), nets, tasks(4)))
    before = {process.pid for process in multiprocessing.active_children()}

    list(workers.play(config(), nets, tasks(4)))

    assert {process.pid for process in multiprocessing.active_children()} == before


def test_games_that_fail_are_one_sentence(workers, tmp_path):
    with pytest.raises(NetError, match=r"^Expected a network in .*missing, got"):
        list(workers.play(config(), [tmp_path / "missing"], tasks(1)))


def test_a_process_that_dies_is_one_sentence(workers, network):
    nets = [network / "net.safetensors"]
    results = workers.play(config(), nets, tasks(2, size=1000))
    next(results)
    victim = multiprocessing.active_children()[0]
    os.kill(victim.pid, signal.SIGKILL)

    with pytest.raises(TrainingError, match="ended unexpectedly"):
        list(results)


@pytest.fixture
def kept_interrupt():
    """Restore the handler of Ctrl+C, which ``serve`` changes."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("kept_interrupt")
def test_a_network_is_loaded_again_only_if_its_file_has_changed(
    tmp_path, network, monkeypatch
):
    loaded = []

    def load(config, nets):
        loaded.append(nets)
        return load_evaluators(config, nets)

    monkeypatch.setattr(worker_processes, "load_evaluators", load)
    net = tmp_path / "net.safetensors"
    net.write_bytes((network / "net.safetensors").read_bytes())
    ours, theirs = multiprocessing.Pipe()
    counts = []

    def ask():
        with ours:
            for changes in (False, False, True):
                if changes:
                    os.utime(net, (1, 1))
                ours.send((config(), (net,), tasks(1)[0]))
                ours.recv()
                counts.append(len(loaded))

    parent = threading.Thread(target=ask)
    parent.start()
    worker_processes.serve(theirs)
    parent.join()

    assert counts == [1, 1, 2]
