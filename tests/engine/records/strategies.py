"""Random records for the property tests."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.errors import SetupError
from engine.core.game import GameSetup, Position
from engine.core.types import (
    Candidate,
    Move,
    MoveAnalysis,
    Outcome,
    Player,
    SearchSample,
)
from engine.games import GAMES
from engine.records.model import reasons
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord, Headers

LINES = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\x7f"),
    max_size=12,
)
TEXTS = st.lists(LINES, max_size=3).map("\n".join)
DATES = st.sampled_from(["", "2017-07-29", "2017-07-29 14:00", "spring 1998"])
HEADERS = st.builds(
    Headers, first_name=LINES, second_name=LINES, event=LINES, place=LINES, date=DATES
)
NUMBERS = st.integers(0, 2**40)
VALUES = st.floats(-1, 1)
SPENT_SECONDS = st.none() | st.floats(0, 1e6)
FOREIGN_NAMES = st.lists(
    st.sampled_from(["BL", "LB", "MARK", "N", "TE", "XYZ"]), max_size=2, unique=True
)
FOREIGN_VALUES = st.lists(
    st.sampled_from(["", "1", "aa:1", "h8", "a\\]b", "甲 乙"]), min_size=1, max_size=3
).map(tuple)

# Names that a contest record can hold: what brackets and semicolons do is a test of
# its own.
WORDS = st.text("ABwr甲乙丙队 01-_()（）.,《》é", max_size=10).map(
    lambda text: " ".join(text.split())
)


SECONDS = st.integers(1, 36_000).map(float) | st.floats(0.1, 360_000)
CONTROLS = st.one_of(
    SECONDS.map(TimeControl.per_move),
    SECONDS.map(lambda main: TimeControl(main_seconds=main)),
    st.builds(TimeControl, main_seconds=SECONDS, increment_seconds=SECONDS),
    st.builds(
        TimeControl,
        main_seconds=st.just(0.0) | SECONDS,
        periods=st.integers(1, 99),
        period_seconds=SECONDS,
    ),
)
TERMS = st.builds(
    TimeTerms.for_both, CONTROLS, flag_ends_game=st.booleans()
) | st.builds(
    TimeTerms,
    first=st.none() | CONTROLS,
    second=st.none() | CONTROLS,
    flag_ends_game=st.booleans(),
)


@st.composite
def setups(draw: st.DrawFn) -> GameSetup:
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    sides = st.integers(game.smallest_side, 9) | st.integers(
        game.smallest_side, game.largest_side
    )
    options = {
        option.key: draw(st.sampled_from(option.choices)) for option in game.options
    }
    height = width = game.default_side
    if draw(st.booleans()):
        height, width = draw(sides), draw(sides)
    try:
        return game.setup(height=height, width=width, options=options)
    except SetupError:  # some rules do not go together
        return game.setup(height=height, width=width)


@cache  # to make a strategy takes longer than to draw from it
def analyses(cell_count: int) -> st.SearchStrategy[MoveAnalysis | None]:
    cells = st.integers(0, cell_count - 1).map(Move)
    lines = st.lists(cells, max_size=3).map(tuple)
    candidates = st.builds(
        Candidate,
        move=cells,
        value=VALUES,
        is_bound=st.booleans(),
        visits=NUMBERS,
        prior=st.none() | st.floats(0, 1),
        pv=lines,
    )
    shares = st.tuples(cells, st.floats(0, 1))
    samples = st.builds(
        SearchSample,
        seconds=st.floats(0, 1e6),
        nodes=NUMBERS,
        value=VALUES,
        depth=NUMBERS,
        shares=st.lists(shares, max_size=3).map(tuple),
    )
    return st.none() | st.builds(
        MoveAnalysis,
        value=VALUES,
        nodes=NUMBERS,
        depth=NUMBERS,
        seconds=st.floats(0, 1e6),
        pv=lines,
        candidates=st.lists(candidates, max_size=3).map(tuple),
        counts_nodes=st.booleans(),
        samples=st.lists(samples, max_size=3).map(tuple),
    )


@st.composite
def notes(draw: st.DrawFn, setup: GameSetup) -> RecordNode:
    names = draw(FOREIGN_NAMES)
    return RecordNode(
        seconds=draw(SPENT_SECONDS),
        comment=draw(TEXTS),
        analysis=draw(analyses(setup.cell_count)),
        properties=tuple((name, draw(FOREIGN_VALUES)) for name in sorted(names)),
    )


@st.composite
def whole_records(draw: st.DrawFn) -> GameRecord:
    """Records with everything: variations, stones at the start, notes."""
    setup = draw(setups())
    record = GameRecord(
        setup=setup,
        start_stones=draw(st.just(b"") | start_stones(setup)),
        start_player=draw(st.sampled_from(Player)),
        headers=draw(HEADERS),
        time=draw(TERMS),
    )
    builder = RecordBuilder()
    positions = [start_position(record)]
    can_swap = record.start_player is Player.FIRST
    for _ in range(draw(st.integers(0, 12))):
        at = draw(st.integers(0, len(positions) - 1))
        note = draw(notes(setup))
        add_random_move(draw, builder, positions, at, note, swap=can_swap)
    start = draw(notes(setup))
    builder.change(
        0,
        comment=start.comment,
        analysis=start.analysis,
        properties=start.properties,
    )
    return finished(draw, replace(record, nodes=builder.build()[0]))


@st.composite
def plain_records(draw: st.DrawFn) -> GameRecord:
    """Records with no more than a contest record can hold."""
    record = GameRecord(
        setup=draw(setups()),
        headers=draw(
            st.builds(
                Headers,
                first_name=WORDS,
                second_name=WORDS,
                event=WORDS,
                place=st.sampled_from(["", "重庆", "日本 东京", "A (B)"]),
                date=st.sampled_from(["", "2017-07-29", "2017-07-29 14:00"]),
            )
        ),
    )
    builder = RecordBuilder()
    positions = [start_position(record)]
    for _ in range(draw(st.integers(0, 40))):
        mark = draw(st.sampled_from([None, None, "-2", "0", "1"]))
        properties = () if mark is None else (("MARK", (mark,)),)
        note = RecordNode(properties=properties)
        add_random_move(draw, builder, positions, len(positions) - 1, note, swap=False)
    by_winner: dict[Player | None, str] = {None: reasons.AGREEMENT}
    by_winner |= dict.fromkeys(Player, reasons.UNSTATED)
    return finished(draw, replace(record, nodes=builder.build()[0]), by_winner)


@st.composite
def played_games(draw: st.DrawFn, setups: st.SearchStrategy[GameSetup]) -> GameRecord:
    """Records that have only moves, swaps and choices among them."""
    record = GameRecord(setup=draw(setups), start_player=draw(st.sampled_from(Player)))
    builder = RecordBuilder()
    positions = [start_position(record)]
    for _ in range(draw(st.integers(0, 40))):
        moves = positions[-1].legal_moves()
        if not moves:
            break
        special = positions[-1].special_moves()
        likes_special = special and draw(st.booleans())
        move = draw(st.sampled_from(special if likes_special else moves))
        builder.add(len(positions) - 1, RecordNode(move=move))
        positions.append(positions[-1].play(move))
    return replace(record, nodes=builder.build()[0], outcome=positions[-1].outcome)


def add_random_move(
    draw: st.DrawFn,
    builder: RecordBuilder,
    positions: list[Position],
    at: int,
    note: RecordNode,
    *,
    swap: bool,
) -> None:
    moves = positions[at].legal_moves()
    if not swap:
        moves = [move for move in moves if move < len(positions[at].stones)]
    if not moves:
        return
    move = moves[draw(st.integers(0, len(moves) - 1))]
    if builder.child_by_move(at, move) is None:
        builder.add(at, replace(note, move=move))
        positions.append(positions[at].play(move))


@st.composite
def start_stones(draw: st.DrawFn, setup: GameSetup) -> bytes:
    stones = bytearray(setup.cell_count)
    for cell in draw(st.lists(st.integers(0, setup.cell_count - 1), max_size=4)):
        stones[cell] = draw(st.sampled_from(Player))
    return bytes(stones) if any(stones) else b""


def finished(
    draw: st.DrawFn,
    record: GameRecord,
    by_winner: dict[Player | None, str] | None = None,
) -> GameRecord:
    """Return a record with the outcome of its rules, or else a random one."""
    outcome = final_position(record).outcome
    if outcome is None and draw(st.booleans()):
        winner = draw(st.sampled_from([*Player, None]))
        some = st.sampled_from(["resignation", "time", "illegal_move", "unstated"])
        outcome = Outcome(
            winner, draw(some) if by_winner is None else by_winner[winner]
        )
    return replace(record, outcome=outcome)
