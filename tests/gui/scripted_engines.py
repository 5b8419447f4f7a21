"""Engines and readers of boards that do as the test says."""

import threading
import time

from engine.core.offers.annotations import BoardAnnotations, CellMarks, Sign
from engine.core.types import Candidate, Move
from engine.players.preset_player import PresetPlayer
from engine.search.api import SearchResult

ENGINE = PresetPlayer(preset="uct-plain", level=1)


class ScriptedSearcher:
    """Plays the first free cell; waits first until let go, stopped or out of time."""

    def __init__(self, *, delay=0.0, error=None, choose=None, consider=None, value=0.5):
        self.delay, self.error, self.value = delay, error, value
        self.choose = choose or (lambda position: position.legal_moves()[0])
        self.consider = consider or self._choice_alone
        self.let_go = threading.Event()
        self.prepared = []
        self.searched = []
        self.allowed = []
        self.stopped = 0

    def prepare(self, position):
        self.prepared.append(threading.current_thread().name)

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.searched.append(position.history)
        self.allowed.append(limits.seconds)
        if self.error:
            raise self.error
        end = time.monotonic() + self.delay
        while time.monotonic() < end and not stop and not self.let_go.is_set():
            time.sleep(0.001)
            if on_progress:
                on_progress(self._result(position, nodes=1))
        self.stopped += bool(stop)
        return self._result(position, nodes=100)

    def _result(self, position, *, nodes):
        move = self.choose(position)
        return SearchResult(
            move=move,
            value=self.value,
            pv=(move, Move(move + 1)),
            nodes=nodes,
            seconds=0.1,
            depth=3,
            candidates=self.consider(position, nodes),
        )

    def _choice_alone(self, position, nodes):
        return (Candidate(move=self.choose(position), value=0.5, visits=nodes),)


def kind_of(engine):
    """Return the preset of an engine, ``strength`` or ``cmd``."""
    return engine.head.partition(":")[0]


class Engines:
    """The searchers made so far, and how the next ones behave."""

    def __init__(self):
        self.delay, self.error, self.value = 0.0, None, 0.5
        self.choose = self.consider = None
        self.broken, self.unbuildable = set(), set()
        self.build_delay = 0.0
        self.fixed = {}  # searchers by the name of their preset
        self.made, self.players = [], []

    def make(self, engine, game):
        time.sleep(self.build_delay)
        self.players.append(engine)
        name = kind_of(engine)
        if name in self.unbuildable:
            raise MemoryError
        if name in self.fixed:
            return self.fixed[name]
        error = RuntimeError("boom") if name in self.broken else self.error
        self.made.append(
            ScriptedSearcher(
                delay=self.delay,
                error=error,
                choose=self.choose,
                consider=self.consider,
                value=self.value,
            )
        )
        return self.made[-1]

    @property
    def latest(self):
        return self.made[-1]

    @property
    def searched(self):
        return [history for searcher in self.made for history in searcher.searched]


class Reads:
    """Reads boards: every second cell is dead, or own marks; waits until let go."""

    def __init__(self):
        self.error = None
        self.may_go = threading.Event()
        self.may_go.set()
        self.histories, self.threads = [], []
        self.line = ()
        self.marks = None

    def read(self, position):
        self.histories.append(position.history)
        self.threads.append(threading.current_thread())
        assert self.may_go.wait(timeout=10)
        if self.error:
            raise self.error
        dead = frozenset(position.legal_moves()[::2])
        marks = (CellMarks(sign=Sign.DASH, cells=dead),)
        return BoardAnnotations(
            marks=marks if self.marks is None else self.marks, line=self.line
        )
