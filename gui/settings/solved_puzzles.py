"""Setting with the puzzles that the user has solved."""

from __future__ import annotations

from gui.schema.setting import Coded
from gui.settings import forms

SOLVED_PUZZLES: Coded[frozenset[str]] = Coded(
    key="puzzles/solved",
    default=frozenset(),
    decode=forms.decode_names,
    encode=forms.encode_names,
)
"""Names of the puzzles that were solved without help."""
