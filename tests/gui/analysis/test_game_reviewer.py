"""Reviews of whole games, with scripted engines and without a window."""

import pytest

from engine.core.types import Move, MoveAnalysis
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records import files
from engine.records.model.record import GameRecord
from engine.review.game_review import review_game
from gui.analysis import review_parts
from gui.analysis.game_reviewer import ReviewState
from gui.analysis.review_messages import estimate_message, progress_message
from gui.settings.analysis_settings import REVIEW_SECONDS
from tests.gui.analysis.reviewed_games import SETUP, cell
from tests.gui.scripted_engines import ENGINE

ALL = list(range(6))


def test_every_position_is_searched_in_order_and_stored_at_once(review_desk):
    seen = []
    review_desk.controller.match_changed.connect(
        lambda _view: seen.append(sum(review_desk.known()))
    )

    review_desk.review()

    assert review_desk.searcher.searched == ALL
    assert {limits.seconds for limits in review_desk.searcher.limits} == {1.0}
    assert sorted(set(seen) - {0}) == [1, 2, 3, 4, 5, 6]
    assert review_desk.reviewer.state is ReviewState.COMPLETE


def test_progress_counts_positions_and_time(review_desk):
    review_desk.searcher.may_go.clear()
    before = estimate_message(review_desk.reviewer)

    review_desk.reviewer.start()
    # The search begins and the window hears of it in either order.
    review_desk.wait_until(lambda: review_desk.searcher.searched == [0])
    review_desk.wait_until(
        lambda: progress_message(review_desk.reviewer) == "0 of 6 positions, 0:06 left"
    )

    assert before == "6 positions, about 0:06"
    assert review_desk.reviewer.state is ReviewState.RUNNING


def stop_after_two(desk, stop=None):
    """Stop a review in the search of the third position, by default by its command."""

    def hold(_view):
        if sum(desk.known()) == 2:
            desk.searcher.may_go.clear()

    desk.controller.match_changed.connect(hold)
    desk.reviewer.start()
    desk.wait_until(lambda: desk.searcher.searched == [0, 1, 2])
    desk.controller.match_changed.disconnect(hold)
    stop() if stop else desk.reviewer.stop()
    assert not desk.reviewer.is_running
    desk.searcher.may_go.set()


def test_a_stopped_review_keeps_what_it_found_and_goes_on_there(review_desk):
    stop_after_two(review_desk)
    known, state = review_desk.known(), review_desk.reviewer.state

    review_desk.review()

    assert known == [True, True, False, False, False, False]
    assert state is ReviewState.PARTIAL
    assert review_desk.searcher.searched == [0, 1, 2, 2, 3, 4, 5]


def test_a_stopped_review_goes_on_after_the_record_was_saved(review_desk, tmp_path):
    stop_after_two(review_desk)
    path = tmp_path / "half.sgf"
    files.save(review_desk.controller.session.record, path)

    review_desk.open(files.load(path))
    review_desk.review()

    assert review_desk.searcher.searched == [0, 1, 2, 2, 3, 4, 5]


def test_a_longer_time_searches_again_and_a_shorter_one_does_not(review_desk):
    review_desk.settings[REVIEW_SECONDS] = 2.0
    review_desk.review()
    review_desk.searcher.searched.clear()

    review_desk.settings[REVIEW_SECONDS] = 0.5
    review_desk.review()
    quick = list(review_desk.searcher.searched)
    review_desk.settings[REVIEW_SECONDS] = 5.0
    review_desk.review()

    assert quick == []
    assert review_desk.searcher.searched == ALL


def test_a_complete_review_is_repeated_only_if_asked_for(review_desk):
    review_desk.review()
    review_desk.review()
    once = list(review_desk.searcher.searched)

    review_desk.reviewer.start(repeats=True)
    review_desk.wait_for_end()

    assert once == ALL
    assert review_desk.searcher.searched == ALL + ALL


def test_an_unfinished_review_goes_on_although_it_may_repeat(review_desk):
    stop_after_two(review_desk)

    review_desk.reviewer.start(repeats=True)
    review_desk.wait_for_end()

    assert review_desk.searcher.searched == [0, 1, 2, 2, 3, 4, 5]


def test_the_line_on_the_board_is_reviewed_if_it_is_a_variation(review_desk):
    record, node = review_desk.controller.session.record.with_variation(2, Move(0))
    review_desk.open(record)
    review_desk.controller.go_to(node)

    review_desk.reviewer.start(of_board=True)
    review_desk.wait_for_end()

    assert review_desk.reviewer.line.nodes == (0, 1, 2, node)
    assert review_desk.searcher.searched == [0, 1, 2, 3]
    review_desk.reviewer.start()
    assert node not in review_desk.reviewer.line.nodes


def test_a_hint_goes_first_and_the_review_goes_on(review_desk):
    review_desk.searcher.may_go.clear()
    review_desk.controller.go_to(0)
    review_desk.reviewer.start()
    review_desk.wait_until(lambda: review_desk.searcher.searched == [0])

    review_desk.hints.request()
    waiting = review_desk.reviewer.is_waiting
    message = progress_message(review_desk.reviewer)
    review_desk.searcher.may_go.set()
    review_desk.wait_for_end()

    assert waiting
    assert message == "0 of 6 positions, waiting for the engine"
    assert review_desk.hints.hint is not None
    assert all(review_desk.known())


def test_a_players_engine_goes_first(review_desk, engines, factory):
    requested = MatchSetup(setup=SETUP, second=ENGINE)
    engines.delay = 30
    review_desk.controller.put(factory.make_game(requested))
    review_desk.controller.play(cell("h8"))
    review_desk.wait_until(lambda: len(engines.searched) == 1)

    review_desk.reviewer.start()
    waiting = review_desk.reviewer.is_waiting
    engines.latest.let_go.set()
    review_desk.wait_for_end()

    assert waiting
    assert review_desk.searcher.searched == [0, 1, 2]
    assert review_desk.controller.session.ply == 2


def test_a_move_during_a_review_is_reviewed_too(review_desk):
    review_desk.searcher.may_go.clear()
    review_desk.reviewer.start()
    review_desk.controller.play(cell("a1"))
    review_desk.searcher.may_go.set()

    review_desk.wait_for_end()

    assert review_desk.searcher.searched[-1] == 6
    assert all(review_desk.known())


def test_another_game_stops_a_review(review_desk, factory):
    review_desk.searcher.may_go.clear()
    review_desk.reviewer.start()
    review_desk.wait_until(lambda: review_desk.searcher.searched == [0])

    review_desk.controller.put(factory.make_game(MatchSetup(setup=SETUP)))

    assert review_desk.problems == ["Review stopped at 0 of 6 positions."]
    assert not review_desk.reviewer.is_running
    assert review_desk.reviewer.state is ReviewState.WITHOUT_MOVES
    review_desk.wait_until(lambda: not review_desk.engine.is_searching)


def test_another_board_stops_a_review_which_goes_on_there_later(review_desk):
    controller = review_desk.controller
    stop_after_two(review_desk, lambda: controller.switch_to("hex"))
    stopped = list(review_desk.problems)

    controller.switch_to("gomoku")
    state = review_desk.reviewer.state
    review_desk.review()

    assert stopped == [
        "Review of Gomoku stopped at 2 of 6 positions. "
        "Go back to the board to continue it."
    ]
    assert state is ReviewState.PARTIAL
    assert review_desk.searcher.searched == [0, 1, 2, 2, 3, 4, 5]


def test_the_moves_of_another_board_are_not_reviewed(review_desk, factory):
    hex_setup = GAMES["hex"].setup()
    record, _ = GameRecord(setup=hex_setup).with_move(0, Move(0))
    other = factory.open_record(record, None)

    stop_after_two(review_desk, lambda: review_desk.controller.put(other))
    review_desk.wait_until(lambda: not review_desk.engine.is_searching)

    assert review_desk.searcher.searched == [0, 1, 2]
    assert review_desk.reviewer.state is ReviewState.NEW


def test_what_a_review_has_searched_counts_after_another_board(review_desk):
    better = MoveAnalysis(value=0.1, nodes=10**6, seconds=0.1, pv=(cell("a1"),))
    for node in range(6):
        review_desk.controller.store_analysis(node, better)
    review_desk.review()

    review_desk.controller.switch_to("hex")
    review_desk.controller.switch_to("gomoku")

    assert review_desk.reviewer.state is ReviewState.COMPLETE
    assert review_desk.problems == []


def test_deleted_moves_are_not_searched(review_desk):
    review_desk.searcher.may_go.clear()
    review_desk.reviewer.start()
    review_desk.wait_until(lambda: review_desk.searcher.searched == [0])

    review_desk.controller.delete_from(3)
    review_desk.searcher.may_go.set()
    review_desk.wait_for_end()

    assert review_desk.searcher.searched == [0, 1, 2]


def test_a_failed_search_ends_the_review_with_one_sentence(review_desk):
    review_desk.searcher.error = MemoryError()

    review_desk.review()

    assert review_desk.problems == ["The engine ran out of memory."]
    assert not any(review_desk.known())


def test_a_game_without_moves_is_one_sentence(review_desk):
    review_desk.open(GameRecord(setup=SETUP))

    review_desk.reviewer.start()

    assert not review_desk.reviewer.is_running
    assert review_desk.problems == ["There are no moves to review yet."]


def test_a_game_that_no_engine_plays_is_one_sentence(review_desk, monkeypatch):
    monkeypatch.setattr(review_parts, "chosen_engine", lambda *_: None)
    parts = review_parts.make_review(
        review_desk.engine,
        review_desk.controller,
        review_desk.hints,
        review_desk.settings,
    )
    parts.reviewer.problem_reported.connect(review_desk.problems.append)

    parts.reviewer.start()

    assert parts.reviewer.state is ReviewState.WITHOUT_ENGINE
    assert review_desk.problems == ["No engine supports this game with these rules."]


def test_a_finished_position_is_not_searched(review_desk):
    text = "(;FF[4]GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])"
    review_desk.open(files.parse(text))

    review_desk.review()

    assert review_desk.searcher.searched == list(range(9))
    assert len(review_game(review_desk.controller.session.record).moves) == 9


@pytest.mark.parametrize("ending", ["sgf", "json"])
def test_a_review_is_there_again_without_a_search(review_desk, tmp_path, ending):
    review_desk.review()
    found, accuracy = review_desk.mistakes.found, review_desk.mistakes.accuracy
    path = tmp_path / f"game.{ending}"
    files.save(review_desk.controller.session.record, path)
    review_desk.searcher.searched.clear()

    review_desk.open(files.load(path))

    assert review_desk.mistakes.found == found
    assert len(found) == 3
    assert review_desk.mistakes.accuracy == accuracy
    assert review_desk.reviewer.state is ReviewState.COMPLETE
    assert review_desk.searcher.searched == []


def test_a_hex_game_is_reviewed_by_its_own_engine(review_desk, engines):
    record = GameRecord(setup=GAMES["hex"].setup())
    record, _ = record.with_move(0, Move(60))
    review_desk.open(record)

    review_desk.review()

    assert review_desk.searcher.searched == []
    assert engines.searched == [(), (60,)]
