"""Random games with an opening, for property tests."""

from hypothesis import strategies as st

from engine.games import GAMES

GOMOKU = GAMES["gomoku"]


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
