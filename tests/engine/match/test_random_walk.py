"""A random walk over every event of a match; its invariants hold after each step."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match import events
from engine.match.legality import LEGAL
from engine.match.match_setup import MatchSetup
from engine.match.notices import ProgramStoodStill
from engine.match.options import MatchOptions
from engine.match.state import (
    AnswerHeld,
    AwaitingEngine,
    AwaitingPerson,
    EngineIdle,
    NotStarted,
    Over,
    Reviewing,
)
from engine.match.transitions import TRANSITIONS, time_counts
from engine.players.preset_player import PresetPlayer
from tests.engine.match.matches import ENGINE, OTHER, Port, Seconds, make_match, result

SETUPS = (
    GAMES["gomoku"].setup(height=6, width=5, options={"line_length": "4"}),
    GAMES["gomoku"].setup(height=9, width=10, options={"opening": "swap2"}),
    GAMES["gomoku"].setup(height=7, width=5, options={"opening": "yamaguchi"}),
    GAMES["gomoku"].setup(height=5, width=9, options={"opening": "taraguchi"}),
    GAMES["hex"].setup(height=4, width=4, options={"swap": "on"}),
    GAMES["hex"].setup(height=3, width=4),
)
TERMS = ("none", "30s", "20s/move warn", "40s+2s", "10s 3x5s")

setups = st.builds(
    MatchSetup,
    setup=st.sampled_from(SETUPS),
    first=st.sampled_from((None, ENGINE)),
    second=st.sampled_from((None, OTHER)),
    time=st.sampled_from(TERMS).map(TimeTerms.parse),
    engines_resign=st.booleans(),
)
options = st.builds(
    MatchOptions,
    asks_engines=st.sampled_from((True, True, True, False)),
    awaits_stones=st.booleans(),
    replaces_engines=st.booleans(),
    refuses_fouls=st.booleans(),
    notices_standstills=st.booleans(),
    clock_runs_on=st.booleans(),
)

NAMES = sorted(kind.__name__ for kind in TRANSITIONS)


class Walk:
    """A match with everything around it, and what may happen to it."""

    def __init__(self, data, players, chosen, *, is_started, delays):
        self.draw, self.now = data.draw, Seconds()
        self.match = make_match(
            players, now=self.now, options=chosen, is_started=is_started
        )
        self.port = Port(delays=delays)
        self.match.attach(self.port)
        self.views = []
        self.match.subscribe(self.views.append)

    def step(self):
        name = self.draw(st.sampled_from(NAMES))
        self.now.pass_by(self.draw(st.sampled_from((0.0, 0.1, 1.0, 4.0, 30.0))))
        event = getattr(self, f"make_{name}", getattr(events, name))()
        is_legal = self.match.can_handle(event)
        count = len(self.views)
        if is_legal and name in ("EngineAnswered", "EngineFailed"):
            self.port.running = None
        is_accepted = self.match.handle(event)
        assert len(self.views) <= count + 1
        assert not is_accepted or is_legal or self.stood_still(self.views[count:])
        self.check()

    def stood_still(self, views):
        """Return whether a standstill was noticed, after which more may be legal."""
        notices = [notice for view in views for notice in view.notices]
        return any(isinstance(notice, ProgramStoodStill) for notice in notices)

    def legal_or_illegal_move(self):
        moves = self.match.session.position.legal_moves()
        return self.draw(st.sampled_from([*moves, Move(0), Move(10_000)]))

    def make_MovePlayed(self):  # noqa: N802
        return events.MovePlayed(self.legal_or_illegal_move())

    def make_StandInMoved(self):  # noqa: N802
        moves = self.match.session.position.legal_moves()
        return events.StandInMoved(moves[0] if moves else Move(0))

    def make_EngineAnswered(self):  # noqa: N802
        request = self.match.request
        number = self.draw(st.sampled_from((0, request.number if request else 1)))
        value = self.draw(st.sampled_from((-1.0, 0.0, 1.0)))
        move = self.legal_or_illegal_move()
        seconds = self.draw(st.sampled_from((0.0, 5.0)))
        answer = result(move, value=value, seconds=seconds)
        return events.EngineAnswered(number, answer)

    def make_EngineFailed(self):  # noqa: N802
        request = self.match.request
        return events.EngineFailed(request.number if request else 0, "It broke.")

    def make_AnswerKnown(self):  # noqa: N802
        from engine.match.state import Answer

        moves = self.match.session.position.legal_moves() or [Move(0)]
        return events.AnswerKnown(Answer(move=moves[-1]))

    def make_WentTo(self):  # noqa: N802
        count = len(self.match.session.record.nodes)
        return events.WentTo(self.draw(st.integers(0, count - 1)))

    def make_Edited(self):  # noqa: N802
        node = self.draw(st.integers(0, len(self.match.session.record.nodes) - 1))
        change = self.draw(
            st.sampled_from(
                (
                    lambda session: session.make_main_line(node),
                    lambda session: session.delete_from(node) if node else None,
                    lambda session: session.restore(),
                    lambda session: session.set_terms(TimeTerms.parse("50s")),
                    lambda session: None,
                )
            )
        )
        return events.Edited(change, stops_engine=self.draw(st.booleans()))

    def make_Resigned(self):  # noqa: N802
        return events.Resigned(self.draw(st.sampled_from(Player)))

    def make_Forfeited(self):  # noqa: N802
        return events.Forfeited(self.draw(st.sampled_from(Player)), "crash")

    def make_PlayerChanged(self):  # noqa: N802
        engine = self.draw(
            st.sampled_from((None, ENGINE, PresetPlayer(preset="uct", level=1)))
        )
        return events.PlayerChanged(self.draw(st.sampled_from(Player)), engine)

    def make_PreparingChanged(self):  # noqa: N802
        return events.PreparingChanged(self.draw(st.booleans()))

    def make_StoodStill(self):  # noqa: N802
        return events.StoodStill(7.0)

    def check(self):
        match, session = self.match, self.match.session
        state, situation = match.state, match.situation
        phase = state.phase
        engine_moves = situation.engine_is_to_move
        assert isinstance(phase, Over) == (session.outcome is not None)
        if not isinstance(phase, Over):
            assert getattr(phase, "seat", None) is situation.seat
        if isinstance(phase, AwaitingEngine | AnswerHeld | EngineIdle):
            assert engine_moves
        if isinstance(phase, AnswerHeld):
            assert session.position.is_legal(phase.answer.move)
        if isinstance(phase, NotStarted):
            assert not engine_moves
            assert not state.is_started
        if isinstance(phase, AwaitingPerson):
            assert phase.replaces_engine == engine_moves
        if isinstance(phase, Reviewing):
            assert phase.ply == session.ply
        runs_on = match.options.clock_runs_on
        counts = time_counts(state, situation, charges_preparation=runs_on)
        assert session.time.is_running == counts
        self.check_search()
        self.check_view()

    def check_search(self):
        match = self.match
        request, active = match.request, match.state.active_request
        if request is not None:
            assert request.number == active
            assert request.position == match.session.position
            assert self.port.requests[-1] is request
        assert self.port.running == (request and request.number)

    def check_view(self):
        match, view = self.match, self.match.view
        assert view.state == match.state
        assert view.position is match.session.position
        assert view.outcome == match.session.outcome
        assert view.players == match.players
        assert match.session.automatic == frozenset(match.players.engines)
        if view.is_over or view.is_watched or view.is_paused:
            assert view.is_locked
        if not view.is_locked:
            assert match.can_handle(events.MovePlayed(Move(0)))


@given(
    data=st.data(),
    players=setups,
    chosen=options,
    flags=st.tuples(st.booleans(), st.booleans()),
    steps=st.integers(min_value=5, max_value=60),
)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_walk_keeps_the_invariants(data, players, chosen, flags, steps):
    is_started, delays = flags
    walk = Walk(data, players, chosen, is_started=is_started, delays=delays)
    walk.match.handle(events.Shown())

    for _ in range(steps):
        walk.step()


def test_every_event_has_a_transition_and_every_rule_an_event():
    kinds = {
        kind
        for kind in vars(events).values()
        if isinstance(kind, type) and kind.__module__ == events.__name__
    }
    assert set(TRANSITIONS) == kinds
    assert set(LEGAL) <= kinds
