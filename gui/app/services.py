"""Services behind the window: games, searches, settings, autosave."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from engine.core.files.paths import state_folder
from gui.analysis.analysis_engine import (
    EngineMemory,
    analysis_engine,
    concerns_analysis,
    fit_for_analysis,
)
from gui.analysis.continuous_analysis import ContinuousAnalysis
from gui.analysis.engine_comparison import EngineComparison
from gui.analysis.policy_source import PolicySource, policy_engine
from gui.analysis.review_parts import ReviewParts, make_review
from gui.analysis.win_rate_source import WinRateSource
from gui.files.autosave import Autosave
from gui.files.file_dialogs import FileDialogs
from gui.game.annotation_reader import AnnotationReader
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.hints import Hints
from gui.game.lazy_searcher import SearcherFactory
from gui.game.root_choice import RootChoice
from gui.game.sounds import Sounds
from gui.settings.analysis_settings import (
    ANALYSIS_MEMORY,
    ANALYSIS_MINUTES,
    COMPARISON_SECONDS,
    WIN_RATE_MAP_SECONDS,
)
from gui.settings.external_programs import ExternalPrograms
from gui.settings.search_threads import SEARCH_THREADS
from gui.settings.settings import Settings
from gui.settings.table import LAST_GAME

GAMES_FOLDER = "games"
"""Folder of autosaved games, in the state folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Objects that are made before the window and do not need it."""

    engine: EngineThread
    """Runs the searches."""

    reader: AnnotationReader
    """Source of board annotations."""

    factory: GameFactory
    """Factory of games."""

    controller: GameController
    """The games."""

    hints: Hints
    """Searches for hints."""

    choice: RootChoice
    """The moves that analysis considers."""

    analysis: ContinuousAnalysis
    """Search of the position on the board."""

    comparison: EngineComparison
    """Searches of engines side by side."""

    policy: PolicySource
    """Policy of the network for the position on the board."""

    win_rates: WinRateSource
    """Win rates of all moves of the position on the board."""

    review: ReviewParts
    """Review of the game on the screen."""

    autosave: Autosave
    """Autosave of games."""

    settings: Settings
    """Settings of the program."""

    sounds: Sounds
    """Sounds of the program."""

    dialogs: FileDialogs
    """File dialogs."""

    programs: ExternalPrograms
    """External programs that the user has added."""


def make_services(
    settings: Settings,
    *,
    make_searcher: SearcherFactory | None = None,
    reader: AnnotationReader | None = None,
    dialogs: FileDialogs | None = None,
    is_new_window: bool = False,
) -> Services:
    """Return the services of one window; the arguments are those of ``new_program``."""
    engine = EngineThread()
    factory = GameFactory(settings, make_searcher=make_searcher)
    controller = GameController(engine, factory, settings[LAST_GAME])
    hints = Hints(engine, controller)
    choice = RootChoice(controller)
    analysis, win_rates = _make_analysis(engine, controller, choice, settings)
    comparison = EngineComparison(
        engine,
        controller,
        fit=lambda one, setup: fit_for_analysis(one, settings, setup),
        turn_seconds=lambda: settings[COMPARISON_SECONDS],
        background=(analysis, win_rates),
    )
    settings.changed.connect(
        partial(_on_setting_changed, controller, analysis, win_rates, comparison)
    )
    reader = reader or AnnotationReader()
    dialogs = dialogs or FileDialogs()
    sounds = Sounds(controller, settings)
    folder = state_folder() / GAMES_FOLDER
    return Services(
        engine=engine,
        reader=reader,
        factory=factory,
        controller=controller,
        hints=hints,
        choice=choice,
        analysis=analysis,
        comparison=comparison,
        policy=PolicySource(
            engine, controller, analysis, choose_engine=cache(policy_engine)
        ),
        win_rates=win_rates,
        review=make_review(engine, controller, hints, settings),
        autosave=Autosave(controller, folder, is_fresh=is_new_window),
        settings=settings,
        sounds=sounds,
        dialogs=dialogs,
        programs=ExternalPrograms(settings, dialogs.ask_program),
    )


def _make_analysis(
    engine: EngineThread,
    controller: GameController,
    choice: RootChoice,
    settings: Settings,
) -> tuple[ContinuousAnalysis, WinRateSource]:
    """Return the analysis of the position on the board, and its win rates."""
    choose_engine = EngineMemory(settings, analysis_engine)
    analysis = ContinuousAnalysis(
        engine,
        controller,
        choose_engine=choose_engine,
        choose_seconds=lambda: 60.0 * settings[ANALYSIS_MINUTES],
        choice=choice,
    )
    win_rates = WinRateSource(
        engine,
        controller,
        analysis,
        choose_engine=choose_engine,
        seconds=lambda: settings[WIN_RATE_MAP_SECONDS],
        choice=choice,
    )
    return analysis, win_rates


def _on_setting_changed(
    controller: GameController,
    analysis: ContinuousAnalysis,
    win_rates: WinRateSource,
    comparison: EngineComparison,
    key: str,
) -> None:
    """Restart the searches whose engine or limits have changed."""
    if concerns_analysis(key, controller.session.setup.game):
        analysis.restart()
        win_rates.restart()
    if key == WIN_RATE_MAP_SECONDS.key:
        win_rates.restart()
    if key in (ANALYSIS_MEMORY.key, SEARCH_THREADS.key):
        comparison.restart()
