"""Log of the places of named widgets on the screen."""

import logging

import pytest
from PyQt5.QtWidgets import QLabel

from gui.app.widget_geometry_log import WidgetGeometryLog

CHANGE, SETTLED = "geometry widgets change", "geometry widgets settled"


@pytest.fixture
def log(qapp, caplog):
    caplog.set_level(logging.DEBUG, logger="gui.geometry")
    geometry_log = WidgetGeometryLog(qapp)
    yield caplog
    qapp.removeEventFilter(geometry_log)
    geometry_log.deleteLater()


def test_places_are_between_a_change_and_the_line_that_they_are_settled(qtbot, log):
    label = QLabel("text")
    qtbot.addWidget(label)
    label.setObjectName("label")

    label.show()
    label.resize(200, 100)

    qtbot.waitUntil(lambda: log.messages[-1:] == [SETTLED])
    place = next(line for line in log.messages if " label " in line)
    assert place.endswith(" 200 100")
    assert log.messages[0] == CHANGE
    assert log.messages.count(CHANGE) == log.messages.count(SETTLED)
