"""Private interfaces of numba that the program uses, by what they do.

After an upgrade of numba each failure names an interface that is gone and the module
that needs it; docs/decisions/0002-numba.md has the alternatives. Then ``MADE_FOR`` gets
the new version. ``PUBLIC`` lists what numba documents for other packages.
"""

import ast
import functools
import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numba
import numpy as np
import pytest

PROJECT = Path(__file__).parents[4]

MADE_FOR = ("0.62.1", "0.68.1")
"""Versions of numba that the program was tested with."""

PUBLIC = {
    "numba.config",
    "numba.extending.NativeValue",
    "numba.extending.intrinsic",
    "numba.extending.lower_builtin",
    "numba.extending.lower_getattr_generic",
    "numba.extending.models",
    "numba.extending.overload",
    "numba.extending.register_model",
    "numba.extending.unbox",
    "numba.types",
    "numba.typeof",
    "llvmlite.binding",
    "llvmlite.ir",
}

PRIVATE = {
    "numba.core.caching._Cache": "disk_cache.py",
    "numba.core.cgutils": "tuple_table.py, tuple_type.py",
    "numba.core.codegen.CodeLibrary": "libraries.py",
    "numba.core.codegen.JITCodeLibrary": "libraries.py",
    "numba.core.codegen.RuntimeLinker": "libraries.py",
    "numba.core.compiler": "dispatcher.py",
    "numba.core.compiler.CompileResult": "disk_cache.py",
    "numba.core.datamodel.models": "tuple_type.py",
    "numba.core.dispatcher.Dispatcher": "disk_cache.py",
    "numba.core.dispatcher._FunctionCompiler": "dispatcher.py",
    "numba.core.errors.TypingError": "tuple_table.py",
    "numba.core.event": "jit.py",
    "numba.core.imputils.impl_ret_borrowed": "tuple_type.py",
    "numba.core.registry.CPUDispatcher": "dispatcher.py",
    "numba.core.serialize.dumps": "disk_cache.py",
    "numba.core.sigutils.normalize_signature": "disk_cache.py",
    "numba.core.typing.templates.AbstractTemplate": "implementations.py",
    "numba.core.typing.templates.Signature": "implementations.py",
    "numba.core.typing.templates.infer_global": "implementations.py",
    "numba.core.typing.typeof.typeof_impl": "tuple_type.py",
}
"""Modules of ``engine/core/kernels`` that import each private name."""


def need(condition, name, what):
    """Fail with a sentence unless an interface does what the program needs."""
    if not condition:
        pytest.fail(
            f"numba {numba.__version__}: {name} no longer {what}; it did in "
            f"{' and '.join(MADE_FOR)}. See docs/decisions/0002-numba.md.",
            pytrace=False,
        )


def find(name):
    """Return what a dotted name refers to."""
    module, _, attribute = name.rpartition(".")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError):
        need(False, name, "exists")


def imported_names():
    """Return the names that the program imports from numba and llvmlite."""
    names = set()
    for path in (PROJECT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                if re.match(r"(numba|llvmlite)\b", node.module):
                    names |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "numba":
                names.add(f"numba.{node.attr}")
    return names - {"numba.__version__"}


def test_every_interface_is_listed():
    assert imported_names() == PUBLIC | set(PRIVATE)


def test_the_required_versions_of_numba_are_those_that_were_tested():
    required = (PROJECT / "requirements.txt").read_text(encoding="utf-8")

    assert tuple(re.findall(r"^numba==([\d.]+)", required, re.MULTILINE)) == MADE_FOR


@pytest.mark.parametrize("name", sorted(PRIVATE))
def test_a_private_name_exists(name):
    assert find(name) is not None


def test_a_cache_has_the_methods_that_ours_implements():
    name = "numba.core.caching._Cache"
    methods = {"cache_path", "load_overload", "save_overload"}

    need(
        find(name).__abstractmethods__ == methods | {"enable", "disable", "flush"},
        name,
        "has the abstract methods that KernelCache implements",
    )


class MemoryCache:
    """Cache that keeps the reduced result of the last compilation."""

    def __init__(self):
        self.loads, self.saved = [], None

    def load_overload(self, sig, target_context):
        self.loads.append(sig)
        if self.saved is None:
            return None
        target_context.refresh()
        result = find("numba.core.compiler.CompileResult")
        return result._rebuild(target_context, *pickle.loads(self.saved))

    def save_overload(self, sig, data):
        self.saved = find("numba.core.serialize.dumps")(data._reduce())
        self.result = data


def triple(x):
    return 3 * x


class Starts(numba.core.event.Listener):
    """Counter of started compilations."""

    count = 0

    def on_start(self, event):
        self.count += 1

    def on_end(self, event):
        pass


@pytest.fixture
def compiled():
    """Return a cache that holds a compiled function."""
    kernel, cache = numba.njit(triple), MemoryCache()
    kernel._cache = cache
    assert kernel(5) == 15
    return cache


def test_a_dispatcher_asks_its_cache_and_stores_in_it(compiled):
    name = "numba.core.dispatcher.Dispatcher._cache"

    need(compiled.loads == [(numba.int64,)], name, "is asked for each overload")
    need(compiled.saved is not None, name, "gets each compiled overload")


def test_a_stored_overload_runs_without_compiling(compiled):
    starts = Starts()
    kernel = numba.njit(triple)
    kernel._cache = compiled

    with numba.core.event.install_listener("numba:compile", starts):
        answer = kernel(7)

    name = "numba.core.compiler.CompileResult._rebuild"
    need(answer == 21, name, "restores what _reduce keeps")
    need(starts.count == 0, name, "makes compiling needless")


def test_a_compilation_is_announced():
    starts = Starts()

    with numba.core.event.install_listener("numba:compile", starts):
        numba.njit(triple)(2)

    need(starts.count == 1, "numba.core.event", 'announces "numba:compile"')


def test_a_result_shows_whether_it_can_be_stored(compiled):
    result = compiled.result
    name = "numba.core.compiler.CompileResult"

    need(list(result.lifted) == [], name, "lists lifted loops")
    need(result.library.has_dynamic_globals is False, name, "marks addresses in code")


def test_code_names_its_processor(compiled):
    found = compiled.result.codegen.magic_tuple()
    name = "numba.core.codegen.CPUCodegen.magic_tuple"

    need(len(found) == 3, name, "returns platform, processor and features")
    need(all(isinstance(part, str) for part in found), name, "returns texts")


def test_a_signature_has_arguments_and_result():
    name = "numba.core.sigutils.normalize_signature"

    arguments, result = find(name)((numba.int64, numba.float64[::1]))

    need(arguments == (numba.int64, numba.float64[::1]), name, "returns arguments")
    need(result is None, name, "returns the result's type, if known")


def make_closure(number):
    return lambda x: number * x


def test_closures_are_pickled():
    name = "numba.core.serialize.dumps"

    restored = pickle.loads(find(name)(make_closure(4)))

    need(restored(5) == 20, name, "pickles functions with their cells")


def exchange(one, other, times):
    for _ in range(times):
        one, other = other, one
    return one[0]


def llvm_of(options):
    kernel = numba.njit(**options)(exchange)
    kernel(np.ones(3), np.zeros(3), 2)
    return next(iter(kernel.inspect_llvm().values()))


def test_kernels_can_be_compiled_without_reference_counts():
    name = "the option _nrt of numba.njit"

    assert "@NRT_incref" in llvm_of({})
    need("@NRT_incref" not in llvm_of({"_nrt": False}), name, "removes the counts")


def test_a_kernel_without_reference_counts_creates_no_array():
    kernel = numba.njit(_nrt=False)(lambda: np.zeros(3).sum())

    with pytest.raises(numba.core.errors.NumbaError):
        kernel()


@functools.cache
def attributes_of(forceinline):
    kernel = numba.njit(forceinline=forceinline)(triple)
    kernel(2)
    return next(iter(kernel.inspect_llvm().values()))


def test_a_kernel_can_be_compiled_into_its_callers():
    name = "the option forceinline of numba.njit"

    assert "alwaysinline" not in attributes_of(False)
    need("alwaysinline" in attributes_of(True), name, "marks the function for LLVM")


@pytest.mark.processes
def test_the_processor_can_be_chosen_before_compiling():
    code = (
        "import numba\n"
        "numba.config.CPU_NAME, numba.config.CPU_FEATURES = 'generic', ''\n"
        "kernel = numba.njit(lambda: 1)\n"
        "kernel()\n"
        "result = next(iter(kernel.overloads.values()))\n"
        "print(*result.codegen.magic_tuple()[1:])\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    need(done.stdout.split() == ["generic"], "numba.config.CPU_NAME", "sets the target")


@pytest.mark.parametrize(
    ("owner", "attributes"),
    [
        ("numba.core.base.BaseContext", "get_abi_sizeof refresh get_dummy_value"),
        (
            "numba.core.pythonapi.PythonAPI",
            "object_getattr_string long_as_ulonglong long_as_longlong err_occurred",
        ),
        ("numba.core.cgutils", "create_struct_proxy is_not_null"),
        ("numba.core.datamodel.models.StructModel", "as_data load_from_data_pointer"),
    ],
)
def test_code_generators_have_what_tables_of_tuples_need(owner, attributes):
    for attribute in attributes.split():
        need(hasattr(find(owner), attribute), owner, f"has {attribute}")


class Named:
    """A value that names its own type."""

    _numba_type_ = numba.types.intp


def test_a_value_can_name_its_own_type():
    need(numba.typeof(Named()) == numba.intp, "numba.typeof", "asks _numba_type_")


@pytest.mark.parametrize(
    ("owner", "attributes"),
    [
        (
            "numba.core.codegen.JITCodeLibrary",
            "add_ir_module add_linking_library finalize enable_object_caching "
            "_optimize_functions _optimize_final_module _get_module_for_linking "
            "_finalize_dynamic_globals _finalize_final_module _ensure_finalized",
        ),
        (
            "numba.core.codegen.CPUCodegen",
            "_pass_builder _module_pass_manager target_data",
        ),
        (
            "numba.core.cpu.CPUContext",
            "create_cpython_wrapper get_executable subtarget",
        ),
        (
            "numba.core.dispatcher._FunctionCompiler",
            "_compile_core fold_argument_types compile",
        ),
        ("numba.core.typing.context.Context", "insert_global _remove_global"),
        (
            "numba.core.compiler.CompileResult",
            "_replace _find_referenced_environments",
        ),
        ("numba.core.codegen.RuntimeLinker", "PREFIX"),
    ],
)
def test_the_compiler_has_what_bodies_and_entries_need(owner, attributes):
    for attribute in attributes.split():
        need(hasattr(find(owner), attribute), owner, f"has {attribute}")
