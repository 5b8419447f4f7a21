"""Loading torch."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

MAPPED_FOR_A_LAYER = """
import ctypes
from engine.nn.torch_net.torch_loader import load_torch
load_torch()
import torch

class Memory(ctypes.Structure):
    _fields_ = [(str(k), ctypes.c_size_t) for k in range(10)]

inform = ctypes.CDLL("libc.so.6").mallinfo2
inform.restype = Memory

def mapped():
    return getattr(inform(), "4")

before = mapped()
layer = torch.ones(1 << 20)
print(mapped() - before)
"""
"""Prints how many bytes of a layer of 4 MB are pages of their own, to be given back."""


def has_mallinfo() -> bool:
    """Say whether the C library is a glibc that tells of its memory, from 2.33 on."""
    return sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallinfo2")


@pytest.mark.skipif(not has_mallinfo(), reason="needs glibc 2.33")
def test_the_memory_of_a_layer_is_kept() -> None:
    run = subprocess.run(
        [sys.executable, "-c", MAPPED_FOR_A_LAYER],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )

    assert int(run.stdout) == 0
