"""Progress of kernel compilation."""

import threading
from typing import get_args

import pytest

from engine.core.compilation import count_compiled, expect, watched
from engine.core.offers.game_offers import SearchKind
from engine.games import GAMES

PROGRAM = """

from engine.core.kernels import rng as kernels_rng
from engine.core.compilation import expect, watched

shares = []
with watched(shares.append):
    expect(100)
    kernels_rng.next_below(kernels_rng.new_rng(1), 5)
print(len(shares), shares == sorted(shares))
"""


def test_each_kernel_counts_as_a_share_of_those_that_are_needed():
    shares = []

    with watched(shares.append):
        count_compiled()  # before it is known how many are needed
        expect(4)
        for _ in range(4):
            count_compiled()
    count_compiled()

    assert shares == [0.5, 0.75, 0.99, 0.99]


def test_kernels_of_other_threads_do_not_count():
    shares = []

    with watched(shares.append):
        expect(4)
        thread = threading.Thread(target=count_compiled)
        thread.start()
        thread.join()

    assert shares == []


@pytest.mark.processes
def test_the_compiler_counts_what_it_compiles_and_not_what_it_loads(
    tmp_path, run_quickly
):
    first, second = (
        run_quickly(PROGRAM, XDG_CACHE_HOME=str(tmp_path)).split() for _ in range(2)
    )

    assert int(first[0]) > 0
    assert first[1] == "True"
    assert int(second[0]) == 0


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_declares_how_many_kernels_a_search_needs(game):
    assert set(game.kernel_counts) == set(get_args(SearchKind))
    assert min(game.kernel_counts.values()) > 0
