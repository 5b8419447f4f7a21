"""Pattern state of a position, the input of the incremental kernels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.kernels.records import new_records
from engine.core.kernels.rng import new_rng, next_word
from engine.games.gomoku.patterns.fitted_values import load_cell_values
from engine.games.gomoku.patterns.kernels.patterns import (
    OFF_BOARD,
    PLY,
    SETTING,
    PatternState,
    set_up,
)
from engine.games.gomoku.patterns.threat_tables import (
    half_line_masks,
    threat_classes,
    threats,
    window_radius,
)
from engine.games.gomoku.rules.kernels.state import (
    EXACT_RULE,
    FREESTYLE_RULE,
    RENJU_RULE,
    GomokuState,
)


def make_patterns(state: GomokuState) -> PatternState:
    """Return the pattern state of a position."""
    length = int(state.info["line_length"][0])
    rule = int(state.info["rule"][0])
    reach = window_radius(length, exact=rule != FREESTYLE_RULE)
    exact = [rule in {EXACT_RULE, RENJU_RULE}, rule == EXACT_RULE]
    count, line_count = state.cells.size, state.on_board.size
    patterns = PatternState(
        info=new_records(1, SETTING),
        plies=new_records(count + 1, PLY),
        log=np.zeros((count + 1) * 64, np.uint32),
        lines=np.zeros((2, line_count), np.uint32),
        words=make_empty_words(state.on_board),
        cells=np.zeros(count, np.int8),
        keys=np.zeros((2, count), np.uint16),
        threats=np.zeros((2, count), np.uint8),
        line_of=state.line_of,
        place_on=state.place_on,
        bit_of=state.bit_of,
        on_board=state.on_board,
        stride=state.stride,
        half_lines=half_line_masks(reach),
        classes=np.stack([threat_classes(length, reach, exact=e) for e in exact]),
        threat_of=threats(),
        value_of=load_cell_values(),
        zobrist=_zobrist(count),
    )
    patterns.info["reach"] = reach
    patterns.info["length"] = length
    patterns.info["has_fouls"] = rule == RENJU_RULE
    set_up(patterns, state.cells, int(state.info["to_move"][0]))
    return patterns


def make_empty_words(on_board: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint64]:
    """Return the words of lines without stones from the bits of their cells."""
    places = np.arange(32, dtype=np.uint64)
    is_off = (on_board[:, None] >> places) & 1 == 0
    words: npt.NDArray[np.uint64] = is_off * (OFF_BOARD << 2 * places)
    of_line: npt.NDArray[np.uint64] = words.sum(axis=1, dtype=np.uint64)
    return of_line


def _zobrist(count: int) -> np.ndarray:
    """Return a random word for each stone, the same in every process."""
    rng = new_rng(20)
    words = [next_word(rng) for _ in range(2 * count)]
    return np.array(words, np.uint64).reshape(2, count)
