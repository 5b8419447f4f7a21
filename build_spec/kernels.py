"""Compilation of all kernels for the target processor of a package.

All engines search in all games and rules, in a process whose cache is a folder of its
own. The folder then travels with the package; tests/package shows that nothing is left
to compile.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count, product
from pathlib import Path
from typing import Any, TextIO

from engine.commands import bench
from engine.core.game import Game, GameSetup
from engine.core.kernels.disk_cache import (
    COMPILER,
    COMPILER_PARTS,
    DIGEST_FILE,
    KernelFile,
    kernels_folder,
    source_digests,
)
from engine.core.kernels.jit import PortableCpu, portable_cpu
from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.player_config import PlayerConfig
from engine.players.preset_player import PresetPlayer
from engine.players.presets import list_presets
from engine.search.api import Limits

NODES = 300
PLIES = 6
"""Simulations that run every kernel of a search."""

BENCH_SECONDS = 0.05

PROJECT = Path(__file__).resolve().parents[1]


def fill(folder: Path, announce: Callable[[str], None]) -> None:
    """Compile all kernels into ``folder``, unless they are up to date.

    Args:
        folder: the folder to fill.
        announce: prints what begins.
    """
    cpu = portable_cpu()
    mark = f"{_kernels_digest()} {cpu and cpu.name} {_own_digest()}"
    done_file = folder.with_suffix(".done")
    if done_file.is_file() and done_file.read_text(encoding="ascii") == mark:
        write_digests(folder)
        return
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="pentahex-kernels-") as home:
        announce("kernels, a line for each that is compiled")
        shutil.copytree(_rehearse(Path(home), cpu), folder)
    write_digests(folder)
    done_file.write_text(mark, encoding="ascii")


def write_digests(folder: Path) -> None:
    """Write the digest of each engine module into a folder of compiled kernels."""
    sources = source_digests()
    table = {module: sources.digest(module) for module in sources.modules("engine")}
    text = json.dumps(table, indent=1)
    (folder / DIGEST_FILE).write_text(text, encoding="utf-8")


def _kernels_digest() -> str:
    """Return a digest of the modules with kernels and of their imports."""
    sources = source_digests()
    modules = [
        module
        for module in sources.modules("engine")
        if COMPILER in sources.imports(module) or module in COMPILER_PARTS
    ]
    digests = "".join(f"{module} {sources.digest(module)}\n" for module in modules)
    return hashlib.sha256(digests.encode()).hexdigest()[:12]


def _rehearse(home: Path, cpu: PortableCpu | None) -> Path:
    """Run all engines in a process with an empty cache; return its cache."""
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"), str(home))
    target = {} if cpu is None else _compiling_for(cpu.name)
    done = subprocess.run(
        [sys.executable, "-m", "build_spec.kernels"],
        cwd=PROJECT,
        env=os.environ | places | target,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip())


def _own_digest() -> str:
    """Return a digest of all inputs of the compilation."""
    sources = [Path(__file__), *sorted((PROJECT / "resources/presets").iterdir())]
    return hashlib.sha256(b"".join(p.read_bytes() for p in sources)).hexdigest()[:12]


def _compiling_for(cpu: str) -> dict[str, str]:
    return {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""}


def compile_all() -> None:
    """Run every engine in every game with every rule on several board sizes."""
    for game in GAMES.values():
        for preset, setup in product(
            list_presets(game.name, is_shipped=True), _setups(game)
        ):
            fitted = preset.fitted(setup)
            if preset.refusal(fitted) is not None:
                continue
            for level in {1, preset.top_level}:
                _play(game, fitted, PresetPlayer(preset=preset.name, level=level))
        annotator = game.annotator()
        if annotator is not None:
            annotator.read(game.new_position(game.setup()))
    bench.measure_uct(list(GAMES), BENCH_SECONDS)
    bench.measure_alphabeta(list(GAMES), BENCH_SECONDS)


def _setups(game: Game) -> Iterator[GameSetup]:
    """Yield the usual board with each rule in turn, and a small one."""
    yield game.setup()
    yield game.setup(height=game.smallest_side, width=game.smallest_side + 1)
    for option in game.options:
        for value in option.choices:
            yield game.setup(options={option.key: value})


def _play(game: Game, setup: GameSetup, config: PlayerConfig) -> None:
    """Prepare one engine and play both sides with it, so that it reuses its tree."""
    searcher = build_searcher(config, game.name)
    position = game.new_position(setup)
    searcher.prepare(position)
    for _ in range(PLIES):
        if position.outcome is not None:
            break
        position = position.play(searcher.search(position, Limits(nodes=NODES)).move)


def print_compiled(output: TextIO) -> None:
    """Print a line for each kernel that is compiled and saved from now on."""
    save, numbers = KernelFile.save, count(1)

    def save_and_print(file: KernelFile, content: Any) -> None:  # noqa: ANN401
        save(file, content)
        output.write(f"  {next(numbers):>4}  {_kernel_in(file.path)}\n")
        output.flush()

    KernelFile.save = save_and_print  # type: ignore[assignment,method-assign]


def _kernel_in(path: Path) -> str:
    """Return the full name of the kernel in a file."""
    return f"{path.parent.name}.{path.name.rpartition('-')[0]}"


if __name__ == "__main__":
    print_compiled(sys.stderr)
    compile_all()
    sys.stdout.write(f"{kernels_folder()}\n")
