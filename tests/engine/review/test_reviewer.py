from dataclasses import replace

import pytest

from engine.core.errors import RecordError
from engine.core.types import Candidate, Move, MoveAnalysis
from engine.records.model.record import GameRecord
from engine.review.game_review import review_game
from engine.review.reviewer import Reviewer, is_reviewed
from engine.search.api import Limits, SearchResult, StopFlag
from engine.search.wrappers.opening_searcher import OpeningSearcher
from tests.engine.review.reviewed_games import game_of
from tests.engine.search.wrappers.offers import GOMOKU, ByValue, growing

LIMITS = Limits(nodes=7)


class FirstCell:
    """Searcher that prefers the first empty cell and sees an even game."""

    def __init__(self):
        self.prepared, self.searched = [], []

    def prepare(self, position):
        self.prepared.append(position)

    def search(self, position, limits, *, stop=None, on_progress=None):
        assert limits == LIMITS
        self.searched.append(position)
        moves = position.legal_moves()
        candidates = tuple(Candidate(move=move, value=0.0) for move in moves)
        return SearchResult(
            move=moves[0],
            value=0.0,
            pv=tuple(moves[:1]),
            nodes=7,
            candidates=candidates,
        )


def finished_game():
    return game_of("gomoku", "a1 b1 a2 b2 a3 c3 a4", height=5, width=6, line_length="4")


def test_every_unfinished_position_is_searched_once_in_order():
    searcher, record = FirstCell(), finished_game()

    reviewed = Reviewer(searcher, LIMITS).review(record)

    assert [len(position.history) for position in searcher.searched] == list(range(7))
    assert len(searcher.prepared) == 1
    assert [node.analysis is None for node in reviewed.nodes] == [False] * 7 + [True]
    assert all(node.analysis.nodes == 7 for node in reviewed.nodes[:-1])
    assert len(review_game(reviewed).moves) == 7


def test_a_record_keeps_few_candidates():
    reviewed = Reviewer(FirstCell(), LIMITS).review(finished_game())

    assert len(reviewed.nodes[0].analysis.candidates) == 8


def test_variations_comments_and_result_stay():
    record = finished_game()
    record, _ = record.with_variation(2, Move(14))
    record = record.with_node(3, comment="why?")

    reviewed = Reviewer(FirstCell(), LIMITS).review(record)

    assert reviewed.nodes[-1].analysis is None
    assert reviewed.nodes[-1].move == 14
    assert reviewed.nodes[3].comment == "why?"
    assert reviewed.outcome == record.outcome


def test_progress_counts_the_positions_and_has_the_record_so_far():
    seen = []

    Reviewer(FirstCell(), LIMITS).review(finished_game(), on_progress=seen.append)

    assert [(one.done, one.total) for one in seen] == [(n, 7) for n in range(1, 8)]
    for progress in seen:
        known = [node.analysis is not None for node in progress.record.nodes]
        assert known == [n < progress.done for n in range(8)]


def test_a_stopped_review_keeps_complete_searches_only():
    stop, seen = StopFlag(), []

    def after_two(progress):
        seen.append(progress)
        if progress.done == 2:
            stop.set()

    reviewed = Reviewer(FirstCell(), LIMITS).review(
        finished_game(), stop=stop, on_progress=after_two
    )

    assert len(seen) == 2
    assert [node.analysis is not None for node in reviewed.nodes[:4]] == [
        *(True, True),
        *(False, False),
    ]


def test_a_record_without_moves_is_one_sentence():
    searcher = FirstCell()
    empty = GameRecord(setup=finished_game().setup)

    with pytest.raises(RecordError, match=r"Expected a game with moves .*, got none\."):
        Reviewer(searcher, LIMITS).review(empty)

    assert searcher.prepared == []


SWAP2 = "h8 h9 i10 add-two a1 a2 take-black c3"
RIF = "h8 h9 i10 g10 offer-i8 offer-k8 k8 a1"


@pytest.mark.parametrize(
    ("opening", "moves", "searched", "compared"),
    [("swap2", SWAP2, [3, 6, 7, 8], [7, 8]), ("rif", RIF, range(3, 9), range(4, 9))],
)
def test_stones_that_an_opening_places_without_a_search_have_no_value(
    opening, moves, searched, compared
):
    record = game_of("gomoku", moves, height=15, width=15, opening=opening)
    searcher, seen = OpeningSearcher(ByValue(growing), GOMOKU.opening()), []

    reviewed = Reviewer(searcher, LIMITS).review(record, on_progress=seen.append)

    known = [at for at, node in enumerate(reviewed.nodes) if node.analysis is not None]
    assert known == [one.node for one in seen] == list(searched)
    assert {one.total for one in seen} == {seen[-1].done} == {len(known)}
    assert [move.ply for move in review_game(reviewed).moves] == list(compared)


def test_a_game_in_which_only_fixed_stones_were_placed_is_one_sentence():
    record = game_of("gomoku", "h8 h9", height=15, width=15, opening="swap2")

    with pytest.raises(RecordError, match=r"Expected a game with moves .*, got none\."):
        Reviewer(FirstCell(), LIMITS).review(record)


def test_a_result_without_a_value_leaves_the_record_as_it_is():
    class Program(FirstCell):
        def search(self, position, limits, **more):
            result = super().search(position, limits, **more)
            return replace(result, has_value=False)

    record, seen = finished_game(), []
    record = record.with_node(2, analysis=MoveAnalysis(value=0.5))

    reviewed = Reviewer(Program(), LIMITS).review(record, on_progress=seen.append)

    assert reviewed == record
    assert [(one.done, one.total) for one in seen] == [(n, 7) for n in range(1, 8)]


def analysis(value=0.1, seconds=1.0, prior=None):
    candidate = Candidate(move=Move(3), value=value, prior=prior)
    return MoveAnalysis(
        value=value, seconds=seconds, pv=(Move(3),), candidates=(candidate,)
    )


def test_an_analysis_of_the_same_time_is_not_repeated():
    assert is_reviewed(analysis(seconds=0.96), seconds=1.0, with_network=False)
    assert is_reviewed(analysis(seconds=5.0), seconds=1.0, with_network=False)
    assert not is_reviewed(analysis(seconds=0.8), seconds=1.0, with_network=False)
    assert not is_reviewed(None, seconds=0.2, with_network=False)


def test_an_analysis_of_another_kind_of_engine_is_repeated():
    assert is_reviewed(analysis(prior=0.5), seconds=1.0, with_network=True)
    assert not is_reviewed(analysis(prior=0.5), seconds=1.0, with_network=False)
    assert not is_reviewed(analysis(), seconds=1.0, with_network=True)


@pytest.mark.parametrize(("second", "is_enough"), [(200, True), (250, False)])
def test_a_search_that_ended_because_it_was_decided_is_not_repeated(second, is_enough):
    early = MoveAnalysis(
        value=0.1,
        nodes=1000,
        seconds=0.6,
        pv=(0,),
        candidates=(
            Candidate(move=Move(0), value=0.1, visits=900, prior=0.5),
            Candidate(move=Move(1), value=0.0, visits=second, prior=0.2),
        ),
    )

    assert is_reviewed(early, seconds=1.0, with_network=True) is is_enough
    assert not is_reviewed(early, seconds=1.0, with_network=False)


def test_a_proven_position_is_not_searched_again():
    proven = analysis(value=-1.0, seconds=0.01)

    assert is_reviewed(proven, seconds=10.0, with_network=True)


def test_an_analysis_without_a_move_is_repeated():
    bare = MoveAnalysis(value=1.0, seconds=9.0)

    assert not is_reviewed(bare, seconds=1.0, with_network=False)
