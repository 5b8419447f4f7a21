"""Kernel functions that each game implements, dispatched at compile time by state type.

A *state* is a ``NamedTuple`` of NumPy arrays, one class per game. Search kernels call
the functions below; numba replaces each call by the implementation registered for the
state's class. With ``NUMBA_DISABLE_JIT=1`` the same call is an ordinary Python
dispatch, so that kernels can be debugged.

Searches are compiled by ``jit.njit_lean``. Implementations therefore create no arrays
and copy them cell by cell, not as slices.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import singledispatch
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.core.kernels.implementations import implement, make_generic
from engine.core.kernels.jit import njit_lean
from engine.core.kernels.records import with_attributes

ONGOING = 0
"""``result`` of a state whose game is not over."""

DRAW = 3
"""``result`` of a drawn game; 1 and 2 are the winner."""

Kernel = Callable[..., Any]


def game_kernel(stub: Kernel) -> Kernel:
    """Turn ``stub`` into a function that each game implements for its own state."""
    generic = singledispatch(stub)
    make_generic(generic)
    return generic


def implements(generic: Kernel, state_type: type) -> Callable[[Kernel], Kernel]:
    """Register the decorated function as ``generic`` for states of ``state_type``."""

    def register(function: Kernel) -> Kernel:
        generic.register(state_type, function)  # type: ignore[attr-defined]
        implement(generic, state_type, njit_lean()(function))
        return function

    return register


@game_kernel
def copy_state(target: Any, source: Any) -> None:
    """Make ``target`` equal to ``source``, a state of the same size and rules."""
    raise NotImplementedError


@game_kernel
def move_space(state: Any) -> int:
    """Return the number of move indices, legal or not."""
    raise NotImplementedError


@game_kernel
def is_legal(state: Any, move: int) -> bool:
    """Return whether ``move`` is legal; the game must be ongoing."""
    raise NotImplementedError


@game_kernel
def legal_count(state: Any) -> int:
    """Return the number of legal moves; the game must be ongoing."""
    raise NotImplementedError


@game_kernel
def to_move(state: Any) -> int:
    """Return the side to move, 1 or 2."""
    raise NotImplementedError


@game_kernel
def stone_on(state: Any, cell: int) -> int:
    """Return the content of a cell: 1, 2, or 0 for no stone."""
    raise NotImplementedError


@game_kernel
def result(state: Any) -> int:
    """Return ``ONGOING``, the winner (1 or 2) or ``DRAW``."""
    raise NotImplementedError


@game_kernel
def play(state: Any, move: int) -> None:
    """Play the legal ``move`` and pass the turn."""
    raise NotImplementedError


@game_kernel
def playout(state: Any, rng: Any) -> int:
    """Play random legal moves to the end and return the result.

    The state is used up: only ``write_owners`` may follow before another state is
    copied over it. ``rng`` is a random state of ``core.kernels.rng``.
    """
    raise NotImplementedError


@game_kernel
def informed_playout(state: Any, rng: Any) -> int:
    """Play to the end like ``playout``, but with the obvious answers to threats."""
    raise NotImplementedError


@game_kernel
def write_owners(state: Any, owners: npt.NDArray[np.int8]) -> None:
    """Write the side that has played each move index by the end: 1, 2, or 0 for none.

    The state is a finished one, by moves or by a playout. ``owners``: ``[A]`` int8.
    """
    raise NotImplementedError


def packed_arrays(
    *specs: tuple[tuple[int, ...], npt.DTypeLike],
) -> tuple[npt.NDArray[np.uint8], list[npt.NDArray[Any]]]:
    """Return one block of bytes and an array in it for each ``(shape, dtype)``.

    Copying the block copies all arrays at once. Pass the widest types first, so that
    every array is aligned. A structured type gives records with attributes, since the
    functions above are also called from plain Python.
    """
    sizes = [math.prod(shape) * np.dtype(dtype).itemsize for shape, dtype in specs]
    memory = np.zeros(sum(sizes), np.uint8)
    views: list[npt.NDArray[Any]] = []
    start = 0
    for (shape, dtype), size in zip(specs, sizes, strict=True):
        block = memory[start : start + size].view(dtype).reshape(shape)
        views.append(block if block.dtype.names is None else with_attributes(block))
        start += size
    return memory, views
