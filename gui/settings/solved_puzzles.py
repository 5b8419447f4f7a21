"""Setting with the puzzles that the user has solved."""

from __future__ import annotations

from gui.schema.setting import Coded
from gui.settings import codec

SOLVED_PUZZLES: Coded[frozenset[str]] = Coded(
    key="puzzles/solved",
    default=frozenset(),
    decode=codec.decode_names,
    encode=codec.encode_names,
)
"""Names of the puzzles that were solved without help."""
