"""Status messages of continuous analysis."""

from __future__ import annotations

from dataclasses import replace

from engine.match.view import MatchView
from gui.analysis.continuous_analysis import (
    AnalysisState,
    ContinuousAnalysis,
    is_in_progress,
)
from gui.text.i18n import fill, tr
from gui.text.labels import (
    PROVEN_VALUE,
    clock_text,
    count_text,
    game_title,
    side_title,
)
from gui.text.strength_labels import kind_title


def analysis_message(analysis: ContinuousAnalysis, view: MatchView) -> str:
    """Return the state of the analysis of the position; may be empty."""
    state = analysis.state
    if state not in (AnalysisState.SEARCHING, AnalysisState.RESTING):
        return ""
    latest, position = analysis.latest, view.position
    colour = position.colour_of(position.seat_to_move)
    side = side_title(view.setup.game, colour)
    if latest is None:
        text = tr("Analysis", "{side} to move. The analysis starts. Space stops it.")
        if state is AnalysisState.RESTING:
            text = tr(
                "Analysis", "{side} to move. The engine plays on without a search here."
            )
        return text.format(side=side)
    nodes = count_text(latest.nodes)
    if state is AnalysisState.SEARCHING:
        text = tr("Analysis", "{side} to move. Analysing, {nodes} nodes. Space stops.")
        return text.format(side=side, nodes=nodes)
    if abs(latest.value) >= PROVEN_VALUE:
        mover = position.to_move
        winner = mover if latest.value > 0 else mover.opponent
        text = tr("Analysis", "{side} to move. Proven win for {winner}.")
        return text.format(side=side, winner=side_title(view.setup.game, winner))
    text = tr("Analysis", "{side} to move. Analysed for {time}, {nodes} nodes.")
    return text.format(side=side, nodes=nodes, time=clock_text(analysis.seconds))


def analysis_summary(analysis: ContinuousAnalysis) -> str:
    """Return the engine that analyses, and what it does, in a few words."""
    engine = analysis.engine
    if engine is None:
        return tr("Analysis", "No engine plays by these rules")
    title = kind_title(replace(engine, overrides=()))
    latest, state = analysis.latest, analysis.state
    nodes = "" if latest is None else count_text(latest.nodes)
    time = clock_text(analysis.seconds)
    texts = {
        AnalysisState.OFF: tr("Analysis", "with {engine}"),
        AnalysisState.SEARCHING: tr("Analysis", "{engine}, {nodes} nodes"),
        AnalysisState.RESTING: tr("Analysis", "{engine}, done after {time}"),
        AnalysisState.YIELDING: tr("Analysis", "{engine} waits"),
        AnalysisState.FINISHED: tr("Analysis", "The game is over here"),
    }
    is_starting = state is AnalysisState.SEARCHING and latest is None
    text = "{engine}" if is_starting else texts.get(state, "{engine}")
    return fill(text, engine=title, nodes=nodes, time=time)


def switching_message(analysis: ContinuousAnalysis, view: MatchView) -> str:
    """Return the advice for a user who has just switched the analysis on."""
    if analysis.state is AnalysisState.FINISHED:
        return tr("Analysis", "The game is over here. Go back a move to analyse it.")
    if analysis.state is AnalysisState.WITHOUT_ENGINE:
        text = tr("Analysis", "No engine plays {game} by these rules.")
        return text.format(game=game_title(view.setup.game))
    if is_in_progress(view):
        return tr(
            "Analysis",
            "Analysis is on in a running game. It pauses while an opponent thinks.",
        )
    return ""
