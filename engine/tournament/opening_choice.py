"""Choice of the openings of a plan: from a file, shipped, or drawn at random."""

from __future__ import annotations

import random
from pathlib import Path

from engine.core.game import GameSetup
from engine.games import get_game
from engine.records.move_list import format as format_moves
from engine.tournament.openings import (
    Opening,
    draw_openings,
    read_openings,
    shipped_openings,
    shipped_path,
)
from engine.tournament.plan import PlannedOpening


def choose_openings(
    setup: GameSetup, count: int, *, seed: int, file: Path | None = None
) -> tuple[tuple[PlannedOpening, ...], str]:
    """Return openings in the order of play, and a description of their source.

    Openings are shuffled by the seed. Games in which the participants choose their
    colours, as by swap2, begin on the empty board: the choice balances them.

    Args:
        setup: Game, size and rules.
        count: Largest number of openings that the plan can use; none below 1.
        seed: Random seed of the plan.
        file: File of openings; default: those of the program for the setup, or random
            ones if there are none.

    Raises:
        RecordError: The file has no openings, or one that does not fit the board.
    """
    rng = random.Random(f"{seed} openings")
    if file is not None:
        found, source = read_openings(file, setup), f"from {file.name}"
    elif _offers_choice(setup):
        return (), ""
    elif found := shipped_openings(setup):
        source = f"from resources/openings/{shipped_path(setup).name}"
    else:
        found, source = draw_openings(setup, count, rng), f"drawn with seed {seed}"
    order = rng.sample(found, k=max(0, min(count, len(found))))
    return tuple(_planned(setup, opening) for opening in order), source


def _planned(setup: GameSetup, opening: Opening) -> PlannedOpening:
    return PlannedOpening(
        name=opening.name, moves=format_moves(setup, list(opening.moves))
    )


def _offers_choice(setup: GameSetup) -> bool:
    """Return whether participants choose their colours by the rules."""
    position = get_game(setup.game).new_position(setup)
    if not position.has_fixed_colours:
        return True
    # In Hex with the swap rule the choice follows the first stone.
    return bool(position.play(position.legal_moves()[0]).special_moves())
