"""Engine of a Gomocup server within the limits that the manager sets."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.errors import ProtocolError
from engine.core.game import GameSetup
from engine.players.player_config import OwnEngine
from engine.servers.gomocup.info import Info
from engine.servers.memory import MEGABYTE, fitting_engine
from engine.servers.served_engine import EngineRequest


class EngineChoice:
    """Engine for a board and the settings of the manager.

    Args:
        config: The wanted engine.
        notify: Called with one sentence when a memory limit demands another engine.
    """

    def __init__(self, config: OwnEngine, notify: Callable[[str], None]) -> None:
        self._config = config
        self._notify = notify
        self._reported_limit: int | None = None

    def choose(
        self, setup: GameSetup, info: Info, *, is_quiet: bool = False
    ) -> EngineRequest | None:
        """Return the engine; ``None`` if memory suffices for the simple one only.

        Args:
            setup: Board and rules.
            info: Settings of the manager.
            is_quiet: Whether the manager does not read now.

        Raises:
            ProtocolError: The engine does not support the board or the rule.
        """
        refusal = self._config.refusal(setup)
        if refusal is not None:
            raise ProtocolError(refusal)
        config = self._config.with_options(threads=info.threads)
        limit = info.memory_bytes
        if limit is None:
            return EngineRequest(config=config, setup=setup)
        fitting = fitting_engine(config, setup, limit)
        if fitting != config and limit != self._reported_limit and not is_quiet:
            self._reported_limit = limit
            name = "a simple engine" if fitting is None else str(fitting)
            self._notify(
                f"{config.head} needs more than {limit // MEGABYTE} MB: {name} plays."
            )
        if fitting is None:
            return None
        return EngineRequest(config=fitting, setup=setup, memory_bytes=limit)
