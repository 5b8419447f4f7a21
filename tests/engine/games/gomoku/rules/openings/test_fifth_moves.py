"""RIF and Yamaguchi: the 26 openings, the swap, and the choice of fifth moves."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import IllegalMoveError, SetupError
from engine.core.types import EMPTY, Move, Player
from engine.games import GAMES
from engine.games.gomoku.rules.openings.choices import MOST_FIFTH_MOVES
from engine.games.gomoku.rules.openings.fifth_move_offers import symmetrical_cells
from engine.games.gomoku.rules.openings.fifth_moves import (
    FifthMoveStage,
    find_stage,
)
from tests.engine.games.gomoku.rules.openings.opened_games import (
    check_legal_moves,
    opened_games,
    position_after,
)
from tests.games import cell
from tests.nonempty import nonempty

GOMOKU = GAMES["gomoku"]
BLACK, WHITE = Player
BEGINNER, OTHER = Player
THREE = "h8 h9 i10"
FOUR = f"{THREE} fifth-moves-2 g10"
ODD_SIDES = st.sampled_from([5, 7, 9])
GAMES_OPENED = opened_games(["rif", "yamaguchi"], sides=ODD_SIDES)

after = partial(position_after, opening="yamaguchi")


def legal_names(position):
    return [position.cell_name(move) for move in position.legal_moves()]


def free_cells(position):
    return [Move(move) for move, stone in enumerate(position.stones) if stone == EMPTY]


def images(position):
    """Return the stones of a position under every symmetry of the board."""
    found = set()
    for symmetry in GOMOKU.symmetries(position.setup):
        stones = bytearray(len(position.stones))
        for source, target in enumerate(symmetry.cells):
            stones[target] = position.stones[source]
        found.add(bytes(stones))
    return frozenset(found)


@pytest.mark.parametrize("opening", ["rif", "yamaguchi"])
def test_there_are_26_openings(opening):
    first = after(opening=opening)
    (centre,) = first.legal_moves()
    seconds = first.play(centre)

    found = {
        images(seconds.play(second).play(third))
        for second in seconds.legal_moves()
        for third in seconds.play(second).legal_moves()
    }

    assert first.cell_name(centre) == "h8"
    assert len(seconds.legal_moves()) == 8
    assert len(found) == 26


@pytest.mark.parametrize(
    ("height", "width", "centre"), [(5, 5, "c3"), (7, 9, "e4"), (21, 5, "c11")]
)
def test_every_board_with_a_centre_has_the_opening(height, width, centre):
    position = after(height=height, width=width, opening="rif")

    assert legal_names(position) == [centre]
    third = position.play(position.legal_moves()[0])
    third = third.play(third.legal_moves()[0])
    assert len(third.legal_moves()) == 23


@pytest.mark.parametrize(("height", "width"), [(14, 15), (15, 14), (6, 6)])
def test_a_board_without_a_centre_is_refused(height, width):
    options = {"opening": "rif"}

    with pytest.raises(SetupError, match=f"odd number .* got {height}x{width}"):
        GOMOKU.setup(height=height, width=width, options=options)
    assert "begins in the centre" in GOMOKU.conflict(height, width, options)
    assert GOMOKU.conflict(15, 15, options) == ""
    assert GOMOKU.conflict(height, width, {"opening": "swap2"}) == ""


def test_who_begins_places_three_stones_and_declares():
    turns = [after(" ".join(THREE.split()[:count])) for count in range(4)]

    assert [turn.to_move for turn in turns] == [BLACK, WHITE, BLACK, WHITE]
    assert [turn.seat_to_move for turn in turns] == [BEGINNER] * 4
    assert legal_names(turns[3]) == [f"fifth-moves-{count}" for count in range(1, 11)]
    assert GOMOKU.decision(turns[3]).startswith("Declare how many")


def test_rif_has_two_fifth_moves_and_nothing_to_declare():
    position = after(f"{THREE} a1", opening="rif")

    assert find_stage(after(THREE, opening="rif")) is FifthMoveStage.SWAPPING
    assert GOMOKU.decision(position) == "Offer a fifth move, number 1 of 2."
    with pytest.raises(IllegalMoveError, match="no such choice"):
        after(THREE, opening="rif").play(
            cell(after(THREE, opening="yamaguchi"), "fifth-moves-3")
        )


def test_a_white_stone_declines_the_swap_and_is_the_fourth_move():
    position = after(FOUR)

    assert position.get_seat(BLACK) is BEGINNER
    assert (position.to_move, position.seat_to_move) == (BLACK, BEGINNER)
    assert position.has_fixed_colours
    assert not after(f"{THREE} fifth-moves-2").has_fixed_colours


def test_who_takes_black_leaves_the_fourth_move_to_who_began():
    taken = after(f"{THREE} fifth-moves-2 take-black")
    offering = after(f"{THREE} fifth-moves-2 take-black g10")

    assert after(f"{THREE} fifth-moves-2").seat_to_move is OTHER
    assert taken.seat_to_move is BEGINNER
    assert taken.colour_of(BEGINNER) is WHITE
    assert offering.seat_to_move is OTHER
    assert offering.to_move is BLACK


def test_an_offer_places_no_stone_and_white_chooses_one():
    one, both = after(f"{FOUR} offer-i8"), after(f"{FOUR} offer-i8 offer-k8")

    assert one.stones == both.stones == after(FOUR).stones
    assert one.offered_cells == (cell(one, "i8"),)
    assert one.seat_to_move is BEGINNER
    assert (both.to_move, both.seat_to_move) == (BLACK, OTHER)
    assert sorted(legal_names(both)) == ["i8", "k8"]


def test_the_chosen_stone_is_black_and_the_opening_over():
    position = after(f"{FOUR} offer-i8 offer-k8 k8")

    assert position.stones[cell(position, "k8")] == BLACK
    assert position.stones[cell(position, "i8")] == EMPTY
    assert position.offered_cells == ()
    assert (position.to_move, position.seat_to_move) == (WHITE, OTHER)
    assert len(position.legal_moves()) == 225 - 5
    assert find_stage(position) is FifthMoveStage.COMPLETE
    assert GOMOKU.decision(position) == ""


@pytest.mark.parametrize("count", [1, 2, 10])
def test_black_offers_as_many_moves_as_were_declared(count):
    position = after(f"{THREE} fifth-moves-{count} g10")

    for _ in range(count):
        assert find_stage(position) is FifthMoveStage.OFFERING
        position = position.play(position.legal_moves()[-1])

    assert find_stage(position) is FifthMoveStage.CHOOSING
    assert len(position.offered_cells) == count


@pytest.mark.parametrize(
    ("moves", "move", "sentence"),
    [
        ("", "h9", "first a black one in the centre"),
        ("h8", "h10", "next to the first one"),
        ("h8", "h8", "h8 is already occupied"),
        ("h8 h9", "h11", "middle 5x5 cells"),
        (THREE, "g10", "Declare how many"),
        (THREE, "take-black", "right before the fourth stone"),
        (f"{THREE} fifth-moves-2", "fifth-moves-3", "declared once"),
        (FOUR, "take-black", "right before the fourth stone"),
        (FOUR, "i8", "Offer a fifth move, number 1 of 2"),
        (FOUR, "offer-h8", "h8 is already occupied"),
        (f"{FOUR} offer-i8", "offer-i8", "i8 is offered already"),
        (f"{FOUR} offer-i8 offer-k8", "offer-a1", "right after the fourth stone"),
        (f"{FOUR} offer-i8 offer-k8", "a1", "Choose one of the fifth moves"),
        (f"{THREE} fifth-moves-2", "offer-a1", "right after the fourth stone"),
    ],
)
def test_a_move_at_another_time_is_refused(moves, move, sentence):
    position = after(moves)

    with pytest.raises(IllegalMoveError, match=sentence):
        position.play(cell(position, move))
    assert cell(position, move) not in position.legal_moves()


def test_symmetrical_fifth_moves_are_refused():
    # The stones are on one column: left and right are mirror images.
    position = after("h8 h9 h10 fifth-moves-2 h7 offer-g8")

    with pytest.raises(IllegalMoveError, match="i8 is symmetrical to g8"):
        position.play(cell(position, "offer-i8"))
    assert position.is_legal(cell(position, "offer-i9"))


def test_a_click_on_a_cell_means_an_offer_only_while_fifth_moves_are_offered():
    offering, choosing = after(FOUR), after(f"{FOUR} offer-i8 offer-k8")
    place = cell(offering, "i8")

    assert offering.cell_name(offering.move_on(place)) == "offer-i8"
    assert offering.cell_of(offering.move_on(place)) == place
    assert choosing.move_on(place) == place
    assert offering.move_on(cell(offering, "offer-i8")) == cell(offering, "offer-i8")
    assert offering.cell_of(cell(offering, "take-black")) is None


@pytest.mark.parametrize("opening", ["none", "swap2"])
def test_other_openings_have_no_offers(opening):
    position = after(opening=opening)

    with pytest.raises(IllegalMoveError, match="got 'offer-a1'"):
        cell(position, "offer-a1")
    assert GOMOKU.special_moves_of(after().setup)[0].name == "take-black"


def test_after_the_end_nothing_is_declared_or_offered():
    moves = f"{FOUR} offer-i8 offer-k8 k8 a1 g8 a2 i8 a3 j8"
    position = after(moves)

    assert position.outcome.winner is BLACK
    for name in ("take-black", "fifth-moves-2", "offer-b2"):
        objection = position.objection_to(cell(position, name))
        assert objection.startswith("The game is over")
    assert position.legal_moves() == position.special_moves() == []
    assert GOMOKU.decision(position) == ""


def test_stones_that_are_set_up_leave_nothing_open():
    setup = GOMOKU.setup(options={"opening": "yamaguchi"})
    position = GOMOKU.position(
        setup, stones=bytes([1, 2]) + bytes(223), to_move=Player.FIRST
    )

    assert find_stage(position) is FifthMoveStage.COMPLETE
    assert len(position.legal_moves()) == 223
    assert GOMOKU.decision(position) == ""


def test_the_smallest_board_has_room_for_every_offer_and_no_stone_ends_the_game():
    first = after(height=5, width=5, opening="rif", line_length="4")
    fours = (
        first.play(a).play(b).play(c).play(d)
        for a in first.legal_moves()
        for b in first.play(a).legal_moves()
        for c in first.play(a).play(b).legal_moves()
        for d in first.play(a).play(b).play(c).legal_moves()
        if d < 25
    )

    for four in nonempty(fours):
        offers = {symmetrical_cells(four, move) for move in free_cells(four)}
        assert len(offers) >= MOST_FIFTH_MOVES
        assert four.outcome is None


@given(positions=GAMES_OPENED)
@settings(max_examples=80, deadline=None)
def test_in_every_game_the_legal_moves_are_those_without_an_objection(positions):
    for position in positions:
        check_legal_moves(position)


@given(positions=GAMES_OPENED)
@settings(max_examples=80, deadline=None)
def test_in_every_game_stones_alternate_and_each_seat_holds_a_colour(positions):
    last = positions[-1]
    placed = [move for move in last.history if move < last.setup.cell_count]

    assert [last.stones[move] for move in placed] == [
        1 + number % 2 for number in range(len(placed))
    ]
    for position in positions:
        seats = [position.get_seat(colour) for colour in Player]
        assert sorted(seats) == list(Player)
        if find_stage(position) is FifthMoveStage.COMPLETE:
            assert position.seat_to_move is position.get_seat(position.to_move)


@given(positions=GAMES_OPENED)
@settings(max_examples=80, deadline=None)
def test_offers_are_symmetrical_if_the_positions_after_them_are(positions):
    for position in positions:
        if find_stage(position) is not FifthMoveStage.OFFERING:
            continue
        free = free_cells(position)
        with_stone = {}
        for move in free:
            stones = bytearray(position.stones)
            stones[move] = BLACK
            with_stone[move] = images(
                GOMOKU.position(position.setup, stones=bytes(stones))
            )
        for move in free[::3]:
            equal = {other for other in free if with_stone[other] == with_stone[move]}
            assert symmetrical_cells(position, Move(move)) == equal
