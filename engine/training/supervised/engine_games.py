"""Games of existing engines as training samples.

A shard depends on its number alone: setup, openings and moves. A resumed run plays
the missing shards and gets the same ones.
"""

from __future__ import annotations

import math
import multiprocessing
import random
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup, Position
from engine.core.processes.child_process import follow_parent
from engine.core.processes.interrupts import blocked_interrupt
from engine.core.types import Move
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits, SearchResult
from engine.training.learning.samples import (
    Samples,
    concatenate,
    save_samples,
    shard_path,
)
from engine.training.learning.training_game import (
    PositionSample,
    TrainingGame,
    play_random_opening,
)
from engine.training.run.game_settings import DataSettings
from engine.training.run.policy_labels import PolicyLabels

VALUE_SCALE = 0.1
"""Difference of atanh values that makes a move e times less likely, in a policy made
from values."""

VISIT_SHARES = PolicyLabels()


def count_shards(data: DataSettings) -> int:
    """Return the number of shards of a run."""
    return -(-data.games // data.games_per_shard)


def count_games(data: DataSettings, shards: int) -> int:
    """Return the number of games in the first ``shards`` shards of a run."""
    return min(shards * data.games_per_shard, data.games)


def make_shards(
    data: DataSettings, game: str, seed: int, folder: Path
) -> Generator[int, None, None]:
    """Play the missing games; yield the number of each finished shard.

    The caller may close it at any time; shards in progress in other processes are then
    finished without being yielded.

    Args:
        data: Settings of the games.
        game: Name of the game.
        seed: Random seed.
        folder: Folder of the shards.
    """
    numbers = range(count_shards(data))
    missing = [n for n in numbers if not shard_path(folder, n).exists()]
    folder.mkdir(parents=True, exist_ok=True)
    if data.workers == 1 or not missing:
        for number in missing:
            make_shard(data, game, seed, folder, number)
            yield number
        return
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        data.workers, mp_context=spawn, initializer=follow_parent
    )
    try:
        with blocked_interrupt():  # the first tasks start the processes
            tasks = {
                pool.submit(make_shard, data, game, seed, folder, n): n for n in missing
            }
        for task in as_completed(tasks):
            task.result()
            yield tasks[task]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def make_shard(
    data: DataSettings, game: str, seed: int, folder: Path, number: int
) -> None:
    """Play the games of one shard and write it."""
    setups = data.setups(game)
    setup = setups[number % len(setups)]
    first = number * data.games_per_shard
    last = min(first + data.games_per_shard, data.games)
    parts = [play_game(data, setup, number=n, seed=seed) for n in range(first, last)]
    about = {"engine": data.engine, "nodes": data.nodes, "seed": seed}
    save_samples(shard_path(folder, number), concatenate(parts), about)


def play_game(
    data: DataSettings, setup: GameSetup, *, number: int, seed: int
) -> Samples:
    """Play one game and return its searched positions."""
    rng = random.Random(f"{seed} {number}")
    player = PresetPlayer.parse(data.engine)
    # Labels are those of the bare search, thousands an hour.
    searcher = build_searcher(
        player, setup.game, seed=rng.getrandbits(32), is_attentive=False
    )
    uses_visits = player.load_preset().kind.endswith("-search")
    label_smoothing = None if uses_visits else data.label_smoothing
    position = play_random_opening(data, setup, rng)
    game = TrainingGame(data, number, plays_to_end=rng.random() < data.no_resign_share)
    limits = Limits(nodes=data.nodes)
    while not game.is_over(position):
        result = searcher.search(position, limits)
        policy = make_policy(
            result, position, label_smoothing, labels=data.policy_labels
        )
        game.add_sample(
            PositionSample(position=position, policy=policy, value=result.value)
        )
        game.add_value(position, result.value)
        if game.is_over(position):
            break
        position = position.play(_move(data, game, result, policy, rng))
    return game.samples(game.winner(position))


def _move(
    data: DataSettings,
    game: TrainingGame,
    result: SearchResult,
    policy: npt.NDArray[np.float32],
    rng: random.Random,
) -> Move:
    """Return the move to play: the best one, a sampled one, or a random one."""
    if data.random_moves:
        stones = game.position_samples[-1].position.stones
        return Move(
            rng.choice([cell for cell, stone in enumerate(stones) if not stone])
        )
    if (
        len(game.position_samples) <= data.sampled_plies
        or rng.random() < data.late_sampling_share
    ):
        return Move(rng.choices(range(policy.size), weights=policy.tolist())[0])
    return result.move


def make_policy(
    result: SearchResult,
    position: Position,
    label_smoothing: float | None,
    *,
    labels: PolicyLabels = VISIT_SHARES,
) -> npt.NDArray[np.float32]:
    """Return the policy labels of a search result, ``[N]``; they sum to 1.

    Args:
        result: Result of the search.
        position: The searched position.
        label_smoothing: ``None`` for a tree search, whose visits or wins are the
            policy. Otherwise the part of the policy shared among all candidates by
            value; the best move gets the rest.
        labels: Kind of labels of a tree search.
    """
    count = position.setup.cell_count
    shares = np.zeros(count, np.float64)
    cells = [c for c in result.candidates if c.move < count]
    best = next((c.move for c in cells), None)
    if label_smoothing is None:
        shares[[c.move for c in cells]] = labels.shares(
            [c.visits for c in cells], [c.value for c in cells]
        )
    else:
        for candidate in cells:
            behind = _stretched(result.value) - _stretched(candidate.value)
            shares[candidate.move] = math.exp(-max(behind, 0.0) / VALUE_SCALE)
        if shares.sum() > 0:
            shares *= label_smoothing / shares.sum()
        if best is not None:
            shares[best] += 1 - label_smoothing
    if shares.sum() <= 0:
        # A search that proves its move at once may have no visits.
        shares[best if best is not None else position.stones.index(0)] = 1
    policy: npt.NDArray[np.float32] = (shares / shares.sum()).astype(np.float32)
    return policy


def _stretched(value: float) -> float:
    """Return a value on the unbounded scale of atanh."""
    return math.atanh(min(max(value, -0.999), 0.999))
