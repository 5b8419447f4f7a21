"""Samples that a run starts with: whether a resumed run still has the same."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.core.message import Message
from engine.training.learning.samples import list_shards
from engine.training.run.config import RunConfig
from engine.training.run.curves import select_events
from engine.training.run.run_folder import TrainingRunFolder

EVENT = "start_samples"
"""Kind of the event that has the checksum of the samples."""


def list_sample_warnings(config: RunConfig, folder: TrainingRunFolder) -> list[Message]:
    """Return a sentence if ``start.samples`` have changed since the start of a run.

    The first call logs their checksum.
    """
    names = config.start.samples
    if not names:
        return []
    paths = [path for name in names for path in list_shards(Path(name))]
    figures = {"shards": len(paths), "checksum": compute_checksum(paths)}
    known = select_events(folder.events(), EVENT)
    if not known:
        folder.log().add(EVENT, **figures)
        return []
    if all(known[0][name] == figure for name, figure in figures.items()):
        return []
    return [
        Message(
            "Expected the samples in {samples} as at the start of the run in {folder}; "
            "they have changed: the training goes on with others.",
            samples=tuple(names),
            folder=folder.path,
        )
    ]


def compute_checksum(paths: Sequence[Path]) -> int:
    """Return a checksum of the content of shards, which are not read as a whole."""
    checksum = 0
    for path in paths:
        for text in _describe(path):
            checksum = zlib.crc32(text.encode(), checksum)
    return checksum


def _describe(path: Path) -> Iterator[str]:
    """Yield the arrays of a shard with their checksums; a damaged one has none."""
    yield f"{path.name}\n"
    try:
        with zipfile.ZipFile(path) as arrays:
            for array in arrays.infolist():
                yield f"{array.filename} {array.file_size} {array.CRC}\n"
    except (zipfile.BadZipFile, OSError):
        return
