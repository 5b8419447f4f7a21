"""Packages that only training needs."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from engine.core.errors import UsageError
from engine.core.message import Message

PACKAGES = ("torch", "matplotlib")
"""Packages of ``requirements-train.txt`` that training imports."""


def check_packages() -> None:
    """Raise ``UsageError`` unless this program can train networks."""
    if getattr(sys, "frozen", False):
        raise UsageError(
            Message(
                "Training needs torch, and packages bring only what plays; get the "
                'sources, where "make train" installs it (docs/training.md).'
            )
        )
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise UsageError(
            Message(
                "Expected the packages for training, found no {names}; install them "
                'with "python -m pip install -r requirements-train.txt" '
                "(docs/training.md).",
                names=tuple(missing),
            )
        )
