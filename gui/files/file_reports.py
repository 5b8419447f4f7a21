"""Types of the functions by which parts of the file controller report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

Report = Callable[[Callable[[], str], Sequence[str]], None]
"""Shows a sentence, with further ones in a card if there are any."""


class Remember(Protocol):
    """Adds a file to the recent ones."""

    def __call__(self, path: Path, *, as_folder: bool = True) -> None:
        """Add a file.

        Args:
            path: The file.
            as_folder: Whether its folder is the one for records from now on.
        """
        ...
