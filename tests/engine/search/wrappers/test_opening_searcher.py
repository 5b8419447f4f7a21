"""What an engine does in the swap2 opening."""

import pytest

from engine.core.types import Candidate, Move
from engine.games import GAMES
from engine.games.gomoku.rules.openings.choices import take_black
from engine.games.gomoku.rules.openings.placements import placements
from engine.games.gomoku.rules.openings.swap2 import Swap2Stage, find_stage
from engine.games.gomoku.rules.openings.swap2_play import (
    THREE_STONES,
    TWO_STONES,
    middle_cells,
)
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits, SearchResult, StopFlag
from engine.search.wrappers.opening_searcher import OpeningSearcher
from tests.games import cell

GOMOKU = GAMES["gomoku"]
FEW = Limits(nodes=40)
SIZES = [(5, 5), (5, 22), (6, 7), (15, 15), (22, 9)]


class Scripted:
    """A searcher that likes the first empty cell, and White as much as it is told."""

    def __init__(self, value=0.0):
        self.value = value
        self.calls = []

    def prepare(self, position):
        self.calls.append(position)

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.calls.append((position, limits, stop))
        move = position.legal_moves()[0]
        candidates = (Candidate(move=move, value=self.value, pv=(move,)),)
        result = SearchResult(
            move=move, value=self.value, pv=(move,), nodes=9, candidates=candidates
        )
        if on_progress is not None:
            on_progress(result)
        return result


def with_opening(inner, seed=0):
    return OpeningSearcher(inner, GOMOKU.opening(), seed=seed)


def start_of(height=15, width=15, **options):
    options = {"opening": "swap2"} | options
    return GOMOKU.new_position(
        GOMOKU.setup(height=height, width=width, options=options)
    )


def after(moves, **options):
    position = start_of(**options)
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def check_playable(position, result):
    assert result.pv[0] == result.candidates[0].move == result.move
    for line in (result.pv, *(candidate.pv for candidate in result.candidates)):
        reached = position
        for move in line:
            reached = reached.play(move)


@pytest.mark.parametrize(("height", "width"), SIZES)
@pytest.mark.parametrize("pattern", THREE_STONES + TWO_STONES)
def test_patterns_fit_every_board(height, width, pattern):
    setup = start_of(height, width).setup
    middle = set(middle_cells(setup))

    assert len(middle) == 25
    assert all(0 <= move < setup.cell_count for move in middle)
    for line in placements(setup, pattern):
        assert len(set(line)) == len(pattern)
        assert middle.issuperset(line)


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_three_stones_are_put_in_a_pattern_without_a_search(height, width):
    inner = Scripted()
    position = start_of(height, width)
    searcher = with_opening(inner, seed=3)

    for _ in range(3):
        result = searcher.search(position, FEW)
        check_playable(position, result)
        position = position.play(result.move)

    patterns = {
        line for pattern in THREE_STONES for line in placements(position.setup, pattern)
    }
    assert position.history in patterns
    assert inner.calls == []


def test_the_same_seed_puts_the_same_stones_and_others_differ():
    first = [with_opening(Scripted(), seed=5).search(start_of(), FEW) for _ in "ab"]
    others = {
        with_opening(Scripted(), seed=seed).search(start_of(), FEW).pv
        for seed in range(20)
    }

    assert first[0] == first[1]
    assert len(others) > 5


def test_stones_of_somebody_else_are_gone_on_with():
    position = after("a1 b1")

    result = with_opening(Scripted()).search(position, FEW)

    check_playable(position, result)
    assert result.move in middle_cells(position.setup)


@pytest.mark.parametrize("three", ["h8 i9 g7", "a1 b2 c3", "f10 j6 f6"])
def test_two_stones_are_added_when_somebody_announced_them(three):
    position = after(f"{three} add-two")
    searcher = with_opening(Scripted(), seed=1)

    for _ in range(2):
        result = searcher.search(position, FEW)
        check_playable(position, result)
        position = position.play(result.move)

    assert find_stage(position) is Swap2Stage.RETURNED


@pytest.mark.parametrize("moves", ["h8 i9 g7", "h8 i9 g7 add-two a1 b2"])
@pytest.mark.parametrize(
    ("value", "takes_black"), [(0.4, False), (-0.05, False), (-0.06, True), (-1, True)]
)
def test_black_is_taken_where_white_is_worse(moves, value, takes_black):
    position = after(moves)

    result = with_opening(Scripted(value)).search(position, FEW)

    assert (result.move == take_black(position.setup)) == takes_black
    assert result.value == value
    assert result.nodes == 9
    check_playable(position, result)


def test_limits_stop_and_progress_reach_the_search_of_a_choice():
    position = after("h8 i9 g7")
    inner, stop, reports = Scripted(-0.5), StopFlag(), []

    result = with_opening(inner).search(
        position, FEW, stop=stop, on_progress=reports.append
    )

    assert inner.calls == [(GOMOKU.opening().set_up(position), FEW, stop)]
    assert reports == [result]


@pytest.mark.parametrize(
    ("moves", "opening"), [("", "none"), ("h8 i9 g7 a1", "swap2"), ("h8", "none")]
)
def test_a_settled_position_is_left_to_the_searcher(moves, opening):
    position = after(moves, opening=opening)
    inner = Scripted(-0.9)

    result = with_opening(inner).search(position, FEW)

    assert result == inner.search(position, FEW)
    assert result.move < position.setup.cell_count


def test_preparing_is_left_to_the_searcher():
    inner = Scripted()

    with_opening(inner).prepare(start_of())

    (known,) = inner.calls
    assert known == GOMOKU.opening().set_up(start_of())


@pytest.mark.parametrize("rule", ["freestyle", "exact", "renju"])
@pytest.mark.parametrize("preset", ["uct-plain", "uct"])
def test_engines_play_a_whole_game_to_its_end(rule, preset):
    position = start_of(7, 8, rule=rule)
    engines = [
        build_searcher(PresetPlayer(preset=preset), "gomoku", seed=seed)
        for seed in (1, 2)
    ]

    while position.outcome is None:
        searcher = engines[position.seat_to_move - 1]
        result = searcher.search(position, FEW)
        check_playable(position, result)
        position = position.play(result.move)

    assert find_stage(position) is Swap2Stage.COMPLETE


def test_the_search_goes_on_after_black_was_taken():
    position = after("h8 i9 g7 take-black")
    searcher = build_searcher(PresetPlayer(preset="uct"), "gomoku")

    result = searcher.search(position, FEW)

    assert position.is_legal(Move(result.move))
    assert result.move < position.setup.cell_count
