"""Servers behind pipes, which end with the test."""

import pytest

from tests.engine.servers.live import LiveServer


@pytest.fixture
def start_server():
    """Return a function that starts a server."""
    servers = []

    def start(searcher, **more):
        servers.append(LiveServer(searcher, **more))
        return servers[-1]

    yield start
    for server in servers:
        server.finish()
