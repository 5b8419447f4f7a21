"""Games against external programs: moves, stops, failures, and their processes."""

import pytest

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.engine_choice import default_engine
from engine.match.match_setup import MatchSetup
from engine.match.notices import ProgramFailed
from engine.players.program_player import ProgramPlayer
from gui.settings.playback_speed import PlaybackSpeed
from tests.gui.external_programs import fake_gomocup, fake_htp, with_programs
from tests.gui.game.controller_games import PERSONS, moves, wait_for_moves

__all__ = ["fake_gomocup", "fake_htp", "with_programs"]

GOMOKU = GAMES["gomoku"].setup()
HEX = GAMES["hex"].setup(height=5, width=5)

pytestmark = pytest.mark.usefixtures("with_programs")


def against(program, setup=GOMOKU, seconds=30.0):
    return MatchSetup(setup=setup, second=program, seconds_per_move=seconds)


def test_a_program_plays_on_after_a_move_is_taken_back(
    controller, begin_game, fake_gomocup, qtbot
):
    fake = fake_gomocup()
    begin_game(against(fake.player))
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)
    controller.play(Move(113))
    wait_for_moves(qtbot, controller, 4)

    controller.take_back()
    controller.play(Move(114))

    wait_for_moves(qtbot, controller, 4)
    assert moves(controller) == [112, 0, 114, 1]
    assert fake.lines[-4:] == ["7,7,2", "0,0,1", "9,7,2", "DONE"]


def test_a_program_and_a_person_open_a_game_by_swap2(
    controller, begin_game, fake_gomocup, qtbot
):
    fake = fake_gomocup("swap2:0:7,7 8,7 9,6", "swap2:5:SWAP")
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    begin_game(MatchSetup(setup=setup, first=fake.player, seconds_per_move=30.0))
    wait_for_moves(qtbot, controller, 3)

    for name in ("add-two", "a1", "b1"):
        controller.play(GAMES["gomoku"].parse_cell(setup, name))
    wait_for_moves(qtbot, controller, 7)
    controller.play(GAMES["gomoku"].parse_cell(setup, "c1"))
    wait_for_moves(qtbot, controller, 9)

    position = controller.session.position
    names = " ".join(map(position.cell_name, position.history))
    assert names == "h8 i8 j9 add-two a1 b1 take-black c1 a15"
    assert fake.lines.count("SWAP2BOARD") == 2


@pytest.mark.parametrize("seat", ["first", "second"])
def test_a_program_that_ignores_swap2_fails_before_its_clock_runs(
    controller, begin_game, fake_gomocup, notices, seat
):
    fake = fake_gomocup("silent-swap2", startup=2.0)
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    time = TimeTerms.parse("2s/move")
    begin_game(MatchSetup(setup=setup, time=time, **{seat: fake.player}))
    if seat == "second":
        for name in ("a1", "b1", "c1"):
            controller.play(GAMES["gomoku"].parse_cell(setup, name))

    notice = notices.wait_for(ProgramFailed)

    assert "did not answer SWAP2BOARD within" in notice.message
    assert controller.session.outcome is None
    assert fake.lines.count("SWAP2BOARD") == 1


def test_a_program_gets_the_time_of_the_game(
    controller, begin_game, fake_gomocup, qtbot
):
    fake = fake_gomocup()
    begin_game(against(fake.player, seconds=2.5))

    controller.play(Move(112))

    wait_for_moves(qtbot, controller, 2)
    assert "INFO timeout_turn 2500" in fake.lines


def test_records_have_the_name_of_a_program_and_no_value_of_its_moves(
    controller, begin_game, fake_gomocup, qtbot
):
    begin_game(against(fake_gomocup().player))
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    record = controller.session.record

    assert record.headers.second_name == "Fake"
    assert [node.analysis for node in record.nodes] == [None, None, None]


def test_a_program_that_ends_is_one_sentence_and_starts_again(
    controller, begin_game, fake_gomocup, qtbot, notices
):
    fake = fake_gomocup("stumbles")
    begin_game(against(fake.player))
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)
    controller.play(Move(113))

    notice = notices.wait_for(ProgramFailed)
    assert notice.seat is Player.SECOND
    assert notice.message.startswith("The program Fake ended with status 3")
    assert "out of cheese" in notice.message
    controller.move_now()

    wait_for_moves(qtbot, controller, 4)
    assert moves(controller) == [112, 0, 113, 1]


@pytest.mark.parametrize(
    "failure",
    [
        ("occupied", "played an illegal move"),
        ("outside", "played an illegal move"),
        ("garbage", "Expected a move from the program Fake"),
        ("mute", "had no move after"),
    ],
)
def test_an_answer_that_is_no_move_is_one_sentence_and_the_game_waits(
    controller, begin_game, fake_gomocup, notices, failure
):
    mode, sentence = failure
    begin_game(against(fake_gomocup(mode).player, seconds=0.2))
    controller.play(Move(0))

    assert sentence in notices.wait_for(ProgramFailed).message
    assert moves(controller) == [0]
    assert not controller.view.awaits_engine


def test_another_engine_may_play_on_for_a_program(
    controller, begin_game, fake_gomocup, qtbot, notices
):
    begin_game(against(fake_gomocup("crash").player))
    controller.play(Move(112))
    notices.wait_for(ProgramFailed)

    controller.set_player(Player.SECOND, default_engine(GOMOKU))

    wait_for_moves(qtbot, controller, 2)


def test_a_missing_program_is_tried_once_for_each_request(
    controller, begin_game, qtbot, notices
):
    begin_game(against(ProgramPlayer(command="/nowhere/program")))
    controller.play(Move(112))

    message = notices.wait_for(ProgramFailed).message
    assert message == (
        "The program /nowhere/program cannot be started: "
        "there is no such file or folder."
    )
    assert not controller.view.awaits_engine
    notices.all.clear()
    controller.move_now()
    notices.wait_for(ProgramFailed)


def test_a_program_that_resigns_loses(controller, begin_game, fake_htp, qtbot):
    begin_game(against(fake_htp("resigns").player, HEX))

    controller.play(Move(12))

    qtbot.waitUntil(lambda: controller.session.outcome is not None)
    outcome = controller.session.outcome
    assert (outcome.winner, outcome.reason) == (Player.FIRST, "resignation")


@pytest.mark.parametrize("modes", [("child", "thinks"), ("child", "mute")])
def test_a_thinking_program_gives_way_to_a_person_who_takes_back(
    controller, begin_game, fake_gomocup, qtbot, modes
):
    fake = fake_gomocup(*modes)
    begin_game(against(fake.player, seconds=600.0))
    controller.play(Move(112))
    qtbot.waitUntil(lambda: "TURN 7,7" in fake.lines)

    controller.take_back()

    assert moves(controller) == []
    is_mute = "mute" in modes
    qtbot.waitUntil(lambda: "YXSTOP" in fake.lines if not is_mute else True)
    qtbot.waitUntil(lambda: not (is_mute and fake.processes), timeout=5000)


def test_a_stopped_program_moves_when_it_is_asked_again(
    controller, begin_game, fake_gomocup, qtbot
):
    fake = fake_gomocup("thinks")
    begin_game(against(fake.player, seconds=600.0))
    controller.play(Move(112))
    qtbot.waitUntil(lambda: "TURN 7,7" in fake.lines)

    controller.stop_engine()
    controller.move_now()
    qtbot.waitUntil(lambda: fake.lines.count("TURN 7,7") == 2)
    controller.move_now()

    wait_for_moves(qtbot, controller, 2)
    assert moves(controller) == [112, 0]
    assert fake.lines.count("START 15") == 1


def test_a_program_follows_a_jump_to_an_earlier_position(
    controller, begin_game, fake_gomocup, qtbot
):
    fake = fake_gomocup()
    begin_game(against(fake.player))
    for move in (112, 113, 114):
        controller.play(Move(move))
        wait_for_moves(qtbot, controller, controller.session.ply + 1)

    controller.go_to(2)
    controller.play(Move(120))

    wait_for_moves(qtbot, controller, 4)
    assert moves(controller) == [112, 0, 120, 1]
    assert fake.lines[-4:] == ["7,7,2", "0,0,1", "0,8,2", "DONE"]


def test_two_programs_play_each_other(controller, begin_game, fake_gomocup, qtbot):
    fake = fake_gomocup()
    begin_game(MatchSetup(setup=GOMOKU, first=fake.player, second=fake.player))
    controller.set_playback_speed(PlaybackSpeed.FAST)

    controller.set_running(True)

    wait_for_moves(qtbot, controller, 4)
    assert moves(controller)[:4] == [0, 1, 2, 3]


def test_an_htp_program_may_swap(controller, begin_game, fake_htp, qtbot):
    setup = GAMES["hex"].setup(height=5, width=5, options={"swap": "on"})
    begin_game(against(fake_htp("swaps").player, setup))

    controller.play(Move(12))

    wait_for_moves(qtbot, controller, 2)
    assert moves(controller) == [12, setup.cell_count]


def test_a_new_game_ends_the_program_of_the_game_before(
    controller, begin_game, fake_gomocup, qtbot
):
    fake = fake_gomocup("child", "mute")
    begin_game(against(fake.player, seconds=600.0))
    controller.play(Move(112))
    qtbot.waitUntil(lambda: "TURN 7,7" in fake.lines)
    assert len(fake.processes) == 2

    begin_game(PERSONS)

    qtbot.waitUntil(lambda: not fake.processes, timeout=5000)


def test_another_player_ends_the_program(controller, begin_game, fake_gomocup, qtbot):
    fake = fake_gomocup("child")
    begin_game(against(fake.player))
    controller.play(Move(112))
    wait_for_moves(qtbot, controller, 2)

    controller.set_player(Player.SECOND, None)

    qtbot.waitUntil(lambda: not fake.processes, timeout=5000)


def test_a_silent_program_is_ended_while_it_starts(
    controller, begin_game, fake_gomocup, qtbot
):
    fake = fake_gomocup("child", "silent")
    begin_game(against(fake.player))
    qtbot.waitUntil(lambda: "START 15" in fake.lines)

    begin_game(PERSONS)

    qtbot.waitUntil(lambda: not fake.processes, timeout=5000)
