"""Implementations of generic kernels, by the class of their first argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import typeof, types
from numba.core.typing.templates import AbstractTemplate, Signature, infer_global

Kernel = Callable[..., Any]
_implementations: dict[Kernel, dict[type, Kernel]] = {}


def make_generic(function: Kernel) -> None:
    """Let kernels call ``function`` by the class of its first argument, a tuple."""
    by_class: dict[type, Kernel] = {}
    _implementations[function] = by_class

    class _ByClass(AbstractTemplate):
        """Numba's look-up of the implementation for the types of a call."""

        key = function

        def generic(self, arguments: Any, keywords: Any) -> Signature | None:
            """Return the signature of the implementation, compiled for the types."""
            kernel = by_class.get(getattr(arguments[0], "instance_class", type(None)))
            if kernel is None:
                return None
            return typeof(kernel).get_call_type(self.context, arguments, keywords)

        def get_impl_key(self, signature: Signature) -> Any:
            """Return the key of the compiled code for a signature of ``generic``."""
            kernel = by_class[signature.args[0].instance_class]
            return typeof(kernel).get_impl_key(signature)

    infer_global(function, types.Function(_ByClass))


def implement(function: Kernel, cls: type, kernel: Kernel) -> None:
    """Call ``kernel`` wherever kernels call ``function`` with an object of ``cls``."""
    _implementations[function][cls] = kernel


def implementing_modules(cls: type) -> frozenset[str]:
    """Return the names of the modules that implement functions for ``cls``."""
    found = (by_class.get(cls) for by_class in _implementations.values())
    return frozenset(kernel.__module__ for kernel in found if kernel is not None)
