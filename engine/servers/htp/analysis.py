"""Analysis commands: what a search and a network think of the position.

HexGui shows the answers on its board: ``pspairs`` are cells with texts, ``var`` is a
line of moves, ``plist`` are cells, ``string`` is text.
"""

from __future__ import annotations

import numpy as np

from engine.core.errors import ProtocolError
from engine.core.game import GameSetup, Position
from engine.core.types import Move
from engine.players.player_config import OwnEngine
from engine.players.preset_player import PresetPlayer
from engine.search.api import SearchResult
from engine.search.evaluation import LeafBatch

COMMANDS = """pspairs/Candidates by visits/pentahex-visits
pspairs/Candidates by win rate/pentahex-win_rates
pspairs/Network policy/pentahex-policy
var/Best line/pentahex-line
string/Search/pentahex-search
plist/All legal moves/all_legal_moves
string/Show board/showboard
string/Final score/final_score
param/Game/param_game"""
"""Type, label and command of each entry of HexGui's analysis menu."""

NETWORK = "mcts"
"""Engine whose network is shown if the server's engine has none."""

LEAST_SHARE = 0.005
"""Smallest probability of a policy that is shown."""


def format_visits(position: Position, result: SearchResult) -> str:
    """Return each candidate with its visits."""
    return " ".join(
        f"{position.cell_name(candidate.move)} {candidate.visits}"
        for candidate in result.candidates
        if candidate.visits
    )


def format_win_rates(position: Position, result: SearchResult) -> str:
    """Return each candidate with its win rate in percent."""
    return " ".join(
        f"{position.cell_name(candidate.move)} {50 * (1 + candidate.value):.0f}"
        for candidate in result.candidates
    )


def format_line(position: Position, result: SearchResult) -> str:
    """Return the best line."""
    return " ".join(position.cell_name(move) for move in result.pv)


def describe_search(position: Position, result: SearchResult) -> str:
    """Return move, win rate, effort and best line of a search."""
    return (
        f"{position.cell_name(result.move)}: win rate {50 * (1 + result.value):.1f} %, "
        f"depth {result.depth}, {result.nodes} nodes in {result.seconds:.2f} s, "
        f"line {format_line(position, result)}"
    )


def find_networks(config: OwnEngine, setup: GameSetup) -> tuple[str, ...]:
    """Return the networks of the engine, or else those of ``NETWORK``.

    Raises:
        ProtocolError: There is no network for the board.
    """
    for engine in (config, PresetPlayer(preset=NETWORK)):
        preset = engine.for_setup(setup).resolve_preset(setup.game)
        if preset.nets and preset.refusal(setup) is None:
            return preset.nets
    raise ProtocolError(f"there is no network for a board of {setup.size_text}")


def find_policy(networks: tuple[str, ...], position: Position) -> dict[Move, float]:
    """Return the network's probability of each legal cell; loads the network."""
    from engine.nn.named_networks import make_evaluator_factory  # noqa: PLC0415

    batch = LeafBatch.of_positions([position])
    policies, _values = make_evaluator_factory(*networks)(position.setup).evaluate(
        batch
    )
    cells = np.flatnonzero(batch.legal[0])
    weights = np.maximum(policies[0][cells].astype(np.float64), 0.0)
    total = float(weights.sum()) or 1.0
    return {
        Move(int(cell)): float(weight) / total
        for cell, weight in zip(cells, weights, strict=True)
    }


def format_policy(position: Position, policy: dict[Move, float]) -> str:
    """Return each likely cell with its probability in percent, likeliest first."""
    ranked = sorted(policy, key=lambda move: -policy[move])
    return " ".join(
        f"{position.cell_name(move)} {100 * policy[move]:.0f}"
        for move in ranked
        if policy[move] >= LEAST_SHARE
    )
