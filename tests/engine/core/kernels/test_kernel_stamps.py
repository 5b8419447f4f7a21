"""Overloads of a kernel that are compiled again when a source changes."""

import math
import shutil
from pathlib import Path

import numba
import numpy as np
import pytest

from engine.core.kernels.disk_cache import COMPILER, COMPILER_PARTS, compute_stamp
from engine.core.kernels.source_digests import SourceDigests
from engine.core.kernels.tuple_table import TupleTable
from engine.games import GAMES
from engine.search.uct.kernels.node_pool import new_tree
from tests.games import ALL_GAMES

PROJECT = Path(__file__).parents[4]

TREE = "engine.search.uct.kernels.tree"
GOMOKU = "engine.games.gomoku"
HEX = "engine.games.hex"
SEARCH = "engine.search"
PUCT = f"{SEARCH}.puct.kernels"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the sources; what ``edit`` changes in it comes back."""
    copy = tmp_path_factory.mktemp("project")
    no_code = shutil.ignore_patterns("__pycache__")
    for folder in ("engine", "tests/toy"):
        shutil.copytree(PROJECT / folder, copy / folder, ignore=no_code)
    return copy


@pytest.fixture
def edit(project):
    """Return a function that edits a module for the time of a test."""
    before = {}

    def append(module):
        path = project / f"{module.replace('.', '/')}.py"
        before[path] = path.read_text(encoding="utf-8")
        path.write_text(before[path] + "# edited\n", encoding="utf-8")

    yield append
    for path, text in before.items():
        path.write_text(text, encoding="utf-8")


def digests_of(project):
    closed = frozenset({COMPILER})
    return SourceDigests(project, closed=closed, import_time=math.inf)


def stamp(project, module, *arguments):
    """Return the stamp of a kernel in ``module`` that is called with ``arguments``."""
    types = tuple(numba.typeof(argument) for argument in arguments)
    return compute_stamp(module, types, digests_of(project).digest)


def make_state(name):
    game = ALL_GAMES[name]
    return game.new_position(game.setup()).kernel_state()


def stamps_of_kernels(project):
    """Return the stamp of each module with kernels, for a call with a number."""
    digests = digests_of(project)
    return {
        module: compute_stamp(module, (numba.int64,), digests.digest)
        for module in digests.modules("engine")
        if COMPILER in digests.imports(module)
    }


@pytest.fixture(scope="module")
def stamps():
    """Return the stamps of the kernels as the sources are."""
    return stamps_of_kernels(PROJECT)


@pytest.fixture
def changed_by_edit(project, stamps, edit):
    """Return a function that edits a module and finds the kernels it reaches."""

    def change(module):
        edit(module)
        after = stamps_of_kernels(project)
        assert after.keys() == stamps.keys()
        return {name for name in stamps if stamps[name] != after[name]}

    return change


@pytest.mark.parametrize(
    ("module", "dependents"),
    [
        (
            f"{SEARCH}.evaluators.kernels.symmetry",
            {f"{SEARCH}.evaluators.kernels.symmetry"},
        ),
        (
            f"{PUCT}.root",
            {f"{PUCT}.root"},
        ),
        (f"{HEX}.connections.kernels.fillin", {f"{HEX}.connections.kernels.fillin"}),
        (
            f"{GOMOKU}.alphabeta.kernels.move_ordering",
            {
                f"{GOMOKU}.alphabeta.kernels.move_ordering",
                f"{GOMOKU}.alphabeta.kernels.node",
                f"{GOMOKU}.alphabeta.kernels.search",
            },
        ),
        (f"{GOMOKU}.rules.position", set()),
        (f"{SEARCH}.uct.uct_search", set()),
    ],
)
def test_an_edit_reaches_the_kernels_that_depend_on_it_and_no_others(
    changed_by_edit, module, dependents
):
    assert changed_by_edit(module) == dependents


@pytest.mark.parametrize(
    "module", [*sorted(COMPILER_PARTS), "engine.core.kernels.libraries"]
)
def test_an_edit_of_the_compiler_reaches_every_kernel(changed_by_edit, stamps, module):
    assert len(stamps) > 30
    assert changed_by_edit(module) == set(stamps)


def test_constants_outside_kernel_modules_count(changed_by_edit):
    changed = changed_by_edit(f"{GOMOKU}.patterns.threat_tables")

    assert {
        f"{GOMOKU}.patterns.kernels.patterns",
        f"{GOMOKU}.threats.kernels.vcf",
    } <= changed
    assert f"{GOMOKU}.rules.kernels.renju" not in changed


@pytest.mark.parametrize("game", list(GAMES))
def test_the_module_of_a_state_counts_for_the_searches_of_its_game_only(
    project, edit, game
):
    states = {name: make_state(name) for name in ALL_GAMES}
    before = {name: stamp(project, TREE, state) for name, state in states.items()}

    edit(f"engine.games.{game}.rules.kernels.state")

    after = {name: stamp(project, TREE, state) for name, state in states.items()}
    assert [name for name in before if before[name] != after[name]] == [game]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_module_that_only_implements_functions_for_a_state_counts(
    project, edit, game
):
    states = {name: make_state(name) for name in ALL_GAMES}
    before = {name: stamp(project, TREE, state) for name, state in states.items()}
    of_a_number = stamp(project, TREE, 1)

    edit(f"engine.games.{game}.rules.kernels.playout")

    after = {name: stamp(project, TREE, state) for name, state in states.items()}
    assert [name for name in before if before[name] != after[name]] == [game]
    assert stamp(project, TREE, 1) == of_a_number


def test_a_state_of_another_package_counts(project, edit):
    state = make_state("squares")
    before = stamp(project, TREE, state)

    edit("tests.toy.kernels")

    assert before is not None
    assert before != stamp(project, TREE, state)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda state: (1, (2.0, state)),
        lambda state: TupleTable([state]),
        lambda state: TupleTable([(np.zeros(3), state)]),
    ],
    ids=["tuple", "table", "tuple in a table"],
)
def test_a_state_inside_another_argument_counts(project, edit, wrap):
    argument = wrap(make_state("gomoku"))
    before = stamp(project, TREE, 1, argument)

    edit(f"{GOMOKU}.rules.kernels.playout")

    assert before is not None
    assert before != stamp(project, TREE, 1, argument)


def test_the_module_of_any_class_in_the_signature_counts(project, edit):
    tree = new_tree(10)
    generic = "engine.core.kernels.rng"
    before = stamp(project, generic, tree)

    edit(f"{SEARCH}.uct.kernels.node_pool")

    assert before != stamp(project, generic, tree)


def test_an_overload_with_an_unknown_source_has_no_stamp(project):
    (project / "engine/games/gomoku/rules/kernels/renju.py").unlink()
    (project / "engine/games/gomoku/rules/kernels/state.py").unlink()

    assert stamp(project, TREE, make_state("gomoku")) is None
    assert stamp(project, "__main__", 1) is None
    assert stamp(project, TREE, make_state("hex")) is not None


STATES = [(f"{HEX}.rules.kernels.state", "HexState")]
STATES += [(f"{GOMOKU}.rules.kernels.state", "GomokuState")]


@pytest.mark.processes
@pytest.mark.parametrize(("module", "name"), STATES)
def test_a_stamp_does_not_depend_on_what_was_imported_before(module, name, run_quickly):
    only_the_state = (
        f"from {module} import {name}\n"
        "from engine.core.kernels.implementations import implementing_modules\n"
        f"print(*sorted(implementing_modules({name})))"
    )

    found = run_quickly(only_the_state)

    package = module.rpartition(".")[0]
    assert found.split() == [f"{package}.playout", f"{package}.state"]
