"""A change of the theme: Qt restyles every widget once, and painted parts follow."""

import pytest
from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtGui import QColor
from PyQt5.QtWidgets import QLabel, QToolButton, QVBoxLayout, QWidget

from engine.core.types import Player
from engine.games import GAMES
from gui.board.board_display import BoardDisplay
from gui.style import theme as look
from gui.style.colour_blind import COLOUR_BLIND_LIGHT
from gui.style.dynamic_property import set_dynamic_property
from gui.style.icons import icon
from gui.style.theme import DARK, LIGHT
from gui.widgets.card import Card
from gui.widgets.icon_mark import IconMark
from gui.widgets.side_badge import SideBadge
from gui.widgets.turn_indicator import TurnIndicator
from gui.widgets.win_rate_bar import WinRateBar


class Counter(QObject):
    """Counts the change events of one widget."""

    def __init__(self, widget):
        super().__init__()
        self.seen = []
        widget.installEventFilter(self)

    def eventFilter(self, _widget, event):  # noqa: N802 - Qt
        self.seen.append(event.type())
        return False


@pytest.fixture
def window(qapp, qtbot):
    made = QWidget()
    made.setLayout(QVBoxLayout())
    made.resize(400, 400)
    qtbot.addWidget(made)
    return made


def shown(window, widget):
    window.layout().addWidget(widget)
    window.show()
    return widget


def play(game):
    position = GAMES[game].new_position(GAMES[game].setup(height=5, width=5))
    return position.play(position.legal_moves()[12])


def board(game):
    made = BoardDisplay()
    position = play(game)
    layout = GAMES[game].layout(position.setup)
    made.show_position(position, layout, GAMES[game].sides)
    return made


def badge():
    made = SideBadge()
    made.show_side("hex", Player.FIRST)
    return made


def bar():
    made = WinRateBar()
    made.set_game("hex")
    made.set_share(0.3)
    return made


def turn():
    made = TurnIndicator()
    made.set_state(has_turn=True, has_won=False, flag_has_fallen=False)
    return made


def button():
    made = QToolButton()
    made.setIcon(icon("new"))
    return made


PAINTED = {
    "board": lambda: board("hex"),
    "badge": badge,
    "bar": bar,
    "turn": turn,
    "button": button,
    "mark": lambda: IconMark("lock"),
}


@pytest.mark.parametrize("make", PAINTED.values(), ids=PAINTED)
def test_what_is_painted_follows_the_theme_and_back(window, qapp, make):
    part = shown(window, make())
    light = part.grab().toImage()

    look.apply(qapp, DARK)
    dark = part.grab().toImage()
    look.apply(qapp, LIGHT)

    assert dark != light
    assert part.grab().toImage() == light


def test_the_sides_follow_the_colour_blind_palette(window, qapp):
    part = shown(window, badge())

    look.apply(qapp, COLOUR_BLIND_LIGHT)

    middle = part.grab().toImage().pixelColor(part.rect().center())
    light, shade = QColor(COLOUR_BLIND_LIGHT.red.light), QColor(LIGHT.red.light)
    assert abs(middle.hue() - light.hue()) < abs(middle.hue() - shade.hue())


def test_the_shadow_of_a_card_follows_the_theme(window, qapp):
    card = shown(window, Card("card", window))

    look.apply(qapp, DARK)

    shadow = card.graphicsEffect().color()
    assert shadow.name() == QColor(DARK.shadow).name()


def test_a_theme_restyles_a_window_once(window, qapp):
    shown(window, QLabel("text"))
    counter = Counter(window)

    look.apply(qapp, DARK)

    assert counter.seen.count(QEvent.StyleChange) == 1
    assert counter.seen.count(QEvent.FontChange) == 0


def test_the_same_theme_again_restyles_nothing(window, qapp):
    shown(window, QLabel("text"))
    counter = Counter(window)

    look.apply(qapp, LIGHT)

    assert counter.seen == []


def test_a_look_is_restyled_only_when_it_changes(window):
    label = shown(window, QLabel("text"))
    set_dynamic_property(label, "role", "title")
    large = label.font().pixelSize()
    counter = Counter(label)

    set_dynamic_property(label, "role", "title")

    assert large == look.TYPE_SCALE["title"]
    assert counter.seen == []
