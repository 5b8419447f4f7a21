"""Loading of kernels by several threads."""

import threading
import time

from engine.core.kernel_loading import load_kernels
from engine.games import GAMES
from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch


class SlowPosition:
    """Position whose kernels take a while; counts the threads that load them."""

    def __init__(self):
        self.loading = 0
        self.most = 0

    def kernel_state(self):
        self.loading += 1
        self.most = max(self.most, self.loading)
        time.sleep(0.01)
        self.loading -= 1


def test_one_thread_at_a_time_loads_kernels():
    position = SlowPosition()
    threads = [threading.Thread(target=load_kernels, args=[position]) for _ in range(4)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert position.most == 1


def test_a_search_is_prepared_with_loaded_kernels(monkeypatch):
    loaded = []
    monkeypatch.setattr("engine.search.driver.load_kernels", loaded.append)
    game = GAMES["gomoku"]
    position = game.new_position(game.setup())

    AlphaBetaSearch().prepare(position)

    assert position in loaded
