"""Fixtures of the engine's tests."""

import pytest


@pytest.fixture
def one_torch_thread():
    """Keep the tests from waiting for each other's threads."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
