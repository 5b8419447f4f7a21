"""Titles of windows: file, players, event, or the board alone."""

import pytest

from engine.records import files
from gui.game.player_labels import window_title


@pytest.mark.parametrize(
    ("properties", "title"),
    [
        ("", "Gomoku 15 × 15[*] – Pentahex"),  # noqa: RUF001
        ("EV[Cup]", "Cup[*] – Gomoku 15 × 15 – Pentahex"),  # noqa: RUF001
        ("PW[Li]EV[Cup]", "Human – Li, Gomoku 15 × 15[*] – Pentahex"),  # noqa: RUF001
    ],
    ids=["nothing", "event", "names"],
)
def test_a_record_without_names_is_called_by_its_event_or_board(
    controller, factory, properties, title
):
    record = files.parse(f"(;GM[4]SZ[15]{properties};B[hh])")
    controller.put(factory.open_record(record, None))

    assert window_title(controller.game) == title
