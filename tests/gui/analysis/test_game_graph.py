"""Win rates and losses along the line on the board."""

import pytest

from engine.core.types import Move, MoveAnalysis
from engine.games import GAMES
from engine.records.model.record import GameRecord
from gui.analysis.game_graph import GraphPoint, GraphReader


def record_of(moves, values, *, game="gomoku", options=None):
    """Return a game with the values of its positions, the start's first."""
    setup = GAMES[game].setup(options=options or {})
    record, node = GameRecord(setup=setup), 0
    nodes = [0]
    for name in moves.split():
        move = Move(GAMES[game].parse_cell(setup, name))
        record, node = record.with_move(node, move)
        nodes.append(node)
    for at, value in zip(nodes, values, strict=False):
        if value is not None:
            analysis = MoveAnalysis(value=value, nodes=100, pv=(Move(0),))
            record = record.with_node(at, analysis=analysis)
    return record, nodes


def rates(graph):
    return [point.win_rate for point in graph.points]


def test_win_rates_are_those_of_one_colour_whoever_is_to_move():
    record, nodes = record_of("h8 h9", [0.2, -0.2, 0.2])

    graph = GraphReader().read(record, nodes[-1])

    assert rates(graph) == pytest.approx([0.6, 0.6, 0.6])


def test_a_position_without_analysis_is_a_gap():
    record, nodes = record_of("h8 h9", [0.0, None, 0.5])

    graph = GraphReader().read(record, nodes[1])

    assert rates(graph) == [0.5, None, 0.75]
    assert graph.cursor == 1
    assert graph.has_analysis


def test_a_curve_joins_positions_beside_a_single_gap_alone():
    record, nodes = record_of(
        "h8 h9 i9 i10 j9 j10 k9", [0.0, None, 0.1, 0.2, None, None, 0.3]
    )

    graph = GraphReader().read(record, nodes[-1])

    assert graph.runs() == ((0, 2, 3), (6,))


def test_a_record_without_analysis_has_none():
    record, nodes = record_of("h8 h9", [])

    assert not GraphReader().read(record, nodes[-1]).has_analysis


def test_a_won_game_ends_at_the_top():
    record, nodes = record_of("a1 a2 b1 b2 c1 c2 d1 d2 e1", [0.0])

    graph = GraphReader().read(record, nodes[-1])

    assert rates(graph)[-1] == 1.0


def test_a_move_that_gives_win_rate_away_is_a_mistake_from_the_threshold_on():
    record, nodes = record_of("h8 h9 i9", [0.0, 0.0, 0.6, -0.6])

    graph = GraphReader().read(record, nodes[-1])

    assert graph.points[2].loss == pytest.approx(0.3)
    assert graph.mistakes(0.3 - 1e-9) == (2,)
    assert graph.mistakes(0.31) == ()


def test_the_graph_follows_the_variation_on_the_board():
    record, nodes = record_of("h8 h9 i9", [0.0, 0.0, 0.0, 0.0])
    record, variation = record.with_variation(nodes[1], Move(0))
    reader = GraphReader()

    main, other = reader.read(record, nodes[1]), reader.read(record, variation)

    assert [point.node for point in main.points] == nodes
    assert [point.node for point in other.points] == [0, nodes[1], variation]
    assert rates(other)[-1] is None


def test_another_record_with_the_same_nodes_is_another_line():
    reader = GraphReader()
    first, nodes = record_of("h8 h9", [0.0])
    second, _ = record_of("a1 h9", [0.0])
    reader.read(first, nodes[-1])

    graph = reader.read(second, nodes[-1])

    assert graph.line.moves == tuple(second.main_moves())


def test_a_new_analysis_is_read_with_the_positions_that_are_known():
    reader = GraphReader()
    record, nodes = record_of("h8 h9", [0.0])
    line = reader.read(record, nodes[-1]).line
    record = record.with_node(nodes[-1], analysis=MoveAnalysis(value=0.5))

    graph = reader.read(record, nodes[-1])

    assert graph.line is line
    assert rates(graph) == [0.5, None, 0.75]


def test_no_colour_has_a_win_rate_while_colours_are_chosen():
    record, nodes = record_of("h8 h9 i9", [0.5] * 4, options={"opening": "swap2"})

    graph = GraphReader().read(record, nodes[-1])

    assert rates(graph) == [None, None, None, None]


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_point_has_shares_alone(share):
    with pytest.raises(ValueError, match="Expected shares from 0 to 1"):
        GraphPoint(node=0, win_rate=share)
