"""Ends of games by agreement of both engines, or by their length."""

from engine.core.types import Outcome, Player
from engine.games import get_game
from engine.tournament.adjudicator import Adjudicator
from engine.tournament.plan import Adjudication

BLACK, WHITE = Player.FIRST, Player.SECOND


def position_after(plies, **options):
    game = get_game("gomoku")
    position = game.new_position(game.setup(height=7, width=8, options=options))
    for ply in range(plies):
        position = position.play((ply * 10) % 53)
    return position


def adjudicate_all(rule, values):
    adjudicator = Adjudicator(rule)
    position = position_after(5)
    return [adjudicator.adjudicate(seat, value, position) for seat, value in values]


def test_a_win_needs_both_engines_for_all_plies():
    rule = Adjudication(win_rate=0.95, win_plies=4)
    agreed = [(BLACK, 0.95), (WHITE, -0.92), (BLACK, 1.0), (WHITE, -1.0)]

    outcomes = adjudicate_all(rule, agreed)

    assert outcomes == [None, None, None, Outcome(BLACK, "adjudication")]


def test_the_second_side_wins_by_its_own_agreement():
    rule = Adjudication(win_rate=0.9, win_plies=2)

    outcomes = adjudicate_all(rule, [(BLACK, -0.9), (WHITE, 0.9)])

    assert outcomes[-1] == Outcome(WHITE, "adjudication")


def test_one_doubt_begins_the_count_again():
    rule = Adjudication(win_rate=0.9, win_plies=3)
    values = [
        *[(BLACK, 0.9), (WHITE, -0.9), (BLACK, 0.7), (WHITE, -0.9)],
        *[(BLACK, 0.9), (WHITE, None), (BLACK, 0.9), (WHITE, -0.9)],
    ]

    assert adjudicate_all(rule, values) == [None] * 8


def test_engines_that_both_believe_in_their_win_play_on():
    rule = Adjudication(win_rate=0.9, win_plies=2)

    assert adjudicate_all(rule, [(BLACK, 1.0), (WHITE, 1.0)] * 5) == [None] * 10


def test_several_moves_of_one_side_in_a_row_are_no_agreement_of_the_other_one():
    rule = Adjudication(win_rate=0.9, win_plies=3)
    offers = [(BLACK, 1.0)] * 5

    assert adjudicate_all(rule, [*offers, (WHITE, 0.0), (WHITE, -1.0)]) == [None] * 7
    assert adjudicate_all(rule, [*offers, (WHITE, -1.0)]) == [
        *[None] * 5,
        Outcome(BLACK, "adjudication"),
    ]


def test_a_long_game_is_a_draw():
    adjudicator = Adjudicator(Adjudication(draw_plies=6))

    short = adjudicator.adjudicate(BLACK, 0.0, position_after(5))
    long = adjudicator.adjudicate(WHITE, 0.0, position_after(6))

    assert (short, long) == (None, Outcome(None, "adjudication"))


def test_without_bounds_nothing_ends():
    values = [(BLACK, 1.0), (WHITE, -1.0)] * 20

    assert adjudicate_all(Adjudication(), values) == [None] * 40


def test_a_game_that_is_over_keeps_its_outcome():
    game = get_game("gomoku")
    setup = game.setup(height=5, width=5, options={"line_length": "4"})
    position = game.new_position(setup)
    for move in (0, 5, 1, 6, 2, 7, 3):
        position = position.play(move)
    adjudicator = Adjudicator(Adjudication(draw_plies=1))

    assert position.outcome is not None
    assert adjudicator.adjudicate(BLACK, 1.0, position) is None


def test_after_swap2_the_colour_of_the_winner_counts():
    game = get_game("gomoku")
    setup = game.setup(height=7, width=7, options={"opening": "swap2"})
    position = game.new_position(setup)
    for move in (0, 10, 20):
        position = position.play(move)
    take_black = next(
        move
        for move in position.special_moves()
        if game.cell_name(setup, move) == "take-black"
    )
    position = position.play(take_black)
    adjudicator = Adjudicator(Adjudication(win_rate=0.9, win_plies=2))

    adjudicator.adjudicate(Player.SECOND, 1.0, position)
    outcome = adjudicator.adjudicate(Player.FIRST, -1.0, position)

    assert outcome.winner is position.colour_of(Player.SECOND)
    assert outcome.winner is BLACK
