"""Folder of autosaved games."""

import pytest


@pytest.fixture
def autosaved(tmp_path):
    """Return a function that lists the autosaved games."""
    folder = tmp_path / "state" / "pentahex" / "games"
    return lambda: sorted(folder.glob("*.sgf"))
