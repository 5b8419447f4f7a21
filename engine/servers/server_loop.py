"""Main loop of a server: lines and results in, one handler at a time.

Commands that arrived before a search began wait for its end, as in a script that is
piped in. A later one interrupts the search; the protocol decides how.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable
from typing import Protocol

from engine.servers.line_io import InputEnded, LineRead
from engine.servers.thinker import Thinker
from engine.servers.worker import TaskDone

LONGEST_WAIT = 3600.0
"""Seconds of one wait for an event; a longer one would overflow on some systems."""


class KernelCompiled:
    """A kernel was compiled: kernels are not only loaded from the cache."""


Event = LineRead | InputEnded | TaskDone | KernelCompiled


class ServedProtocol(Protocol):
    """Commands of a protocol."""

    @property
    def is_over(self) -> bool:
        """Whether the server is to end."""
        ...

    def handle(self, line: LineRead) -> None:
        """Run the command of a line while nothing is searched."""
        ...

    def interrupt(self, line: LineRead, *, is_next: bool) -> bool:
        """React to a line that arrived during a task.

        Args:
            line: The line; ``handle`` gets it later unless the result is true.
            is_next: Whether no other line waits.

        Returns:
            Whether the line is dealt with.
        """
        ...

    def on_kernel_compiled(self) -> None:
        """Take notice that kernels are being compiled."""
        ...


class ServerLoop:
    """Queue of events and the loop that handles them.

    Args:
        now: Clock in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._waiting: deque[LineRead | InputEnded] = deque()
        self._free_since = 0.0

    def post(self, event: Event) -> None:
        """Add an event; any thread may call it."""
        self._events.put(event)

    def run(self, protocol: ServedProtocol, thinker: Thinker) -> None:
        """Handle events until the protocol is over or the input has ended."""
        while not protocol.is_over:
            if self._waiting and not thinker.is_busy:
                line = self._waiting.popleft()
                if isinstance(line, InputEnded):
                    return
                # The time of a move does not count while another answer was due.
                protocol.handle(LineRead(line.text, max(line.at, self._free_since)))
                continue
            was_busy = thinker.is_busy
            event = self._next_event(thinker)
            if isinstance(event, LineRead | InputEnded):
                self._take_line(event, protocol, thinker)
            elif isinstance(event, TaskDone):
                thinker.take(event)
            elif event is not None:
                protocol.on_kernel_compiled()
            thinker.tick()
            if was_busy:
                self._free_since = self._now()

    def _take_line(
        self,
        line: LineRead | InputEnded,
        protocol: ServedProtocol,
        thinker: Thinker,
    ) -> None:
        is_next = not self._waiting
        is_late = thinker.began is not None and line.at > thinker.began
        is_done = False
        if is_late and isinstance(line, LineRead):
            is_done = protocol.interrupt(line, is_next=is_next)
        elif is_late and is_next:  # nobody waits for more than this answer
            thinker.hurry()
        if not is_done:
            self._waiting.append(line)

    def _next_event(self, thinker: Thinker) -> Event | None:
        """Return the next event, or ``None`` when a timer is due."""
        wait = LONGEST_WAIT
        if thinker.wake_time is not None:
            wait = min(max(thinker.wake_time - self._now(), 0.0), wait)
        try:
            return self._events.get(timeout=wait)
        except queue.Empty:
            return None
