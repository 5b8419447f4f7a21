"""What Windows will meet, as far as another system can tell."""

import os
import sys
from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings

from engine.core.types import Move
from engine.games import get_game
from engine.records import files
from engine.records.ccgc import codec as ccgc
from engine.records.model.record import GameRecord, Headers
from gui.settings.folders import record_folder
from gui.settings.recent_files import add_recent_file
from gui.settings.settings import Settings
from gui.settings.table import RECENT_FILES, RECORD_FOLDER

RESERVED = {"aux", "con", "nul", "prn", "com1", "lpt1"}


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_no_suggested_file_has_the_name_of_a_device(name):
    headers = Headers(first_name=name, second_name=name, event=name)
    record = GameRecord(setup=get_game("gomoku").setup(), headers=headers)

    suggested = ccgc.suggest_file_name(record)

    assert suggested.partition(".")[0].strip().lower() not in RESERVED


@pytest.mark.parametrize("name", ["D:\\棋谱\\a.sgf", "\\\\server\\share\\a.sgf"])
def test_drive_letters_survive_in_the_settings(tmp_path, name):
    file = tmp_path / "settings.ini"
    settings = Settings(QSettings(str(file), QSettings.IniFormat))
    add_recent_file(settings, Path(name))
    settings.save()

    again = Settings(QSettings(str(file), QSettings.IniFormat))

    assert again[RECENT_FILES] == (Path(name),)


def test_a_folder_on_a_drive_that_is_gone_gives_way_to_the_usual_one(tmp_path):
    settings = Settings(QSettings(str(tmp_path / "a.ini"), QSettings.IniFormat))
    settings[RECORD_FOLDER] = Path("Q:\\gone")

    assert record_folder(settings).is_dir()


@pytest.mark.skipif(sys.platform != "linux", reason="names there are no bytes")
def test_a_path_in_gb18030_is_opened_and_saved(tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + "/棋谱.sgf".encode("gb18030")))
    record, _ = GameRecord(setup=get_game("hex").setup()).with_move(0, Move(60))

    files.save(record, path)

    assert files.load(path).main_moves() == record.main_moves()
