"""Training samples and shards, their compact files.

A shard holds positions of one setup: a zip of plain arrays (``.npz``, deflated, never
pickled) and one line of JSON, ``about``. A position of 11x11 takes some 60 bytes.
"""

from __future__ import annotations

import json
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from engine.core.errors import EngineError, SamplesError
from engine.core.files.atomic_file import explain_os_error, write_atomically
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.games import get_game
from engine.nn.common.net_info import NetInfo, fits_every_size
from engine.search.evaluation import LeafBatch

FORMAT = "pentahex-samples-1"

SHARD_NAME = re.compile(r"shard-[0-9]{5,9}\.npz")

MAX_UNPACKED_BYTES = 1 << 29
"""Largest total size of a shard's arrays in bytes: some two million positions of
11x11."""

POLICY_STEPS = 255
"""Quantisation of a stored policy: steps up to its largest share."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Samples:
    """Samples of ``S`` positions of one setup with ``N`` cells.

    Cells, values and results are relative to the side to move.
    """

    setup: GameSetup
    """Game, size and rules."""

    cells: npt.NDArray[np.int8]
    """``[S, N]``: 0 empty, 1 own stone, 2 stone of the other side."""

    to_move: npt.NDArray[np.int8]
    """``[S]``: side to move: 1 the first colour, 2 the second."""

    last_move: npt.NDArray[np.int16]
    """``[S]``: cell of the last stone, or -1."""

    policy: npt.NDArray[np.float32]
    """``[S, N]``: policy labels; rows sum to 1, or to 0 without a label."""

    value: npt.NDArray[np.float32]
    """``[S]``: value of the search in [-1, 1]."""

    result: npt.NDArray[np.float32]
    """``[S]``: result of the game: 1 won, 0 drawn, -1 lost."""

    game: npt.NDArray[np.int32]
    """``[S]``: number of the game in its run, which decides training or validation."""

    def __len__(self) -> int:
        return len(self.cells)

    def rows(self, index: npt.NDArray[Any] | slice) -> Samples:
        """Return the samples of an index array, a slice or a mask."""
        return Samples(
            setup=self.setup, **{name: getattr(self, name)[index] for name in _COLUMNS}
        )

    def leaves(self) -> LeafBatch:
        """Return the positions as input of an evaluator."""
        return LeafBatch(
            setup=self.setup,
            cells=self.cells,
            to_move=self.to_move,
            last_move=self.last_move,
            legal=self.cells == 0,
        )


_COLUMNS: Mapping[str, type[np.generic]] = {
    "cells": np.int8,
    "to_move": np.int8,
    "last_move": np.int16,
    "policy": np.float32,
    "value": np.float32,
    "result": np.float32,
    "game": np.int32,
}

_BOUNDS: Mapping[str, tuple[int, int | None]] = {
    "cells": (0, 2),
    "to_move": (1, 2),
    "last_move": (-1, None),
    "value": (-1, 1),
    "result": (-1, 1),
    "game": (0, np.iinfo(np.int32).max),
}
"""Smallest and largest value of each array; ``None`` is the last cell."""


def concatenate(parts: Sequence[Samples]) -> Samples:
    """Concatenate samples of one setup; there must be at least one part."""
    return Samples(
        setup=parts[0].setup,
        **{
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in _COLUMNS
        },
    )


def shard_path(folder: Path, number: int) -> Path:
    """Return the path of a shard."""
    return folder / f"shard-{number:05}.npz"


def shard_number(path: Path) -> int:
    """Return the number of a shard."""
    return int(path.stem.removeprefix("shard-"))


def list_shards(folder: Path) -> list[Path]:
    """Return the shards in a folder, by number."""
    paths = sorted(folder.glob("shard-*.npz"))
    return [path for path in paths if SHARD_NAME.fullmatch(path.name)]


def check_board(path: Path, found: GameSetup, info: NetInfo) -> None:
    """Raise ``SamplesError`` unless a network plays on the board of a shard.

    Args:
        path: The shard.
        found: Its board.
        info: Header of the network.
    """
    if info.fits(found):
        return
    sizes = () if fits_every_size(info.kind) else info.sizes
    rules = [found.option(name) for name in info.rules if found.game == info.game]
    raise SamplesError(
        Message(
            "Expected samples of {wanted} in {file}, got {found}.",
            wanted=" ".join([info.game, *sizes, *info.rules.values()]),
            file=path,
            found=" ".join([found.game, found.size_text, *rules]),
        )
    )


def save_samples(path: Path, samples: Samples, about: Mapping[str, Any]) -> None:
    """Write a shard.

    Args:
        path: The file.
        samples: The samples.
        about: Origin of the games, stored in the header.
    """
    setup = samples.setup
    header = {
        **about,
        "format": FORMAT,
        "game": setup.game,
        "height": setup.height,
        "width": setup.width,
        "options": dict(setup.options),
    }
    largest = samples.policy.max(axis=1, keepdims=True)
    scaled = samples.policy / np.where(largest > 0, largest, 1)
    shares = np.rint(scaled * POLICY_STEPS).astype(np.uint8)
    columns: dict[str, Any] = {
        "cells": samples.cells,
        "to_move": samples.to_move,
        "last_move": samples.last_move,
        "policy": shares,
        "value": samples.value.astype(np.float16),
        "result": samples.result.astype(np.int8),
        "game": samples.game,
    }
    buffer = BytesIO()
    np.savez_compressed(buffer, about=np.array(json.dumps(header)), **columns)
    write_atomically(path, buffer.getvalue())


def load_samples(path: Path) -> Samples:
    """Return the samples of a shard; raises ``SamplesError`` as ``load_shard`` does."""
    return load_shard(path)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardSummary:
    """Board and length of a shard."""

    setup: GameSetup
    """Game, size and rules."""

    positions: int
    """Number of positions."""


def read_summary(path: Path) -> ShardSummary:
    """Return the summary of a shard without unpacking most of it.

    Raises:
        SamplesError: The file is no shard, or damaged.
    """
    try:
        with _opened(path) as archive:
            setup = _setup_of(_header(archive))
            return ShardSummary(setup=setup, positions=len(_array(archive, "game")))
    except READ_ERRORS as error:
        raise shard_error(path, error) from error


def load_shard(path: Path) -> tuple[Samples, Mapping[str, Any]]:
    """Return the samples of a shard and its header ``about``.

    Raises:
        SamplesError: The file is no shard, or damaged.
    """
    try:
        with _opened(path) as archive:
            header = _header(archive)
            columns = {name: _array(archive, name) for name in _COLUMNS}
        return _checked(_setup_of(header), columns), header
    except READ_ERRORS as error:
        raise shard_error(path, error) from error


READ_ERRORS = (
    *(ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, OSError),
    *(RuntimeError, TypeError, ValueError, EngineError),
    *(struct.error, zipfile.BadZipFile, zlib.error, lzma.LZMAError),
)
"""Exceptions that reading a damaged shard may raise."""


def shard_error(path: Path, error: Exception) -> SamplesError:
    """Return the error for a file that is no shard, or damaged."""
    reason = (str(error) or type(error).__name__).removesuffix(".")
    if isinstance(error, OSError):
        reason = explain_os_error(error)
    elif isinstance(error, KeyError):
        reason = f"no {error} in its header"
    return SamplesError(
        Message(
            "Expected a file of samples at {file}, got: {error}.",
            file=path,
            error=reason,
        )
    )


def _opened(path: Path) -> zipfile.ZipFile:
    """Open a shard; raise ``ValueError`` if its directory lists too large arrays."""
    archive = zipfile.ZipFile(BytesIO(path.read_bytes()))
    size = sum(member.file_size for member in archive.infolist())
    if size > MAX_UNPACKED_BYTES:
        raise ValueError(f"{size} bytes of arrays, more than {MAX_UNPACKED_BYTES}")
    return archive


def _header(archive: zipfile.ZipFile) -> Mapping[str, Any]:
    header: dict[str, Any] = json.loads(str(_array(archive, "about")))
    if header["format"] != FORMAT:
        raise ValueError(f"the format {header['format']!r}")
    return header


def _setup_of(header: Mapping[str, Any]) -> GameSetup:
    return get_game(header["game"]).setup(
        height=header["height"], width=header["width"], options=header["options"]
    )


def _array(archive: zipfile.ZipFile, name: str) -> npt.NDArray[Any]:
    """Return an array of a shard, allocating no more memory than its file size."""
    if f"{name}.npy" not in archive.namelist():
        raise ValueError(f"no array {name}")
    content = BytesIO(archive.read(f"{name}.npy"))
    version = npy.read_magic(content)
    if version != (1, 0):
        raise ValueError(f"{name} in version {version} of its format")
    shape, is_by_column, dtype = npy.read_array_header_1_0(content)
    if dtype.hasobject or is_by_column:
        raise ValueError(f"{name} of another kind")
    flat = np.frombuffer(content.getbuffer(), dtype, offset=content.tell())
    return flat.reshape(shape)


def _checked(setup: GameSetup, columns: Mapping[str, npt.NDArray[Any]]) -> Samples:
    count, cell_count = len(columns["cells"]), setup.cell_count
    for name, array in columns.items():
        wanted = (count, cell_count) if name in {"cells", "policy"} else (count,)
        if array.shape != wanted:
            raise ValueError(f"{name} of shape {array.shape}, expected {wanted}")
    shares = columns["policy"].astype(np.float32)
    sums = shares.sum(axis=1, keepdims=True)
    if not np.all(shares >= 0) or np.any(columns["policy"][columns["cells"] != 0]):
        raise ValueError("a policy that is none")
    for name, (least, most) in _BOUNDS.items():
        limit = cell_count - 1 if most is None else most
        # Written so that a NaN fails.
        if not np.all((columns[name] >= least) & (columns[name] <= limit)):
            raise ValueError(f"{name} out of bounds")
    exact = {name: columns[name].astype(kind) for name, kind in _COLUMNS.items()}
    exact["policy"] = shares / np.where(sums > 0, sums, 1)
    return Samples(setup=setup, **exact)
