"""The first game, played in the real program with real mouse and keys."""

import time

import pytest

from engine.core.errors import RecordError
from engine.games import get_game
from engine.records import files
from engine.records.ccgc import codec as ccgc

pytestmark = pytest.mark.desktop

STARTED = r"painted after"
COMPILING_SECONDS = 110
"""Patience with the very first search on a slow machine."""

REPLY_SECONDS = 30

THINKING_SECONDS = 60
"""Time of the engine for a move; a busy machine takes back before it ends."""


def changed_at(path):
    """Return when a file was changed; 0 for one that the program has just deleted."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0


def autosaved_record(desktop, game):
    """Return the game that the program keeps while it is played, if there is one."""
    folder = desktop.home / "state" / "pentahex" / "games"
    complete = folder.glob("[!.]*")  # not those that are being written
    for path in sorted(complete, key=changed_at, reverse=True):
        try:
            record = files.load(path)
        except RecordError:
            continue  # the index
        if record.setup.game == game:
            return record
    return None


def move_names(desktop, game):
    """Return the moves of the kept game by name."""
    record = autosaved_record(desktop, game)
    if record is None:
        return []
    names = get_game(game).cell_name
    return [names(record.setup, move) for move in record.main_moves()]


def wait_for_moves(desktop, game, count, timeout=REPLY_SECONDS):
    desktop.wait_until(
        lambda: len(move_names(desktop, game)) >= count, timeout, f"{count} moves"
    )
    return move_names(desktop, game)


def wait_for_windows(desktop, count):
    desktop.wait_until(
        lambda: len(desktop.windows()) == count, REPLY_SECONDS, f"{count} windows"
    )


def free_cell(taken, names):
    return next(name for name in names if name not in taken)


def begin_against_full_strength(desktop):
    """Choose an engine that thinks for much longer than any click takes."""
    desktop.key("ctrl+n")
    desktop.wait_for_log(r"geometry widget new_game_accept", REPLY_SECONDS)
    desktop.click_widget("new_game_seconds")
    desktop.key("ctrl+a")
    desktop.type(str(THINKING_SECONDS))
    # By keys: Qt closes a list when a busy machine handles a click's release late.
    for _ in range(4):
        desktop.key("shift+Tab")
    desktop.type("F")  # full strength
    desktop.screenshot("2-new-game")
    desktop.click_widget("new_game_accept")
    desktop.wait_for_log(r"engine prepared", COMPILING_SECONDS)


def let_the_engine_move(desktop, count):
    """Wait for a person's move, then cut the engine's time short."""
    wait_for_moves(desktop, "gomoku", count - 1)
    desktop.key("Return")
    return wait_for_moves(desktop, "gomoku", count, COMPILING_SECONDS)


def play_the_first_move(desktop):
    desktop.click_cell("h8")
    moves = let_the_engine_move(desktop, 2)
    assert moves[0] == "h8"
    desktop.screenshot("3-answered")
    return moves


def take_back_while_the_engine_thinks(desktop, moves):
    """The late answer is dropped, and a better move takes the regretted one's place.

    With few stones the engine has nothing to prove, and would use all its time.
    """
    regretted = free_cell(moves, ("c3", "b2", "a1"))
    count = len(moves) + 1
    desktop.click_cell(regretted)
    wait_for_moves(desktop, "gomoku", count)
    desktop.screenshot("4-engine-thinks")
    desktop.key("ctrl+z")
    time.sleep(5.0)
    assert move_names(desktop, "gomoku") == [*moves, regretted]
    desktop.screenshot("5-taken-back")
    better = free_cell([*moves, regretted], ("j10", "k11", "l12"))
    desktop.click_cell(better)
    desktop.wait_until(
        lambda: move_names(desktop, "gomoku")[:count] == [*moves, better],
        REPLY_SECONDS,
        "the better move in the place of the one taken back",
    )
    return let_the_engine_move(desktop, count + 1)


def play_the_third_move(desktop, moves):
    cell = free_cell(moves, ("f6", "e5", "d4"))
    desktop.click_cell(cell)
    after = let_the_engine_move(desktop, len(moves) + 2)
    assert after[: len(moves) + 1] == [*moves, cell]
    return after


def play_hex(desktop):
    mark = len(desktop.log_lines())
    desktop.click_widget("switch_hex")
    desktop.wait_for_log(r"geometry cell a11", REPLY_SECONDS, after=mark)
    desktop.click_cell("f6")
    moves = wait_for_moves(desktop, "hex", 2, COMPILING_SECONDS)
    assert moves[0] == "f6"
    desktop.screenshot("6-hex")
    return moves


def export_the_record(desktop):
    """Export as suggested and return the file and its record.

    The engine may have swapped, which SGF can store and the CCGC form cannot.
    """
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
    is_swapped = any(move >= record.setup.cell_count for move in record.main_moves())
    assert exported[0].suffix == (".sgf" if is_swapped else ".txt")
    return exported[0], record


def test_three_moves_a_take_back_hex_and_an_export(start_desktop):
    desktop = start_desktop()
    desktop.wait_for_log(STARTED, 60)
    desktop.screenshot("1-started")

    begin_against_full_strength(desktop)
    moves = play_the_first_move(desktop)
    moves = take_back_while_the_engine_thinks(desktop, moves)
    gomoku_moves = play_the_third_move(desktop, moves)
    hex_moves = play_hex(desktop)
    assert move_names(desktop, "gomoku") == gomoku_moves
    file, record = export_the_record(desktop)

    names = get_game("hex").cell_name
    assert [names(record.setup, m) for m in record.main_moves()][:2] == hex_moves[:2]
    assert record.headers.event == "Friendly"
    assert file.name == ccgc.suggest_file_name(record, extension=file.suffix)
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
    wait_for_windows(desktop, 2)
    desktop.type(str(bad))
    desktop.key("Return")
    desktop.wait_for_log(r"was not opened", REPLY_SECONDS, after=line)
    desktop.screenshot("8-bad-file")

    assert move_names(desktop, "gomoku")[:2] == moves[:2]
    desktop.key("ctrl+q")
    assert desktop.wait_for_exit(10) == 0
