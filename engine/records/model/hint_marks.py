"""Marks of positions for which a hint was shown: a property of their nodes.

Lossless formats keep it like the properties of other programs.
"""

from __future__ import annotations

from engine.records.model.move_tree import Properties

HINT = "PXHINT"
"""The property; its value has no meaning."""

SHOWN = "1"


def has_hint(properties: Properties) -> bool:
    """Return whether a hint was shown for the position of a node."""
    return any(name == HINT for name, _ in properties)


def with_hint(properties: Properties) -> Properties:
    """Return the properties of a node for whose position a hint was shown."""
    if has_hint(properties):
        return properties
    return tuple(sorted((*properties, (HINT, (SHOWN,)))))
