"""Names that the dialogs for saving suggest."""

from datetime import datetime

import pytest

from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.preset_player import PresetPlayer
from engine.records.model.record import Headers
from gui.files.suggested_names import suggest_picture, suggest_record
from gui.text import languages
from tests.gui.files.saved_records import save_record

SETUP = GAMES["gomoku"].setup()

TODAY = f"{datetime.now().astimezone():%Y-%m-%d}"


@pytest.fixture
def game(controller, begin_game):
    """Return a game of a person called Anna against an engine."""
    engine = PresetPlayer(preset="alphabeta", level=3)
    begin_game(MatchSetup(setup=SETUP, first_name="Anna", second=engine))
    controller.stop_engine()
    return controller.game


def test_a_new_file_is_named_after_game_day_and_players(game, tmp_path):
    name = suggest_record(game, tmp_path).name

    assert name == f"Gomoku {TODAY} Anna - Alpha-beta, level 3.sgf"


def test_the_day_is_that_of_the_game(game, tmp_path):
    headers = Headers(first_name="Anna", second_name="Ben", date="2025-01-31 10:20")
    game.session.set_headers(headers)

    assert suggest_record(game, tmp_path).name.startswith("Gomoku 2025-01-31 Anna")


def test_characters_that_some_system_forbids_are_replaced(game, tmp_path):
    game.session.set_headers(Headers(first_name='A/n:n"a?'))

    name = suggest_record(game, tmp_path).name

    assert name.startswith(f"Gomoku {TODAY} A／n：n＂a？ - ")  # noqa: RUF001


def test_a_long_name_is_cut_before_its_ending(game, tmp_path):
    game.session.set_headers(Headers(first_name="名" * 200))

    name = suggest_record(game, tmp_path).name

    assert len(name.encode()) <= 200
    assert name.endswith(".sgf")


def test_a_file_that_is_there_gets_a_number(game, tmp_path):
    suggest_record(game, tmp_path).touch()

    name = suggest_record(game, tmp_path).name

    assert name.endswith("level 3 (2).sgf")


def test_players_without_names_leave_the_time_of_day(controller, begin_game, tmp_path):
    begin_game(MatchSetup(setup=SETUP))
    controller.session.set_headers(Headers())

    name = suggest_record(controller.game, tmp_path).stem

    assert datetime.strptime(name, "Gomoku %Y-%m-%d %H.%M").astimezone()


def test_a_record_keeps_the_name_of_its_file(controller, factory, tmp_path):
    path = save_record(tmp_path / "mygame.psq", "gomoku", ["h8", "h9"])
    controller.put(factory.open_record(controller.session.record, path))

    assert suggest_record(controller.game, tmp_path / "other").name == "mygame.sgf"
    assert suggest_picture(controller.game, tmp_path).name == "mygame move 0.png"


def test_a_picture_names_the_move(controller, game, tmp_path):
    controller.play(Move(112))
    controller.stop_engine()

    name = suggest_picture(game, tmp_path).name

    assert name == f"Gomoku {TODAY} Anna - Alpha-beta, level 3 move 1.png"


def test_the_names_are_chinese(game, tmp_path, qapp):
    languages.apply(qapp, "zh_CN")

    name = suggest_picture(game, tmp_path).name

    assert name.startswith(f"五子棋 {TODAY} Anna - ")
    assert name.endswith(" 第 0 手.png")


def test_a_folder_that_the_disk_refuses_still_gets_a_name(game, tmp_path):
    name = suggest_record(game, tmp_path / ("x" * 300)).name

    assert name == f"Gomoku {TODAY} Anna - Alpha-beta, level 3.sgf"
