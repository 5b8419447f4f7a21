"""The operator's window where room is short: what it shows whole, and where."""

import pytest
from PyQt5.QtCore import QRect, Qt
from PyQt5.QtGui import QFont, QFontMetrics
from PyQt5.QtWidgets import QToolButton

from engine.games import GAMES
from gui.contest.big_text import SMALLEST, BigText
from gui.contest.contest_board import ContestBoard
from gui.text import languages
from gui.widgets.turn_indicator import TurnIndicator
from tests.gui.driving import has_widget, widget

HEX_WITH_SWAP = GAMES["hex"].setup(options={"swap": "on"})

SMALL, TIGHT, TINY = (940, 510), (900, 480), (670, 350)
"""Size of the window on a screen of 1920 by 1080 at 200 %, without its title bar; of
1366 by 768 at 150 %; and of that at 200 %."""


@pytest.fixture
def begin_small(operator, qapp, qtbot):
    """Return a function that begins a contest of Hex in a small window."""

    def begin(language, size=SMALL):
        languages.apply(qapp, language)
        operator.begin(setup=HEX_WITH_SWAP)
        operator.window.resize(*size)
        qtbot.waitUntil(lambda: operator.window.height() == size[1])
        qtbot.wait(50)
        return operator.window

    return begin


@pytest.mark.parametrize("size", [SMALL, TIGHT, TINY])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_small_window_shows_all_keys_whole(begin_small, language, size):
    window = begin_small(language, size)

    keys = widget(window, "contest_keys")
    buttons = [key for key in keys.findChildren(QToolButton) if key.isVisible()]

    assert len(buttons) == 10
    assert all(key.width() >= key.sizeHint().width() for key in buttons)
    assert (window.width(), window.height()) == size
    assert window.rect().contains(keys.geometry())


@pytest.mark.parametrize("size", [SMALL, TIGHT, TINY])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_small_window_cuts_no_sentence(begin_small, operator, language, size):
    window = begin_small(language, size)
    operator.key(Qt.Key_F5)

    task = widget(window, "contest_task")

    assert "F5" in task.text()
    assert task.height() >= task.heightForWidth(task.width())


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_keys_are_whole_at_every_width(begin_small, operator, language, qtbot):
    window = begin_small(language, TINY)
    operator.key(Qt.Key_F5)  # another caption
    keys = widget(window, "contest_keys").findChildren(QToolButton)

    for width in range(600, 800, 20):
        window.resize(width, TINY[1])
        qtbot.wait(20)

        shown = [key for key in keys if key.isVisible()]
        assert shown
        assert all(key.width() >= key.sizeHint().width() for key in shown)
        assert all(window.rect().contains(_place(key, window)) for key in shown)


def _place(part, window):
    return QRect(part.mapTo(window, part.rect().topLeft()), part.size())


@pytest.mark.parametrize("size", [SMALL, TIGHT, TINY])
def test_a_small_window_shows_the_field_and_both_clocks_whole(begin_small, qtbot, size):
    window = begin_small("en", size)
    names = ("contest_entry", "contest_time_first", "contest_time_second")
    parts = [widget(window, name) for name in names]

    def are_whole():
        for part in parts:
            assert part.visibleRegion().boundingRect() == part.rect()

    qtbot.waitUntil(are_whole)


TEAM = "北京理工大学一队"


@pytest.fixture
def begin_tight(operator, qapp, qtbot):
    """Return a function that sets up a contest of Gomoku in the smallest window."""

    def begin(language):
        languages.apply(qapp, language)
        operator.set_up(our_name=TEAM, their_name=TEAM)
        operator.window.resize(*TINY)
        qtbot.waitUntil(lambda: operator.window.height() == TINY[1])
        qtbot.wait(50)
        return operator.window

    return begin


def test_a_tight_window_shows_the_whole_name_of_a_team(begin_tight, qapp):
    window = begin_tight("zh_CN")

    for name in ("contest_team_first", "contest_team_second"):
        team = widget(window, name)
        font = QFont(team.font())
        font.setPixelSize(SMALLEST)
        font.setWeight(QFont.DemiBold)
        assert team.width() >= QFontMetrics(font).horizontalAdvance(TEAM)


def test_a_text_is_elided_only_where_its_smallest_letters_do_not_fit(qtbot):
    pictures = []
    for text in (f"{TEAM}1", f"{TEAM}2"):
        shown = BigText("team", largest=22)
        shown.ensurePolished()
        qtbot.addWidget(shown)
        font = QFont(shown.font())
        font.setPixelSize(SMALLEST)
        font.setWeight(QFont.DemiBold)
        shown.resize(QFontMetrics(font).horizontalAdvance(text), 32)
        shown.set_text(text)
        pictures.append(shown.grab().toImage())

    assert pictures[0] != pictures[1]  # the last letter is painted


@pytest.mark.parametrize("height", [60, 90, 200], ids=["low", "middle", "high"])
@pytest.mark.parametrize("text", ["打点 G,9", "H,10"])
def test_a_text_of_two_scripts_is_whole_and_in_the_middle(text, height, qtbot):
    shown = BigText("move", largest=96)
    qtbot.addWidget(shown)
    shown.resize(1000, height)
    shown.set_text(text)

    picture = shown.grab().toImage()

    background = picture.pixel(0, 0)
    rows = [
        row
        for row in range(height)
        if any(picture.pixel(x, row) != background for x in range(picture.width()))
    ]
    above, below = rows[0], height - 1 - rows[-1]
    assert abs(above - below) <= 2


def is_whole(window, name):
    part = widget(window, name)
    return part.visibleRegion().boundingRect() == part.rect()


PARTS = ("contest_task", "contest_entry", "contest_move", "contest_time_first")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_wrong_key_hides_nothing_in_a_tight_window(
    begin_tight, operator, language, qtbot
):
    window = begin_tight(language)
    operator.enter("Z99")  # the clocks do not run yet
    qtbot.wait(50)

    assert not has_widget(window, "contest_read")  # it would repeat the task
    assert widget(window, "contest_entry").property("invalid")
    assert [name for name in PARTS if not is_whole(window, name)] == []

    operator.key(Qt.Key_F5)
    operator.enter("J10")
    operator.wait_for_answer()
    operator.enter("J10")  # occupied
    qtbot.wait(50)

    assert has_widget(window, "contest_read")
    assert [name for name in PARTS if not is_whole(window, name)] == []


def test_the_parts_of_a_tight_window_return_to_their_places(begin_tight, qtbot):
    window = begin_tight("en")
    card, task = widget(window, "contest_move_card"), widget(window, "contest_task")
    caption, move = (
        widget(window, "contest_move_caption"),
        widget(window, "contest_move"),
    )
    assert not card.isAncestorOf(task)
    assert _place(caption, window).left() > _place(move, window).left()

    window.resize(1000, 700)

    qtbot.waitUntil(lambda: has_widget(window, "contest_log"))
    assert card.isAncestorOf(task)
    assert _place(caption, window).bottom() < _place(move, window).top()
    assert _place(move, window).bottom() < _place(task, window).top()
    turn = window.findChild(TurnIndicator)
    assert (
        _place(turn, window).bottom()
        < _place(widget(window, "contest_time_first"), window).top()
    )


def test_a_board_that_height_limits_leaves_its_width_to_the_cards(
    begin_tight, operator
):
    assert begin_tight("en").findChild(ContestBoard).width() < 300


def test_a_wide_board_keeps_its_width(begin_small):
    assert begin_small("en", TINY).findChild(ContestBoard).width() > 300


def test_a_large_window_shows_the_log_too(begin_small, qtbot):
    window = begin_small("en")
    assert not has_widget(window, "contest_log")

    window.resize(1280, 720)

    qtbot.waitUntil(lambda: has_widget(window, "contest_log"))
