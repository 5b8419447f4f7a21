"""Labels of matches: limits, openings, results, Elo, sequential tests."""

from __future__ import annotations

from engine.core.errors import EngineError
from engine.core.game import GameSetup
from engine.core.types import Outcome, Player
from engine.players.player_config import parse_engine
from engine.players.program_player import COMMAND_FORM
from engine.tournament.openings import shipped_openings
from engine.tournament.plan import MoveLimits, Plan
from engine.tournament.results import GameResult
from engine.tournament.standings import Standing
from engine.tournament.statistics.pair_statistics import (
    LARGEST_ELO,
    PairCounts,
    Sprt,
    SprtState,
)
from gui.lab.matches.match_choice import LimitKind, MatchChoice, OpeningsKind
from gui.lab.stop_question import StopTexts
from gui.text.i18n import join_list, tr
from gui.text.labels import (
    UNKNOWN,
    count_text,
    game_title,
    outcome_reason,
    rule_title,
    size_title,
)
from gui.text.strength_labels import engine_title

LIMIT_KINDS: tuple[LimitKind, ...] = ("seconds", "nodes", "own")
"""In the order in which the form offers them."""

OPENINGS_KINDS: tuple[OpeningsKind, ...] = ("program", "file", "none")
"""In the order in which the form offers them."""


def limit_title(kind: LimitKind) -> str:
    """Return the name of a kind of limit."""
    return {
        "seconds": tr("Lab", "Time per move"),
        "nodes": tr("Lab", "Nodes per move"),
        "own": tr("Lab", "Each engine's own limits"),
    }[kind]


def openings_title(kind: OpeningsKind) -> str:
    """Return the name of a source of openings."""
    return {
        "program": tr("Lab", "Openings of the program"),
        "file": tr("Lab", "Openings from a file"),
        "none": tr("Lab", "Empty board"),
    }[kind]


def openings_note(choice: MatchChoice) -> str:
    """Return a sentence about the openings of a choice."""
    if choice.openings == "file":
        return tr("Lab", "One opening a line, such as: h8 i9 g7")
    if choice.openings == "none":
        return tr("Lab", "Engines without chance play the same game again and again.")
    count = len(shipped_openings(choice.setup))
    if not count:
        return tr("Lab", "Random openings of a few stones for this board.")
    return tr("Lab", "{count} balanced openings for this board.").format(count=count)


def engine_label(text: str, setup: GameSetup) -> str:
    """Return the title of the engine of a text, or the text if it names none."""
    try:
        return engine_title(parse_engine(text), setup)
    except EngineError:
        return text


def engine_labels(plan: Plan) -> tuple[str, ...]:
    """Return the titles of the engines of a plan, all different.

    An external program has its name in the records. An engine that is there more than
    once has a number; different engines with the same title have the names of the
    records.
    """
    titles = [
        name if COMMAND_FORM.match(text) else engine_label(text, plan.setup)
        for text, name in zip(plan.engines, plan.names, strict=True)
    ]
    numbered = tr("Lab", "{engine} ({number})")
    labels: list[str] = []
    for title, text, name in zip(titles, plan.engines, plan.names, strict=True):
        count = titles.count(title)
        if count == 1:
            labels.append(title)
        elif plan.engines.count(text) == count:
            number = titles[: len(labels) + 1].count(title)
            labels.append(numbered.format(engine=title, number=number))
        else:
            labels.append(name)
    is_clear = len(set(labels)) == len(labels)
    return tuple(labels) if is_clear else plan.names


def limits_text(limits: MoveLimits) -> str:
    """Return the limit of a move."""
    if limits.own:
        return tr("Lab", "own limits")
    if limits.nodes is not None:
        nodes = count_text(limits.nodes)
        return tr("Lab", "{nodes} nodes a move").format(nodes=nodes)
    return tr("Lab", "{seconds:g} s a move").format(seconds=limits.seconds)


def plan_text(plan: Plan) -> str:
    """Return board, rules, limit and openings of a plan in one line."""
    setup = plan.setup
    board = tr("Lab", "{game} {size}").format(
        game=game_title(setup.game), size=size_title(setup)
    )
    rules = [
        rule_title(setup.game, key, value)
        for key, value in setup.options
        if key == "rule"
    ]
    openings = tr("Lab", "empty board")
    if plan.openings:
        text = tr("Lab", "openings: {count}")
        openings = text.format(count=len(plan.openings))
    return join_list([board, *rules, limits_text(plan.limits), openings])


def elo_text(elo: float) -> str:
    """Return an Elo difference with its sign; an unbounded one as infinity."""
    if abs(elo) >= LARGEST_ELO:
        return "+∞" if elo > 0 else "−∞"  # noqa: RUF001
    rounded = round(elo)
    return f"+{rounded}" if rounded > 0 else f"{rounded}".replace("-", "−")  # noqa: RUF001


def interval_text(low: float, high: float) -> str:
    """Return the bounds of a 95 % interval of Elo."""
    return tr("Lab", "{low} to {high}").format(low=elo_text(low), high=elo_text(high))


def ratio_text(ratio: float) -> str:
    """Return a log-likelihood ratio."""
    return f"{ratio:.2f}".replace("-", "−")  # noqa: RUF001


def points_text(points: float) -> str:
    """Return points with a half where there is one."""
    return f"{points:.1f}".removesuffix(".0")


def score_text(counts: PairCounts) -> str:
    """Return the points of both engines of a match."""
    return tr("Lab", "{own} : {other}").format(
        own=points_text(counts.points), other=points_text(counts.games - counts.points)
    )


def test_title(state: SprtState | None, test: Sprt | None) -> str:
    """Return the state of a sequential test."""
    if state is None or test is None:
        return UNKNOWN
    return {
        "accepted": tr("Lab", "At least {elo} Elo"),
        "rejected": tr("Lab", "At most {elo0} Elo"),
        "open": tr("Lab", "Undecided"),
    }[state].format(elo=elo_text(test.elo1), elo0=elo_text(test.elo0))


def result_text(result: GameResult) -> str:
    """Return the points of the first and the second engine."""
    if result.winner is None:
        return "½ : ½"
    return "1 : 0" if result.winner == result.first else "0 : 1"


def reason_text(plan: Plan, result: GameResult) -> str:
    """Return the reason of a result in a few words."""
    reasons = {
        "time": tr("Lab", "out of time"),
        "overrun": tr("Lab", "out of time"),
        "adjudication": tr("Lab", "adjudicated"),
        "crash": tr("Lab", "the program ended"),
        "silence": tr("Lab", "no answer"),
        "garbage": tr("Lab", "answer not understood"),
        "refusal": tr("Lab", "command refused"),
        "illegal": tr("Lab", "illegal move"),
        "error": tr("Lab", "error of the engine"),
    }
    if result.reason in reasons:
        return reasons[result.reason]
    winner = None
    if result.winner is not None:
        winner = Player.FIRST if result.winner == result.first else Player.SECOND
    text = outcome_reason(plan.setup, Outcome(winner, result.reason))
    return text.removesuffix(".").removesuffix("。") or result.reason


def losses_text(row: Standing) -> str:
    """Return the losses on time and by failures, and the overruns, of an engine."""
    return tr("Lab", "{time} / {failures} / {overruns}").format(
        time=row.time_losses, failures=row.failures, overruns=row.overruns
    )


def stop_texts(count: int) -> StopTexts:
    """Return the question before ``count`` running matches are stopped."""
    text = tr("Lab", "A match is still being played.")
    if count > 1:
        text = tr("Lab", "{count} matches are still being played.").format(count=count)
    return StopTexts(
        title=tr("Lab", "Stop the match?"),
        text=text,
        consequence=tr(
            "Lab",
            "Closing stops it. Finished games are kept, and the match can be "
            "resumed later: Lab, Match, Open an earlier match.",
        ),
        stop=tr("Lab", "Stop and close"),
        keep=tr("Lab", "Keep playing"),
    )
