"""The swap2 opening in the window."""

import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.match.session.game_session import GameSession
from gui.panels.moves_model import MovesModel
from gui.text.labels import decision_message


def session_after(*names, automatic=()):
    game = GAMES["gomoku"]
    setup = game.setup(options={"opening": "swap2"})
    session = GameSession.new(setup, automatic=automatic)
    for name in names:
        session.play(game.parse_cell(setup, name))
    return session


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ((), "three stones"),
        (("h8",), "three stones"),
        (("h8", "i9", "j8"), "add two stones"),
        (("h8", "i9", "j8", "add-two"), "Add two stones"),
        (("h8", "i9", "j8", "add-two", "a1", "b1"), "or take Black"),
        (("h8", "i9", "j8", "take-black"), ""),
    ],
)
def test_the_status_says_what_may_be_decided(names, words):
    message = decision_message(session_after(*names).position)

    assert words in message
    assert bool(message) == bool(words)


def test_moves_stand_in_the_column_of_their_colour_and_choices_beside_them(qtbot):
    session = session_after("h8", "i9", "j8", "take-black", "g7", "g8")
    model = MovesModel(None)

    model.show(session)

    shown = [
        [model.data(model.index(row, column)) for column in (1, 2)]
        for row in range(model.rowCount())
    ]
    assert shown == [
        ["h8", "i9"],
        ["j8", "take Black"],
        [None, "g7"],
        ["g8", None],
    ]


def test_the_engine_of_the_participant_who_decides_is_asked():
    session = session_after("h8", "i9", "j8", automatic=[Player.SECOND])

    assert session.engine_is_to_move
    assert session.position.seat_to_move is Player.SECOND
