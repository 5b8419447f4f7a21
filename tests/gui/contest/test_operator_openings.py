"""Openings with offers in the operator's window: what is asked, typed and said."""

from engine.core.types import Player
from engine.games import GAMES
from gui.contest.correction_preview import CorrectionPreview
from tests.gui.driving import widget

YAMAGUCHI = GAMES["gomoku"].setup(options={"opening": "yamaguchi"})
TARAGUCHI = GAMES["gomoku"].setup(options={"opening": "taraguchi"})


def caption(operator):
    return widget(operator.window, "contest_move_caption").text()


def names(operator):
    session = operator.game.session
    return [session.position.cell_name(move) for move in session.record.main_moves()]


def test_the_steps_of_their_opening_are_typed_and_ours_are_said(operator):
    empty = GAMES["gomoku"].new_position(YAMAGUCHI)
    operator.begin(setup=YAMAGUCHI)
    asked = []
    for text in ("H8", "H9", "I10", "n2"):
        asked.append(operator.task)
        operator.enter(text)
    operator.wait_for_answer()
    assert operator.task == "Put White on A,15, press the clock, then Enter."
    operator.enter()
    for text in ("I8", "K8"):
        asked.append(operator.task)
        operator.enter(text)
    operator.wait_for_answer()
    assert operator.shown_move == "I,8"
    assert operator.task == "Put Black on I,8, then Enter."  # the sixth follows
    operator.enter()

    theirs = "Their turn. Type their move."
    middle = "Place the black stone of the opening in the middle 5x5 cells."
    assert asked == [
        f"{theirs} {GAMES['gomoku'].decision(empty)}",
        f"{theirs} Place the white stone next to the first one.",
        f"{theirs} {middle}",
        f"{theirs} Declare how many fifth moves Black will offer.",
        f"{theirs} Offer a fifth move, number 1 of 2.",
        f"{theirs} Offer a fifth move, number 2 of 2.",
    ]
    played = "h8 h9 i10 fifth-moves-2 a15 offer-i8 offer-k8 i8"
    assert " ".join(names(operator)) == played
    operator.wait_for_answer()  # the sixth stone is ours, too


def test_what_our_engine_says_in_the_opening_is_said_and_confirmed(operator, engines):
    def choose(position):
        named = {position.cell_name(move): move for move in position.legal_moves()}
        wanted = (
            named.get("fifth-moves-1"),
            named.get("offer-i8"),
            max(named.values()),
        )
        return next(move for move in wanted if move is not None)

    engines.choose = choose
    operator.begin(setup=YAMAGUCHI, our_seat=Player.FIRST)
    for _ in range(3):
        operator.wait_for_answer()
        operator.enter()
    operator.wait_for_answer()
    assert operator.shown_move == "One fifth move"
    assert operator.task == "Say “One fifth move”, press the clock, then Enter."
    assert operator.entry.placeholderText() == "Enter: said"
    operator.enter()
    operator.enter("A1")
    operator.wait_for_answer()

    assert operator.task == "Say “Offer I,8”, press the clock, then Enter."
    operator.enter()
    assert names(operator)[-2:] == ["a1", "offer-i8"]
    assert caption(operator) == "Move 6 · Black · Chosei (I1)"


def test_the_clock_is_pressed_when_the_other_team_is_to_move(operator, engines):
    engines.choose = lambda position: position.legal_moves()[-1]
    operator.begin(setup=YAMAGUCHI, our_seat=Player.FIRST)
    tasks = []

    for _ in range(4):
        operator.wait_for_answer()
        tasks.append(operator.task)
        operator.enter()
    operator.enter("A1")
    for _ in range(10):
        operator.wait_for_answer()
        tasks.append(operator.task)
        operator.enter()

    assert [task.endswith("press the clock, then Enter.") for task in tasks] == [
        *[False] * 3,
        True,
        *[False] * 9,
        True,
    ]
    assert tasks[0] == "Put Black on H,8, then Enter."
    assert tasks[4] == "Say “Offer O,1”, then Enter."


def test_the_help_asks_for_a_number_where_one_is_declared(operator):
    operator.begin(setup=YAMAGUCHI)
    for text in ("H8", "H9"):
        operator.enter(text)
    before = operator.message

    operator.enter("I10")

    assert before.startswith("Column and row")
    assert operator.message == "A number, such as 3 or N3; then Enter."


def test_the_help_names_cell_and_number_where_either_is_possible(operator):
    operator.begin(setup=TARAGUCHI, our_engine=None)

    for text in ("H8", "H9", "I10", "G10"):
        operator.enter(text)

    assert operator.message == (
        "Column and row, such as J10, or the number 10; then Enter."
    )


def test_choices_are_listed_with_the_colour_of_who_made_them(operator):
    operator.begin(setup=YAMAGUCHI, our_engine=None)
    for text in ("H8", "H9", "I10", "1", "swap", "G10", "K8", "K8"):
        operator.enter(text)
    preview = CorrectionPreview(operator.game)

    assert [preview.title(ply).split()[1] for ply in range(1, 9)] == [
        *("Black", "White", "Black", "Black"),
        *("Black", "White", "Black", "Black"),
    ]


def test_the_opening_is_named_as_soon_as_its_stones_are_known(operator, engines):
    engines.choose = lambda position: position.legal_moves()[0]
    operator.begin(setup=YAMAGUCHI)
    captions = []

    for text in ("H8", "H9", "I10"):
        operator.enter(text)
        captions.append(caption(operator))

    assert captions == [
        "Move 1 · Black",
        "Move 2 · White",
        "Move 3 · Black · Keigetsu (D2)",
    ]
