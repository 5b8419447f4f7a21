"""A searcher that plays the best sensible move of another one."""

import pytest

from engine.core.types import Candidate, Move, Player
from engine.games import GAMES
from engine.search.api import Limits, SearchResult
from engine.search.wrappers.sensible_searcher import Attention, SensibleSearch
from tests.games import cell, position_of

GOMOKU, HEX = GAMES["gomoku"], GAMES["hex"]


class Ranking:
    """Searcher that ranks given moves, best first."""

    def __init__(self, position, names, value=0.25):
        moves = [cell(position, name) for name in names]
        self._candidates = tuple(
            Candidate(move=move, value=value, visits=9, pv=(move,)) for move in moves
        )

    def prepare(self, position):
        self.prepared = position

    def search(self, position, limits, *, stop=None, on_progress=None):
        result = SearchResult.of_candidates(
            self._candidates, nodes=9, seconds=0.0, depth=1
        )
        on_progress(result)
        return result


def after(moves, game=GOMOKU):
    position = game.new_position(game.setup())
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def answer(position, names, *, seed=0, value=0.25, is_free=False, **attention):
    searcher = SensibleSearch(
        Ranking(position, names, value),
        Attention(**attention),
        is_free=is_free,
        seed=seed,
    )
    seen = []
    result = searcher.search(position, Limits(nodes=1), on_progress=seen.append)
    assert seen == [result]
    return result


FOUR = "h8 l10 h7 j10 h6 h5 h10"
QUIET = "h8 i9 h7 g9 i7"


def test_the_best_sensible_move_leads_and_the_others_stay():
    position = after("h8 c3 h7 m4 h6")

    result = answer(position, ["a1", "h5", "h9"], foresight=2)

    assert position.cell_name(result.move) == "h5"
    assert [position.cell_name(found.move) for found in result.candidates] == [
        "h5",
        "a1",
        "h9",
    ]


def test_a_sensible_answer_is_left_as_it_is():
    position = after(QUIET)

    assert position.cell_name(answer(position, ["f9", "g8"], foresight=2).move) == "f9"


def test_a_move_that_the_search_did_not_visit_may_be_the_only_one():
    position = after(FOUR)

    result = answer(position, ["a1", "b2"], foresight=1)

    assert position.cell_name(result.move) == "h9"
    assert result.pv == (result.move,)


def test_an_unvisited_win_is_worth_a_win():
    position = after("h8 a1 h7 c1 h6 e1 h5 g1")

    assert answer(position, ["a15"], foresight=1).value == 1.0


def test_a_free_search_may_go_anywhere_in_a_quiet_position():
    position = after(QUIET)

    free = answer(position, ["a15", "g8"], foresight=2, is_free=True)
    bound = answer(position, ["a15", "g8"], foresight=2)

    assert position.cell_name(free.move) == "a15"
    assert position.cell_name(bound.move) == "g8"


def test_a_free_search_stops_a_four_and_answers_near_the_first_stone():
    four, first = after(FOUR), after("h8")

    stop = answer(four, ["a1"], foresight=1, is_free=True)
    near = answer(first, ["a1", "i9"], foresight=1, is_free=True)

    assert four.cell_name(stop.move) == "h9"
    assert first.cell_name(near.move) == "i9"


@pytest.mark.parametrize(("lapses", "stopped"), [(0.0, 40), (1.0, 0)])
def test_lapses_overlook_a_four(lapses, stopped):
    position = after(FOUR)

    moves = [
        position.cell_name(
            answer(position, ["h9"], seed=seed, foresight=1, lapses=lapses).move
        )
        for seed in range(40)
    ]

    assert abs(moves.count("h9") - stopped) <= 3


def test_the_share_of_lapses_is_kept_and_each_answer_can_be_repeated():
    position = after(FOUR)

    def moves():
        return [
            answer(position, ["h9"], seed=seed, foresight=1, lapses=0.5).move
            for seed in range(200)
        ]

    first = moves()
    assert 80 < first.count(Move(cell(position, "h9"))) < 130
    assert moves() == first


def test_who_is_proven_lost_in_hex_lengthens_the_shortest_connection():
    position = position_of(
        "hex",
        """
        . . X . .
         . . X . .
          . . O . .
           . X O . .
            . . . . .
        """,
        to_move=Player.SECOND,
    )
    lost = answer(position, ["e5", "a1", "b3"], value=-1.0, foresight=2)
    level = answer(position, ["a1", "b3"], value=-0.9, foresight=2)

    assert position.cell_name(lost.move) == "b3"
    assert position.cell_name(level.move) == "a1"


def test_who_has_won_in_hex_takes_the_shortest_win_by_bridges():
    position = position_of(
        "hex",
        """
        . . . . .
         . . X . .
          . . . . .
           . . . . O
            . . . O O
        """,
        to_move=Player.FIRST,
    )
    won = answer(position, ["a1", "b4"], value=1.0, foresight=2)
    level = answer(position, ["a1", "b4"], value=0.9, foresight=2)

    assert position.cell_name(won.move) == "b4"
    assert won.value == 1.0
    assert position.cell_name(level.move) == "a1"


@pytest.mark.parametrize("side", [6, 7, 11, 14, 19])
def test_a_strong_first_stone_is_swapped_and_a_weak_one_is_not(side):
    middle = HEX.new_position(HEX.setup(height=side, options={"swap": "on"}))
    strong = middle.play(Move(side * (side // 2) + side // 2))
    weak = middle.play(Move(0))
    swap = strong.special_moves()[0]

    taken = answer(strong, ["a1", "b2"], foresight=2, is_free=True)
    left = answer(weak, ["swap-pieces", "b2"], foresight=2, is_free=True)

    assert taken.move == swap
    assert weak.cell_name(left.move) == "b2"


def test_an_even_first_stone_is_left_to_the_search():
    start = HEX.new_position(HEX.setup(options={"swap": "on"}))
    even = start.play(cell(start, "a10"))

    for name in ("swap-pieces", "f6"):
        found = answer(even, [name], foresight=2)
        assert even.cell_name(found.move) == name
