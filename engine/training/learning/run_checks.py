"""Checks of a run's configuration before anything is written."""

from __future__ import annotations

from pathlib import Path

from engine.core.errors import TrainingError
from engine.core.formats.settings_reader import at_key, make_value_error
from engine.core.message import Message
from engine.games import get_game
from engine.nn.common.net_info import NetInfo, read_info
from engine.nn.named_networks import find_network
from engine.nn.torch_net.growth import can_grow
from engine.nn.torch_net.networks import KINDS, check_parameters, new_network
from engine.training.learning.run_parts import make_net_info
from engine.training.learning.samples import list_shards
from engine.training.run.config import RunConfig
from engine.training.run.run_folder import STATE


def check_network(config: RunConfig, folder: Path) -> None:
    """Raise ``SettingsError`` unless the network of a run can be built.

    Args:
        config: The run.
        folder: Its folder; a run with a saved state needs no start network.
    """
    if config.net.kind not in KINDS:
        raise make_value_error(
            "net.kind",
            Message(
                "expected one of {names}, got {kind!r}",
                names=tuple(KINDS),
                kind=config.net.kind,
            ),
        )
    # The boards of other runs' samples are unknown here; the default board replaces
    # them.
    usual = () if config.setups() else (get_game(config.game).setup(),)
    check_parameters(config.net.kind, config.net.parameters, "net.parameters")
    with at_key("net"):
        info = make_net_info(config, usual)
        new_network(info.kind, info.parameters)
    if config.start.net and not (folder / STATE).exists():
        with at_key("start.net"):
            _check_start(config.start.net, info)
    wins = config.wins_in_one
    if wins is not None and wins.net and not (folder / STATE).exists():
        with at_key("wins_in_one.net"):
            _check_game(wins.net, config.game)


def check_start_samples(config: RunConfig) -> None:
    """Raise ``SettingsError`` unless each folder of ``start.samples`` has shards."""
    for name in config.start.samples:
        if not list_shards(Path(name)):
            raise make_value_error(
                "start.samples",
                Message("expected a folder of shards, found none in {name}", name=name),
            )


def _check_start(name: str, wanted: NetInfo) -> None:
    """Raise ``TrainingError`` unless a start network fits the configured network."""
    found = read_info(find_network(name))
    if not can_grow(found, wanted):
        shapes = [
            f"{info.game} {info.kind} {dict(info.parameters)}"
            for info in (wanted, found)
        ]
        raise TrainingError(
            Message(
                "Expected a network of the shape {wanted} to start with, "
                "{net} has {found}.",
                wanted=shapes[0],
                net=name,
                found=shapes[1],
            )
        )


def _check_game(name: str, game: str) -> None:
    """Raise ``TrainingError`` unless a network plays the game of the run."""
    found = read_info(find_network(name)).game
    if found != game:
        raise TrainingError(
            Message(
                "Expected a network for {wanted}, {net} is for {found}.",
                wanted=game,
                net=name,
                found=found,
            )
        )
