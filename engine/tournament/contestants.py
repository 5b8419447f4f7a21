"""Engines of a plan, with the limits of their moves."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from engine.core.errors import PresetError
from engine.core.game import GameSetup
from engine.core.message import Message, as_clause
from engine.nn.named_networks import find_network
from engine.players.player_config import PlayerConfig, parse_engine
from engine.players.program_player import ProgramPlayer
from engine.search.api import Limits
from engine.tournament.plan import MoveLimits, Plan

DIGEST_LENGTH = 16
"""Hexadecimal digits of a digest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """One engine of a plan."""

    config: PlayerConfig
    """The engine, with the options of the plan."""

    limits: Limits
    """Limits of its moves."""

    digest: str
    """Digest of its settings and networks, to notice changes of their files."""

    @property
    def is_external(self) -> bool:
        """Whether it is an external program."""
        return isinstance(self.config, ProgramPlayer)


def list_contestants(plan: Plan) -> tuple[Contestant, ...]:
    """Return the engines of a plan.

    Raises:
        PresetError: There is no such engine, level or key, or the engine does not play
            this game on this board.
    """
    return tuple(_contestant(plan, text) for text in plan.engines)


def _contestant(plan: Plan, text: str) -> Contestant:
    config = parse_engine(text, game=plan.setup.game).with_options(
        _make_limits(plan.limits), threads=plan.limits.threads
    )
    config.check_plays(plan.setup.game)
    if isinstance(config, ProgramPlayer) and plan.limits.clock == "cpu":
        raise PresetError(
            Message(
                "Expected the wall clock in a match with the program {engine}, whose "
                "processor time is not measured.",
                engine=text,
            )
        )
    refusal = config.refusal(plan.setup)
    if refusal is not None:
        raise PresetError(
            Message(
                "{engine} does not play this: {reason}.",
                engine=text,
                reason=as_clause(refusal),
            )
        )
    limits = config.resolve_limits(plan.setup)
    return Contestant(
        config=config,
        limits=replace(limits, clock=plan.limits.clock),
        digest=_make_digest(config, plan.setup),
    )


def _make_digest(config: PlayerConfig, setup: GameSetup) -> str:
    """Return the digest of the settings and the networks of an engine.

    Of an external program it is that of its command.
    """
    if isinstance(config, ProgramPlayer):
        return hashlib.sha256(str(config).encode()).hexdigest()[:DIGEST_LENGTH]
    preset = config.for_setup(setup).resolve_preset(setup.game)
    settings = json.dumps([preset.kind, dict(preset.search)], sort_keys=True)
    digest = hashlib.sha256(settings.encode())
    for net in preset.network_files:
        digest.update(find_network(net).read_bytes())
    return digest.hexdigest()[:DIGEST_LENGTH]


def _make_limits(limits: MoveLimits) -> Limits | None:
    """Return the limits for every engine, or ``None`` for those of the presets."""
    if limits.own:
        return None
    return Limits(seconds=limits.seconds, nodes=limits.nodes)
