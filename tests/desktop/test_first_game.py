"""The first game, played in the real program with real mouse and keys."""

import time

import pytest

from engine.core.errors import RecordError
from engine.games import game_named
from engine.records import ccgc, files

pytestmark = pytest.mark.desktop

STARTED = r"painted after"
COMPILING_SECONDS = 110
"""Patience with the very first search on a slow machine."""

REPLY_SECONDS = 30


def kept_record(desktop, game):
    """Return the game that the program keeps while it is played, if there is one."""
    folder = desktop.home / "state" / "pentahex" / "games"
    for path in sorted(folder.glob("*"), key=lambda p: p.stat().st_mtime, reverse=True):
        try:
            record = files.load(path)
        except RecordError:
            continue  # the index
        if record.setup.game == game:
            return record
    return None


def move_names(desktop, game):
    """Return the moves of the kept game by name."""
    record = kept_record(desktop, game)
    if record is None:
        return []
    names = game_named(game).cell_name
    return [names(record.setup, move) for move in record.main_moves()]


def wait_for_moves(desktop, game, count, timeout=REPLY_SECONDS):
    desktop.wait_until(
        lambda: len(move_names(desktop, game)) >= count, timeout, f"{count} moves"
    )
    return move_names(desktop, game)


def free_cell(taken, wishes):
    return next(name for name in wishes if name not in taken)


def test_three_moves_a_take_back_hex_and_an_export(start_desktop):
    desktop = start_desktop()
    desktop.wait_for_log(STARTED, 60)
    desktop.screenshot("1-started")

    # A new game against the strongest level, which thinks for all of its second.
    desktop.key("ctrl+n")
    desktop.wait_for_log(r"geometry widget new_game_accept", REPLY_SECONDS)
    desktop.click_widget("new_game_second_level")
    desktop.key("End")
    desktop.screenshot("2-new-game")
    desktop.click_widget("new_game_accept")
    desktop.wait_for_log(r"engine prepared", COMPILING_SECONDS)
    desktop.click_cell("h8")
    moves = wait_for_moves(desktop, "gomoku", 2, COMPILING_SECONDS)
    assert moves[0] == "h8"
    desktop.screenshot("3-answered")
    for wishes in (("j10", "k11", "l12"), ("f6", "e5", "d4")):
        cell = free_cell(moves, wishes)
        desktop.click_cell(cell)
        before = len(moves)
        moves = wait_for_moves(desktop, "gomoku", before + 2)
        assert moves[before] == cell

    # Take a move back while the engine thinks about it: its late answer is dropped.
    regretted = free_cell(moves, ("c3", "b2", "a1"))
    desktop.click_cell(regretted)
    wait_for_moves(desktop, "gomoku", 7)
    desktop.screenshot("4-engine-thinks")
    desktop.key("ctrl+z")
    time.sleep(2.5)
    assert move_names(desktop, "gomoku") == [*moves, regretted]
    desktop.screenshot("5-taken-back")
    better = free_cell([*moves, regretted], ("m13", "n14", "o15"))
    desktop.click_cell(better)
    desktop.wait_until(
        lambda: move_names(desktop, "gomoku")[:7] == [*moves, better],
        REPLY_SECONDS,
        "the better move in the place of the one taken back",
    )
    gomoku_moves = wait_for_moves(desktop, "gomoku", 8)

    desktop.click_widget("switch_hex")
    mark = len(desktop.log_lines())
    desktop.wait_until(
        lambda: any("geometry cell a11" in x for x in desktop.log_lines()[mark - 20 :]),
        REPLY_SECONDS,
        "the Hex board",
    )
    desktop.click_cell("f6")
    hex_moves = wait_for_moves(desktop, "hex", 2, COMPILING_SECONDS)
    assert hex_moves[0] == "f6"
    desktop.screenshot("6-hex")
    assert move_names(desktop, "gomoku") == gomoku_moves

    desktop.click_widget("button_export")
    desktop.wait_for_log(r"geometry widget export_accept", REPLY_SECONDS)
    desktop.click_widget("export_event")
    desktop.type("Friendly")
    desktop.screenshot("7-export")
    desktop.click_widget("export_accept")
    desktop.wait_for_log(r"exported ", REPLY_SECONDS)
    exported = [
        path
        for path in desktop.home.rglob("*Friendly*")
        if path.suffix in {".txt", ".sgf"} and "state" not in path.parts
    ]
    assert len(exported) == 1
    record = files.load(exported[0])
    names = game_named("hex").cell_name
    assert [names(record.setup, m) for m in record.main_moves()][:2] == hex_moves[:2]
    assert record.headers.event == "Friendly"
    assert exported[0].stem == ccgc.suggested_file_name(record).removesuffix(".txt")

    desktop.key("ctrl+q")
    assert desktop.wait_for_exit(10) == 0


def test_an_unfinished_game_comes_back_and_a_bad_file_changes_nothing(start_desktop):
    desktop = start_desktop()
    desktop.wait_for_log(STARTED, 60)
    desktop.click_cell("o15")
    moves = wait_for_moves(desktop, "gomoku", 2, COMPILING_SECONDS)
    desktop.key("ctrl+q")
    assert desktop.wait_for_exit(10) == 0
    bad = desktop.home / "not a record.sgf"
    bad.write_bytes(b"\x00\xff this is no game")

    line = len(desktop.log_lines())
    desktop.start_program()
    desktop.wait_for_log(STARTED, 60, after=line)
    desktop.key("ctrl+o")
    time.sleep(1.0)
    desktop.type(str(bad))
    desktop.key("Return")
    desktop.wait_for_log(r"was not opened", REPLY_SECONDS, after=line)
    desktop.screenshot("8-bad-file")

    assert move_names(desktop, "gomoku")[:2] == moves[:2]
    desktop.key("ctrl+q")
    assert desktop.wait_for_exit(10) == 0
