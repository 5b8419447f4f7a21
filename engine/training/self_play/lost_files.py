"""Files that a resumed self-play run has lost and continues without."""

from __future__ import annotations

from pathlib import Path

from engine.core.errors import NetError
from engine.core.message import Message
from engine.nn.common.net_info import NetInfo
from engine.nn.torch_net.checkpoint import load_network
from engine.training.learning.samples import list_shards, shard_number
from engine.training.run.config import SelfPlayConfig
from engine.training.run.curves import select_events
from engine.training.run.run_folder import TrainingRunFolder

SHAPE = "game", "kind", "parameters"
"""Fields of a header in which all networks of a run agree."""


def find_newest_network(folder: TrainingRunFolder, generations: int) -> int:
    """Return the last generation with a network; -1 before the first one."""
    numbers = range(generations + 1)
    return max((n for n in numbers if folder.generation_net(n).exists()), default=-1)


def has_network(path: Path, wanted: NetInfo) -> bool:
    """Return whether a file has a network for the boards of another one."""
    try:
        _, info = load_network(path)
    except NetError:
        return False
    return all(getattr(info, name) == getattr(wanted, name) for name in SHAPE)


def find_lost_networks(
    folder: TrainingRunFolder, newest: int, wanted: NetInfo
) -> frozenset[int]:
    """Return the generations before the newest one whose network is lost or damaged."""
    return frozenset(
        number
        for number in range(newest)
        if not has_network(folder.generation_net(number), wanted)
    )


def list_loss_warnings(
    config: SelfPlayConfig,
    folder: TrainingRunFolder,
    newest: int,
    networks: frozenset[int],
) -> list[Message]:
    """Return warnings about the lost files that a run continues without.

    Args:
        config: The run.
        folder: Its folder.
        newest: Last generation with a network.
        networks: See ``find_lost_networks``.
    """
    warnings = []
    if networks:
        warnings.append(
            Message(
                "Networks are lost or damaged in {folder}, of generations {numbers}: "
                "means, opponents and matches do without them.",
                folder=folder.generations,
                numbers=tuple(map(str, sorted(networks))),
            )
        )
    first = max(newest + 2 - config.play.replay_window, 1)
    lost = {
        number: count
        for number in range(first, newest + 1)
        if (count := _count_lost_shards(folder, number)) > 0
    }
    if lost:
        warnings.append(
            Message(
                "Missing shards of games in {folder}: {count}, of generations "
                "{numbers}. The replay window does without them.",
                folder=folder.generations,
                count=sum(lost.values()),
                numbers=tuple(map(str, lost)),
            )
        )
    return warnings


def _count_lost_shards(folder: TrainingRunFolder, generation: int) -> int:
    """Return the number of the logged shards of a generation that have no file."""
    logged = {
        event["number"]
        for event in select_events(folder.events(), "shard")
        if event.get("generation") == generation
    }
    return len(
        logged - set(map(shard_number, list_shards(folder.generation(generation))))
    )
