"""Compiled kernels on disk: the user's own, and those that travel with a package."""

import json
import os
import shutil
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from llvmlite import binding

from engine.core.kernels.disk_cache import (
    DIGEST_FILE,
    source_digests,
    strip_version,
    trim,
)
from engine.core.kernels.jit import APPLE_M1, X86_64_V3, portable_cpu
from tests.engine.core.kernels.kernel_process import run_kernel
from tests.forked_programs import PROJECT

RNG = "engine.core.kernels.rng"

NO_CODE = shutil.ignore_patterns("__pycache__")

cpu = portable_cpu()
needs_a_portable_cpu = pytest.mark.skipif(
    cpu is None or not cpu.fits(binding.get_host_cpu_features()),
    reason="ready kernels do not fit this machine",
)

needs_modes = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither modes nor limits of files"
)


@pytest.fixture(scope="module")
def run_kernel_quickly(run_quickly):
    """Return ``run_kernel`` without the start of Python and the import of numba."""
    return partial(run_kernel, run=run_quickly)


def files_below(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    """Kernels for the portable processor, moved elsewhere, with their digest."""
    workshop = tmp_path_factory.mktemp("workshop")
    _, folder = run_kernel(
        workshop / "none", workshop, NUMBA_CPU_NAME=cpu.name, NUMBA_CPU_FEATURES=""
    )
    weighted = tmp_path_factory.mktemp("移动 moved") / "kernels"
    shutil.move(folder, weighted)
    write_digests(weighted, source_digests().digest)
    return weighted


def write_digests(folder, get_digest):
    names = [name for name in source_digests().modules("engine") if "core" in name]
    table = {name: get_digest(name) for name in names}
    (folder / DIGEST_FILE).write_text(json.dumps(table), encoding="utf-8")


@pytest.mark.processes
@needs_a_portable_cpu
def test_ready_kernels_are_found_where_they_were_moved(ready, tmp_path):
    how, folder = run_kernel(ready, tmp_path)

    assert how == "found"
    assert not files_below(folder)


@pytest.mark.processes
@needs_a_portable_cpu
def test_another_cpu_compiles_into_the_users_own_cache(
    ready, tmp_path, run_kernel_quickly
):
    before = files_below(ready)

    how, folder = run_kernel_quickly(
        ready, tmp_path, NUMBA_CPU_NAME="x86-64", NUMBA_CPU_FEATURES=""
    )
    again, _ = run_kernel_quickly(
        ready, tmp_path, NUMBA_CPU_NAME="x86-64", NUMBA_CPU_FEATURES=""
    )

    assert (how, again) == ("compiled", "found")
    assert files_below(folder)
    assert files_below(ready) == before


@pytest.mark.processes
@needs_a_portable_cpu
def test_kernels_of_other_sources_are_not_used(ready, tmp_path, run_kernel_quickly):
    other = tmp_path / "kernels"
    shutil.copytree(ready, other)
    write_digests(other, lambda module: f"another {module}")

    found = [run_kernel_quickly(other, tmp_path)[0] for _ in range(2)]

    assert found == ["compiled", "found"]


@pytest.mark.processes
@needs_a_portable_cpu
def test_a_package_without_the_digest_of_a_module_keeps_no_kernel_of_it(
    ready, tmp_path, run_kernel_quickly
):
    other = tmp_path / "kernels"
    shutil.copytree(ready, other)
    (other / DIGEST_FILE).write_text("{}", encoding="utf-8")

    how, folder = run_kernel_quickly(other, tmp_path)

    assert how == "compiled"
    assert not files_below(folder)


@pytest.fixture(scope="module")
def filled(tmp_path_factory, run_kernel_quickly):
    """The home of a user whose cache has the kernel."""
    home = tmp_path_factory.mktemp("filled")
    run_kernel_quickly(home / "none", home)
    return home


@pytest.fixture
def cache(filled, tmp_path):
    """The folder of kernels in a copy of that home, which is ``tmp_path``."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    folder = tmp_path / "pentahex" / "kernels"
    assert files_below(folder)
    return folder


@pytest.mark.processes
def test_a_new_process_finds_the_kernels_of_another(cache, tmp_path):
    before = files_below(cache)

    how, folder = run_kernel(tmp_path / "none", tmp_path)

    assert (how, folder) == ("found", cache)
    assert files_below(cache) == before


@pytest.mark.processes
def test_processes_may_compile_the_same_kernel_at_the_same_time(
    tmp_path, run_kernel_quickly
):
    with ThreadPoolExecutor() as pool:
        first = [pool.submit(run_kernel, tmp_path / "none", tmp_path) for _ in range(2)]
        folders = {task.result()[1] for task in first}

    found = run_kernel_quickly(tmp_path / "none", tmp_path)
    assert found == ("found", folders.pop())
    assert not folders


@pytest.fixture
def project(tmp_path):
    """A copy of the sources."""
    shutil.copytree(PROJECT / "engine", tmp_path / "copy" / "engine", ignore=NO_CODE)
    return tmp_path / "copy"


def edit(project, module):
    path = project / f"{module.replace('.', '/')}.py"
    path.write_text(path.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")


@pytest.mark.processes
@pytest.mark.parametrize("module", [RNG, "engine.core.kernels.jit"])
def test_a_changed_source_is_compiled_anew(
    cache, tmp_path, project, module, run_kernel_quickly
):
    before = run_kernel_quickly(tmp_path / "none", tmp_path, project=project)
    edit(project, module)

    after = [
        run_kernel_quickly(tmp_path / "none", tmp_path, project=project)[0]
        for _ in range(2)
    ]

    assert before == ("found", cache)
    assert after == ["compiled", "found"]
    assert run_kernel_quickly(tmp_path / "none", tmp_path)[0] == "found"


@pytest.mark.processes
def test_a_source_that_changes_while_the_program_runs_is_not_taken_for_the_old_one(
    tmp_path, project, run_kernel_quickly
):
    change = (
        "import time, engine, engine.core.kernels.rng as imported\n"
        "time.sleep(0.1)\n"
        "open(imported.__file__, 'a').write('# edited')"
    )

    how, folder = run_kernel_quickly(
        tmp_path / "none", tmp_path, first=change, project=project
    )

    assert how == "compiled"
    assert not files_below(folder)


@pytest.mark.processes
def test_damaged_files_are_made_anew(cache, tmp_path, run_kernel_quickly):
    for path in files_below(cache):
        path.write_bytes(path.read_bytes()[:-20])

    found = [run_kernel_quickly(tmp_path / "none", tmp_path)[0] for _ in range(2)]

    assert found == ["compiled", "found"]


def flip_bit(path, place):
    """Flip one bit of a file; ``place`` is a share of its length."""
    content = bytearray(path.read_bytes())
    content[int(place * len(content))] ^= 1
    path.write_bytes(content)


@pytest.mark.processes
@pytest.mark.parametrize("place", [0.0, 0.6])
def test_one_flipped_bit_is_noticed(cache, tmp_path, place, run_kernel_quickly):
    for path in files_below(cache):
        flip_bit(path, place)

    found = [run_kernel_quickly(tmp_path / "none", tmp_path)[0] for _ in range(2)]

    assert found == ["compiled", "found"]


@pytest.mark.processes
@needs_a_portable_cpu
def test_damaged_ready_kernels_are_compiled_into_the_users_own_cache(
    ready, tmp_path, run_kernel_quickly
):
    damaged = tmp_path / "kernels"
    shutil.copytree(ready, damaged)
    for path in damaged.rglob("*.kernel"):
        flip_bit(path, 0.6)

    found = [run_kernel_quickly(damaged, tmp_path / "home")[0] for _ in range(2)]

    assert found == ["compiled", "found"]


@pytest.mark.processes
def test_kernels_run_where_no_cache_can_be_made(tmp_path, run_kernel_quickly):
    closed = tmp_path / "a file"
    closed.touch()

    found, first = run_kernel_quickly(tmp_path / "none", closed, TMPDIR=str(tmp_path))
    _, second = run_kernel_quickly(tmp_path / "none", closed, TMPDIR=str(tmp_path))

    assert found == "compiled"
    assert first.parent == second.parent == tmp_path
    assert first != second
    assert not first.exists()


@pytest.mark.processes
@needs_modes
def test_a_full_disk_costs_no_more_than_the_cache(tmp_path, run_kernel_quickly):
    limits = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
    ignored = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"

    how, folder = run_kernel_quickly(
        tmp_path / "none", tmp_path, first=limits + ignored
    )

    assert how == "compiled"
    assert not files_below(folder)


@pytest.mark.processes
@needs_modes
def test_a_new_cache_is_closed_to_others_whatever_the_umask(
    tmp_path, run_kernel_quickly
):
    _, folder = run_kernel_quickly(
        tmp_path / "none", tmp_path, first="import os; os.umask(0)"
    )

    assert [mode_of(path) for path in (folder, folder.parent)] == [0o700, 0o700]


@pytest.mark.processes
@needs_modes
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_cache_that_others_may_write_is_not_read(
    cache, tmp_path, mode, run_kernel_quickly
):
    cache.chmod(mode)

    how, other = run_kernel_quickly(tmp_path / "none", tmp_path)

    assert how == "compiled"
    assert other != cache


@pytest.mark.processes
@needs_modes
def test_a_cache_of_another_user_is_not_read(cache, tmp_path, run_kernel_quickly):
    stranger = "import os; own = os.getuid(); os.getuid = lambda: own + 1"

    how, other = run_kernel_quickly(tmp_path / "none", tmp_path, first=stranger)

    assert how == "compiled"
    assert other != cache


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


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
    assert strip_version(triple) == plain


def test_the_files_that_were_not_used_for_longest_leave_a_full_cache(tmp_path):
    folder = tmp_path / "engine.core.kernels.rng"
    folder.mkdir()
    for age, name in enumerate(["new", "used", "old", "oldest"]):
        (folder / name).write_bytes(bytes(100))
        os.utime(folder / name, (1e9 - age, 1e9 - age))

    trim(tmp_path, 250)

    assert [path.name for path in files_below(tmp_path)] == ["new", "used"]


@pytest.mark.processes
def test_a_kernel_that_is_loaded_counts_as_used(cache, tmp_path, run_kernel_quickly):
    for path in files_below(cache):
        os.utime(path, (1e9, 1e9))

    run_kernel_quickly(tmp_path / "none", tmp_path)

    assert any(path.stat().st_mtime > 1e9 for path in files_below(cache))
