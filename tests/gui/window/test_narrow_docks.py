"""Panels on a narrow screen, such as one of 1366 by 768 pixels at twice the scale."""

import pytest
from PyQt5.QtWidgets import QApplication

from engine.core.types import MoveAnalysis
from gui.panels.candidates_model import Column
from gui.settings.table import DOCK_LAYOUT, LANGUAGE
from tests.gui.panels.candidates import consider, table
from tests.gui.window.docks import act, dock


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_search_panel_is_not_scrolled_sideways_at_twice_the_scale(
    start_on, settings, language
):
    settings[LANGUAGE] = language
    settings[DOCK_LAYOUT] = "analyse"
    program = start_on(size=(683, 384))
    program.window.resize(683, 384)
    act(program, "reset_arrangement")
    dock(program, "search").raise_()
    candidates = consider(program.controller.session.position, 1000)

    analysis = MoveAnalysis(value=0.1, nodes=2000, candidates=candidates)
    program.controller.store_analysis(0, analysis)
    QApplication.processEvents()

    assert not table(program).isColumnHidden(Column.PRIOR)
    assert dock(program, "search").widget().horizontalScrollBar().maximum() == 0
