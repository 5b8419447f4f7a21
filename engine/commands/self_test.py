"""Self-test of an installation.

A check is a name and a function that raises an error if it fails. The window adds its
own checks.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from engine.commands.arguments import print_json
from engine.commands.dispatch import log_to_file
from engine.core.types import Move
from engine.games import GAMES
from engine.nn.named_networks import list_shipped_networks
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.players.presets import (
    damaged_presets,
    find_preset,
    list_presets,
    shipped_presets,
)
from engine.records import files
from engine.records.model.record import GameRecord
from engine.search.api import Limits

Check = tuple[str, Callable[[], str]]
"""Name of a check, and its function, which returns a short description."""

SEARCH_NODES = 200

log = logging.getLogger(__name__)


def run(checks: Iterable[Check]) -> int:
    """Run the checks, print a JSON line for each, and return the exit status."""
    all_good = True
    for name, check in checks:
        started = time.monotonic()
        try:
            detail, good = check(), True
        except Exception as error:  # a failed check must not hide the next ones
            log_to_file()
            log.exception("self-test: %s", name)
            detail, good = f"{type(error).__name__}: {error}", False
        all_good = all_good and good
        line = {
            "check": name,
            "ok": good,
            "seconds": round(time.monotonic() - started, 3),
            "detail": detail,
        }
        print_json(line)
        sys.stdout.flush()
    return 0 if all_good else 1


def _search(game_name: str, preset: str) -> str:
    setup = find_preset(preset).usual_setup(game_name)
    position = GAMES[game_name].new_position(setup)
    searcher = build_searcher(PresetPlayer(preset=preset), game_name)
    result = searcher.search(position, Limits(nodes=SEARCH_NODES))
    position.play(result.move)
    return f"{position.cell_name(result.move)} after {result.nodes} nodes"


def _round_trip(game_name: str, format_name: str) -> str:
    game = GAMES[game_name]
    setup = game.setup(options=files.get_format(format_name).options)
    record = GameRecord(setup=setup)
    node = 0
    for cell in (0, setup.width + 2, setup.cell_count - 1):
        record, node = record.with_move(node, Move(cell))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{game_name} 棋谱"
        files.save(record, path, format=format_name)
        reread = files.load(path)
    if reread.main_moves() != record.main_moves() or reread.setup != setup:
        raise ValueError("the record reads back as another game")
    return f"{len(reread.main_moves())} moves"


def _preset(name: str) -> str:
    """Read the preset of an engine; a damaged file fails."""
    return find_preset(name).kind


def _net(path: Path) -> str:
    """Load a network and evaluate a position of its usual board."""
    from engine.nn.common.speed import make_leaves  # noqa: PLC0415
    from engine.nn.evaluator_factory import load_evaluator  # noqa: PLC0415

    evaluator = load_evaluator(path)
    info = evaluator.info
    _, values = evaluator.evaluate(make_leaves(info.usual_setup(), 1))
    return f"{info.kind} for {info.game}, value {values[0]:.2f}"


CHECKS: list[Check] = [
    *(
        (f"net {name}", partial(_net, path))
        for name, path in list_shipped_networks().items()
    ),
    *(
        (f"engine {name}", partial(_preset, name))
        for name in sorted({*shipped_presets(), *damaged_presets()})
    ),
    *(
        (f"search {game} {preset.name}", partial(_search, game, preset.name))
        for game in GAMES
        for preset in list_presets(game, is_shipped=True)
    ),
    *(
        (f"record {game} {entry.name}", partial(_round_trip, game, entry.name))
        for entry in files.FORMATS
        for game in entry.games
    ),
]
