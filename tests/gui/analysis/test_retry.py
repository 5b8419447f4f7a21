"""*Try again*: a better move in the place of a mistake."""

from dataclasses import replace

import pytest

from engine.core.types import Move
from gui.analysis.review_messages import verdict_message
from tests.gui.analysis.reviewed_games import cell


@pytest.fixture
def trying(reviewed):
    """Return the desk at the position before Black's mistake."""
    reviewed.searcher.searched.clear()
    reviewed.mistakes.select(reviewed.mistakes.found[1])
    reviewed.retry.start(reviewed.mistakes.found[1])
    return reviewed


def verdict(desk):
    task, tried = desk.retry.task, desk.retry.tried
    is_played = tried.move == task.mistake.move
    return verdict_message(task.position, tried, is_played=is_played, least_loss=0.05)


def test_the_position_before_the_mistake_is_shown(trying):
    assert trying.controller.session.cursor == 2
    assert trying.retry.task.mistake.ply == 3
    assert trying.retry.line == ()


def test_the_best_move_is_found_without_a_search(trying):
    trying.retry.try_cell(cell("j10"))

    assert verdict(trying) == "j10 is the best move."
    assert trying.retry.line == (cell("j10"), cell("k10"))
    assert trying.searcher.searched == []


def test_the_played_move_is_named_with_its_loss(trying):
    trying.retry.try_cell(cell("j8"))

    assert verdict(trying) == "j8 was played and loses 40 %. Try another move."
    assert trying.retry.line == (cell("j8"), cell("j9"), cell("i10"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.4, "a1 loses 40 %. Try another move."),
        (-0.35, "a1 is as good as the best move."),
    ],
)
def test_another_move_is_searched(trying, value, text):
    trying.searcher.plan[3] = (value, "b1")

    trying.retry.try_cell(cell("a1"))
    searched = trying.retry.searched
    trying.wait_until(lambda: trying.retry.tried is not None)

    assert searched == cell("a1")
    assert verdict(trying) == text
    assert trying.retry.line == (cell("a1"), cell("b1"))
    assert trying.searcher.limits[-1].seconds == trying.reviewer.seconds


def test_nothing_in_the_record_changes(trying):
    record = trying.controller.session.record

    trying.retry.try_cell(cell("a1"))
    trying.wait_until(lambda: trying.retry.tried is not None)
    trying.retry.show_solution()
    trying.retry.leave()

    assert trying.controller.session.record is record


def test_an_occupied_cell_is_refused_with_one_sentence(trying):
    trying.retry.try_cell(cell("h8"))

    assert len(trying.problems) == 1
    assert trying.retry.tried is None
    assert trying.retry.task is not None


def test_the_solution_is_the_best_line(trying):
    trying.retry.try_cell(cell("j8"))

    trying.retry.show_solution()

    assert trying.retry.is_solved
    assert trying.retry.line == (cell("j10"), cell("k10"))
    assert trying.retry.tried is None


def test_kept_moves_become_a_variation(trying):
    main = trying.controller.session.record.main_moves()
    trying.retry.try_cell(cell("j10"))

    trying.retry.keep()

    session = trying.controller.session
    assert session.position.history[2:] == (cell("j10"),)
    assert session.record.line_through(session.cursor)[-1] != session.cursor
    assert session.record.main_moves() == main
    assert trying.retry.task is None


def test_a_kept_line_that_was_played_adds_nothing_to_the_game(trying):
    nodes = len(trying.controller.session.record.nodes)
    trying.retry.try_cell(cell("j8"))

    trying.retry.keep()

    record = trying.controller.session.record
    assert len(record.main_line()) == 5
    assert len(record.nodes) == nodes + 2


def test_a_search_that_failed_leaves_the_trial_open(trying):
    trying.searcher.error = MemoryError()

    trying.retry.try_cell(cell("a1"))
    trying.wait_until(lambda: bool(trying.problems))

    assert trying.problems == ["The engine ran out of memory."]
    assert trying.retry.searched is None
    assert trying.retry.task is not None


def test_leaving_stops_the_search(trying):
    trying.searcher.may_go.clear()
    trying.retry.try_cell(cell("a1"))
    trying.wait_until(lambda: trying.searcher.searched == [3])

    assert trying.retry.leave()

    assert not trying.engine.is_searching
    assert not trying.retry.leave()


def test_take_back_clears_the_tried_move_and_its_search_alone(trying):
    trying.searcher.may_go.clear()
    trying.retry.try_cell(cell("a1"))
    trying.wait_until(lambda: trying.searcher.searched == [3])

    trying.retry.take_back()

    assert trying.retry.line == ()
    assert not trying.engine.is_searching
    assert trying.retry.task is not None


def test_another_position_ends_the_trial(trying):
    trying.controller.go_to(0)

    assert trying.retry.task is None


def test_a_better_move_without_a_cell_cannot_be_tried(reviewed):
    mistake = replace(reviewed.mistakes.found[0], best=Move(225))

    reviewed.retry.start(mistake)

    assert not reviewed.retry.can_start(mistake)
    assert reviewed.retry.task is None
