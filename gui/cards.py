"""The cards of the window: first minute, end of the game, questions, messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

from engine.games import GAMES
from engine.session import GameSession
from gui.i18n import tr
from gui.panels.card import Card
from gui.texts import game_title, outcome_reason, outcome_title
from gui.theme import SPACE_M, Theme

SHOWN_REMARKS = 6
"""Remarks about a record that a card has room for."""

MESSAGE_WIDTH = 460
"""Width of a card with sentences, in pixels at 100 %."""


def welcome_card(
    theme: Theme,
    parent: QWidget,
    *,
    play: Callable[[str], None],
    watch: Callable[[], None],
    open_record: Callable[[], None],
) -> Card:
    """Return the card of the first minute."""
    card = Card("card_welcome", theme, parent, width=440)
    card.set_text(
        tr("Cards", "What shall it be?"),
        tr("Cards", "Or just click the board: the first move is yours."),
    )
    buttons: list[QPushButton] = []
    for index, name in enumerate(GAMES):
        buttons.append(
            card.add_button(
                f"play_{name}",
                tr("Cards", "Play {game}").format(game=game_title(name)),
                partial(play, name),
                icon_name=name,
                is_primary=index == 0,
            )
        )
    buttons.append(
        card.add_button(
            "watch", tr("Cards", "Watch two engines"), watch, icon_name="engine"
        )
    )
    buttons.append(
        card.add_button(
            "open", tr("Cards", "Open a record"), open_record, icon_name="open"
        )
    )
    grid = QGridLayout()
    grid.setSpacing(SPACE_M)
    card.row.addLayout(grid)
    for index, button in enumerate(buttons):
        button.setMinimumHeight(44)
        grid.addWidget(button, *divmod(index, 2))
    return card


def result_card(
    theme: Theme,
    parent: QWidget,
    session: GameSession,
    *,
    again: Callable[[], None],
    save: Callable[[], None],
) -> Card:
    """Return the card that says who won, and why."""
    card = Card("card_result", theme, parent)
    outcome = session.outcome
    if outcome is not None:
        card.set_text(
            outcome_title(session.setup, outcome),
            outcome_reason(session.setup, outcome),
        )
    card.add_button(
        "again", tr("Cards", "Again"), again, icon_name="new", is_primary=True
    )
    card.add_button("save", tr("Cards", "Save"), save, icon_name="save")
    card.row.addStretch(1)
    return card


def resign_card(
    theme: Theme, parent: QWidget, sentence: str, *, resign: Callable[[], None]
) -> Card:
    """Return the card that asks before a game is given up."""
    card = Card("card_resign", theme, parent)
    card.outlives_moves = True
    card.set_text(tr("Cards", "Resign this game?"), sentence)
    card.add_button(
        "resign_confirm",
        tr("Cards", "Resign"),
        resign,
        icon_name="resign",
        is_primary=True,
    )
    card.add_button("keep_playing", tr("Cards", "Keep playing"), _do_nothing)
    card.row.addStretch(1)
    return card


def message_card(
    theme: Theme, parent: QWidget, heading: str, sentences: Sequence[str]
) -> Card:
    """Return a card that tells something and can be copied."""
    card = Card("card_message", theme, parent, width=MESSAGE_WIDTH)
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


def _do_nothing() -> None:
    """Close a card and nothing else."""
