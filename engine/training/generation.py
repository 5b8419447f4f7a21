"""Games of our engines, as samples to learn from.

Every shard follows from its number alone: setup, openings and moves. A run that was
killed goes on with the shards that are missing and makes the same ones.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup, Position
from engine.core.types import Move, Player
from engine.games import game_named
from engine.players import PlayerConfig, build_searcher, preset_named
from engine.search.api import Limits, Searcher, SearchResult
from engine.search.evaluation import NO_LAST_MOVE
from engine.training.config import DataSettings, RunConfig
from engine.training.samples import Samples, joined, save_samples

VALUE_SCALE = 0.1
"""Difference of atanh values that makes a move e times less likely, where a policy is
made of values."""

DECIDED_TIMES = 3
"""Values in a row beyond ``resign_at`` that end a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One searched position."""

    position: Position
    """What was searched."""

    policy: npt.NDArray[np.float32]
    """``[N]``: what the search made of the cells; sums to 1."""

    value: float
    """What it thought, for the side to move."""


def shard_path(folder: Path, number: int) -> Path:
    """Return where a shard lies."""
    return folder / f"shard-{number:05}.npz"


def shard_count(data: DataSettings) -> int:
    """Return how many shards a run has."""
    return -(-data.games // data.games_a_shard)


def make_shards(config: RunConfig, folder: Path) -> Iterator[int]:
    """Play the games that are missing; yield the number of each shard when it is there.

    The caller may stop at any time.
    """
    numbers = range(shard_count(config.data))
    missing = [n for n in numbers if not shard_path(folder, n).exists()]
    folder.mkdir(parents=True, exist_ok=True)
    if config.data.workers == 1 or not missing:
        for number in missing:
            make_shard(config, folder, number)
            yield number
        return
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        config.data.workers, mp_context=spawn, initializer=_follow_parent
    )
    try:
        tasks = {pool.submit(make_shard, config, folder, n): n for n in missing}
        for task in as_completed(tasks):
            task.result()
            yield tasks[task]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _follow_parent() -> None:
    """End this process with the one that started it, and at once on Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def make_shard(config: RunConfig, folder: Path, number: int) -> None:
    """Play the games of one shard and write it."""
    data = config.data
    setups = config.setups()
    setup = setups[number % len(setups)]
    first = number * data.games_a_shard
    last = min(first + data.games_a_shard, data.games)
    parts = [
        play_game(data, setup, number=game, seed=config.seed)
        for game in range(first, last)
    ]
    about = {"engine": data.engine, "nodes": data.nodes, "seed": config.seed}
    save_samples(shard_path(folder, number), joined(parts), about)


def play_game(
    data: DataSettings, setup: GameSetup, *, number: int, seed: int
) -> Samples:
    """Play one game and return its searched positions."""
    rng = random.Random(f"{seed} {number}")
    player = PlayerConfig.parse(data.engine)
    searcher = build_searcher(player, setup.game, seed=rng.getrandbits(32))
    uses_visits = preset_named(player.preset).kind == "tree-search"
    softness = None if uses_visits else data.softness
    start = random_opening(data, setup, rng)
    return _finished(*_played(data, start, searcher, rng, softness), number)


def random_opening(
    data: DataSettings, setup: GameSetup, rng: random.Random
) -> Position:
    """Return a position after a few random stones that goes on."""
    while True:
        position = game_named(setup.game).new_position(setup)
        for _ in range(rng.randint(*data.opening_plies)):
            if position.outcome is None:
                position = position.play(_random_cell(data, position, rng))
        if position.outcome is None:
            return position


def _random_cell(data: DataSettings, position: Position, rng: random.Random) -> Move:
    setup, reach = position.setup, data.opening_reach
    cells = [move for move in position.legal_moves() if move < setup.cell_count]
    if reach > 0:
        stones = [cell for cell, stone in enumerate(position.stones) if stone]
        near = stones or [setup.cell_count // 2]
        cells = [c for c in cells if _distance(setup, c, near) <= reach] or cells
    return rng.choice(cells)


def _distance(setup: GameSetup, cell: int, others: list[int]) -> int:
    """Return the rows or columns between a cell and the nearest of others."""
    row, column = divmod(cell, setup.width)
    return min(
        max(abs(row - other // setup.width), abs(column - other % setup.width))
        for other in others
    )


def _played(
    data: DataSettings,
    position: Position,
    searcher: Searcher,
    rng: random.Random,
    softness: float | None,
) -> tuple[list[Lesson], Player | None]:
    """Return the lessons of a game from ``position``, and who won it."""
    lessons: list[Lesson] = []
    must_end = rng.random() < data.play_on_share
    decided = 0
    limits = Limits(nodes=data.nodes)
    while position.outcome is None:
        result = searcher.search(position, limits)
        policy = policy_of(result, position, softness)
        lessons.append(Lesson(position=position, policy=policy, value=result.value))
        decided = decided + 1 if abs(result.value) >= data.resign_at else 0
        if decided == DECIDED_TIMES and not must_end:
            side = position.to_move
            return lessons, side if result.value > 0 else side.opponent
        move = result.move
        if len(lessons) <= data.sampled_plies or rng.random() < data.slip:
            move = Move(rng.choices(range(policy.size), weights=policy.tolist())[0])
        position = position.play(move)
    return lessons, position.outcome.winner


def policy_of(
    result: SearchResult, position: Position, softness: float | None
) -> npt.NDArray[np.float32]:
    """Return how good a search found the cells; sums to 1.

    Args:
        result: The answer of the search.
        position: What it searched.
        softness: ``None`` for a tree search, whose visits are the policy; else the
            part shared among all candidates by value; the best move gets the rest.
    """
    count = position.setup.cell_count
    shares = np.zeros(count, np.float64)
    cells = [c for c in result.candidates if c.move < count]
    best = next((c.move for c in cells), None)
    if softness is None:
        for candidate in cells:
            shares[candidate.move] = candidate.visits
    else:
        for candidate in cells:
            behind = _stretched(result.value) - _stretched(candidate.value)
            shares[candidate.move] = math.exp(-max(behind, 0.0) / VALUE_SCALE)
        if shares.sum() > 0:
            shares *= softness / shares.sum()
        if best is not None:
            shares[best] += 1 - softness
    if shares.sum() <= 0:
        # A search that was certain at once may have visited nothing.
        shares[best if best is not None else position.stones.index(0)] = 1
    policy: npt.NDArray[np.float32] = (shares / shares.sum()).astype(np.float32)
    return policy


def _stretched(value: float) -> float:
    """Return a value on a scale without ends, on which differences mean the same."""
    return math.atanh(min(max(value, -0.999), 0.999))


def _finished(lessons: list[Lesson], winner: Player | None, number: int) -> Samples:
    """Return the lessons of one game with its result."""
    sides = [lesson.position.to_move for lesson in lessons]
    results = [0 if winner is None else 1 if side is winner else -1 for side in sides]
    last = [lesson.position.last_cell for lesson in lessons]
    return Samples(
        setup=lessons[0].position.setup,
        cells=np.stack([mover_cells(lesson.position) for lesson in lessons]),
        to_move=np.array(sides, np.int8),
        last_move=np.array([NO_LAST_MOVE if m is None else m for m in last], np.int16),
        policy=np.stack([lesson.policy for lesson in lessons]),
        value=np.array([lesson.value for lesson in lessons], np.float32),
        result=np.array(results, np.float32),
        game=np.full(len(lessons), number, np.int32),
    )


def mover_cells(position: Position) -> npt.NDArray[np.int8]:
    """Return the cells seen by the side to move: 0 empty, 1 own, 2 the other's."""
    stones = np.frombuffer(position.stones, np.int8)
    if position.to_move is Player.FIRST:
        return stones.copy()
    return np.array([0, 2, 1], np.int8)[stones]
