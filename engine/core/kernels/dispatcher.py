"""Dispatcher of kernels: a body for the kernels that call it, an entry for Python.

A kernel is compiled to a *body* when another kernel calls it, and to a body and an
*entry* when Python does; see ``libraries``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numba import types
from numba.core import compiler
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import CPUDispatcher

from engine.core.kernels.libraries import BodyLibrary, EntryLibrary

Options = Mapping[str, Any]
"""Numba's options of a kernel by their names."""

Types = tuple[types.Type, ...]
"""Types of arguments."""


def widen(kind: types.Type) -> types.Type:
    """Return the type of a kernel's argument for a value of type ``kind``.

    Signed integers are passed as int64: they mean the same, and a body for each size of
    integer would be compiled in vain. Unsigned ones are masks, whose size matters.
    """
    plain: types.Type = types.unliteral(kind)
    return types.int64 if plain in types.signed_domain else plain


class _BodyCompiler(_FunctionCompiler):  # type: ignore[misc]
    """Compiler of a kernel into a ``BodyLibrary``."""

    def fold_argument_types(self, args: Types, kws: Mapping[str, types.Type]) -> Any:
        """Return the signature of the function and the types of its arguments."""
        signature, folded = super().fold_argument_types(args, kws)
        return signature, tuple(map(widen, folded))

    def _compile_core(self, args: Types, return_type: Any) -> Any:
        flags: Any = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        context = self.targetdescr.target_context
        library = BodyLibrary(
            context.codegen(), self.py_func.__qualname__, is_fast=bool(flags.fastmath)
        )
        return compiler.compile_extra(
            self.targetdescr.typing_context,
            context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=library,
        )


class _Body(CPUDispatcher):
    """Bodies of a kernel by the types of their arguments."""

    def __init__(self, function: Callable[..., Any], options: Options) -> None:
        super().__init__(function, targetoptions=dict(options))
        self._compiler = _BodyCompiler(
            function, self.targetdescr, self.targetoptions, {}, compiler.Compiler
        )

    def add_overload(self, cres: Any) -> None:
        """Let kernels call a body; it has no address that Python could call."""
        cres = cres._replace(entry_point=object())
        self.overloads[tuple(cres.signature.args)] = cres
        self.targetctx.insert_user_function(
            cres.entry_point, cres.fndesc, [cres.library]
        )


class _EntryCompiler(_FunctionCompiler):  # type: ignore[misc]
    """Compiler of a kernel's entries, around its bodies."""

    def __init__(self, body: _Body) -> None:
        super().__init__(
            body.py_func, body.targetdescr, body.targetoptions, {}, compiler.Compiler
        )
        self._body = body

    def _compile_core(self, args: Types, _return_type: Any) -> Any:
        self._body.compile(args)
        body: Any = self._body.overloads[args]
        context = self.targetdescr.target_context.subtarget(
            enable_nrt=self.targetoptions["_nrt"]
        )
        name = self.py_func.__qualname__
        library = EntryLibrary(context.codegen(), name, body.library)
        parts = (library, body.fndesc, body.environment)
        with context.push_code_library(library):
            context.create_cpython_wrapper(
                *parts, body.call_helper, release_gil=self.targetoptions["nogil"]
            )
        call = context.get_executable(*parts)
        entry = body._replace(entry_point=call, library=library, metadata={})
        for environment in entry._find_referenced_environments():
            library.codegen.set_env(environment.env_name, environment)
        return entry


class Kernel(CPUDispatcher):
    """Compiled function that Python and other kernels call.

    Args:
        function: The function.
        options: Options of the compiler; ``_nrt`` and ``nogil`` are required.
    """

    def __init__(self, function: Callable[..., Any], options: Options) -> None:
        super().__init__(function, targetoptions=dict(options))
        self._body = _Body(function, options)
        self._compiler = _EntryCompiler(self._body)
        self.typingctx._remove_global(self)
        self.typingctx.insert_global(self, self._numba_type_)

    @property
    def _numba_type_(self) -> Any:
        """The type of this kernel in others, which see its bodies."""
        return types.Dispatcher(self._body)
