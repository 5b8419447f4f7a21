"""Mistakes of the reviewed line, one after the other."""

import pytest

from engine.core.types import MoveAnalysis, Player
from engine.review.game_review import Severity
from gui.analysis.review_messages import (
    mistake_message,
    mistake_title,
    refutation_message,
)
from gui.settings.analysis_settings import BLUNDER, INACCURACY, MISTAKE
from tests.engine.review.reviewed_games import game_of
from tests.gui.analysis.reviewed_games import cell
from tests.gui.driving import WIN_IN_NINE


def plies(desk):
    return [mistake.ply for mistake in desk.mistakes.found]


def test_the_mistakes_are_found_as_the_review_goes_on(review_desk):
    seen = []
    review_desk.mistakes.changed.connect(lambda: seen.append(plies(review_desk)))

    review_desk.review()

    assert seen[-1] == [2, 3, 4]
    assert [2] in seen


def test_a_mistake_is_a_sentence_with_its_refutation(reviewed):
    mistake = reviewed.mistakes.found[1]
    before = reviewed.mistakes.position_before(mistake)

    assert mistake_message(before, mistake) == "Move 3: j8 lost 40 %, j10 was better"
    assert refutation_message(before, mistake) == "Refutation: j9 i10"
    assert mistake_title(before, mistake) == "3. j8: −40 %"  # noqa: RUF001


def test_the_loss_decides_the_kind(reviewed):
    reviewed.settings[INACCURACY], reviewed.settings[MISTAKE] = 10, 21
    reviewed.settings[BLUNDER] = 30

    kinds = [reviewed.mistakes.severity(one) for one in reviewed.mistakes.found]

    assert kinds == [Severity.INACCURACY, Severity.BLUNDER, Severity.MISTAKE]


def test_a_higher_threshold_leaves_mistakes_out_at_once(reviewed):
    for setting in (INACCURACY, MISTAKE, BLUNDER):
        reviewed.settings[setting] = 30

    assert plies(reviewed) == [3]


def test_next_and_previous_go_from_the_position_on_the_board(reviewed):
    reviewed.controller.go_to(3)

    assert reviewed.mistakes.next.ply == 4
    assert reviewed.mistakes.previous.ply == 2
    reviewed.controller.go_to(5)
    assert reviewed.mistakes.next is None
    assert reviewed.mistakes.previous.ply == 4


def test_a_variation_counts_as_its_branching_point(reviewed):
    reviewed.controller.go_to(2)
    reviewed.controller.play(0)

    assert reviewed.mistakes.next.ply == 3
    assert reviewed.mistakes.previous is None


def test_a_selected_mistake_is_on_the_board_until_another_position_is(reviewed):
    mistake = reviewed.mistakes.found[0]

    reviewed.mistakes.select(mistake)

    assert reviewed.controller.session.cursor == mistake.node == 2
    assert reviewed.mistakes.selected == mistake
    reviewed.controller.go_to(1)
    assert reviewed.mistakes.selected is None


def test_accuracy_is_that_of_the_participants(reviewed):
    accuracy = reviewed.mistakes.accuracy

    assert set(accuracy) == set(Player)
    assert accuracy[Player.FIRST].rate == pytest.approx(71.7, abs=0.1)
    assert accuracy[Player.FIRST].reviewed == accuracy[Player.FIRST].total == 3


@pytest.mark.parametrize(("seconds", "reviewed"), [(0.3, 0), (1.0, 1)])
def test_a_move_has_accuracy_once_both_positions_are_reviewed(
    review_desk, seconds, reviewed
):
    found = MoveAnalysis(value=0.0, seconds=seconds, pv=(cell("a1"),))
    for node in (0, 1):
        review_desk.controller.store_analysis(node, found)

    accuracy = review_desk.mistakes.accuracy[Player.FIRST]

    assert (accuracy.reviewed, accuracy.total) == (reviewed, 3)
    assert accuracy.rate == (100.0 if reviewed else None)


def test_a_winning_move_has_no_accuracy_before_a_review(review_desk):
    review_desk.open(game_of("gomoku", " ".join(WIN_IN_NINE), height=15, width=15))
    found = MoveAnalysis(value=0.5, seconds=0.3, pv=(cell("e1"),))
    review_desk.controller.store_analysis(8, found)

    assert review_desk.mistakes.accuracy[Player.FIRST].rate is None


def test_the_biggest_mistakes_are_in_order_of_play(reviewed):
    assert [one.ply for one in reviewed.mistakes.biggest(2)] == [3, 4]
    reviewed.settings[MISTAKE] = 30
    assert [one.ply for one in reviewed.mistakes.biggest(3)] == [3]


def test_deleted_moves_are_no_mistakes(reviewed):
    reviewed.controller.delete_from(3)

    assert plies(reviewed) == [2]
