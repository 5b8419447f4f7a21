"""Autosaved games in the menu and in the dialog of all of them."""

import threading
from dataclasses import replace

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtGui import QDesktopServices
from PyQt5.QtTest import QTest

from engine.games import GAMES
from engine.records import files
from engine.records.model.record import GameRecord, Headers
from gui.files import file_jobs
from gui.files.earlier_games import EarlierGames
from gui.files.earlier_games_dialog import Column, EarlierGamesDialog
from gui.text import languages
from tests.gui.driving import WIN_IN_NINE, moves, press, widget

DAMAGED = "2026-03-03 12.00.00 gomoku #3.sgf"


@pytest.fixture
def folder(program):
    """Return the folder of autosaved games, with two of them and a damaged one."""
    folder = program.autosave.folder
    save(folder / "2026-01-01 10.00.00 gomoku #1.sgf", "gomoku", WIN_IN_NINE)
    save(folder / "2026-02-02 11.00.00 hex #2.sgf", "hex", ["a1"], first="Wang & Li")
    (folder / DAMAGED).write_text("(;no game", encoding="utf-8")
    return folder


def save(path, game, names, first=""):
    setup = GAMES[game].setup()
    record = GameRecord(setup=setup, headers=Headers(first_name=first))
    for node, name in enumerate(names):
        record, _ = record.with_move(node, GAMES[game].parse_cell(setup, name))
    if names == WIN_IN_NINE:
        position = GAMES[game].new_position(setup)
        for name in names:
            position = position.play(GAMES[game].parse_cell(setup, name))
        record = replace(record, outcome=position.outcome)
    files.save(record, path)


@pytest.fixture
def menu(program):
    """Return a function that shows the menu and returns its texts."""
    (menu,) = (
        action.menu()
        for top in program.window.menuBar().actions()
        for action in top.menu().actions()
        if action.menu() is not None and action.menu().objectName() == "menu_earlier"
    )

    def show():
        menu.aboutToShow.emit()
        return [action.text() for action in menu.actions() if action.text()]

    show.menu = menu
    return show


@pytest.fixture
def dialog(program, folder, menu, qtbot):
    """Return the dialog after the files are read."""
    menu()
    menu.menu.actions()[-1].trigger()
    shown = widget(program.window, "earlier_games")
    qtbot.waitUntil(lambda: all(row[Column.RESULT] for row in rows(shown)))
    return shown


def rows(dialog):
    """Return the texts of the table, row by row."""
    model = widget(dialog, "earlier_table").model()
    return [
        [model.index(row, column).data() for column in Column]
        for row in range(model.rowCount())
    ]


@pytest.mark.usefixtures("folder")
def test_the_menu_names_players_result_and_moves(menu, qtbot):
    menu()
    qtbot.waitUntil(lambda: "9 moves" in menu()[2])

    damaged, hex_game, gomoku, more = menu()
    assert gomoku == (
        "2026-01-01 10:00:00 Gomoku · Black – White · Black wins · 9 moves"  # noqa: RUF001
    )
    assert hex_game == (
        "2026-02-02 11:00:00 Hex · Wang && Li – Blue · unfinished · 1 move"  # noqa: RUF001
    )
    assert damaged.startswith(f"{DAMAGED} · cannot be read: Expected")
    assert more == "More…"


def test_a_menu_without_games_has_no_dialog(menu):
    assert menu() == ["None yet"]


@pytest.mark.usefixtures("folder")
def test_the_menu_is_chinese(program, menu, qapp, qtbot):
    languages.apply(qapp, "zh_CN")

    menu()
    qtbot.waitUntil(lambda: "9 手" in menu()[2])

    assert menu()[2].endswith("五子棋 · 黑方 – 白方 · 黑方胜 · 9 手")  # noqa: RUF001


def test_the_dialog_lists_all_games_the_latest_first(dialog):
    damaged, hex_game, gomoku = rows(dialog)

    assert gomoku == [
        *("2026-01-01 10:00:00", "Gomoku", "", "Black – White"),  # noqa: RUF001
        *("Black wins", "9"),
    ]
    assert hex_game[Column.RESULT] == "unfinished"
    assert damaged[Column.DATE] == "2026-03-03 12:00:00"
    assert damaged[Column.PLAYERS] == DAMAGED
    assert damaged[Column.RESULT].startswith("cannot be read: Expected")


def test_games_are_sorted_by_the_number_of_moves(dialog):
    table = widget(dialog, "earlier_table")

    table.sortByColumn(Column.MOVES, Qt.DescendingOrder)

    assert [row[Column.MOVES] for row in rows(dialog)] == ["9", "1", ""]


def test_games_are_searched_by_player_and_opened_with_enter(program, dialog):
    search = widget(dialog, "earlier_search")

    QTest.keyClicks(search, "wang")
    assert [row[Column.GAME] for row in rows(dialog)] == ["Hex"]
    QTest.keyClick(search, Qt.Key_Return)

    assert moves(program) == ["a1"]
    assert not dialog.isVisible()


def test_enter_in_the_table_opens_a_game_once(dialog, qtbot):
    table = widget(dialog, "earlier_table")
    table.selectRow(2)
    opened = []
    dialog.game_chosen.connect(opened.append)

    QTest.keyClick(table, Qt.Key_Return)

    assert [path.name for path in opened] == ["2026-01-01 10.00.00 gomoku #1.sgf"]


def test_nothing_is_opened_where_nothing_is_found(dialog):
    QTest.keyClicks(widget(dialog, "earlier_search"), "nobody")

    assert rows(dialog) == []
    assert not widget(dialog, "earlier_open").isEnabled()


def test_the_folder_of_the_games_is_shown(dialog, folder, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)

    press(dialog, "earlier_folder")

    assert [url.toLocalFile() for url in opened] == [str(folder)]


def test_a_slow_disk_does_not_block_the_dialog(folder, monkeypatch, qtbot):
    may_read, load = threading.Event(), files.load

    def load_slowly(path, **options):
        assert may_read.wait(30)
        return load(path, **options)

    monkeypatch.setattr(files, "load", load_slowly)
    monkeypatch.setattr(file_jobs, "PROMPT_SECONDS", 0)
    paths = sorted(folder.glob("*.sgf"))

    dialog = EarlierGamesDialog(EarlierGames(), paths)
    qtbot.addWidget(dialog)
    dialog.show()

    assert [row[Column.GAME] for row in rows(dialog)] == ["Gomoku", "Hex", "Gomoku"]
    may_read.set()
    qtbot.waitUntil(lambda: rows(dialog)[0][Column.MOVES] == "9")


def test_a_file_is_read_again_only_when_it_has_changed(folder, monkeypatch, qtbot):
    reads, shown, load = [], [], files.load
    monkeypatch.setattr(
        files, "load", lambda path, **_: reads.append(path) or load(path)
    )
    reader, paths = EarlierGames(), sorted(folder.glob("*hex*"))

    for count in (1, 2):
        reader.read(paths, shown.append)
        qtbot.waitUntil(lambda count=count: len(shown) == count)
    save(paths[0], "hex", ["a1", "b2"])
    reader.read(paths, shown.append)
    qtbot.waitUntil(lambda: len(shown) == 3)

    assert len(reads) == 2
    assert [game.plies for (game,) in shown] == [1, 1, 2]
