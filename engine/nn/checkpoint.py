"""Weights on disk: a safetensors file whose metadata says what they are for.

Nothing in such a file is ever executed. Whatever does not fit is refused with one
sentence, so that a game can go on with another engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load as parse_tensors
from safetensors.torch import save as format_tensors
from torch import Tensor, nn

from engine.core.atomic_file import write_atomically
from engine.core.errors import EngineError, NetError
from engine.core.game import GameSetup, parse_size
from engine.core.sentence import Sentence, Term
from engine.games import game_named
from engine.nn.network import fits_every_size, new_network, parameters_for

FORMAT = "pentahex-net-1"

LARGEST_FILE = 1 << 29
"""Bytes of the largest file that is read."""

MATTERS = ("rule", "line_length")
"""Options that change who wins, not how a game is opened."""

HEADER_LENGTH = 8
"""Bytes before the header of a safetensors file that say how long it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetInfo:
    """What a network is and what it is for."""

    game: str
    """Name of the game."""

    kind: str
    """A key of ``engine.nn.network.KINDS``."""

    parameters: Mapping[str, int]
    """Arguments of the network."""

    sizes: tuple[str, ...]
    """Sizes of the boards it has learned on, rows first."""

    rules: Mapping[str, str] = field(default_factory=dict)
    """Options of the game that it has learned; others do not matter to it."""

    run: str = ""
    """Name of the run that made it."""

    licence: str = ""
    """Licence of the weights."""

    training: Mapping[str, Any] = field(default_factory=dict)
    """How it was trained, for people to read."""

    def usual_setup(self) -> GameSetup:
        """Return the board that it has learned first."""
        height, width = parse_size(self.sizes[0])
        options = dict(self.rules)
        return game_named(self.game).setup(height=height, width=width, options=options)

    def check_fits(self, setup: GameSetup) -> None:
        """Raise ``NetError`` unless the network plays on boards of ``setup``."""
        if setup.game != self.game:
            raise NetError(
                Sentence(
                    "Expected a network for {game}, got one for {other}.",
                    game=Term(setup.game),
                    other=Term(self.game),
                )
            )
        wanted = {name: setup.option(name) for name in self.rules}
        if wanted != self.rules:
            raise NetError(
                Sentence(
                    "Expected a network for the rules {wanted}, got one for {given}.",
                    wanted=tuple(wanted.values()),
                    given=tuple(self.rules.values()),
                )
            )
        if not fits_every_size(self.kind) and setup.size_text not in self.sizes:
            raise NetError(
                Sentence(
                    "Expected a network for a board of {size}, got one for {sizes}.",
                    size=setup.size_text,
                    sizes=self.sizes,
                )
            )


def rules_that_matter(setup: GameSetup) -> dict[str, str]:
    """Return the options of a setup that a network has to have learned."""
    return {key: setup.option(key) for key, _ in setup.options if key in MATTERS}


def new_info(
    kind: str, setups: tuple[GameSetup, ...], parameters: Mapping[str, int], **more: Any
) -> NetInfo:
    """Return what a new network for some boards is."""
    return NetInfo(
        game=setups[0].game,
        kind=kind,
        parameters=parameters_for(kind, setups[0], parameters),
        sizes=tuple(dict.fromkeys(setup.size_text for setup in setups)),
        rules=rules_that_matter(setups[0]),
        **more,
    )


def save_network(path: Path, network: nn.Module, info: NetInfo) -> None:
    """Write the weights of a network and what it is, atomically."""
    metadata = {"format": FORMAT}
    for name, value in asdict(info).items():
        metadata[name] = value if isinstance(value, str) else json.dumps(value)
    tensors = {
        name: tensor.detach().cpu().contiguous()
        for name, tensor in network.state_dict().items()
    }
    write_atomically(path, format_tensors(tensors, metadata))


def load_network(path: Path) -> tuple[nn.Module, NetInfo]:
    """Return the network of a file, ready to judge, and what it is.

    Raises:
        NetError: It is no such file, damaged, or of a kind that is not known.
    """
    try:
        data = _bytes_of(path)
        info = _info(_metadata(data))
        with torch.device("meta"):
            network = new_network(info.kind, info.parameters)
        network.load_state_dict(_checked(parse_tensors(data), network), assign=True)
    except (OSError, ValueError, TypeError, KeyError, SafetensorError) as error:
        raise NetError(
            Sentence(
                "Expected a network in {file}, got a file that is damaged or something "
                "else: {error}.",
                file=path.name,
                error=error.sentence.removesuffix(".")
                if isinstance(error, EngineError)
                else error,
            )
        ) from error
    network.requires_grad_(requires_grad=False)
    return network.eval(), info


def _bytes_of(path: Path) -> bytes:
    if path.stat().st_size > LARGEST_FILE:
        raise ValueError("the file is too large")
    return path.read_bytes()


def _metadata(data: bytes) -> Mapping[str, str]:
    """Return the metadata of a safetensors file; ``parse_tensors`` leaves it out."""
    length = int.from_bytes(data[:HEADER_LENGTH], "little")
    if length > len(data) - HEADER_LENGTH:
        raise ValueError("the header is cut off")
    header = json.loads(data[HEADER_LENGTH : HEADER_LENGTH + length])
    metadata: Mapping[str, str] = header["__metadata__"]
    if metadata["format"] != FORMAT:
        raise ValueError(f"the format {metadata['format']!r}")
    return metadata


def _info(metadata: Mapping[str, str]) -> NetInfo:
    values: dict[str, Any] = {}
    for entry in fields(NetInfo):
        text = metadata[entry.name]
        values[entry.name] = text if entry.type == "str" else json.loads(text)
    for name in ("parameters", "rules", "training"):
        if not isinstance(values[name], dict):
            raise TypeError(f"no table {name}")
    values["sizes"] = tuple(map(str, values["sizes"]))
    return NetInfo(**values)


def _checked(tensors: dict[str, Tensor], network: nn.Module) -> dict[str, Tensor]:
    """Return tensors that are exactly those of the network, all numbers finite."""
    expected = network.state_dict()
    if tensors.keys() != expected.keys():
        raise ValueError("other weights than its kind has")
    for name, tensor in tensors.items():
        wanted = expected[name]
        if tensor.shape != wanted.shape or tensor.dtype != wanted.dtype:
            raise ValueError(f"weights {name} of another shape")
        if not bool(torch.isfinite(tensor).all()):
            raise ValueError(f"weights {name} that are no numbers")
    return tensors
