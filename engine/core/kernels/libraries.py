"""Code of kernels: what Python calls is optimised once, with all that it reaches.

Numba optimises a kernel, links it into each caller and optimises all of that again: a
chain of ten kernels is optimised ten times, and each of them gets a wrapper for Python.
Here the *body* of a kernel stays as it was lowered. An *entry* is the wrapper of a
kernel that Python calls. It links all bodies that the kernel reaches and hides them, so
that the compiler may change them, and only then becomes machine code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakValueDictionary

from llvmlite import binding, ir
from numba.core.codegen import CodeLibrary, JITCodeLibrary, RuntimeLinker

from engine.core.processes.interrupts import held_interrupt

COUNTS_REFERENCES = "NRT_decref"
"""A function of every kernel that counts references to arrays."""


_defining: WeakValueDictionary[str, BodyLibrary] = WeakValueDictionary()
"""The body that defines a function, by the function's name."""


class BodyLibrary(JITCodeLibrary):
    """Code of one kernel as lowered, and the libraries that it calls.

    Args:
        codegen: Numba's code generator.
        name: Name of the kernel.
        is_fast: Whether the compiler may reorder its sums. Such a kernel is optimised
            by itself: its loops become vector code before they are inlined.
    """

    def __init__(self, codegen: Any, name: str, *, is_fast: bool = False) -> None:
        super().__init__(codegen, name)
        self._is_fast = is_fast

    def add_ir_module(self, ir_module: Any) -> None:
        """See ``CodeLibrary``.

        The tuples in the arguments are there whether they are read or not, so that
        reading them may move out of loops.
        """
        for function in ir_module.functions:
            if not function.is_declaration:
                _defining[function.name] = self
            for argument in function.args:
                block = getattr(argument.type, "pointee", None)
                if isinstance(block, ir.LiteralStructType):
                    size = block.get_abi_size(self._codegen.target_data)
                    argument.attributes.dereferenceable = size
        super().add_ir_module(ir_module)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Turn variables into values, which makes the code small; see the entry."""
        if self._is_fast:
            super()._optimize_functions(ll_module)
            return
        ll_module.data_layout = self._codegen._data_layout
        builder = self._codegen._pass_builder()
        passes = binding.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def add_linking_library(self, library: CodeLibrary) -> None:
        """See ``CodeLibrary``; the entry links the library."""
        library._ensure_finalized()
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """See ``CodeLibrary``; there is no machine code."""
        self._raise_if_finalized()
        if self._is_fast:
            self._optimize_with_callees()
        self._finalize_dynamic_globals()
        self._finalized = True

    def _optimize_with_callees(self) -> None:
        """Optimise this kernel; the callees in its module are copies."""
        module = self._final_module
        own = {f.name for f in module.functions if not f.is_declaration}
        for library in self.reached_libraries():
            if library is not self:
                module.link_in(library._get_module_for_linking(), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = binding.Linkage.linkonce_odr
        self._optimize_final_module()

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        return self._final_module

    def reached_libraries(self) -> Iterator[Any]:
        """Yield this library and all that its code reaches, each once."""
        seen: set[CodeLibrary] = set()
        waiting: list[CodeLibrary] = [self]
        while waiting:
            library = waiting.pop()
            if library in seen:
                continue
            seen.add(library)
            yield library
            if isinstance(library, BodyLibrary):
                waiting.extend(library._linking_libraries)
                recursive = _recursive_calls(library._final_module)
                waiting.extend(_defining[name] for name in recursive)


def _recursive_calls(module: Any) -> list[str]:
    """Return the functions that were being compiled while a module called them.

    The module reads their addresses from variables.
    """
    start = RuntimeLinker.PREFIX
    names = [variable.name for variable in module.global_variables]
    return [name.removeprefix(start) for name in names if name.startswith(start)]


class EntryLibrary(JITCodeLibrary):
    """Machine code of a kernel that Python calls, with all that it reaches.

    Args:
        codegen: Numba's code generator.
        name: Name of the kernel.
        body: Its body.
    """

    def __init__(self, codegen: Any, name: str, body: BodyLibrary) -> None:
        super().__init__(codegen, name)
        self._body = body
        self.enable_object_caching()

    def finalize(self) -> None:
        """See ``CodeLibrary``."""
        self._raise_if_finalized()
        module = self._final_module
        public = {function.name for function in module.functions}
        for library in self._body.reached_libraries():
            self._reload_init.update(library._reload_init)
            module.link_in(library._get_module_for_linking(), preserve=True)
        for name in _recursive_calls(module):
            variable = f'@"{RuntimeLinker.PREFIX}{name}" = constant ptr @"{name}"'
            known = binding.parse_assembly(f'declare void @"{name}"()\n{variable}')
            module.link_in(known)
        for function in module.functions:
            if not function.is_declaration and function.name not in public:
                function.linkage = binding.Linkage.internal
        self._optimize_final_module()
        module.verify()
        with held_interrupt():  # LLVM calls back, and Ctrl+C would be lost there
            self._finalize_final_module()

    def _optimize_final_module(self) -> None:
        functions = self._final_module.functions
        if any(function.name == COUNTS_REFERENCES for function in functions):
            super()._optimize_final_module()
            return
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _get_module_for_linking(self) -> Any:
        """Return a module with the public names and no code: nothing links an entry.

        The cache on disk keeps it beside the machine code, for the names in it.
        """
        self._ensure_finalized()
        if self._shared_module is None:
            module = self._final_module
            functions = [f for f in module.functions if _is_public(f)]
            variables = [v for v in module.global_variables if _is_public(v)]
            self._shared_module = binding.parse_assembly(
                "\n".join(
                    [f'define void @"{f.name}"() {{ ret void }}' for f in functions]
                    + [f'@"{v.name}" = global ptr null' for v in variables]
                )
            )
        return self._shared_module


def _is_public(symbol: Any) -> bool:
    """Return whether other code can find a function or variable of a module."""
    hidden = {binding.Linkage.internal, binding.Linkage.private}
    return not symbol.is_declaration and symbol.linkage not in hidden
