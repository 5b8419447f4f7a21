"""Searches of a small board, as the window shows them."""

import pytest
from PyQt5 import sip
from PyQt5.QtWidgets import QWidget

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.search.alphabeta.alphabeta_search import (
    AlphaBetaSearch,
    AlphaBetaSettings,
)
from engine.search.uct.uct_search import UctSearch
from engine.search.uct.uct_settings import UctSettings
from gui.inside.inside_controller import InsideController
from tests.gui.driving import press, widget


@pytest.fixture
def board():
    """Return an empty board of Hex."""
    return GAMES["hex"].new_position(GAMES["hex"].setup(height=4))


@pytest.fixture
def search():
    """Return a small tree search."""
    return UctSearch(UctSettings(exploration=0.6, pool_entries=1 << 12))


@pytest.fixture
def stepper(search, board):
    """Return the search of the board, one simulation at a time."""
    return search.new_stepper(board)


@pytest.fixture
def stones():
    """Return three stones of Gomoku."""
    position = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=7))
    for name in ("d4", "c3", "d3"):
        position = position.play(GAMES["gomoku"].parse_cell(position.setup, name))
    return position


@pytest.fixture
def alpha_beta(stones):
    """Return an alpha-beta search of these stones, one node at a time."""
    settings = AlphaBetaSettings(table_bits=10)
    return AlphaBetaSearch(settings).new_stepper(stones)


@pytest.fixture
def recorded(alpha_beta):
    """Return the recording of some nodes of that search."""
    alpha_beta.skip(400)
    return alpha_beta.tree.copied()


class Searchers:
    """Makes the searchers of the window as the test says."""

    def __init__(self):
        self.configs = []
        self.build = lambda: UctSearch(
            UctSettings(exploration=0.6, pool_entries=1 << 12)
        )

    def make(self, config, _game):
        self.configs.append(config)
        return self.build()


@pytest.fixture
def searchers():
    return Searchers()


@pytest.fixture
def inside(controller, begin_game, engine_thread, settings, searchers):
    """Return the controller of the window for a small board of Hex."""
    main = QWidget()
    begin_game(MatchSetup(setup=GAMES["hex"].setup(height=4)))
    yield InsideController(
        engine_thread, controller, settings, main, make_searcher=searchers.make
    )
    main.close()


@pytest.fixture
def window(inside, qtbot):
    window = inside.show()
    yield window
    if not sip.isdeleted(window):
        window.close()


@pytest.fixture
def push(window, qtbot):
    """Return a function that presses buttons and waits for the engine."""

    def press_and_wait(*names):
        for name in names:
            press(window, f"inside_{name}")
            qtbot.waitUntil(lambda: not is_busy(window))

    return press_and_wait


def is_busy(window):
    return widget(window, "inside_search").text() == "Stop"
