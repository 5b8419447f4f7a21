"""Overlay cards: no text is cut off."""

import pytest
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QLabel, QPushButton, QScrollArea

from engine.players.strength_player import StrengthPlayer
from gui.board.board_view import BoardView
from gui.widgets.card import Card
from gui.widgets.content_scroll_area import ContentScrollArea
from gui.window.overlays.board_area import BoardArea
from gui.window.overlays.cards import welcome_card

SENTENCE = "Another engine takes over since the first one stopped. "


@pytest.fixture
def area(qtbot):
    made = BoardArea(BoardView())
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    return made


def cut_texts(card):
    """Return the texts of the labels of which a part cannot be seen."""
    return [
        label.text()
        for label in card.findChildren(QLabel)
        if label.isVisible()
        and label.visibleRegion().boundingRect().height()
        < label.heightForWidth(label.width())
    ]


@pytest.mark.parametrize("is_low", [False, True])
@pytest.mark.parametrize("sentences", [0, 1, 3, 8])
def test_a_card_is_as_high_as_its_texts(area, is_low, sentences):
    card = Card("card", area, width=460, is_low=is_low)
    card.set_text("A heading", SENTENCE * sentences)
    card.add_button("one", "A wide button", lambda: None)
    card.add_button("two", "Another wide button", lambda: None)

    area.show_card(card)
    QTest.qWait(0)

    assert cut_texts(card) == []


def test_a_card_is_no_higher_than_its_texts(area):
    card = Card("card", area, width=460)
    card.set_text("A heading", SENTENCE)
    area.show_card(card)
    QTest.qWait(0)

    [body] = [one for one in card.findChildren(QLabel) if one.text() == SENTENCE]
    assert body.height() == body.heightForWidth(body.width())


def test_a_text_higher_than_the_board_scrolls(area):
    card = Card("card", area, width=460)
    card.set_text("A heading", SENTENCE * 100)
    close = card.add_button("close", "Close", lambda: None)

    area.show_card(card)
    QTest.qWait(0)

    [scroll] = card.findChildren(QScrollArea)
    assert area.rect().contains(card.geometry())
    assert card.rect().contains(close.geometry())
    assert scroll.verticalScrollBar().maximum() > 0


def test_a_heading_of_two_lines_is_whole_over_a_small_board(area):
    heading = "Opened a-game-with-a-long-name.txt with warnings"
    area.resize(340, 240)
    card = Card("card", area)
    card.set_text(heading, SENTENCE * 4)
    card.add_button("one", "Close", lambda: None)

    area.show_card(card)
    QTest.qWait(0)

    assert heading not in cut_texts(card)
    assert card.findChild(QScrollArea).verticalScrollBar().isVisible()


def test_a_card_over_the_board_grows_with_another_text(area):
    card = Card("card", area, width=460)
    card.set_text("A heading", SENTENCE)
    area.show_card(card)
    QTest.qWait(0)

    card.set_text("A heading", SENTENCE * 6)
    QTest.qWait(0)

    assert cut_texts(card) == []


@pytest.mark.parametrize(("width", "height"), [(576, 304), (344, 148)])
def test_the_choices_of_the_welcome_card_fit_or_scroll(area, width, height):
    area.resize(width, height)
    card = welcome_card(
        area,
        play=lambda _game, _engine: None,
        watch=lambda _game: None,
        open_record=lambda: None,
        strength=StrengthPlayer(strength="medium"),
        is_first_move_free=True,
    )

    area.show_card(card)
    QTest.qWait(50)

    assert area.rect().contains(card.geometry())
    assert not cut_texts_of_heading(card)
    last = card.findChild(QPushButton, "card_open")
    card.findChildren(ContentScrollArea)[0].ensureWidgetVisible(last)
    assert last.visibleRegion().boundingRect().height() == last.height()


def test_a_card_follows_the_width_of_the_board(area):
    card = Card("card", area, width=460)
    card.set_text("A heading", SENTENCE)
    area.show_card(card)

    area.resize(360, 300)
    QTest.qWait(0)
    assert area.rect().contains(card.geometry())
    area.resize(800, 500)
    QTest.qWait(0)

    assert card.width() == 460


def test_a_card_that_fits_asks_for_no_further_layout(area, monkeypatch):
    card = Card("card", area, width=460)
    card.set_text("A heading", SENTENCE * 8)
    area.show_card(card)
    area.resize(360, 200)
    QTest.qWait(50)
    fitted = []
    monkeypatch.setattr(card, "fit_into", fitted.append)

    QTest.qWait(50)

    assert not fitted
    assert card.height() == 200


def cut_texts_of_heading(card):
    return [text for text in cut_texts(card) if text.startswith("What")]
