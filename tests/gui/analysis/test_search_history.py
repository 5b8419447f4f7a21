"""Searches over time: inside a move and over the game."""

from engine.core.types import Candidate, Move, MoveAnalysis, SearchSample
from engine.games import GAMES
from engine.records.model.record import GameRecord
from engine.review.reviewed_line import ReviewedLine
from gui.analysis.search_history import (
    HistoryPoint,
    candidates_table,
    game_table,
    name_shares,
    read_game,
    read_samples,
    samples_table,
)

SETUP = GAMES["gomoku"].setup()
START = GAMES["gomoku"].new_position(SETUP)
H8, H9 = (Move(GAMES["gomoku"].parse_cell(SETUP, name)) for name in ("h8", "h9"))

SEARCH = MoveAnalysis(
    value=0.2,
    nodes=4701,
    depth=41,
    seconds=2.0,
    candidates=(
        Candidate(move=H8, value=0.2, visits=3000, prior=0.5),
        Candidate(move=H9, value=0.0, visits=1000),
    ),
    samples=(
        SearchSample(seconds=0.5, nodes=1000, value=0.0, depth=9, shares=((H9, 0.6),)),
        SearchSample(
            seconds=2.0,
            nodes=4701,
            value=0.2,
            depth=41,
            shares=((H8, 0.75), (H9, 0.25)),
        ),
    ),
)


def game():
    """Return a game of two moves; the position after the first has no analysis."""
    record, node = GameRecord(setup=SETUP).with_move(0, H8)
    record, node = record.with_move(node, H9)
    record = record.with_node(0, analysis=SEARCH)
    record = record.with_node(node, analysis=MoveAnalysis(value=-0.2, nodes=10))
    return record, ReviewedLine.through(record)


def test_a_search_over_time_has_win_rate_speed_and_shares_of_the_named_colour():
    first, last = read_samples(START, SEARCH)

    assert (first.at, first.win_rate, first.speed) == (0.5, 0.5, 2000)
    assert last.win_rate == 0.6
    assert last.share_of("h8") == 0.75
    assert first.share_of("h8") is None


def test_white_to_move_gives_the_win_rate_of_black():
    after = START.play(H8)

    assert read_samples(after, SEARCH)[-1].win_rate == 0.4


def test_an_unknown_search_has_no_points():
    assert read_samples(START, None) == ()
    assert read_samples(START, MoveAnalysis(value=0.0)) == ()


def test_a_game_has_a_point_for_each_analysed_position():
    record, line = game()

    points = read_game(record, line)

    assert [point.at for point in points] == [0, 2]
    assert points[0].shares == (("1", 0.75), ("2", 0.25))
    assert points[1].speed is None


def test_shares_without_samples_are_those_of_the_candidates():
    record, line = game()
    bare = MoveAnalysis(value=0.0, candidates=SEARCH.candidates)

    points = read_game(record.with_node(0, analysis=bare), line)

    assert points[0].shares == (("1", 0.75), ("2", 0.25))


def test_the_moves_of_the_end_come_first():
    points = read_samples(START, SEARCH)

    assert name_shares(points) == ("h8", "h9")
    assert len(name_shares([_point(str(name) for name in range(9))])) == 5


def _point(names):
    shares = tuple((name, 0.1) for name in names)
    return HistoryPoint(at=0.0, nodes=1, depth=1, shares=shares)


def test_the_table_of_a_search_has_a_row_for_each_moment():
    assert samples_table(START, read_samples(START, SEARCH)) == (
        "seconds,win_rate_black,depth,nodes,nodes_per_second,share_h8,share_h9\n"
        "0.5,0.5000,9,1000,2000,,0.6000\n"
        "2.0,0.6000,41,4701,2350,0.7500,0.2500\n"
    )


def test_the_table_of_points_has_visits_probability_and_win_rate():
    assert candidates_table(START, SEARCH) == (
        "move,visits,share,prior,win_rate_black,total_nodes,depth\n"
        "h8,3000,0.7500,0.5000,0.6000,4701,41\n"
        "h9,1000,0.2500,,0.5000,4701,41\n"
    )


def test_the_table_of_a_game_names_its_moves():
    record, line = game()

    rows = game_table(line, read_game(record, line)).splitlines()

    assert rows[0].startswith("move_number,move,win_rate_black,depth,nodes")
    assert rows[1].startswith("0,,0.6000,41,4701,2350,0.7500,0.2500")
    assert rows[2].startswith("2,h9,0.4000,0,10,,")
