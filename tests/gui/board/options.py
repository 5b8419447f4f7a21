"""Display options by their names."""

from gui.board.board_options import BOARD_OPTIONS, BoardOptions


def make_options(**values):
    """Return the display options with these values, such as ``numbers=True``."""
    rows = {row.name: row for row in BOARD_OPTIONS}
    return BoardOptions({rows[name]: value for name, value in values.items()})
