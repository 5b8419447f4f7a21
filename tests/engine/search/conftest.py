"""Searches find the third game by its name, like every game."""

import pytest


@pytest.fixture(autouse=True)
def _registered(third_game):
    """Let every test know the third game."""
