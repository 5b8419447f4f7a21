"""Compiled kernels that travel with a packaged program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite import binding

from engine.core.jit import APPLE_M1, X86_64_V3, portable_cpu
from engine.core.kernel_cache import DIGEST_FILE, kernel_digest, without_version

PROGRAM = """
import sys
from pathlib import Path
from engine.core import paths
paths.ready_kernels = lambda: Path(sys.argv[1])
from engine.core import kernels_rng
from engine.core.kernel_cache import kernels_folder
kernels_rng.next_below(kernels_rng.new_rng(1), 5)
found = kernels_rng.next_below.stats.cache_hits
print("found" if found else "compiled")
print(kernels_folder())
"""

cpu = portable_cpu()
needs_a_portable_cpu = pytest.mark.skipif(
    cpu is None or not cpu.fits(binding.get_host_cpu_features()),
    reason="ready kernels do not fit this machine",
)


def run_kernel(ready, home, **environment):
    """Run a kernel in a process of its own; return what became of it, and where."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(ready)],
        env=os.environ | {"XDG_CACHE_HOME": str(home), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    how, folder = done.stdout.splitlines()
    return how, Path(folder)


def files_below(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    """Kernels for the portable processor, moved elsewhere, with their digest."""
    workshop = tmp_path_factory.mktemp("workshop")
    _, folder = run_kernel(
        workshop / "none", workshop, NUMBA_CPU_NAME=cpu.name, NUMBA_CPU_FEATURES=""
    )
    moved = tmp_path_factory.mktemp("移动 moved") / "kernels"
    shutil.move(folder, moved)
    (moved / DIGEST_FILE).write_text(kernel_digest(), encoding="ascii")
    return moved


@needs_a_portable_cpu
def test_ready_kernels_are_found_where_they_were_moved(ready, tmp_path):
    how, folder = run_kernel(ready, tmp_path)

    assert how == "found"
    assert not files_below(folder)


@needs_a_portable_cpu
def test_another_cpu_compiles_into_the_users_own_cache(ready, tmp_path):
    before = files_below(ready)

    how, folder = run_kernel(
        ready, tmp_path, NUMBA_CPU_NAME="x86-64", NUMBA_CPU_FEATURES=""
    )
    again, _ = run_kernel(
        ready, tmp_path, NUMBA_CPU_NAME="x86-64", NUMBA_CPU_FEATURES=""
    )

    assert (how, again) == ("compiled", "found")
    assert files_below(folder)
    assert files_below(ready) == before


@needs_a_portable_cpu
def test_kernels_of_other_sources_are_not_used(ready, tmp_path):
    other = tmp_path / "kernels"
    shutil.copytree(ready, other)
    (other / DIGEST_FILE).write_text("0123456789ab", encoding="ascii")

    how, folder = run_kernel(other, tmp_path)

    assert how == "compiled"
    assert folder.name == "kernels-0123456789ab"


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_cache_is_made_anew(tmp_path, kind):
    _, folder = run_kernel(tmp_path / "none", tmp_path)
    damaged = list(folder.rglob(f"*.{kind}"))
    assert damaged
    for path in damaged:
        path.write_bytes(path.read_bytes()[:-20])

    found = [run_kernel(tmp_path / "none", tmp_path)[0] for _ in range(2)]

    assert found == ["compiled", "found"]


def test_an_old_processor_does_not_stand_in_for_a_newer_one():
    features = dict.fromkeys(X86_64_V3.features.split(), True)

    assert X86_64_V3.fits(features)
    assert not X86_64_V3.fits(features | {"popcnt": False})
    assert not X86_64_V3.fits({})


def test_every_apple_processor_fits():
    assert APPLE_M1.fits({})


@pytest.mark.parametrize(
    ("triple", "plain"),
    [
        ("arm64-apple-darwin23.1.0", "arm64-apple-darwin"),
        ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-gnu"),
        ("x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc"),
    ],
)
def test_the_version_of_the_system_does_not_matter(triple, plain):
    assert without_version(triple) == plain
