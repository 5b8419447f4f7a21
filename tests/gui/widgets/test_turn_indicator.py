"""The sign beside a player."""

import pytest
from PyQt5.QtCore import QPoint

from engine.records import files
from gui.widgets.turn_indicator import TurnIndicator

GAME = "(;FF[4]GM[4]SZ[15]{result};B[hh];W[ii])"


@pytest.mark.parametrize(("result", "is_hollow"), [("", False), ("RE[B+R]", True)])
def test_the_pointer_is_hollow_in_a_game_that_is_over(
    controller, factory, qtbot, result, is_hollow
):
    record = files.parse(GAME.format(result=result))
    controller.put(factory.open_record(record, None))
    controller.go_to(1)
    seat = controller.session.position.seat_to_move
    indicator = TurnIndicator()
    qtbot.addWidget(indicator)
    ground = indicator.grab().toImage()

    indicator.show_seat(controller.session, seat, flag_has_fallen=False)

    shown = indicator.grab().toImage()
    edge, middle = QPoint(3, 11), QPoint(6, 11)
    assert shown.pixelColor(edge) != ground.pixelColor(edge)
    assert (shown.pixelColor(middle) == ground.pixelColor(middle)) is is_hollow
