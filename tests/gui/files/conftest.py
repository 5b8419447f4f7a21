"""Folder of autosaved games."""

import pytest


@pytest.fixture
def kept(tmp_path):
    """Return a function that lists the kept games."""
    folder = tmp_path / "state" / "pentahex" / "games"
    return lambda: sorted(folder.glob("*.sgf"))
