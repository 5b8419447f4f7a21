"""A contest game as its operator plays it, with the real program and real keys.

The clocks are generous while moves are typed, so that a slow machine changes nothing;
then the referee's function sets one of them to a second, and its flag falls.
"""

import json
import re

import pytest
from PyQt5.QtCore import QSettings

from engine.games import GAMES
from gui.contest.contest import Contest
from gui.settings.settings import Settings
from gui.settings.table import LAST_CONTEST, RECORD_FOLDER

pytestmark = pytest.mark.desktop

STARTED = r"painted after"
PATIENCE = 60

MOVES = (
    ("j10", "J,10"),
    ("(K,11)", "K,11"),
    ("B(L,12)", "L,12"),
    ("m 13", "M,13"),
    ("H8", "H,8"),
    ("7i", "I,7"),
    ("G,7", "G,7"),
    ("g.8", "G,8"),
    ("F6", "F,6"),
    ("W(F,8)", "F,8"),
)
"""What the operator types, and what is read. The fifth should have been ``I,8``."""

RECORD = (
    "{[C5][甲队 B][乙队 W][后手胜][2026.07.29 14:00 重庆][2026 CCGC];"
    "B(J,10);W(K,11);B(L,12);W(M,13);B(I,8);W(I,7);B(G,7);W(G,8);B(F,6);W(F,8)}"
).encode("gb2312")
"""What has to be handed in, byte for byte."""

NAME = "C5-甲队 B vs 乙队 W-后手胜-2026.07.29 14：00 重庆-2026 CCGC"

TEAMS = Contest(
    setup=GAMES["gomoku"].setup(),
    our_name="甲队",
    their_name="乙队",
    event="2026 CCGC",
    place="重庆",
)
"""Two persons; Chinese letters that no keyboard of this test has are remembered."""


@pytest.fixture
def records(tmp_path):
    """Return the folder of records of a program that remembers the teams."""
    folder = tmp_path / "records"
    folder.mkdir()
    file = tmp_path / "desktop-1" / "config" / "pentahex" / "pentahex.ini"
    settings = Settings(QSettings(str(file), QSettings.IniFormat))
    settings[LAST_CONTEST["gomoku"]] = json.dumps(TEAMS.to_values())
    settings[RECORD_FOLDER] = folder
    settings.save()
    return folder


class Operator:
    """Types, and waits until the contest's log tells what came of it."""

    def __init__(self, desktop):
        self._desktop = desktop
        self._line = 0

    def key(self, name, told):
        self._desktop.key(name)
        self.wait(told)

    def enter(self, text, told):
        self._desktop.type(text)
        self.key("Return", told)

    def open(self, name, widget):
        """Open a dialog by its key."""
        self._line = len(self._desktop.log_lines())
        self._desktop.key(name)
        self.wait(rf"geometry widget {widget} ")

    def accept(self, told):
        """Accept a dialog and wait until the operator's window has the keys again."""
        self.key("Return", told)
        self._desktop.wait_until(
            lambda: len(self._desktop.windows()) == 1, PATIENCE, "one window"
        )

    def wait(self, told):
        self._line = self._desktop.wait_for_log(told, PATIENCE, after=self._line)


def begin(desktop, operator):
    """Fill in the date and go to the board."""
    operator.open("ctrl+shift+k", "contest_accept")
    desktop.click_widget("contest_date")
    desktop.key("ctrl+a")
    desktop.type("2026-07-29 14:00")
    desktop.screenshot("contest-1-dialog")
    operator.accept(r"geometry widget contest_entry ")


def type_moves(desktop, operator):
    """Type ten moves, a text that is none, and correct one that was mistyped."""
    for number, (text, cell) in enumerate(MOVES, start=1):
        operator.enter(text, rf"contest: Move {number}: {cell}, typed")
        if number == 5:
            operator.open("F3", "contest_correction_right")
            desktop.type("i8")
            desktop.screenshot("contest-2-correction")
            operator.accept("Correction: move 5 was typed H,8, is I,8")
        if number == 7:
            desktop.type("j10")
            desktop.key("Return")
            desktop.screenshot("contest-3-occupied")
            desktop.key("Escape")


def let_a_flag_fall(desktop, operator):
    """Stop the clocks, take Black's time away, and let them run again."""
    operator.key("F5", "contest: Clocks stopped")
    operator.open("F6", "contest_clocks_first")
    desktop.key("ctrl+a")
    desktop.type("0:01")
    operator.accept("contest: Clocks corrected")
    desktop.screenshot("contest-4-clocks")
    operator.key("F5", "contest: Clocks started")
    operator.wait("contest: Game over: White wins. Black ran out of time.")
    desktop.screenshot("contest-5-over")


def test_ten_typed_moves_a_correction_a_flag_and_the_record(start_desktop, records):
    desktop = start_desktop()
    desktop.wait_for_log(STARTED, PATIENCE)
    operator = Operator(desktop)

    begin(desktop, operator)
    operator.key("F5", "contest: Clocks started")
    type_moves(desktop, operator)
    let_a_flag_fall(desktop, operator)
    operator.key("F2", "contest: Record saved")
    desktop.screenshot("contest-6-record")

    assert sorted(path.name for path in records.iterdir()) == [
        f"{NAME}.log",
        f"{NAME}.txt",
    ]
    assert (records / f"{NAME}.txt").read_bytes() == RECORD
    log = (records / f"{NAME}.log").read_text(encoding="utf-8").splitlines()
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  ", line) for line in log)
    told = [line[21:].partition(" | ")[0] for line in log[5:]]
    moves = [f"Move {n}: {cell}, typed" for n, (_, cell) in enumerate(MOVES, start=1)]
    correction = "Correction: move 5 was typed H,8, is I,8"
    assert [re.sub(", before: .*", "", line) for line in told] == [
        "Clocks started",
        *moves[:5],
        correction,
        *moves[5:],
        "Clocks stopped",
        "Clocks corrected",
        "Clocks started",
        "Game over: White wins. Black ran out of time.",
    ]
    operator.open("F12", "main_window")
    desktop.key("ctrl+q")
    assert desktop.wait_for_exit(10) == 0
