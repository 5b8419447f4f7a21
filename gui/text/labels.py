"""Labels and messages for the short keys of the engine.

An unknown key, as of a game added later, is shown unchanged.
"""

from __future__ import annotations

from engine.core.game import GameSetup, Position
from engine.core.game_options import Option
from engine.core.own_value import own_value
from engine.core.types import Candidate, Move, Outcome, Player
from engine.games import get_game
from gui.text.i18n import tr, translate_message

PROVEN_VALUE = 1.0
"""Value of a proven win; estimates are below it."""

UNKNOWN = "–"  # noqa: RUF001
"""Placeholder for an unknown number."""


def game_title(name: str) -> str:
    """Return the name of a game."""
    return translate_message(get_game(name).title)


def side_title(game: str, player: Player) -> str:
    """Return the colour name of a side."""
    titles = {
        "black": tr("Games", "Black"),
        "white": tr("Games", "White"),
        "red": tr("Games", "Red"),
        "blue": tr("Games", "Blue"),
    }
    key = get_game(game).sides[player - 1]
    return titles.get(key, _shown(key))


def choice_title(game: str, key: str, value: str) -> str:
    """Return the label of a rule with one of its values."""
    option = _option(game, key)
    if option.titles:
        return translate_message(option.titles[option.choices.index(value)])
    return tr("Games", "{option}: {value}").format(
        option=_shown(key), value=_shown(value)
    )


def rule_title(game: str, key: str, value: str) -> str:
    """Return the short name of a rule with one of its values."""
    option = _option(game, key)
    if option.short_titles:
        return translate_message(option.short_titles[option.choices.index(value)])
    return choice_title(game, key, value)


def _option(game: str, key: str) -> Option:
    return next(option for option in get_game(game).options if option.key == key)


def goal_message(setup: GameSetup) -> str:
    """Return the goal of the game in one sentence."""
    return translate_message(get_game(setup.game).goal(setup))


def outcome_title(setup: GameSetup, outcome: Outcome) -> str:
    """Return the label of the winner."""
    if outcome.winner is None:
        return tr("Games", "Draw")
    return tr("Games", "{side} wins").format(
        side=side_title(setup.game, outcome.winner)
    )


def outcome_reason(setup: GameSetup, outcome: Outcome) -> str:
    """Return the reason of a result as a sentence."""
    loser = outcome.winner.opponent if outcome.winner else Player.FIRST
    reasons = {
        "board_full": tr("Games", "The board is full, and no side has a winning line."),
        "resignation": tr("Games", "{loser} resigned."),
        "time": tr("Games", "{loser} ran out of time."),
        "forfeit": tr("Games", "{loser} forfeited the game."),
        "agreement": tr("Games", "Both sides agreed."),
        "foul": tr("Games", "{loser} played a forbidden move."),
        "unstated": tr("Games", "The record gives no reason."),
    }
    own = get_game(setup.game).explain(setup, outcome)
    if own:
        return translate_message(own)
    text = reasons.get(outcome.reason, "")
    return text.format(loser=side_title(setup.game, loser))


def decision_message(position: Position) -> str:
    """Return the options of the side to move, if it may do more than place a stone."""
    return translate_message(get_game(position.setup.game).decision(position))


def opening_title(position: Position) -> str:
    """Return the name of the opening of a position, by the moves so far, if any."""
    return translate_message(get_game(position.setup.game).opening_name(position))


def special_move_message(position: Position) -> str:
    """Return the change that a special move has made on the board, or an empty text."""
    game = get_game(position.setup.game)
    return translate_message(game.explain_special_move(position))


def move_description(position: Position, move: Move) -> str:
    """Return the name of a cell, or the description of a special move."""
    special = get_game(position.setup.game).special_move(position.setup, move)
    if special is None:
        return position.cell_name(move)
    return translate_message(special.description)


def move_label(position: Position, move: Move) -> str:
    """Return the name of a cell, or the short label of a special move."""
    special = get_game(position.setup.game).special_move(position.setup, move)
    return (
        position.cell_name(move)
        if special is None
        else translate_message(special.label)
    )


def hint_message(position: Position, move: Move, value: float | None) -> str:
    """Return the text of a hint, with the win rate of the participant it is for.

    Args:
        position: The position before the move.
        move: The move, which may be a special one.
        value: Expected result in [-1, 1] for the side to move; ``None`` if unknown.
    """
    if value is None:
        return tr("Games", "Hint: {move}.").format(
            move=move_description(position, move)
        )
    setup = position.setup
    # a choice may change the colour of its participant
    seat = position.seat_to_move
    side = position.play(move).colour_of(seat)
    value = own_value(seat, position, value, move)
    if abs(value) >= PROVEN_VALUE:
        winner = side if value > 0 else side.opponent
        text = tr("Games", "Hint: {move}. {side} wins with it.")
        if winner is not side:
            text = tr("Games", "Hint: {move}. {side} still wins.")
        return text.format(
            move=move_label(position, move), side=side_title(setup.game, winner)
        )
    return tr("Games", "Hint: {move}. {side}'s win rate is about {rate} %.").format(
        move=move_description(position, move),
        side=side_title(setup.game, side),
        rate=f"{win_rate(value):.0f}",
    )


def bound_sign(candidate: Candidate, *, is_mirrored: bool = False) -> str:
    """Return the sign before the win rate of a candidate; empty if it is exact.

    Args:
        candidate: The candidate.
        is_mirrored: Whether the win rate is that of the other side.
    """
    if not candidate.is_bound:
        return ""
    return "≥ " if is_mirrored else "≤ "


def value_for_decider(position: Position, value: float) -> float:
    """Return a value for the colour to move as one for the participant to move.

    White chooses among Black's fifth moves. While an opening has not settled the
    colours, the value stays.
    """
    own = position.colour_of(position.seat_to_move)
    is_other = position.has_fixed_colours and own is not position.to_move
    return -value if is_other else value


def win_rate(value: float) -> float:
    """Return an expected result in [-1, 1] as a win rate in percent."""
    return (value + 1) * 50


def foul_message(position: Position, move: Move, reasons: tuple[str, ...]) -> str:
    """Return the reason why a stone is forbidden, with its side."""
    titles = {
        "overline": tr("Games", "an overline"),
        "double-four": tr("Games", "a double four"),
        "double-three": tr("Games", "a double three"),
    }
    names = tr("Games", " and ").join(titles.get(reason, reason) for reason in reasons)
    return tr("Games", "{cell} is forbidden for {side}: {reasons}.").format(
        cell=position.cell_name(move),
        side=side_title(position.setup.game, position.to_move),
        reasons=names,
    )


def time_up_message(position: Position) -> str:
    """Return the message that the side to move is out of time."""
    return tr("Games", "{side} is out of time; the game continues.").format(
        side=side_title(position.setup.game, position.colour_of(position.seat_to_move))
    )


def suspension_message(seconds: float) -> str:
    """Return the message of an automatic pause after a suspension."""
    return tr(
        "Games",
        "Paused: the computer was suspended for {seconds:.0f} s, which does not count.",
    ).format(seconds=seconds)


def lost_time_message(seconds: float) -> str:
    """Return the message that the clock ran during a suspension."""
    return tr(
        "Games",
        "The computer was suspended for {seconds:.0f} s and the "
        "clock kept running. Compare it with the contest clock.",
    ).format(seconds=seconds)


def size_title(setup: GameSetup) -> str:
    """Return the size of a board, rows first."""
    return tr("Games", "{height} × {width}").format(  # noqa: RUF001
        height=setup.height, width=setup.width
    )


def clock_text(seconds: float) -> str:
    """Return a time as ``0:07``, or with hours as ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def count_text(count: float) -> str:
    """Return a large number in short: ``950``, ``12.4k``, ``3.1M``."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if count >= size:
            return f"{count / size:.1f}{unit}"
    return f"{count:.0f}"


def brief_count_text(count: float) -> str:
    """Return a number in at most four letters: ``950``, ``1.2k``, ``35k``, ``3.1M``."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if count >= 9.95 * size:
            return f"{count / size:.0f}{unit}"
        if count >= 0.9995 * size:
            return f"{count / size:.1f}{unit}"
    return f"{count:.0f}"


def _shown(key: str) -> str:
    return key.replace("_", " ").capitalize()
