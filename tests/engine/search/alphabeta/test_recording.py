"""Alpha-beta searches node by node: recording of windows, values and cutoffs."""

import pytest

from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.alphabeta import recording
from engine.search.alphabeta.alphabeta_search import (
    AlphaBetaSettings,
    new_resumable_search,
)
from engine.search.alphabeta.iterative_deepening import DeepeningRun
from engine.search.alphabeta.recording import SearchRecorder
from engine.search.api import Limits, StopFlag
from engine.search.inspection import find_inspectable
from engine.search.preset_settings import read_search
from tests.nonempty import nonempty

POSITIONS = [
    ("alphabeta", "gomoku", 9, "e5 f5 e6", 3000),
    ("alphabeta", "gomoku", 15, "h8 i9 g9 i7 i8 g8", 3000),
    ("minimax", "gomoku", 7, "d4 c3", 600),
    ("alphabeta", "hex", 7, "d4 c3", 200),
]

every_position = pytest.mark.parametrize(
    ("engine", "game", "side", "moves", "nodes"),
    POSITIONS,
    ids=["fast", "wide", "plain", "hex"],
)


def position_of(game, side, moves):
    position = GAMES[game].new_position(GAMES[game].setup(height=side))
    for name in moves.split():
        position = position.play(GAMES[game].parse_cell(position.setup, name))
    return position


def searcher_of(engine, game):
    config = parse_engine(engine)
    return find_inspectable(build_searcher(config, game, is_attentive=False))


def recorded(engine, game, side, moves, nodes):
    """Return the recording of so many nodes."""
    position = position_of(game, side, moves)
    stepper = searcher_of(engine, game).new_stepper(position)
    stepper.skip(nodes)
    return stepper.tree


def all_nodes(tree):
    """Yield every node with its children."""
    waiting = list(tree.iterations)
    while waiting:
        node = waiting.pop()
        children = tree.children(node)
        yield node, children
        waiting += children


def test_threats_that_fail_are_worth_nothing_to_the_attacker():
    moves = "c4 f6 e4 g4 c3 e5 f4 d3 f5 f3 e6"
    tree = recorded("alphabeta{params.threats_only=1}", "gomoku", 9, moves, 400)

    of_attacker = [
        after
        for iteration in tree.iterations
        for before in tree.children(iteration)
        for after in tree.children(before)
        if after.value is not None and tree.children(after)
    ]

    assert min(node.value for node in of_attacker) == 0


@every_position
def test_single_nodes_find_what_the_search_finds(engine, game, side, moves, nodes):
    position = position_of(game, side, moves)
    result = searcher_of(engine, game).search(position, Limits(nodes=nodes))
    preset = parse_engine(engine).resolve_preset(game)
    settings = read_search(preset.kind, game, preset.search).search
    search = new_resumable_search(position, settings, 0)
    recorder = SearchRecorder(position, 400)
    search.observe(recorder)
    run = DeepeningRun(
        search,
        search.set_root(position),
        first_depth=1,
        most_depth=settings.depth or 100,
        attack_share=settings.attack_share,
        scale=settings.scale,
    )

    while run.nodes < nodes and run.advance(nodes - run.nodes, StopFlag()):
        pass

    found = run.summary(0.0, is_final=True)
    assert (found.nodes, found.move, found.depth) == (
        result.nodes,
        result.move,
        result.depth,
    )
    assert found.candidates == result.candidates


@pytest.mark.parametrize("case", POSITIONS[:3], ids=["fast", "wide", "plain"])
def test_a_node_is_worth_as_much_as_its_best_move(case):
    compared = 0

    for node, children in all_nodes(recorded(*case)):
        values = [child.value for child in children]
        if node.value is None or None in values or not values:
            continue
        assert node.value == max(-value for value in values)
        compared += 1

    assert compared > 5


@pytest.mark.parametrize("case", POSITIONS[:2], ids=["fast", "wide"])
def test_the_last_move_of_a_cutoff_refutes(case):
    cutoffs = [
        (node, children)
        for node, children in all_nodes(recorded(*case))
        if node.closing == "cutoff"
    ]

    assert len(cutoffs) > 20
    for node, children in cutoffs:
        assert node.bound == "lower"
        assert -children[-1].value == node.value >= node.beta


@every_position
def test_iterations_deepen_and_end_with_a_value(engine, game, side, moves, nodes):
    tree = recorded(engine, game, side, moves, nodes)

    depths = [node.depth for node in tree.iterations]
    assert depths[0] == 1
    assert depths == sorted(depths)
    for iteration in tree.iterations[:-1]:
        assert iteration.value is not None
        assert -1 <= tree.value_of(iteration.value) <= 1
    assert tree.is_complete


@every_position
def test_events_are_nested(engine, game, side, moves, nodes):
    stepper = searcher_of(engine, game).new_stepper(position_of(game, side, moves))
    traces = [stepper.step() for _ in range(min(nodes, 400))]
    events = [event for trace in traces if trace for event in trace.events]
    is_open = {}

    for event in nonempty(events):
        if event.is_open:
            assert not event.line or is_open.get(event.line[:-1], False)
        else:
            assert is_open[event.line]
        is_open[event.line] = event.is_open


def test_a_recording_stops_at_its_limit():
    position = position_of("gomoku", 9, "e5 f5 e6")
    search = new_resumable_search(position, AlphaBetaSettings(table_bits=10), 0)
    recorder = SearchRecorder(position, 400, most_nodes=50)
    search.observe(recorder)
    run = DeepeningRun(
        search,
        search.set_root(position),
        first_depth=1,
        most_depth=6,
        attack_share=0,
        scale=400,
    )

    while run.nodes < 200:
        run.advance(200, StopFlag())

    assert not recorder.tree.is_complete
    assert sum(1 for _ in all_nodes(recorder.tree)) <= 50


def test_a_search_goes_on_at_full_speed_after_its_recording(monkeypatch):
    monkeypatch.setattr(recording, "MOST_NODES", 60)
    searcher = searcher_of("alphabeta", "gomoku")
    stepper = searcher.new_stepper(position_of("gomoku", 9, "e5 f5 e6"))

    assert stepper.skip(20_000) == 20_000

    assert not searcher.keeps_tree
    assert not stepper.tree.is_complete
    assert sum(1 for _ in all_nodes(stepper.tree)) <= 60


def test_a_copy_of_a_recording_does_not_change():
    stepper = searcher_of("minimax", "gomoku").new_stepper(
        position_of("gomoku", 7, "d4 c3")
    )
    stepper.skip(100)
    copy = stepper.tree.copied()
    before = list(all_nodes(copy))

    stepper.skip(300)

    assert [node.value for node, _ in all_nodes(copy)] == [
        node.value for node, _ in before
    ]


def test_a_stopped_search_records_nothing_more():
    stepper = searcher_of("minimax", "gomoku").new_stepper(
        position_of("gomoku", 7, "d4 c3")
    )
    stop = StopFlag()
    stop.set()

    assert stepper.skip(1000, stop) == 0
