"""Network, trainer and dataset of a run, from its configuration."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from engine.core.errors import TrainingError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.nn.common.encoding import new_encoding
from engine.nn.common.net_info import NetInfo, fits_every_size
from engine.nn.named_networks import find_network
from engine.nn.torch_net.checkpoint import load_network, new_info
from engine.nn.torch_net.growth import grow_network
from engine.nn.torch_net.networks import ThreeLayerNet, new_network
from engine.training.learning.dataset import Dataset
from engine.training.learning.samples import Samples
from engine.training.learning.trainer import Trainer
from engine.training.run.config import RunConfig
from engine.training.run.run_folder import TrainingRunFolder


def make_net_info(config: RunConfig, setups: Sequence[GameSetup] = ()) -> NetInfo:
    """Return the header of a run's network.

    Args:
        config: The run.
        setups: Boards of its samples; by default those of its games.

    Raises:
        TrainingError: The network supports one board size, and games have several.
    """
    setups, kind = setups or config.setups(), config.net.kind
    sizes = {setup.size_text for setup in setups}
    if len(sizes) > 1 and not fits_every_size(kind):
        raise TrainingError(
            Message(
                "Expected games of one size for the network {kind}, got {sizes}.",
                kind=kind,
                sizes=tuple(sorted(sizes)),
            )
        )
    parameters, run, licence = config.net.parameters, config.name, config.licence
    return new_info(kind, tuple(setups), parameters, run=run, licence=licence)


def make_trainer(
    config: RunConfig, info: NetInfo, folder: TrainingRunFolder, *, total: int | None
) -> Trainer:
    """Return a trainer of the network that a run starts with.

    Args:
        config: The run.
        info: Header of its network.
        folder: Run folder; a run with a saved state needs no start network.
        total: Steps until the learning rate falls to 0; ``None`` keeps it constant.
    """
    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    torch.manual_seed(config.seed)
    network = new_network(info.kind, info.parameters)
    if config.train.convolutional_policy and isinstance(network, ThreeLayerNet):
        network.localise_policy()
        network.keep_policy_convolutional()
    if config.start.net and not folder.state.exists():
        known, _ = load_network(find_network(config.start.net))
        grow_network(network, known)
    return Trainer(network, config.train, total=total)


def make_dataset(config: RunConfig, shards: Sequence[Samples]) -> Dataset:
    """Return the dataset of a run from its shards."""
    return Dataset(
        shards,
        new_encoding(config.net.kind, config.game),
        validation_share=config.train.validation_share,
        search_share=config.train.search_share,
        seed=config.seed,
        symmetry=config.train.symmetry,
    )
