"""What an engine does in openings with offered fifth moves."""

from dataclasses import replace

import pytest

from engine.core.types import Move, Player
from engine.games.gomoku.rules.openings.fifth_moves import FifthMoveStage, find_stage
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits, StopFlag
from tests.engine.search.wrappers.offers import (
    FOUR,
    GOMOKU,
    THREE,
    ByValue,
    after,
    growing,
    searched,
)
from tests.games import cell


def test_the_best_moves_are_offered_one_after_the_other():
    position, inner = after(FOUR), ByValue(growing)

    for _ in range(3):
        position = position.play(searched(position, inner).move)

    names = [position.cell_name(move) for move in position.offered_cells]
    assert names == ["o1", "n1", "m1"]
    assert all(limits.nodes == 90 for _, limits in inner.calls)


OPENED = {
    "swap2": "h8 h9 i10 add-two a1 b1",
    "rif": "h8 h9 i10 take-black a1 offer-b1 offer-c2",
    "yamaguchi": "h8 h9 i10 fifth-moves-2 a1 offer-b1 offer-c2",
    "taraguchi": "h8 swap-colours h9 i10 swap-colours g10 k8",
}


@pytest.mark.parametrize("opening", OPENED)
def test_the_stones_alone_leave_nothing_to_choose(opening):
    names = OPENED[opening].split()
    for count in range(len(names) + 1):
        position = after(" ".join(names[:count]), opening=opening)

        plain = GOMOKU.opening().set_up(position)

        assert GOMOKU.opening().is_over(plain)
        assert plain.stones == position.stones
        assert plain.to_move == position.to_move or count == 0


def test_a_search_for_an_offer_gets_the_limits_and_reports_offers():
    position, inner, stop, reports = after(FOUR), ByValue(growing), StopFlag(), []

    result = searched(position, inner, stop=stop, on_progress=reports.append)

    assert inner.stops == [stop]
    assert reports == [result]
    assert (result.policy, result.samples) == ((), ())  # they are of stones


def test_a_restriction_of_the_choice_leaves_the_other_offers_out():
    position = after(f"{FOUR} offer-o1 offer-b2 offer-c3")
    allowed = frozenset(cell(position, name) for name in ("o1", "c3"))

    result = searched(position, ByValue(growing), Limits(nodes=9, root_moves=allowed))

    assert {candidate.move for candidate in result.candidates} == allowed


def test_a_restriction_of_the_fourth_stone_is_kept():
    position = after(f"{THREE} fifth-moves-2")
    allowed = frozenset(cell(position, name) for name in ("b2", "c3"))

    result = searched(position, ByValue(growing), Limits(nodes=9, root_moves=allowed))

    assert position.cell_name(result.move) == "b2"


def test_mirrored_fifth_moves_count_once():
    position, inner = after("h8 h9 h10 fifth-moves-2"), ByValue(growing)
    h1, g1, i1 = (cell(position, name) for name in ("h1", "g1", "i1"))
    worth = {h1: 0.5, i1: 0.4, g1: 0.3}
    inner.value = lambda move: worth.get(move, 0.0)

    searched(position, inner)

    (_, stone), (_, first), (_, second) = inner.calls
    assert stone.root_moves is None
    assert {g1, i1} <= first.root_moves
    assert {g1, i1} & second.root_moves == set()


@pytest.mark.parametrize("begin", ["fifth-moves-3", "fifth-moves-3 take-black"])
def test_the_fourth_stone_and_the_fifth_moves_share_the_limits(begin):
    position, stop = after(f"{THREE} {begin}"), StopFlag()
    inner = ByValue(growing)
    limits = Limits(seconds=8.0, nodes=3, depth=5, clock="cpu")

    reports = []

    result = searched(position, inner, limits, stop=stop, on_progress=reports.append)

    shares = [replace(one, root_moves=None) for _, one in inner.calls]
    assert shares == [Limits(seconds=2.0, nodes=1, depth=5, clock="cpu")] * 4
    assert inner.stops == [stop] * 4
    assert (result.nodes, result.seconds, result.depth) == (4, 1.0, 4)
    assert result.counts_nodes
    assert [report.nodes for report in reports] == [1, 2, 3, 4]
    assert reports[-1] == result


def test_a_restriction_leaves_the_other_offers_out():
    position = after(FOUR)
    allowed = frozenset(cell(position, f"offer-{name}") for name in ("b2", "c3"))

    result = searched(position, ByValue(growing), Limits(nodes=9, root_moves=allowed))

    assert position.cell_name(result.move) == "offer-b2"


@pytest.mark.parametrize("offers", ["o1 b2 c3", "b2 c3 o1"])
def test_white_chooses_the_offer_that_is_worst_for_black(offers):
    position = after(" ".join([FOUR, *(f"offer-{name}" for name in offers.split())]))
    worth = {cell(position, "o1"): 0.7, cell(position, "b2"): -0.4}

    class AfterOffers(ByValue):
        def search(self, position, limits, **more):
            self.value = lambda _: -worth.get(position.last_move, 0.1)
            return super().search(position, limits, **more)

    inner, reports = AfterOffers(None), []
    result = searched(position, inner, on_progress=reports.append)

    assert position.cell_name(result.move) == "b2"
    assert result.value == -0.4
    values = [candidate.value for candidate in result.candidates]
    assert values == [-0.4, 0.1, 0.7]
    assert [limits.nodes for _, limits in inner.calls] == [30, 30, 30]
    assert (result.nodes, result.seconds, result.depth) == (90, 0.75, 5)
    assert result.counts_nodes
    assert reports[-1] == result


def test_a_stop_leaves_a_move():
    position = after(f"{FOUR} offer-o1 offer-b2 offer-c3")
    stop, inner = StopFlag(), ByValue(growing)
    stop.set()

    result = searched(position, inner, stop=stop)

    assert len(inner.calls) == 1
    assert result.move in position.offered_cells


class StoppedIn(ByValue):
    """A searcher that is stopped during its last search; that one is misled."""

    def __init__(self, value, searches, misled):
        super().__init__(value)
        self.searches, self.misled, self.stop = searches, misled, StopFlag()

    def search(self, position, limits, **more):
        if len(self.calls) + 1 < self.searches:
            return super().search(position, limits, **more)
        self.stop.set()
        return replace(super().search(position, limits, **more), value=self.misled)


def test_a_search_that_is_stopped_does_not_decide_the_choice():
    position = after(f"{FOUR} offer-o1 offer-b2 offer-c3")
    inner = StoppedIn(growing, searches=2, misled=1.0)

    result = searched(position, inner, stop=inner.stop)

    assert len(inner.calls) == 2
    assert [candidate.move for candidate in result.candidates] == [result.move]
    assert result.value == -growing(224)


@pytest.mark.parametrize(("searches", "value"), [(1, 0.9), (2, 0.2), (3, -0.2)])
def test_a_search_that_is_stopped_does_not_decide_the_colour(searches, value):
    position = after(f"{THREE} fifth-moves-3")
    inner = StoppedIn(lambda _: 0.2, searches, misled=0.9 if searches == 1 else -0.9)

    result = searched(position, inner, stop=inner.stop)

    assert len(inner.calls) == searches
    assert result.value == value


def test_the_least_of_the_fifth_moves_counts_if_a_later_search_finds_more():
    position, values = after(f"{THREE} fifth-moves-3"), iter((-0.4, 0.3, -0.2, 0.1))

    class Unsteady(ByValue):
        def search(self, position, limits, **more):
            return replace(super().search(position, limits, **more), value=next(values))

    result = searched(position, Unsteady(growing))

    assert result.value == 0.2
    assert position.cell_name(result.move) != "take-black"


@pytest.mark.parametrize(
    ("count", "takes_black"), [(1, True), (2, True), (3, True), (4, False), (10, False)]
)
def test_black_is_taken_if_even_the_last_offer_is_good(count, takes_black):
    position = after(f"{THREE} fifth-moves-{count}")
    # Black's fifth moves are worth 0.3, 0.2, 0.1, 0.0, and so on.
    order = {Move(224 - number): 0.3 - 0.1 * number for number in range(12)}

    def of_black(move):
        return order.get(move, -1.0)

    def of_white(move):
        return -0.3 - move / 1000

    class Replies(ByValue):
        def search(self, position, limits, **more):
            is_black = position.to_move is Player.FIRST
            self.value = of_black if is_black else of_white
            return super().search(position, limits, **more)

    inner = Replies(None)
    result = searched(position, inner)

    assert (position.cell_name(result.move) == "take-black") == takes_black
    if count > 1:
        assert result.value == pytest.approx(-order[Move(224 - count + 1)])
        assert len(inner.calls) == count + 1


@pytest.mark.parametrize("value", [0.3, -0.3], ids=["white", "take-black"])
def test_a_line_ends_where_fifth_moves_are_offered(value):
    class WithLines(ByValue):
        def search(self, position, limits, **more):
            result = super().search(position, limits, **more)
            line = (result.move, *(Move(cell) for cell in range(3)))
            best = replace(result.candidates[0], pv=line)
            return replace(result, pv=line, candidates=(best,))

    position = after(f"{THREE} fifth-moves-1")

    result = searched(position, WithLines(lambda _: value))

    names = [position.cell_name(move) for move in result.pv]
    assert names == (["a15"] if value > 0 else ["take-black", "a15"])


@pytest.mark.parametrize("preset", ["uct", "alphabeta"])
@pytest.mark.parametrize("opening", ["rif", "yamaguchi"])
def test_engines_open_and_go_on(preset, opening):
    setup = GOMOKU.setup(
        height=7, width=9, options={"opening": opening, "rule": "renju"}
    )
    position = GOMOKU.new_position(setup)
    engines = [
        build_searcher(PresetPlayer(preset=preset), "gomoku", seed=seed)
        for seed in (1, 2)
    ]

    seats = []
    for _ in range(20):
        if position.outcome is not None:
            break
        searcher = engines[position.seat_to_move - 1]
        seats.append(position.seat_to_move)
        position = position.play(searcher.search(position, Limits(nodes=200)).move)

    assert find_stage(position) is FifthMoveStage.COMPLETE
    assert set(seats) == set(Player)
