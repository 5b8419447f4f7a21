"""Parts of a review behind the window, built together."""

from __future__ import annotations

from dataclasses import dataclass

from gui.analysis.analysis_engine import (
    EngineMemory,
    chosen_engine,
    concerns_analysis,
    fit_for_analysis,
)
from gui.analysis.game_reviewer import GameReviewer
from gui.analysis.mistakes import Mistakes
from gui.analysis.retry import Retry
from gui.analysis.review_choice import ReviewChoice
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.game.hints import Hints
from gui.settings.analysis_settings import REVIEW_SECONDS
from gui.settings.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewParts:
    """Search, result and practice of a review."""

    reviewer: GameReviewer
    """Searches the positions."""

    mistakes: Mistakes
    """The mistakes that were found."""

    retry: Retry
    """The mistake that the user tries to better."""


def make_review(
    engine: EngineThread,
    controller: GameController,
    hints: Hints,
    settings: Settings,
) -> ReviewParts:
    """Return the parts of a review; hints and tried moves go before its searches."""
    reviewer = GameReviewer(
        engine,
        controller,
        choice=ReviewChoice(
            engine=EngineMemory(settings, chosen_engine),
            fit=lambda config, setup: fit_for_analysis(config, settings, setup),
            seconds=lambda: settings[REVIEW_SECONDS],
        ),
    )
    mistakes = Mistakes(controller, reviewer, settings)
    retry = Retry(engine, controller, mistakes, reviewer)
    settings.changed.connect(
        lambda key: reviewer.refresh() if _concerns_review(key) else None
    )
    reviewer.yield_to(hints)
    reviewer.yield_to(retry)
    return ReviewParts(reviewer=reviewer, mistakes=mistakes, retry=retry)


def _concerns_review(key: str) -> bool:
    return key == REVIEW_SECONDS.key or concerns_analysis(key)
