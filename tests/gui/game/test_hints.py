"""Hints, with scripted engines."""

import pytest
from PyQt5.QtCore import Qt

from engine.core.types import Candidate, Move, MoveAnalysis, Player
from engine.games import GAMES
from engine.match.engine_choice import best_engine
from engine.match.match_setup import MatchSetup
from engine.records import files
from engine.records.ccgc import codec as ccgc
from engine.records.model.record import GameRecord
from engine.search.wrappers.opening_searcher import OpeningSearcher
from gui.game.hints import Hint, Hints
from gui.panels.moves_model import MovesModel
from gui.text.labels import hint_message
from tests.gui.analysis.searchers import CountingSearcher
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    play_all,
    press,
    status,
    widget,
)
from tests.gui.scripted_engines import ENGINE


@pytest.fixture
def ask(qtbot):
    """Return a function that asks for a hint and waits for it."""

    def wait(program):
        press(program.window, "button_hint")
        qtbot.waitUntil(lambda: program.hints.hint is not None)
        return program.hints.hint

    return wait


@pytest.fixture
def hints(engine_thread, controller, begin_game):
    """Return the hints for two persons, without a window."""
    hints = Hints(engine_thread, controller)
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup()))
    yield hints
    hints.clear()


@pytest.fixture
def hint_for(hints, qtbot):
    """Return a function that waits for the hint for the position on the board."""

    def wait():
        hints.request()
        qtbot.waitUntil(lambda: hints.hint is not None)
        return hints.hint

    return wait


def move_texts(program):
    model = widget(program.window, "list_moves").model()
    cells = [(row, col) for row in range(model.rowCount()) for col in (1, 2)]
    return [model.data(model.index(*cell)) for cell in cells]


def test_a_hint_is_shown_and_not_played(persons, ask):
    click_cell(persons, "h8")

    ask(persons)

    assert moves(persons) == ["h8"]
    assert status(persons) == "Hint: a15. White's win rate is about 75 %."


def test_h_asks_for_a_hint(persons, qtbot):
    key(persons.window, Qt.Key_H)

    qtbot.waitUntil(lambda: persons.hints.hint is not None)


def test_the_strongest_engine_gives_the_hint(hint_for, engines):
    hint_for()

    assert engines.players[-1].preset == "alphabeta"


def test_what_a_hint_has_found_stays_with_its_position(hint_for, controller):
    hint = hint_for()
    controller.play(Move(112))

    assert controller.session.record.nodes[0].analysis.value == hint.value


DEEPER = MoveAnalysis(
    value=0.5,
    nodes=10**9,
    candidates=(Candidate(move=Move(5), value=0.5, visits=10**9),),
)


def test_a_hint_agrees_with_a_deeper_analysis_of_its_position(hint_for, controller):
    controller.store_analysis(0, DEEPER)

    hint = hint_for()

    assert (hint.move, hint.value) == (Move(5), 0.5)
    assert controller.session.record.nodes[0].analysis == DEEPER


def test_a_hint_follows_the_analysis_of_its_position(hints, hint_for, controller):
    assert hint_for().move != Move(5)

    controller.store_analysis(0, DEEPER)

    assert (hints.hint.move, hints.hint.value) == (Move(5), 0.5)


def test_a_hint_goes_with_the_next_move(persons, ask):
    ask(persons)

    click_cell(persons, "h8")

    assert persons.hints.hint is None
    assert status(persons) == "White to move."


@pytest.mark.parametrize(
    "act",
    [
        lambda program: press(program.window, "switch_hex"),
        lambda program: key(program.window, Qt.Key_Escape),
    ],
    ids=["another game", "escape"],
)
def test_a_hint_that_is_looked_for_is_given_up(persons, engines, qtbot, act):
    engines.delay = 60
    click_cell(persons, "h8")
    persons.controller.game.forget_hint_searcher()
    press(persons.window, "button_hint")
    assert status(persons) == "White to move. Looking for a hint…"
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    searcher = engines.made[-1]

    act(persons)

    qtbot.waitUntil(lambda: searcher.stopped == 1)
    qtbot.wait(50)
    assert persons.hints.hint is None
    assert not persons.hints.is_searching


@pytest.mark.parametrize(
    "act",
    [
        lambda controller: controller.play(Move(100)),
        lambda controller: controller.take_back(),
        lambda controller: controller.go_to(0),
    ],
    ids=["move", "take back", "navigation"],
)
def test_a_change_of_the_position_gives_up_the_hint(
    hints, controller, engines, qtbot, act
):
    engines.delay = 60
    controller.play(Move(112))
    controller.game.forget_hint_searcher()
    hints.request()
    assert hints.is_searching
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    searcher = engines.made[-1]

    act(controller)

    qtbot.waitUntil(lambda: searcher.stopped == 1)
    qtbot.wait(50)
    assert hints.hint is None
    assert not hints.is_searching


def test_there_is_no_hint_while_the_engine_thinks(program, engines, qtbot):
    engines.delay = 60
    press(program.window, "card_play_gomoku")
    click_cell(program, "h8")

    assert not widget(program.window, "button_hint").isEnabled()
    key(program.window, Qt.Key_H)

    assert not program.hints.is_searching


def test_the_opponent_answers_as_usual_after_a_hint(
    controller, begin_game, hint_for, qtbot
):
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE))
    hint_for()

    controller.play(Move(112))

    qtbot.waitUntil(lambda: controller.session.ply == 2)
    assert controller.session.position.history == (112, 0)


def test_a_move_made_after_a_hint_is_marked_in_the_list(persons, ask):
    click_cell(persons, "h8")
    ask(persons)

    play_all(persons, ["c3", "d4"])

    assert move_texts(persons)[:3] == ["h8", "c3 · hint", "d4"]
    assert all(node.comment == "" for node in persons.controller.session.record.nodes)


def test_a_hint_can_be_had_in_the_middle_of_a_record(controller, factory, hint_for):
    record, node = GameRecord(setup=GAMES["gomoku"].setup(height=9, width=11)), 0
    for move in (40, 41, 50):
        record, node = record.with_move(node, move)
    controller.put(factory.open_record(record, None))
    controller.go_to(2)

    hint = hint_for()

    assert hint.position.history == (40, 41)


def test_a_hint_may_be_to_swap(program, engines, ask):
    engines.choose = lambda position: position.legal_moves()[-1]
    setup = GAMES["hex"].setup(options={"swap": "on"})
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    click_cell(program, "b5")

    hint = ask(program)

    assert moves(program) == ["b5"]
    assert hint.cell == hint.position.last_cell
    assert status(program).startswith("Hint: take over the first stone.")


def test_a_hint_to_take_black_speaks_of_black():
    game = GAMES["gomoku"]
    setup = game.setup(options={"opening": "swap2"})
    position = game.new_position(setup)
    for name in ("h8", "i9", "j8"):
        position = position.play(game.parse_cell(setup, name))
    take_black = position.special_moves()[0]

    sentence = hint_message(position, take_black, -0.5)

    assert sentence == "Hint: take Black. Black's win rate is about 75 %."
    assert Hint(position=position, move=take_black, value=-0.5).cell is None


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (1.0, "Hint: h8. Black wins with it."),
        (-1.0, "Hint: h8. White still wins."),
        (0.99, "Hint: h8. Black's win rate is about 100 %."),
    ],
)
def test_a_hint_says_what_is_proven(value, sentence):
    setup = GAMES["gomoku"].setup()
    position = GAMES["gomoku"].new_position(setup)

    assert hint_message(position, Move(112), value) == sentence


def test_a_hint_that_fails_is_one_sentence(persons, engines, qtbot):
    engines.error = RuntimeError("boom")
    persons.controller.game.forget_hint_searcher()

    press(persons.window, "button_hint")

    qtbot.waitUntil(lambda: "RuntimeError" in status(persons))
    assert widget(persons.window, "button_hint").isEnabled()


def test_two_engines_get_no_hint(program):
    press(program.window, "card_watch_gomoku")

    assert has_widget(program.window, "button_hint")
    assert not widget(program.window, "button_hint").isEnabled()


def test_an_engines_turn_in_the_middle_of_a_game_gets_no_hint(
    controller, begin_game, hints, qtbot
):
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE))
    controller.play(Move(112))
    qtbot.waitUntil(lambda: controller.session.ply == 2)

    controller.go_to(1)

    assert controller.session.position.seat_to_move is Player.SECOND
    assert not hints.can_request


@pytest.mark.parametrize("ending", ["sgf", "json"])
def test_a_file_keeps_which_moves_followed_a_hint(
    hint_for, controller, factory, tmp_path, ending
):
    controller.play(Move(7))
    hint_for()
    controller.play(Move(8))
    before = controller.game
    path = tmp_path / f"game.{ending}"
    files.save(before.session.record, path)

    controller.put(factory.open_record(files.load(path), path))

    assert before.hinted == controller.game.hinted == {(7,)}
    assert controller.game.hint_count == 1
    model = MovesModel(controller)
    model.show(controller.session, controller.game.hinted)
    assert model.index(0, 2).data().endswith(" · hint")
    assert "hint" not in model.index(0, 1).data()


def test_a_hint_alone_is_no_content_to_keep(hint_for, controller):
    hint_for()

    assert controller.game.hint_count == 1
    assert not controller.game.has_content


def test_a_contest_record_says_that_it_keeps_no_hints(hint_for, controller):
    controller.play(Move(7))
    hint_for()

    losses = ccgc.losses(controller.session.record)

    assert "Marks of hints are not kept in this format." in losses
    assert not any("other programs" in message for message in losses)


def test_a_stone_of_an_opening_that_needs_no_search_has_no_win_rate(
    program, engines, ask
):
    gomoku = GAMES["gomoku"]
    setup = gomoku.setup(options={"opening": "swap2"})
    searcher = OpeningSearcher(CountingSearcher(), gomoku.opening())
    engines.fixed[best_engine(setup).preset] = searcher
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))

    hint = ask(program)

    name = hint.position.cell_name(hint.move)
    assert status(program) == f"Hint: {name}."
    assert program.controller.session.record.nodes[0].analysis is None
