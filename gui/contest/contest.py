"""Setup of a contest game: teams, event, board, time and coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.game import GameSetup
from engine.core.types import Move, Player
from engine.games import get_game
from engine.match.engine_choice import contest_engine
from engine.match.match_setup import MatchSetup, format_player, parse_player
from engine.players.player_config import PlayerConfig
from engine.records.ccgc import coordinates
from engine.records.model.record import Headers

DEFAULT_MINUTES = 15
"""Default time of a side, in minutes."""

DATE_FORM = "%Y-%m-%d %H:%M"
"""Format of dates in fields and files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Setup of a game between our team and another one."""

    setup: GameSetup
    """Game, size and rules."""

    our_seat: Player = Player.FIRST
    """``FIRST`` if we begin."""

    our_engine: PlayerConfig | None = None
    """Our engine; ``None`` is a person."""

    our_name: str = ""
    their_name: str = ""
    """The teams."""

    event: str = ""
    """Name of the contest."""

    place: str = ""
    """Place of the contest."""

    date: str = ""
    """Start of the game: ``YYYY-MM-DD hh:mm``."""

    seconds: float = DEFAULT_MINUTES * 60.0
    """Time of each side for the whole game, in seconds."""

    flag_ends_game: bool = True
    """Whether a fallen flag loses; otherwise the operator is only warned."""

    rows_from_bottom: bool = False
    """Whether row 1 of Hex is at the bottom."""

    confirms_stones: bool = True
    """Whether our clock runs until the operator confirms our stone on the board."""

    def __post_init__(self) -> None:
        TimeControl(main_seconds=self.seconds)  # raises for a time that no clock has

    @property
    def resolve_row_direction(self) -> bool:
        """Whether row 1 lies at the bottom, as agreed for the game or chosen."""
        game = self.setup.game
        return coordinates.resolve_row_direction(game, wanted=self.rows_from_bottom)

    @property
    def headers(self) -> Headers:
        """The headers of the record."""
        return Headers(
            first_name=self.name_of(Player.FIRST),
            second_name=self.name_of(Player.SECOND),
            event=self.event,
            place=self.place,
            date=self.date,
        )

    @property
    def terms(self) -> TimeTerms:
        """The time controls of both sides."""
        control = TimeControl(main_seconds=self.seconds)
        return TimeTerms.for_both(control, flag_ends_game=self.flag_ends_game)

    @property
    def new_game(self) -> MatchSetup:
        """The game on the board; each player except our engine is a person."""
        choice = MatchSetup(setup=self.setup, time=self.terms, is_contest=True)
        return choice.with_player(self.our_seat, self.our_engine)

    def name_of(self, seat: Player) -> str:
        """Return the name of the team in a seat."""
        return self.our_name if seat is self.our_seat else self.their_name

    def cell_text(self, move: Move) -> str:
        """Return a cell in contest notation: ``J,10``."""
        return coordinates.format_cell(
            self.setup, move, rows_from_bottom=self.resolve_row_direction
        )

    def to_values(self) -> dict[str, Any]:
        """Return all fields as JSON values."""
        return {
            "game": self.setup.game,
            "height": self.setup.height,
            "width": self.setup.width,
            "options": dict(self.setup.options),
            "we_begin": self.our_seat is Player.FIRST,
            "our_engine": format_player(self.our_engine),
            "our_name": self.our_name,
            "their_name": self.their_name,
            "event": self.event,
            "place": self.place,
            "date": self.date,
            "seconds": self.seconds,
            "flag_ends_game": self.flag_ends_game,
            "rows_from_bottom": self.rows_from_bottom,
            "confirms_stones": self.confirms_stones,
        }

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Contest:
        """Return the contest from the result of ``to_values``.

        Raises:
            Exception: A value is missing or damaged.
        """
        setup = get_game(values["game"]).setup(
            height=int(values["height"]),
            width=int(values["width"]),
            options=dict(values["options"]),
        )
        engine = parse_player(str(values["our_engine"]))
        return cls(
            setup=setup,
            our_seat=Player.FIRST if values["we_begin"] else Player.SECOND,
            our_engine=engine,
            our_name=str(values["our_name"]),
            their_name=str(values["their_name"]),
            event=str(values["event"]),
            place=str(values["place"]),
            date=str(values["date"]),
            seconds=float(values["seconds"]),
            flag_ends_game=bool(values["flag_ends_game"]),
            rows_from_bottom=bool(values["rows_from_bottom"]),
            confirms_stones=bool(values["confirms_stones"]),
        )


def default_contest(game: str) -> Contest:
    """Return the default contest of a game."""
    setup = get_game(game).setup()
    return Contest(setup=setup, our_engine=contest_engine(setup))


def current_date() -> str:
    """Return the current date and minute as text."""
    return f"{datetime.now().astimezone():{DATE_FORM}}"


def is_date(text: str) -> bool:
    """Return whether a text is a date in ``DATE_FORM``, or empty."""
    try:
        return not text or bool(datetime.strptime(text, DATE_FORM))
    except ValueError:
        return False
