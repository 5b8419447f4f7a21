"""Matches for tests: scripted time, engines without a search."""

from engine.core.types import Player
from engine.games import GAMES
from engine.match.events import EngineAnswered, Shown
from engine.match.match import Match
from engine.match.match_setup import MatchSetup
from engine.match.options import MatchOptions, MatchTools
from engine.match.session.game_session import GameSession
from engine.players.preset_player import PresetPlayer
from engine.records.model.record import GameRecord
from engine.search.api import Limits, SearchResult

ENGINE = PresetPlayer(preset="uct-plain", level=1)
OTHER = PresetPlayer(preset="uct-plain", level=2)
SETUP = GAMES["gomoku"].setup(height=9, width=7)
PERSONS = MatchSetup(setup=SETUP)
AGAINST_ENGINE = MatchSetup(setup=SETUP, second=ENGINE)
WATCHED = MatchSetup(setup=SETUP, first=ENGINE, second=OTHER)


class Seconds:
    """A clock that a test moves."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def pass_by(self, seconds):
        self.now += seconds


class Port:
    """Notes what a match wants of its engines."""

    def __init__(self, *, delays=False):
        self.calls, self.delays = [], delays
        self.requests, self.running = [], None

    def start(self, request):
        self.running = request.number
        self.calls.append("start")
        self.requests.append(request)

    def stop(self):
        self.running = None
        self.calls.append("stop")

    def answer_now(self):
        self.calls.append("answer_now")

    def delay_answer(self):
        self.calls.append("delay")
        return self.delays


def make_match(
    players=AGAINST_ENGINE,
    *,
    now=None,
    record=None,
    options=None,
    choose_limits=lambda players, session: Limits(nodes=10),
    fit_engine=lambda engine, setup: engine,
    is_opened=False,
    **state,
):
    now = now or Seconds()
    record = record or GameRecord(setup=players.setup)
    session = GameSession(
        record,
        automatic=players.engines,
        terms=players.time,
        is_opened=is_opened,
        now=now,
    )
    tools = MatchTools(
        make_searcher=lambda engine, game: f"{engine} in {game}",
        name_player=lambda engine, setup: str(engine) if engine else "Ann",
        choose_limits=choose_limits,
        fit_engine=fit_engine,
        now=now,
    )
    return Match(session, players, tools, options=options or MatchOptions(), **state)


def show(match, port=None):
    """Return the port of a match that is on the screen now."""
    port = port or Port()
    match.attach(port)
    match.handle(Shown())
    return port


def result(move, *, value=0.0, seconds=0.1, nodes=200):
    return SearchResult(move=move, value=value, nodes=nodes, seconds=seconds, depth=2)


def answer(match, move=None, **values):
    """Hand in the first free cell, or ``move``, as the engine's answer."""
    position = match.session.position
    move = position.legal_moves()[0] if move is None else move
    request = match.request.number
    return match.handle(EngineAnswered(request, result(move, **values)))


def cells(match):
    return list(match.session.position.history)


FIRST, SECOND = Player.FIRST, Player.SECOND


def views_of(match):
    views = []
    match.subscribe(views.append)
    return views


def notices_of(views):
    return [notice for view in views for notice in view.notices]
