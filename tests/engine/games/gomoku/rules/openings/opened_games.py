"""Positions and random games with an opening."""

from hypothesis import strategies as st

from engine.games import GAMES
from tests.games import cell

GOMOKU = GAMES["gomoku"]


def position_after(moves="", *, height=15, width=15, **options):
    """Return the position after moves written with blanks between them."""
    setup = GOMOKU.setup(height=height, width=width, options=options)
    position = GOMOKU.new_position(setup)
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


@st.composite
def opened_games(draw, openings, *, sides):
    """Return every position of a random game; choices are as frequent as stones.

    Args:
        draw: See ``hypothesis.strategies.composite``.
        openings: Values of the option ``opening``.
        sides: Strategy for height and width.
    """
    options = {"opening": draw(st.sampled_from(openings))}
    setup = GOMOKU.setup(height=draw(sides), width=draw(sides), options=options)
    positions = [GOMOKU.new_position(setup)]
    for _ in range(draw(st.integers(0, 24))):
        special = positions[-1].special_moves()
        moves = positions[-1].legal_moves()
        if special and draw(st.booleans()):
            moves = special
        if not moves:
            break
        positions.append(positions[-1].play(draw(st.sampled_from(moves))))
    return positions


def check_legal_moves(position):
    """Check that the legal moves are those without an objection."""
    every = range(3 * position.setup.cell_count)
    legal = [move for move in every if position.objection_to(move) is None]

    assert position.legal_moves() == legal
    assert set(position.special_moves()) <= set(legal)
