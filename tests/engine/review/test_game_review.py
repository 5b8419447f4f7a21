import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.types import MoveAnalysis, Player
from engine.review.game_review import (
    MoveReview,
    Severity,
    Thresholds,
    review_game,
    review_line,
    value_for,
)
from engine.review.reviewed_line import ReviewedLine
from tests.engine.review.reviewed_games import game_of, with_values

SHORT = "a1 b1 a2"


def short_game(*found):
    return with_values(game_of("gomoku", SHORT, height=5, width=7), found)


def value_at_end(record, value, best):
    """Return the value of the last position for the participant who began."""
    node = record.line_through(0)[-1]
    found = [*[None] * node, (value, best)]
    analysis = with_values(record, found).nodes[node].analysis
    end = ReviewedLine.through(record).positions[-1]
    return value_for(Player.FIRST, end, analysis)


def test_a_loss_is_the_win_rate_before_less_that_after():
    record = short_game((0.5, "c3"), (-0.1, "b1"))

    (move,) = review_game(record).moves

    # 75 % before, and 55 % after: the other side has 45 %.
    assert move.loss == pytest.approx(0.2)
    assert move.value == pytest.approx(0.1)
    assert (move.ply, move.seat) == (1, Player.FIRST)
    assert record.setup.width == 7
    assert move.best == 2 * 7 + 2
    assert move.refutation == (record.nodes[2].move,)


@pytest.mark.parametrize(
    ("opening", "moves"),
    [("swap2", "h8 h9 i10"), ("rif", "h8 h9 i10"), ("yamaguchi", "h8 h9 i10 n1")],
)
@pytest.mark.parametrize(("value", "best"), [(-0.8, "take-black"), (0.8, "a1")])
def test_an_opening_that_is_good_for_one_colour_is_bad_for_who_placed_it(
    opening, moves, value, best
):
    moves = moves.replace("n1", "fifth-moves-1")
    record = game_of("gomoku", moves, height=15, width=15, opening=opening)

    # The other participant takes Black if White is worse.
    assert value_at_end(record, value, best) == -0.8


def test_the_best_move_has_no_loss_whatever_comes_out():
    record = short_game((0.5, "a1"), (0.9, "b1"))

    assert review_game(record).moves[0].loss == 0


def test_a_move_better_than_the_search_found_has_no_loss():
    record = short_game((0.1, "c3"), (-0.4, "b1"))

    assert review_game(record).moves[0].loss == 0


def test_moves_without_both_analyses_are_left_out():
    record = short_game((0.5, "c3"), None, (0.2, "c3"), (0.1, "c3"))

    assert [move.ply for move in review_game(record).moves] == [3]


def test_an_analysis_without_a_best_move_reviews_nothing():
    assert review_game(short_game((0.5, None), (0.5, None))).moves == ()


def test_the_end_by_the_rules_needs_no_analysis():
    game = game_of("gomoku", "a1 b1 a2 b2 a3 c3 a4", height=5, width=6, line_length="4")
    record = with_values(game, [None] * 6 + [(0.4, "a4")])

    (move,) = review_game(record).moves

    assert (move.value, move.loss) == (1, 0)


def test_a_move_into_a_lost_end_gives_all_away():
    game = game_of("gomoku", "a1 b1 a2 b2 a3 c3 a4", height=5, width=6, line_length="4")
    record = with_values(game, [None] * 5 + [(1.0, "a4"), (1.0, "a4")])

    (move, last) = review_game(record).moves

    assert (move.seat, move.loss, move.accuracy) == (Player.SECOND, 1, 0)
    assert last.accuracy == 100


def test_a_full_board_counts_one_half():
    rows = ("xxoox", "ooxxo", "xxoox", "ooxxo", "xxoox")
    cells = [
        (side, f"{'abcde'[c]}{r + 1}")
        for r, row in enumerate(rows)
        for c, side in enumerate(row)
    ]
    first = [cell for side, cell in cells if side == "x"]
    second = [cell for side, cell in cells if side == "o"]
    moves = " ".join(cell for pair in zip(first, second, strict=False) for cell in pair)
    game = game_of("gomoku", f"{moves} {first[-1]}", height=5, width=5)

    (last,) = review_game(with_values(game, [None] * 24 + [(0.5, "a1")])).moves

    assert (last.ply, last.value, last.loss) == (25, 0, 0.25)


def test_after_a_swap_the_values_are_those_of_the_participants():
    game = game_of("hex", "b3 swap-pieces d2", height=5, width=5, swap="on")
    found = [(0.2, "c3"), (0.6, "swap-pieces"), (-0.6, "d2"), (0.6, "d4")]

    first, swap, last = review_game(with_values(game, found)).moves

    assert (first.seat, first.loss) == (Player.FIRST, pytest.approx(0.4))
    assert (swap.seat, swap.loss, swap.value) == (Player.SECOND, 0, 0.6)
    assert (last.seat, last.value) == (Player.FIRST, -0.6)


@pytest.mark.parametrize(("best", "value"), [("take-black", -0.5), ("h1", 0.5)])
def test_three_stones_are_worth_what_the_best_choice_leaves(best, value):
    # White is worse: who placed the stones loses if the other one takes Black.
    game = game_of("gomoku", "a1 b1 c1", height=9, width=9, opening="swap2")

    assert value_at_end(game, -0.5, best) == value


@pytest.mark.parametrize(
    ("opening", "moves", "compared"),
    [
        ("swap2", "h8 h9 i10 add-two a1 a2 take-black c3", [7, 8]),
        ("swap2", "h8 h9 i10 take-black c3 a1", [4, 5, 6]),
        ("rif", "h8 h9 i10 g10 offer-i8 offer-k8 k8", [4, 5, 6, 7]),
        ("yamaguchi", "h8 h9 i10 fifth-moves-1 g10", [5]),
        ("taraguchi", "h8 h9 i10", [2, 3]),
    ],
)
def test_moves_into_and_out_of_fixed_moves_of_an_opening_have_no_loss(
    opening, moves, compared
):
    game = game_of("gomoku", moves, height=15, width=15, opening=opening)
    found = [(0.0, "o15")] * len(game.nodes)

    review = review_game(with_values(game, found))

    assert [move.ply for move in review.moves] == compared


def test_a_white_stone_after_five_is_worth_as_much_as_white():
    moves = "a1 b1 c1 add-two d1 e1 f1"
    game = game_of("gomoku", moves, height=9, width=9, opening="swap2")
    found = [*[None] * 6, (0.5, "g1"), (0.1, "h1")]

    (white,) = review_game(with_values(game, found)).moves

    assert (white.seat, white.best_value, white.value) == (Player.FIRST, 0.5, -0.1)


def test_accuracy_is_the_mean_of_a_participants_moves():
    record = short_game((0.0, "a1"), (0.0, "c3"), (1.0, "a2"), (-1.0, "c4"))

    review = review_game(record)

    assert review.accuracy[Player.FIRST] == 100
    assert review.accuracy[Player.SECOND] == pytest.approx(review.moves[1].accuracy)
    # By hand: 103.1669 e^(-4.3544 / 2) - 3.1669.
    assert review.accuracy[Player.SECOND] == pytest.approx(8.53, abs=0.01)


def test_a_participant_without_reviewed_moves_has_no_accuracy():
    assert set(review_game(short_game((0.0, "a1"), (0.0, "c3"))).accuracy) == {1}
    assert review_game(short_game()).accuracy == {}


def test_mistakes_are_the_moves_at_or_above_the_threshold():
    record = short_game((0.5, "c3"), (-0.1, "c3"), (0.0, "c3"), (0.0, "c3"))
    review = review_game(record)

    assert [move.loss for move in review.moves] == pytest.approx([0.2, 0, 0], abs=0.06)
    assert review.mistakes(review.moves[0].loss) == review.moves[:1]
    assert review.mistakes(0.21) == ()


@given(st.floats(0, 1), st.floats(0, 1))
def test_accuracy_falls_with_the_loss(one, other):
    accuracies = [
        MoveReview(
            ply=1,
            node=1,
            seat=Player.FIRST,
            move=0,
            best=1,
            best_value=0.0,
            value=0.0,
            loss=loss,
        ).accuracy
        for loss in sorted((one, other))
    ]

    assert 100 >= accuracies[0] >= accuracies[1] >= 0


def test_a_variation_is_reviewed_as_a_line_of_its_own():
    record, node = short_game((0.5, "c3"), (-0.1, "b1")).with_variation(1, 20)
    record = record.with_node(node, analysis=MoveAnalysis(value=0.9, pv=(3,)))

    review = review_line(record, ReviewedLine.through(record, node))

    assert [move.node for move in review.moves] == [1, node]
    assert [move.node for move in review_game(record).moves] == [1]


def test_the_biggest_mistakes_are_in_order_of_play():
    found = [(0.0, "c3"), (0.4, "c3"), (0.0, "c3"), (0.9, "c3")]
    review = review_game(short_game(*found))

    assert [round(move.loss, 2) for move in review.moves] == [0.2, 0.2, 0.45]
    biggest = review.biggest_mistakes(0.1, 2)
    assert [move.ply for move in biggest] == [1, 3]
    assert review.biggest_mistakes(0.5, 3) == []


@pytest.mark.parametrize(
    ("loss", "severity"),
    [
        (0.04, None),
        (0.05, Severity.INACCURACY),
        (0.1, Severity.MISTAKE),
        (0.2, Severity.BLUNDER),
    ],
)
def test_the_loss_decides_the_kind_of_a_mistake(loss, severity):
    assert Thresholds().severity(loss) is severity


def test_thresholds_in_another_order_name_the_worst_kind():
    thresholds = Thresholds(inaccuracy=0.3, mistake=0.2, blunder=0.1)

    assert thresholds.severity(0.15) is Severity.BLUNDER
    assert thresholds.least == 0.1


@pytest.mark.parametrize("loss", [0.0, 1.1])
def test_a_threshold_is_a_share(loss):
    with pytest.raises(ValueError, match="above 0 to 1"):
        Thresholds(mistake=loss)
