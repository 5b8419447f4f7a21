"""Loading torch."""

from __future__ import annotations

import subprocess
import sys

import pytest

LAYERS_OFTEN = """
import resource
from engine.nn.library import load_torch
load_torch()
import torch

def layers():
    return [torch.ones(size << 16) for size in range(24, 1, -1)]

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

for _ in range(20):
    layers()
before = faults()
for _ in range(20):
    layers()
print(faults() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc only")
def test_memory_of_layers_is_used_again() -> None:
    """Layers of 19136 pages, made and dropped 20 times, ask for no pages anew."""
    run = subprocess.run(
        [sys.executable, "-c", LAYERS_OFTEN],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )

    assert int(run.stdout) < 1024
