"""Overlay cards of the window: welcome, result, questions, messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QIcon, QResizeEvent
from PyQt5.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.match.view import MatchView
from engine.players.player_config import PlayerConfig
from engine.players.strength_player import StrengthPlayer
from engine.players.strengths import NAMES
from gui.files.overwriting import Loss
from gui.game.open_game import OpenGame
from gui.style.theme import SPACE_M, SPACE_S
from gui.text.i18n import fill, tr
from gui.text.labels import game_title, outcome_reason, outcome_title, side_title
from gui.text.plain_text import PlainLabel, set_tip
from gui.text.strength_labels import strength_title
from gui.widgets.card import Card
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.content_scroll_area import ContentScrollArea

SHOWN_REMARKS = 6
"""Remarks about a record that a card has room for."""

WELCOME_WIDTH, RESULT_WIDTH = 440, 540
"""Widths of cards with several buttons, in pixels at 100 %."""

MESSAGE_WIDTH = 460
"""Width of a card with sentences, in pixels at 100 %."""

NARROW_WELCOME = 400
"""Width in which the buttons of the welcome card have no room for icons."""

BUTTON_HEIGHT = 44
"""Height of the welcome card's buttons, in pixels at 100 %."""


class _WelcomeCard(Card):
    """Card whose widest buttons have no icons where it is narrow."""

    def __init__(
        self, name: str, parent: QWidget, *, width: int, needs_text: bool
    ) -> None:
        super().__init__(name, parent, width=width, needs_text=needs_text)
        self.icons: dict[QPushButton, QIcon] = {}
        """Icons of the buttons that may lose them."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW_WELCOME
        for button, usual in self.icons.items():
            if button.icon().isNull() is not is_narrow:
                button.setIcon(QIcon() if is_narrow else usual)


def welcome_card(
    parent: QWidget,
    *,
    play: Callable[[str, PlayerConfig], None],
    watch: Callable[[str], None],
    open_record: Callable[[], None],
    strength: StrengthPlayer,
    is_first_move_free: bool,
) -> Card:
    """Return the welcome card.

    Args:
        parent: The widget below it.
        play: Begins a game against an engine of a strength.
        watch: Begins a game of two engines.
        open_record: Shows the dialog that opens a record.
        strength: The strength offered first.
        is_first_move_free: Whether a click on the board plays its first move.
    """
    card = _WelcomeCard("card_welcome", parent, width=WELCOME_WIDTH, needs_text=False)
    invitation = tr("Cards", "Or just click the board: the first move is yours.")
    heading = tr("Cards", "What would you like to play?")
    card.set_text(heading, invitation if is_first_move_free else "")
    opponent = ChoiceBox("card_strength")
    for name in NAMES:
        opponent.addItem(strength_title(name), StrengthPlayer(strength=name))
    opponent.setCurrentIndex(NAMES.index(strength.strength))
    to_play = [
        card.add_button(
            f"play_{name}",
            tr("Cards", "Play {game}").format(game=game_title(name)),
            partial(_play, play, name, opponent),
            icon_name=name,
            is_primary=index == 0,
        )
        for index, name in enumerate(GAMES)
    ]
    to_watch = [
        card.add_button(
            f"watch_{name}", game_title(name), partial(watch, name), icon_name=name
        )
        for name in GAMES
    ]
    to_open = card.add_button(
        "open", tr("Cards", "Open a record"), open_record, icon_name="open"
    )
    against, watching = (
        PlainLabel(text)
        for text in (tr("Cards", "Opponent"), tr("Cards", "Watch two engines"))
    )
    for caption in (against, watching):
        caption.setProperty("role", "caption")
    rows: tuple[Sequence[QWidget], ...] = (
        to_play,
        [against, opponent],
        [watching],
        to_watch,
        [to_open],
    )
    choices = QWidget()
    column = QVBoxLayout(choices)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE_S)
    scrolled = ContentScrollArea(choices)
    scrolled.setMinimumHeight(1)  # it scrolls before the heading is cut
    card.row.addWidget(scrolled)
    for row in rows:
        line = QHBoxLayout()
        line.setSpacing(SPACE_M)
        for widget in row:
            line.addWidget(widget, 1)
        column.addLayout(line)
    column.insertSpacing(2, SPACE_S)
    column.insertSpacing(5, SPACE_S)
    for button in (*to_play, *to_watch, to_open):
        button.setMinimumHeight(BUTTON_HEIGHT)
    card.icons = {button: button.icon() for button in to_play}
    return card


def result_card(
    parent: QWidget,
    game: OpenGame,
    *,
    again: Callable[[], None],
    change_sides: Callable[[], None],
    review: Callable[[], None],
    save: Callable[[], None],
) -> Card:
    """Return the card with the winner and the reason."""
    card = Card("card_result", parent, width=RESULT_WIDTH, is_low=True)
    view = game.view
    outcome = view.outcome
    if outcome is not None:
        title = outcome_title(view.setup, outcome)
        sentences = [outcome_reason(view.setup, outcome)]
        own_title = _make_own_title(view, outcome)
        if own_title:
            message = tr("Status", "{result}. {reason}")
            sentences = [message.format(result=title, reason=sentences[0])]
        if game.hint_count:
            hints = tr("Cards", "Hints used: {count}.")
            sentences.append(hints.format(count=game.hint_count))
        if game.session.can_restore:
            sentences.append(
                tr(
                    "Cards",
                    "The moves taken back were deleted. Edit, Undo deletion "
                    "restores them.",
                )
            )
        card.set_text(own_title or title, "\n".join(sentences))
    card.add_button(
        "again", tr("Cards", "Rematch"), again, icon_name="new", is_primary=True
    )
    if view.players.has_two_kinds:
        card.add_button(
            "change_sides",
            tr("Cards", "Change sides"),
            change_sides,
            icon_name="change-sides",
        )
    card.add_button("review", tr("Cards", "Review"), review, icon_name="analyse")
    card.add_button("save", tr("Cards", "Save"), save, icon_name="save")
    card.align_buttons()
    return card


def add_mistakes(
    card: Card, mistakes: Sequence[tuple[str, str, Callable[[], None]]]
) -> None:
    """Add a line with a button for each of the biggest mistakes to a card.

    Args:
        card: The result card.
        mistakes: Text and tip of each button, and what shows the mistake.
    """
    if not mistakes:
        return
    caption = PlainLabel(tr("Cards", "Biggest mistakes"))
    caption.setProperty("role", "caption")
    line = QHBoxLayout()
    line.setSpacing(SPACE_S)
    line.addWidget(caption)
    for number, (text, tip, show) in enumerate(mistakes, start=1):
        button = card.new_button(f"mistake_{number}", text, show)
        button.setProperty("flat", True)
        set_tip(button, tip)
        line.addWidget(button)
    line.addStretch(1)
    card.column.addLayout(line)


def resign_card(
    parent: QWidget, view: MatchView, *, resign: Callable[[Player], None]
) -> Card:
    """Return the card that confirms a resignation and, of two persons, asks who."""
    card = Card("card_resign", parent, width=RESULT_WIDTH)
    card.outlives_moves = True
    game, colour_of = view.setup.game, view.position.colour_of
    persons = view.persons
    if len(persons) == 1:
        winner = side_title(game, colour_of(persons[0].opponent))
        message = tr("Cards", "{side} wins if you resign.").format(side=winner)
        texts = [tr("Cards", "Resign")]
    else:
        message = tr("Cards", "Who resigns?")
        text = tr("Cards", "{side} resigns")
        texts = [
            text.format(side=side_title(game, colour_of(person))) for person in persons
        ]
    if view.can_redo:
        deleted = tr(
            "Cards",
            "The moves taken back are deleted. Edit, Undo deletion restores them.",
        )
        message = f"{message}\n{deleted}"
    card.set_text(tr("Cards", "Resign this game?"), message)
    card.add_button("keep_playing", tr("Cards", "Keep playing"), _do_nothing)
    for person, text in zip(persons, texts, strict=True):
        is_first = person is persons[0]
        card.add_button(
            "resign_confirm" if is_first else "resign_other",
            text,
            partial(resign, person),
            icon_name="resign",
        )
    card.row.addStretch(1)
    return card


def reading_card(parent: QWidget, name: str, *, cancel: Callable[[], None]) -> Card:
    """Return the card for a record that takes long to read."""
    card = Card("card_reading", parent, width=MESSAGE_WIDTH)
    card.outlives_moves = True
    card.set_text(
        tr("Cards", "Opening {name}").format(name=name),
        tr("Cards", "This may take a moment. You can continue meanwhile."),
    )
    card.add_button("cancel_reading", tr("Cards", "Cancel"), cancel)
    card.row.addStretch(1)
    return card


def delete_card(parent: QWidget, message: str, *, delete: Callable[[], None]) -> Card:
    """Return the card that asks before moves of the game are deleted."""
    card = Card("card_delete", parent, width=MESSAGE_WIDTH)
    card.set_text(tr("Cards", "Delete moves of the main line?"), message)
    card.add_button("keep_moves", tr("Cards", "Keep moves"), _do_nothing)
    card.add_button("delete_moves", tr("Cards", "Delete"), delete)
    card.row.addStretch(1)
    return card


def overwrite_card(
    parent: QWidget,
    name: str,
    loss: Loss,
    *,
    save_as: Callable[[], None],
    overwrite: Callable[[], None],
) -> Card:
    """Return the card that asks before a file is replaced.

    Args:
        parent: The widget below it.
        name: Name of the file.
        loss: What would be lost.
        save_as: Asks for another file.
        overwrite: Replaces it.
    """
    reasons = {
        Loss.GAME: tr(
            "Cards",
            "The file contains a different main line or result, which will be lost.",
        ),
        Loss.CHANGES: tr(
            "Cards",
            "Another program has changed the file, and its changes will be lost.",
        ),
        Loss.PARTS: tr(
            "Cards",
            "Parts of the file were left out when it was opened, and will be lost.",
        ),
    }
    card = Card("card_save_over", parent, width=RESULT_WIDTH)
    card.outlives_moves = True
    card.set_text(tr("Cards", "Overwrite {name}?").format(name=name), reasons[loss])
    card.add_button("save_as", tr("Cards", "Save as…"), save_as, is_primary=True)
    card.add_button("overwrite", tr("Cards", "Overwrite"), overwrite)
    card.add_button("keep_file", tr("Cards", "Cancel"), _do_nothing)
    card.row.addStretch(1)
    return card


def failed_program_card(
    parent: QWidget,
    program: str,
    message: str,
    *,
    start_again: Callable[[], None],
    replace: Callable[[], None] | None,
) -> Card:
    """Return the card about an external program that made no move.

    Args:
        parent: The widget below it.
        program: Name of the program.
        message: Why, in one sentence.
        start_again: Starts the program again and asks it for its move.
        replace: Gives its side to an engine; ``None`` if there is none.
    """
    card = Card("card_failed_program", parent, width=RESULT_WIDTH)
    heading = fill(tr("Cards", "{program} made no move"), program=program)
    card.set_text(heading, message)
    card.add_button(
        "start_again", tr("Cards", "Start it again"), start_again, is_primary=True
    )
    if replace is not None:
        card.add_button("use_engine", tr("Cards", "Use another engine"), replace)
    card.add_button("close_message", tr("Cards", "Close"), _do_nothing)
    card.row.addStretch(1)
    return card


def message_card(parent: QWidget, heading: str, sentences: Sequence[str]) -> Card:
    """Return a card with a message and a button to copy it."""
    card = Card("card_message", parent, width=MESSAGE_WIDTH)
    card.outlives_moves = True
    shown = list(sentences[:SHOWN_REMARKS])
    if len(sentences) > SHOWN_REMARKS:
        more = tr("Cards", "… and {count} more.")
        shown.append(more.format(count=len(sentences) - SHOWN_REMARKS))
    card.set_text(heading, "\n".join(shown))
    text = "\n".join([heading, *sentences])
    card.add_button("close_message", tr("Cards", "Close"), _do_nothing, is_primary=True)
    card.add_button(
        "copy_message",
        tr("Cards", "Copy"),
        lambda: QApplication.clipboard().setText(text),
        icon_name="copy",
    )
    card.row.addStretch(1)
    card.row.setAlignment(Qt.AlignLeft)
    return card


def _play(
    play: Callable[[str, PlayerConfig], None], game: str, opponent: ChoiceBox
) -> None:
    """Begin a game against the selected strength."""
    play(game, opponent.currentData())


def _make_own_title(view: MatchView, outcome: Outcome) -> str:
    """Return the result for the user against an engine, otherwise an empty text."""
    players = view.players
    if players.is_contest or len(players.engines) != 1 or outcome.winner is None:
        return ""
    colour = view.position.colour_of(view.persons[0])
    if outcome.winner is colour:
        return tr("Cards", "You won")
    return tr("Cards", "You lost")


def _do_nothing() -> None:
    """Do nothing; the button closes its card."""
