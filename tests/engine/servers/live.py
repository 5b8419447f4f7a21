"""A server that runs in a thread, behind pipes, with a searcher of the test."""

import io
import os
import queue
import threading
import time

from engine.servers.line_io import LineWriter
from engine.servers.serve import serve
from tests.engine.servers.doubles import FirstCell, make_gomocup

PATIENCE = 60
"""Seconds after which a test fails that waits for an answer."""


class Thinking(FirstCell):
    """Searcher that thinks until it is stopped."""

    def __init__(self):
        super().__init__()
        self.began = threading.Semaphore(0)
        self.stops = []

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.stops.append(stop)
        self.began.release()
        while not stop:
            threading.Event().wait(0.001)
        return super().search(position, limits)

    def wait(self):
        assert self.began.acquire(timeout=PATIENCE)


class Source(io.FileIO):
    """Input of a server; ``is_read`` is set when its reader has seen the end."""

    def __init__(self, number):
        super().__init__(number, closefd=False)
        self.is_read = threading.Event()

    def read(self, size=-1):
        data = super().read(size)
        if not data:
            self.is_read.set()
        return data


class LiveServer:
    """Server with pipes; ``send`` and ``receive`` lines."""

    def __init__(self, searcher, *, make=make_gomocup, now=None):
        (source, self._input), (self._output, target) = os.pipe(), os.pipe()
        self._source = Source(source)
        self._target = io.FileIO(target, "w")
        self._has_input = True
        self.notices = []
        self._lines = queue.Queue()
        more = {} if now is None else {"now": now}
        write = LineWriter(self._target).write

        def run():
            self.is_at_rest = serve(
                self._source,
                lambda thinker: self._keep(make, thinker, write, **more),
                notify=self.notices.append,
                build=lambda *_args, **_more: searcher,
                **more,
            )
            self._target.close()

        self._server = threading.Thread(target=run, daemon=True)
        self._server.start()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _keep(self, make, thinker, write, **more):
        self._thinker = thinker
        return make(thinker, write, **more)

    def wait_for_search(self):
        """Wait until the server has asked its engine for a move."""
        self._wait_until(lambda: self._thinker.is_searching)

    def wait_for_task(self):
        """Wait until the server waits for its engine."""
        self._wait_until(lambda: self._thinker.is_busy)

    def _wait_until(self, has_come):
        until = time.monotonic() + PATIENCE
        while not has_come():
            assert time.monotonic() < until
            time.sleep(0.001)

    def _read(self):
        with os.fdopen(self._output, encoding="utf-8") as lines:
            for line in lines:
                self._lines.put(line.rstrip("\n"))

    def send(self, *lines):
        for line in lines:
            os.write(self._input, f"{line}\n".encode())

    def close_input(self):
        if self._has_input:
            os.close(self._input)
        self._has_input = False

    def close_output(self):
        self._target.close()

    def receive(self):
        """Return the next line that is neither a message nor empty."""
        while True:
            line = self.receive_any()
            if line and not line.startswith("MESSAGE"):
                return line

    def receive_any(self):
        return self._lines.get(timeout=PATIENCE)

    def wait_for_end(self):
        """Wait for the end; return the lines that were not received."""
        for thread in (self._server, self._reader):
            thread.join(PATIENCE)
            assert not thread.is_alive()
        return list(self._lines.queue)

    def finish(self):
        self.close_input()
        self.wait_for_end()
        # A reader would take the lines of the next pipe with this number.
        assert self._source.is_read.wait(PATIENCE)
        os.close(self._source.fileno())
