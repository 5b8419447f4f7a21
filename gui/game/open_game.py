"""One open game of the window: its match, its file, its hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

from engine.core.errors import PresetError
from engine.core.files.file_stamp import read_stamp
from engine.core.game import GameSetup
from engine.core.types import Move
from engine.match.engine_choice import best_engine, default_engine
from engine.match.match import Match
from engine.match.match_setup import MatchSetup
from engine.match.session.game_session import GameSession
from engine.match.view import MatchView
from engine.players.player_config import PlayerConfig
from engine.records.model.hint_marks import has_hint
from engine.records.model.record import GameRecord
from gui.game.lazy_searcher import LazySearcher, SearcherFactory


class OpenGame:
    """State of one game of the window, kept while another one is on the screen.

    Args:
        match: The match.
        requested: The players and the time as chosen, before any draw of colours; a
            rematch starts from it.
        make_searcher: Factory of engines.
        fit_engine: Returns an engine as it searches here.
        start: The game before its first move; a rematch begins there.
        path: The file of the record.
    """

    def __init__(
        self,
        match: Match[LazySearcher],
        *,
        requested: MatchSetup,
        make_searcher: SearcherFactory,
        fit_engine: Callable[[PlayerConfig, GameSetup], PlayerConfig],
        start: GameRecord | None = None,
        path: Path | None = None,
    ) -> None:
        self.match = match
        self.start = start or GameRecord(setup=requested.setup)
        self.path = path
        self.joined_files: tuple[Path, ...] = ()
        """Files whose games it has as one tree, until it has a file of its own."""
        self.autosave_path: Path | None = None
        """File of the program, until the user has saved all of the game."""
        self.autosaved_record: GameRecord | None = None
        """The game as that file holds it."""
        self.autosaved_match = ""
        """Players, time and file of the user as the file beside that one holds them."""
        self._requested = requested
        self._first_players = match.players
        self._make_searcher = make_searcher
        self._fit_engine = fit_engine
        self._saved_record: GameRecord = match.session.record
        self._file_record: GameRecord | None = match.session.record
        self._file_stamp = None if path is None else read_stamp(path)
        self._declined_record: GameRecord | None = None
        self._contest_record: GameRecord | None = None
        self._searchers: dict[PlayerConfig, tuple[PlayerConfig, LazySearcher]] = {}
        self._hinted = _find_hinted(match.session.record)

    @property
    def session(self) -> GameSession:
        """Record, cursor and clocks."""
        return self.match.session

    @property
    def view(self) -> MatchView:
        """The match now."""
        return self.match.view

    @property
    def requested(self) -> MatchSetup:
        """The players of a rematch: as chosen, or as they were changed since."""
        players = self.match.players
        return self._requested if players is self._first_players else players

    @property
    def has_content(self) -> bool:
        """Whether there is anything to save."""
        return self.session.record.has_content

    @property
    def is_modified(self) -> bool:
        """Whether the game has changed since it was saved, opened or begun."""
        return self.session.record is not self._saved_record

    @property
    def is_unsaved(self) -> bool:
        """Whether no file of the user has the game as it is now.

        The record of a contest counts, though it is not the file of the game.
        """
        return self.is_modified and self.session.record is not self._contest_record

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether the user's file lacks changes that the user has not given up."""
        return self.path is not None and self.is_modified and not self.is_declined

    @property
    def is_declined(self) -> bool:
        """Whether the user has declined to save the game as it is now."""
        return self.session.record is self._declined_record

    @property
    def can_go_on(self) -> bool:
        """Whether it is unfinished, with an engine or a clock that its file lacks."""
        if self.path is None or self.session.record.outcome is not None:
            return False
        terms = self.session.time.terms
        return replace(self.match.players, time=terms).is_resumable

    @property
    def file_record(self) -> GameRecord | None:
        """The game as its file holds it; ``None`` if that is not known."""
        return self._file_record

    @property
    def file_has_changed(self) -> bool:
        """Whether another program has written the file that held the game."""
        if self.path is None or self._file_stamp is None:
            return False
        stamp = read_stamp(self.path)
        return stamp is not None and stamp[1:] != self._file_stamp[1:]

    def mark_saved(self, path: Path, record: GameRecord) -> None:
        """Note that a file holds the game as it is now, or as it was a moment ago."""
        self.path = path
        self._saved_record = record
        self._file_record = replace(record, is_partial=False)
        self._file_stamp = read_stamp(path)

    def mark_saved_before(self, path: Path) -> None:
        """Note that a file held the game as it is now; it may have changed since."""
        self.path = path
        self._saved_record, self._file_record = self.session.record, None
        self._file_stamp = None

    def mark_unsaved(self) -> None:
        """Note that no file of the user holds the game as it is now."""
        self._saved_record = GameRecord(setup=self.session.setup)
        self._file_record = self._file_stamp = None

    def mark_recorded(self) -> None:
        """Note that the record of a contest has the game as it is now.

        It is not the file of the game: it lacks what the contest's format lacks.
        """
        self._contest_record = self.session.record

    def decline_changes(self) -> None:
        """Note that the user does not save the game as it is now."""
        self._declined_record = self.session.record

    def reconsider_changes(self) -> None:
        """Note that the game stays, so that its changes may be saved after all."""
        self._declined_record = None

    @cached_property
    def has_hint_engine(self) -> bool:
        """Whether an engine plays the game, without a comparison of all engines."""
        return default_engine(self.session.setup) is not None

    @cached_property
    def hint_engine(self) -> PlayerConfig | None:
        """The engine that gives hints, if one plays the game."""
        return best_engine(self.session.setup)

    @property
    def hinted(self) -> frozenset[tuple[Move, ...]]:
        """The positions in which a hint was shown, by the moves that led there."""
        return self._hinted

    @property
    def hint_count(self) -> int:
        """In how many positions of the line on the board a hint was shown."""
        history = self.session.position.history
        return sum(history[: len(hinted)] == hinted for hinted in self._hinted)

    def note_hint(self) -> None:
        """Note that a hint was shown for the position on the board.

        A take-back, which may delete its node, does not undo that.
        """
        self._hinted |= {self.session.position.history}

    def hint_searcher(self) -> LazySearcher:
        """Return the searcher of the engine that gives hints, at full strength.

        Raises:
            PresetError: No engine plays the game.
        """
        engine, game = self.hint_engine, self.session.setup.game
        if engine is None:
            raise PresetError(f"Expected an engine that plays {game}, got none.")
        return self.searcher(engine)

    def forget_hint_searcher(self) -> None:
        """Drop the searcher of hints; the next hint gets a fresh one."""
        if self.hint_engine is not None:
            self.forget_searcher(self.hint_engine)

    def searcher(self, engine: PlayerConfig) -> LazySearcher:
        """Return the searcher of an engine for hints and analysis of this game.

        It is the same one until the settings of its search change, so that a search
        continues the last one.
        """
        setup = self.session.setup
        fitted = self._fit_engine(engine, setup)
        known = self._searchers.get(engine)
        if known is None or known[0] != fitted:
            searcher = LazySearcher(partial(self._make_searcher, fitted, setup.game))
            self._searchers[engine] = known = fitted, searcher
        return known[1]

    def forget_searcher(self, engine: PlayerConfig) -> None:
        """Free the memory of an engine's searcher; the next one is a fresh one."""
        self._searchers.pop(engine, None)


def _find_hinted(record: GameRecord) -> frozenset[tuple[Move, ...]]:
    """Return the positions of a record with a hint, by the moves that led there."""
    nodes = (node for node, one in enumerate(record.nodes) if has_hint(one.properties))
    return frozenset(tuple(record.moves_of(record.path_to(node))) for node in nodes)
