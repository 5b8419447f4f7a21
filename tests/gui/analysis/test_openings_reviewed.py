"""Reviews of games whose opening has stones that engines place without a search."""

import pytest

from engine.core.types import Player
from engine.records import files
from engine.search.wrappers.opening_searcher import OpeningSearcher
from gui.analysis.game_graph import GraphReader
from gui.analysis.game_reviewer import ReviewState
from gui.analysis.review_messages import estimate_message
from tests.engine.review.reviewed_games import game_of
from tests.engine.search.wrappers.offers import GOMOKU

SWAP2 = "h8 h9 i10 add-two a1 a2 take-black c3 d4"
RIF = "h8 h9 i10 take-black g10 offer-i8 offer-k8 k8 a1"

GAMES_REVIEWED = [
    ("swap2", SWAP2, [3, 6, 7, 8, 9]),
    ("rif", RIF, [3, 4, 5, 6, 7, 8, 9]),
]
"""Opening, moves and numbers of the moves after which engines search."""


@pytest.fixture
def open_game(review_desk, engines):
    """Return a function that opens a game with an opening, not yet reviewed."""
    review_desk.searcher.plan = {}
    for preset, searcher in engines.fixed.items():
        engines.fixed[preset] = OpeningSearcher(searcher, GOMOKU.opening())

    def open_game(opening, moves):
        record = game_of("gomoku", moves, height=15, width=15, opening=opening)
        review_desk.open(record)
        return record

    return open_game


@pytest.mark.parametrize(("opening", "moves", "searched"), GAMES_REVIEWED)
def test_fixed_stones_get_no_value_and_the_review_is_complete(
    review_desk, open_game, opening, moves, searched
):
    open_game(opening, moves)
    before = estimate_message(review_desk.reviewer)

    review_desk.review()

    count = len(searched)
    assert before == f"{count} positions, about 0:0{count}"
    assert [
        at for at, is_known in enumerate(review_desk.known()) if is_known
    ] == searched
    assert review_desk.reviewer.state is ReviewState.COMPLETE


@pytest.mark.parametrize(("opening", "moves"), [("swap2", SWAP2), ("rif", RIF)])
def test_a_review_of_an_opening_is_complete_when_its_file_is_opened_again(
    review_desk, open_game, tmp_path, opening, moves
):
    open_game(opening, moves)
    review_desk.review()
    path = tmp_path / "game.sgf"
    files.save(review_desk.controller.session.record, path)
    review_desk.searcher.searched.clear()

    review_desk.open(files.load(path))

    assert review_desk.reviewer.state is ReviewState.COMPLETE
    review_desk.review()
    assert review_desk.searcher.searched == []


def test_moves_without_a_loss_are_no_mistakes_and_not_missing_in_the_accuracy(
    review_desk, open_game
):
    open_game("swap2", SWAP2)
    review_desk.searcher.plan = {1: (-0.8, "o15")}  # the choices of a colour

    review_desk.review()

    mistakes = review_desk.mistakes
    assert [move.ply for move in mistakes.review.moves] == [7, 8, 9]
    assert all(mistake.ply >= 7 for mistake in mistakes.found)
    accuracy = mistakes.accuracy
    assert {seat: (one.reviewed, one.total) for seat, one in accuracy.items()} == {
        Player.FIRST: (2, 2),
        Player.SECOND: (1, 1),
    }


def test_the_graph_begins_where_a_position_was_searched(review_desk, open_game):
    open_game("swap2", SWAP2)

    review_desk.review()

    record = review_desk.controller.session.record
    graph = GraphReader().read(record, record.line_through(0)[-1])
    assert graph.runs() == ((7, 8, 9),)
    lost = [number for number, one in enumerate(graph.points) if one.loss is not None]
    assert lost == [7, 8, 9]


@pytest.mark.parametrize("moves", ["h8", "h8 h9"])
def test_a_game_of_fixed_stones_has_nothing_to_review_yet(
    review_desk, open_game, moves
):
    open_game("swap2", moves)

    review_desk.reviewer.start()

    assert review_desk.reviewer.state is ReviewState.WITHOUT_MOVES
    assert review_desk.problems == ["There are no moves to review yet."]


def test_a_result_without_a_value_counts_as_reviewed_and_is_not_stored(review_desk):
    review_desk.searcher.has_values = False

    review_desk.review()

    assert review_desk.searcher.searched == list(range(6))
    assert not any(review_desk.known())
    assert review_desk.reviewer.state is ReviewState.COMPLETE
