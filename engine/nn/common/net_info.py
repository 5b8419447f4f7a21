"""Description of a network, read from the header of its weights file.

It needs no torch, so that the window can show which boards an engine supports.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from engine.core.board.board_notation import parse_size
from engine.core.errors import EngineError, NetError
from engine.core.files.atomic_file import explain_os_error
from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey
from engine.games import get_game

FORMAT = "pentahex-net-1"

MATTERS = ("rule", "line_length")
"""Options that change who wins; opening rules do not matter."""

KINDS_FOR_EVERY_SIZE = frozenset({"residual", "lines", "line-sums"})
"""Kinds of networks that play on boards of any size."""

KINDS_WITH_KERNELS = frozenset({"lines", "line-sums"})
"""Kinds of networks that our own kernels compute."""

HEADER_LENGTH = 8
"""Bytes of the length field before the header of a safetensors file."""

LONGEST_HEADER = 1 << 24
"""Largest length of a header, in bytes."""

LARGEST_FILE = 1 << 29
"""Largest size of a file, in bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetInfo:
    """Description of a network: kind, parameters, boards, rules, origin."""

    game: str
    """Name of the game."""

    kind: str
    """A key of ``engine.nn.torch_net.networks.KINDS``."""

    parameters: Mapping[str, int]
    """Arguments of the network."""

    sizes: tuple[str, ...]
    """Board sizes of its training, rows first."""

    rules: Mapping[str, str] = field(default_factory=dict)
    """Options of the game in its training; other options do not matter."""

    run: str = ""
    """Name of its training run."""

    licence: str = ""
    """Licence of the weights."""

    training: Mapping[str, Any] = field(default_factory=dict)
    """Details of its training, for people."""

    def usual_setup(self) -> GameSetup:
        """Return the setup with the first size of its training."""
        height, width = parse_size(self.sizes[0])
        options = dict(self.rules)
        return get_game(self.game).setup(height=height, width=width, options=options)

    def fits(self, setup: GameSetup) -> bool:
        """Return whether the network plays on boards of ``setup``."""
        try:
            self.check_fits(setup)
        except NetError:
            return False
        return True

    def check_game(self, game: str) -> None:
        """Raise ``NetError`` unless the network is for ``game``."""
        if game != self.game:
            raise NetError(
                Message(
                    "Expected a network for {game}, got one for {other}.",
                    game=MessageKey(game),
                    other=MessageKey(self.game),
                )
            )

    def check_fits(self, setup: GameSetup) -> None:
        """Raise ``NetError`` unless the network plays on boards of ``setup``."""
        self.check_game(setup.game)
        options = dict(setup.options)
        given = {name: options.get(name, "") for name in self.rules}
        if given != self.rules:
            raise NetError(
                Message(
                    "Expected the rules {known} for this network, got {given}.",
                    known=tuple(self.rules.values()),
                    given=tuple(given.values()),
                )
            )
        if not fits_every_size(self.kind) and setup.size_text not in self.sizes:
            raise NetError(
                Message(
                    "Expected a board of {sizes} for this network, got {size}.",
                    sizes=tuple(f"{h}x{w}" for h, w in map(parse_size, self.sizes)),
                    size=f"{setup.height}x{setup.width}",
                )
            )


def fits_every_size(kind: str) -> bool:
    """Return whether a network of this kind plays on boards of any size."""
    return kind in KINDS_FOR_EVERY_SIZE


def rules_that_matter(setup: GameSetup) -> dict[str, str]:
    """Return the options of a setup that must match a network's training."""
    return {key: setup.option(key) for key, _ in setup.options if key in MATTERS}


def read_info(path: Path) -> NetInfo:
    """Return the description of the network in a file, without its weights.

    Raises:
        NetError: The file is no such file, or its header is damaged.
    """
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(HEADER_LENGTH), "little")
            return _info(file.read(min(length, LONGEST_HEADER)), length)
    except (
        *(OSError, ValueError, TypeError, KeyError, AttributeError),
        *(RecursionError, EngineError),
    ) as error:
        raise unreadable(path, error) from error


def _info(header: bytes, length: int) -> NetInfo:
    """Return the description in a header of ``length`` bytes."""
    if length > len(header):
        raise ValueError("the header is cut off")
    metadata: Mapping[str, object] = json.loads(header)["__metadata__"]
    if metadata["format"] != FORMAT:
        raise ValueError(f"the format {metadata['format']!r}")
    values: dict[str, Any] = {}
    for entry in fields(NetInfo):
        text = metadata[entry.name]
        if not isinstance(text, str):
            raise TypeError(f"no text {entry.name}")
        values[entry.name] = text if entry.type == "str" else json.loads(text)
    for name in ("parameters", "rules", "training"):
        if not isinstance(values[name], dict):
            raise TypeError(f"no table {name}")
    if not all(isinstance(value, str) for value in values["rules"].values()):
        raise TypeError("rules that are no texts")
    values["sizes"] = tuple(map(str, values["sizes"]))
    if not values["sizes"]:
        raise ValueError("no sizes")
    for size in values["sizes"]:
        parse_size(size)
    return NetInfo(**values)


def bytes_of(path: Path) -> bytes:
    """Return the content of a weights file.

    Raises:
        OSError: The file cannot be read.
        ValueError: The file is larger than ``LARGEST_FILE``.
    """
    if path.stat().st_size > LARGEST_FILE:
        raise ValueError("the file is too large")
    return path.read_bytes()


def unreadable(path: Path, error: Exception) -> NetError:
    """Return the error for a file without a valid network."""
    reason: object = error
    if isinstance(error, EngineError):
        reason = error.message.removesuffix(".")
    elif isinstance(error, OSError):
        reason = explain_os_error(error)
    return NetError(
        Message(
            "Expected a network in {file}, got a file that is damaged or something "
            "else: {error}.",
            file=path,
            error=reason,
        )
    )
