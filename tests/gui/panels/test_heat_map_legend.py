"""The legend of a heat map in wide and in narrow windows."""

import pytest
from PyQt5.QtWidgets import QLabel, QWidget

from engine.core.types import Move
from gui.analysis.heat_maps import HeatKind, HeatMap
from gui.panels.heat_map_legend import HALF, HeatMapLegend
from gui.widgets.elided_label import ElidedLabel
from tests.nonempty import nonempty

NARROW = 380
"""Width under the board on a screen of 1366 by 768 at 200 %, in pixels at 100 %."""


@pytest.fixture
def show_legend(qtbot):
    """Return a function that shows a legend of a width with a note."""

    def show(kind, width, note=""):
        legend = HeatMapLegend()
        qtbot.addWidget(legend)
        heat = HeatMap(
            kind=kind, values={Move(0): 0.85, Move(1): 0.2}, is_complete=True, highest=1
        )
        legend.resize(width, legend.sizeHint().height())
        legend.show_map(heat, note)
        qtbot.waitExposed(legend)
        qtbot.wait(1)
        return legend

    return show


def scales(legend):
    return [
        part
        for part in legend.findChildren(QWidget)
        if not isinstance(part, QLabel) and part.isVisible()
    ]


def test_a_wide_legend_shows_its_whole_texts_and_the_whole_scale(show_legend):
    legend = show_legend(HeatKind.WIN_RATES, 900, "0.02 s per move: 23 of 221")

    labels = [label for label in legend.findChildren(QLabel) if label.text()]
    assert all(one.width() >= one.sizeHint().width() for one in nonempty(labels))
    assert [scale.width() for scale in scales(legend)] == [HALF.width()] * 2


@pytest.mark.parametrize("kind", HeatKind)
def test_a_narrow_legend_shows_the_numbers_whole_and_the_start_of_its_texts(
    show_legend, kind
):
    legend = show_legend(kind, NARROW, "0.02 s per move: 23 of 221")

    labels = [label for label in legend.findChildren(QLabel) if label.text()]
    elided = [label for label in labels if isinstance(label, ElidedLabel)]
    numbers = [label for label in labels if label not in elided]
    assert legend.width() == NARROW
    assert all(one.width() >= one.sizeHint().width() for one in nonempty(numbers))
    assert all(one.width() >= one.sizeHint().width() / 4 for one in nonempty(elided))
    assert scales(legend)


def test_a_narrow_scale_shrinks_before_the_title_is_elided(show_legend):
    legend = show_legend(HeatKind.POLICY, NARROW)

    title = legend.findChild(QLabel, "label_heat_map")
    assert title.width() >= title.sizeHint().width()
