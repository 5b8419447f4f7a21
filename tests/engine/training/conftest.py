"""Fixtures of runs."""

import pytest


@pytest.fixture
def without_pictures(monkeypatch):
    """Leave out the pictures of the curves, which take longer than a tiny run."""
    monkeypatch.setattr("engine.training.run.report.draw_panels", lambda panels: {})
