"""What only a process without other tests shows: memory, compiler and needs of torch.

One process does all of it, since torch takes seconds to import.
"""

import ctypes
import json
import subprocess
import sys
from dataclasses import asdict

import pytest

pytest.importorskip("torch")

from engine.training.run import run_folder as runs
from engine.training.run.config import parse_config
from engine.training.supervised.engine_games import make_shards

pytestmark = pytest.mark.processes

PROGRAM = """
import ctypes, json, sys
from pathlib import Path
from engine.nn.torch_net.torch_loader import load_torch
settings, folder = json.loads(sys.argv[1]), Path(sys.argv[2])
found = {}

class Memory(ctypes.Structure):
    _fields_ = [(str(k), ctypes.c_size_t) for k in range(10)]

def mapped():
    inform = ctypes.CDLL(None).mallinfo2
    inform.restype = Memory
    return getattr(inform(), "4")

load_torch()
import torch
if hasattr(ctypes.CDLL(None), "mallinfo2"):
    before = mapped()
    layer = torch.ones(1 << 20)
    found["mapped"] = mapped() - before

from engine.nn.torch_net.checkpoint import load_network
from engine.nn.evaluator_factory import new_evaluator
from engine.nn.named_networks import list_shipped_networks
from engine.nn.common.speed import make_leaves

found["networks"] = len(list_shipped_networks())
for path in list_shipped_networks().values():
    evaluator = new_evaluator(*load_network(path))
    evaluator.evaluate(make_leaves(evaluator.info.usual_setup(), 4))
found["compiler"] = "torch._dynamo" in sys.modules

unneeded = "PyQt5", "sgfmill", "ray"
found["loaded"] = [name for name in unneeded if name in sys.modules]
sys.modules.update(dict.fromkeys(unneeded))
from engine.training.self_play import cluster, self_play_run
from engine.training.run import report
from engine.training.run.config import parse_config
from engine.training.supervised.supervised_run import SupervisedRun

report.draw_panels = lambda panels: {}
run = SupervisedRun(parse_config(settings), folder, resume=True)
found["trained"] = run.resume()
print(json.dumps(found))
"""


def has_mallinfo():
    """Return whether the C library is a glibc, from 2.33 on, that shows its memory."""
    return sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallinfo2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the folder of the run that the process makes."""
    return tmp_path_factory.mktemp("run")


@pytest.fixture(scope="module")
def found(folder):
    """Return what the process has found."""
    data = {"engine": "uct-plain", "nodes": 20, "games": 6, "games_per_shard": 3}
    train = {"steps": 2, "batch_size": 4, "validation_batches": 1, "threads": 1}
    net = {"parameters": {"blocks": 1, "channels": 8, "pooled": 4}}
    table = {
        **{"game": "hex", "name": "test", "data": data | {"sizes": {"4": 1}}},
        **{"train": train | {"validation_share": 0.5}, "net": net},
    }
    run = parse_config(table)
    runs.TrainingRunFolder(folder, run, resume=False)
    for _ in make_shards(run.data, run.game, run.seed, folder / runs.SHARDS):
        pass
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(asdict(run)), folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.skipif(not has_mallinfo(), reason="needs glibc 2.33")
def test_no_page_of_a_layer_is_given_back_to_the_system(found):
    assert found["mapped"] == 0


def test_torchs_compiler_is_loaded_for_no_shipped_network(found):
    assert found["networks"] > 2
    assert not found["compiler"]  # it takes two seconds, for which the first move waits


def test_training_needs_no_package_of_records_no_window_and_no_ray(found, folder):
    assert found["loaded"] == []
    assert found["trained"]
    assert (folder / runs.NET).is_file()
