"""Searchers, a worker and a run of a server that need neither threads nor kernels."""

from engine.core.types import Candidate, Move
from engine.players.preset_player import PresetPlayer
from engine.search.api import SearchResult
from engine.servers.gomocup.brain import Brain
from engine.servers.gomocup.server import GomocupServer
from engine.servers.htp.server import HtpServer
from engine.servers.line_io import InputEnded, LineRead
from engine.servers.served_engine import ServedEngine
from engine.servers.server_loop import ServerLoop
from engine.servers.thinker import Thinker
from engine.servers.worker import TaskDone

ENGINE = PresetPlayer(preset="alphabeta")


class FirstCell:
    """Searcher that plays the first empty cell and keeps what it was asked."""

    def __init__(self):
        self.prepared = []
        self.asked = []

    def prepare(self, position):
        self.prepared.append(position.setup)

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.asked.append((position, limits))
        move = position.legal_moves()[0]
        candidates = (
            Candidate(move=move, value=0.2, visits=5, pv=(move,)),
            Candidate(move=Move(move + 1), value=-0.1, visits=2, pv=(move + 1,)),
        )
        return SearchResult.of_candidates(candidates, nodes=7, seconds=0.25, depth=2)


class SameThread:
    """Worker that runs each task at once."""

    def __init__(self, post):
        self._post = post
        self._count = 0

    def submit(self, task):
        self._count += 1
        try:
            done = TaskDone(number=self._count, value=task())
        except Exception as error:  # noqa: BLE001
            done = TaskDone(number=self._count, error=error)
        self._post(done)
        return self._count


def stopped():
    """Return the time of a clock that stands still."""
    return 50.0


class Recorded:
    """Protocol whose lines are written down before they are handled."""

    def __init__(self, protocol, note):
        self._protocol = protocol
        self._note = note

    def __getattr__(self, name):
        return getattr(self._protocol, name)

    def handle(self, line):
        self._note(f"> {line.text}")
        self._protocol.handle(line)


def make_gomocup(thinker, write, config=ENGINE, now=stopped):
    return GomocupServer(Brain(config, thinker, write, now), thinker, write)


def make_htp(thinker, write, config=ENGINE, now=stopped):
    return HtpServer(config, thinker, write, notify=write, now=now)


def converse(make, lines, searcher=None, *, build=None):
    """Return the transcript of a conversation, all lines of which have arrived.

    ``build`` makes searchers; without it there is one, ``searcher`` or ``FirstCell``.
    """
    transcript = []
    loop = ServerLoop(stopped)
    searcher = searcher or FirstCell()
    build = build or (lambda *_args, **_more: searcher)
    engine = ServedEngine(stopped, build=build)

    def write(text):
        transcript.extend(f"< {line}".rstrip() for line in text.split("\n"))

    thinker = Thinker(engine, SameThread(loop.post), now=stopped, notify=print)
    protocol = Recorded(make(thinker, write), transcript.append)
    for line in lines:
        loop.post(LineRead(line, 0.0))
    loop.post(InputEnded(0.0))
    loop.run(protocol, thinker)
    return transcript


def answers(make, *lines, searcher=None):
    """Return only what the server writes."""
    transcript = converse(make, lines, searcher)
    return [line[2:] for line in transcript if line.startswith("<")]
