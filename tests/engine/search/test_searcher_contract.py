"""What every engine promises, in every game."""

import gc
import itertools
import os
import shlex
import sys
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.core.errors import BusyError, IllegalMoveError
from engine.core.game import Position
from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.players.preset_player import PresetPlayer
from engine.players.presets import list_presets, presets
from engine.search.api import Limits, Searcher, StopFlag
from engine.search.evaluators.wrappers import SymmetricEvaluator
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
from engine.search.uct.uct_search import UctSearch
from engine.search.uct.uct_settings import UctSettings
from tests.engine.search.puct.puct_oracle import HashEvaluator
from tests.games import cell, every_board, position_of, random_game
from tests.toy.rules import Squares

MOST_FREE_CELLS = 30
"""Where a whole game begins on the large board of a network that knows no other."""

SIZES = {"hex": {"height": 7, "width": 7}}
"""Boards smaller than usual, for the game whose evaluation takes longest."""

WITHOUT_CHANCE = {"liu-9", "ou-cnn"}
"""Networks of papers that see each position as it is: their searches use no chance."""

UNHURRIED = PuctSettings(stops_early=False)
"""Uses all its time, so that limits can be tested."""


@dataclass(frozen=True)
class Contender:
    """A searcher, and boards that it plays on."""

    build: Callable[..., Searcher]
    start: Position
    smallest: Position
    """A board of the fewest cells, unless it knows others only."""


def contender(game, build, fitted=lambda setup: setup):
    """Return a contender on the boards of a game that are ``fitted`` for it."""
    side = game.smallest_side
    setups = (
        game.setup(**SIZES.get(game.name, {})),
        game.setup(height=side, width=side + 1),
    )
    boards = (game.new_position(fitted(setup)) for setup in setups)
    return Contender(build, *boards)


def every_searcher():
    """Yield each preset in each of its games, and the tree search in the third."""
    for game in GAMES.values():
        for preset in list_presets(game.name):
            config = PresetPlayer(preset=preset.name)
            build = lambda seed=0, c=config, g=game.name: build_searcher(  # noqa: E731
                c, g, seed=seed
            )
            name = f"{preset.name}-{game.name}"
            yield pytest.param(contender(game, build, preset.fitted), id=name)
    plain = lambda seed=0: UctSearch(seed=seed)  # noqa: E731
    yield pytest.param(contender(Squares(), plain), id="tree-search-squares")
    playouts = lambda seed=0: PuctSearch(None, UNHURRIED, seed=seed)  # noqa: E731
    yield pytest.param(contender(Squares(), playouts), id="playouts-squares")
    for game in (GAMES["hex"], Squares()):
        network = lambda seed=0, g=game: network_search(g, seed)  # noqa: E731
        yield pytest.param(contender(game, network), id=f"network-{game.name}")


def every_threaded_searcher():
    """Yield the searches that several threads share, in each of their games."""
    for name, threads in (("alphabeta", 2), ("uct", 3)):
        config = parse_engine(f"{name}{{threads={threads}}}")
        for game in map(GAMES.__getitem__, config.load_preset().games):
            build = lambda seed=0, c=config, g=game.name: build_searcher(  # noqa: E731
                c, g, seed=seed
            )
            yield pytest.param(contender(game, build), id=f"{name}+-{game.name}")
    for game in GAMES.values():
        network = lambda seed=0, g=game: network_search(g, seed, threads=2)  # noqa: E731
        yield pytest.param(contender(game, network), id=f"network+-{game.name}")
    plain = lambda seed=0: UctSearch(seed=seed, threads=2)  # noqa: E731
    yield pytest.param(contender(Squares(), plain), id="tree-search+-squares")


def network_search(game, seed, threads=1):
    """Return a search with an evaluator that turns the board by the seed."""

    def new_evaluator(setup):
        return SymmetricEvaluator(
            HashEvaluator(), game.symmetries(setup), averages=False, seed=seed
        )

    return PuctSearch(new_evaluator, UNHURRIED, seed=seed, threads=threads)


def every_untiring_searcher():
    """Yield the searchers that use all their time: they have no limit of their own."""
    bounded = {
        name
        for name, preset in presets().items()
        if preset.search.keys() & {"depth", "nodes"}
    }
    for searcher in (*every_searcher(), *every_threaded_searcher()):
        if searcher.id.rpartition("-")[0] not in bounded:
            yield searcher


def every_external_searcher():
    """Yield a program of others for each protocol, which gives its move alone."""
    folder = Path(__file__).parents[1] / "external"
    for game, script in (("gomoku", "fake_gomocup.py"), ("hex", "fake_htp.py")):
        words = [sys.executable, "-ISs", str(folder / script), os.devnull]
        config = parse_engine(f"cmd:{shlex.join(words)}")
        build = lambda seed=0, c=config, g=game: build_searcher(c, g, seed=seed)  # noqa: E731
        yield pytest.param(contender(GAMES[game], build), id=f"external-{game}")


def every_random_searcher():
    """Yield the searchers that use their seed."""
    for searcher in every_searcher():
        if searcher.id.rpartition("-")[0] not in WITHOUT_CHANCE:
            yield searcher


players_of_moves = pytest.mark.parametrize(
    "engine",
    [*every_searcher(), *every_threaded_searcher(), *every_external_searcher()],
)
"""Searchers that need not say what they did."""

searchers = pytest.mark.parametrize(
    "engine", [*every_searcher(), *every_threaded_searcher()]
)
repeatable_searchers = pytest.mark.parametrize("engine", list(every_searcher()))
random_searchers = pytest.mark.parametrize("engine", list(every_random_searcher()))
untiring_searchers = pytest.mark.parametrize("engine", list(every_untiring_searcher()))


def without_opening(empty):
    """Return the first position of a random game with few free cells."""
    positions = random_game(empty, seed=5)
    return next(p for p in positions if len(p.legal_moves()) <= MOST_FREE_CELLS)


@searchers
def test_a_search_returns_a_legal_move_and_its_statistics(engine):
    position = random_game(engine.start, seed=1)[4]

    result = engine.build().search(position, Limits(nodes=50))

    assert position.is_legal(result.move)
    assert result.pv[0] == result.move
    assert -1 <= result.value <= 1
    assert 0 < result.nodes <= 150
    assert result.depth >= 1


@players_of_moves
def test_candidates_are_legal_distinct_and_begin_with_the_move(engine):
    position = engine.start

    result = engine.build().search(position, Limits(nodes=50))

    moves = [candidate.move for candidate in result.candidates]
    assert moves[0] == result.move
    assert len(set(moves)) == len(moves)
    assert all(position.is_legal(move) for move in moves)


@players_of_moves
def test_the_best_line_can_be_played(engine):
    position = engine.start

    line = engine.build().search(position, Limits(nodes=50)).pv

    for move in line:
        position = position.play(move)


@repeatable_searchers
def test_the_same_seed_and_nodes_give_the_same_result(engine):
    position = random_game(engine.start, seed=2)[2]

    results = [
        engine.build(seed=7).search(position, Limits(nodes=50)) for _ in range(2)
    ]

    assert replace(results[0], seconds=0) == replace(results[1], seconds=0)


@searchers
def test_an_engine_that_nobody_holds_gives_its_memory_back(engine):
    engine.build().search(engine.start, Limits(nodes=20))  # what compiles keeps things
    searcher = engine.build()
    searcher.prepare(engine.start)
    searcher.search(engine.start, Limits(nodes=20))
    watched = weakref.ref(searcher)

    gc.disable()  # which finds circles of objects, but only now and then
    try:
        del searcher
        assert watched() is None
    finally:
        gc.enable()


@random_searchers
def test_another_seed_gives_another_search(engine):
    def candidates(seed, nodes):
        searcher = engine.build(seed=seed)
        return searcher.search(engine.start, Limits(nodes=nodes)).candidates

    # Where chance matters late, only the longer search shows it.
    assert any(candidates(1, nodes) != candidates(2, nodes) for nodes in (30, 500))


@searchers
def test_a_stopped_search_returns_its_best_answer_so_far(engine):
    position = engine.start
    searcher = engine.build()
    searcher.prepare(position)
    stop = StopFlag()
    timer = threading.Timer(0.02, stop.set)
    timer.start()

    result = searcher.search(position, Limits(seconds=60), stop=stop)

    assert position.is_legal(result.move)
    assert result.seconds < 30


@players_of_moves
def test_a_search_stopped_before_it_began_still_answers(engine):
    stop = StopFlag()
    stop.set()

    result = engine.build().search(engine.start, Limits(seconds=60), stop=stop)

    assert engine.start.is_legal(result.move)


@untiring_searchers
def test_a_time_limit_is_kept(engine):
    position = engine.start
    searcher = engine.build()
    searcher.prepare(position)

    result = searcher.search(position, Limits(seconds=0.06))

    assert 0.04 < result.seconds < 5


@untiring_searchers
def test_progress_comes_at_most_ten_times_a_second(engine):
    position = engine.start
    searcher = engine.build()
    searcher.prepare(position)
    stop = StopFlag()
    times = []

    def keep(partial):
        times.append((time.monotonic(), partial))
        if len(times) == 2:
            stop.set()

    searcher.search(position, Limits(seconds=60), stop=stop, on_progress=keep)

    gaps = [b[0] - a[0] for a, b in itertools.pairwise(times)]
    assert gaps
    assert all(gap > 0.09 for gap in gaps)
    assert all(position.is_legal(partial.move) for _, partial in times)


@players_of_moves
def test_a_finished_game_is_refused(engine):
    last = random_game(engine.start, seed=3)[-1]

    with pytest.raises(IllegalMoveError, match="finished"):
        engine.build().search(last, Limits(nodes=10))


@untiring_searchers
def test_a_second_search_at_the_same_time_is_an_error(engine):
    position = engine.start
    searcher = engine.build()
    stop = StopFlag()
    failures = []

    def search_again(_):
        stop.set()
        try:
            searcher.search(position, Limits(nodes=10))
        except BusyError as error:
            failures.append(error)

    searcher.prepare(position)
    searcher.search(position, Limits(seconds=60), stop=stop, on_progress=search_again)

    assert failures


@players_of_moves
def test_a_whole_game_is_played_to_its_end(engine):
    position = without_opening(engine.smallest)
    searcher = engine.build()

    while position.outcome is None:
        position = position.play(searcher.search(position, Limits(nodes=60)).move)

    assert position.outcome is not None


@every_board
def test_every_size_and_rule_is_searched(empty_board):
    position = random_game(empty_board, seed=4)[1]

    result = UctSearch().search(position, Limits(nodes=200))

    assert position.is_legal(result.move)


WINS_IN_ONE = [
    (
        "gomoku",
        """
        . . . . . . .
        . X X X X . .
        . O O O . . .
        . O . . . . .
        . . . . . . .
        """,
        {"a4", "f4"},
    ),
    (
        "hex",
        """
        . X . . O
        . X . O .
        . X O . .
        . . . . .
        """,
        {"b4", "a4"},
    ),
]


@pytest.mark.parametrize(("game_name", "drawing", "wins"), WINS_IN_ONE)
def test_a_win_in_one_is_found(game_name, drawing, wins):
    position = position_of(game_name, drawing)

    result = UctSearch().search(position, Limits(nodes=3_000))

    assert result.move in {cell(position, name) for name in wins}
    assert result.value > 0.8


def test_a_loss_in_one_is_blocked():
    position = position_of(
        "gomoku",
        """
        . . . . . . .
        O X X X X . .
        . O . O . . .
        . O . . . . .
        . . . . . . .
        """,
    )

    result = UctSearch().search(position, Limits(nodes=20_000))

    assert position.cell_name(result.move) == "f4"


def test_a_level_bounds_the_simulations_of_a_move():
    position = GAMES["hex"].new_position(GAMES["hex"].setup())
    searcher = UctSearch(UctSettings(nodes=50))

    assert searcher.search(position, Limits(seconds=10)).nodes == 50
    assert searcher.search(position, Limits(nodes=20)).nodes == 20
