"""Threads of the window's searches: which engines use them, and from when on."""

import pytest

from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.player_config import parse_engine
from engine.players.preset_player import PresetPlayer
from gui.game.thread_rule import with_threads
from gui.settings import search_threads
from gui.settings.analysis_settings import ANALYSIS_ENGINE
from gui.settings.search_threads import SEARCH_THREADS
from tests.gui.game.controller_games import GOMOKU, PERSONS, wait_for_moves
from tests.gui.scripted_engines import kind_of

HEX = GAMES["hex"].setup()


@pytest.fixture
def set_threads(settings, monkeypatch):
    """Return a function that chooses the threads on a computer that has enough."""
    monkeypatch.setattr(search_threads, "PROCESSORS", 16)

    def choose(threads):
        settings[SEARCH_THREADS] = threads

    return choose


@pytest.fixture
def answer(controller, qtbot):
    """Return a function that plays a move and waits for the answer of the engine."""

    def play():
        played = controller.session.ply
        controller.play(controller.session.position.legal_moves()[-1])
        wait_for_moves(qtbot, controller, played + 2)

    return play


@pytest.fixture
def made(engines):
    """Return a function for the threads of the searchers of an engine, in order.

    Other engines may be made at any time, for a hint that nobody asks for.
    """
    return lambda name: [
        threads_of(one) for one in engines.players if kind_of(one) == name
    ]


def threads_of(engine):
    return engine.run_keys.threads


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        *((GOMOKU, text) for text in ("alphabeta", "alphabeta:10", "mcts", "uct")),
        *((GOMOKU, text) for text in ("strength:full", "uct{seconds=2}")),
        *((HEX, text) for text in ("strength:full", "mcts{exploration=2.0}")),
    ],
    ids=lambda value: value if isinstance(value, str) else value.game,
)
def test_an_engine_without_a_limit_of_nodes_uses_the_threads(setup, text):
    engine = with_threads(parse_engine(text), setup, 4)

    assert threads_of(engine) == 4
    assert threads_of(engine.for_setup(setup)) == 4


@pytest.mark.parametrize(
    "text",
    [
        *("alphabeta:9", "uct:1", "strength:beginner", "strength:very-hard"),
        *("liu-1", "liu-9", "blog-mcts", "uct{nodes=500}", "alphabeta{depth=4}"),
        *("cmd:./engine", "cmd{threads=2}:./engine"),
    ],
)
def test_limited_engines_and_programs_stay_as_they_are(text):
    engine = parse_engine(text)

    assert with_threads(engine, GOMOKU, 4) == engine


def test_a_number_among_the_engines_own_keys_wins():
    engine = with_threads(parse_engine("alphabeta{threads=2}"), GOMOKU, 4)

    assert threads_of(engine) == 2


def test_an_engine_that_is_not_there_stays_as_it_is():
    engine = PresetPlayer(preset="no-such-preset")

    assert with_threads(engine, GOMOKU, 4) == engine


def test_the_next_move_is_searched_with_another_number_of_threads(
    *, answer, begin_game, controller, made, set_threads
):
    set_threads(3)
    begin_game(MatchSetup(setup=GOMOKU, second=PresetPlayer(preset="uct")))
    answer()

    set_threads(5)
    answer()

    assert made("uct") == [3, 5]
    assert str(controller.view.players.second) == "uct"


def test_a_level_goes_on_with_its_searcher(answer, begin_game, made, set_threads):
    set_threads(3)
    level = PresetPlayer(preset="uct", level=5)
    begin_game(MatchSetup(setup=GOMOKU, second=level))
    answer()

    set_threads(5)
    answer()

    assert made("uct") == [1]


def test_a_match_with_a_limit_of_nodes_uses_one_thread(
    answer, begin_game, made, set_threads
):
    set_threads(3)
    engine = PresetPlayer(preset="uct")
    begin_game(MatchSetup(setup=GOMOKU, second=engine, engine_limit="nodes"))

    answer()

    assert made("uct") == [1]


@pytest.fixture
def services(start_windowless, set_threads):
    """Return what is behind a window with a game of two persons, and three threads."""
    set_threads(3)
    made = start_windowless()
    made.controller.put(made.factory.make_game(PERSONS))
    yield made
    made.analysis.set_on(False)
    made.comparison.set_on(False)


def test_the_next_hint_is_searched_with_another_number_of_threads(
    *, services, made, qtbot, set_threads
):
    for number, threads in enumerate((3, 5)):
        set_threads(threads)
        services.hints.request()
        qtbot.waitUntil(lambda: services.hints.hint is not None)
        services.controller.play(Move(number))

    assert made("alphabeta") == [3, 5]


def test_a_running_analysis_begins_again_with_another_number_of_threads(
    *, services, engines, made, qtbot, settings, set_threads
):
    settings[ANALYSIS_ENGINE["gomoku"]] = "uct"
    engines.delay = 60
    services.analysis.set_on(True)
    qtbot.waitUntil(lambda: made("uct") == [3])

    set_threads(5)

    qtbot.waitUntil(lambda: made("uct") == [3, 5])


def test_compared_engines_use_the_same_number_of_threads(
    services, made, qtbot, set_threads
):
    compared = [PresetPlayer(preset=name) for name in ("uct", "minimax", "mcts")]
    services.comparison.choose(compared)
    services.comparison.set_on(True)
    qtbot.waitUntil(lambda: services.comparison.is_done)

    set_threads(5)
    qtbot.waitUntil(lambda: services.comparison.is_done)

    assert [made(one.preset) for one in compared] == [[3, 5]] * 3
