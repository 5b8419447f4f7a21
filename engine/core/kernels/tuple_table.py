"""Tables of tuples of arrays, for kernels that work on many of them in turn.

A typed list of numba counts a reference to each array of an entry that is read: dozens
of atomic additions across the memory. An entry of a table is the block of addresses and
sizes that a kernel takes for the tuple, and reading it copies that block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    register_model,
    unbox,
)

from engine.core.kernels.jit import njit_lean as njit

Intrinsic = tuple[Any, Callable[..., Any]]
"""A signature, and its code generator."""


class TupleTableType(types.Type):
    """Numba type of a table, by the type of its entries."""

    def __init__(self, entry: types.Type) -> None:
        self.entry = entry
        super().__init__(name=f"TupleTable({entry})")


@register_model(TupleTableType)
class _TupleTableModel(models.StructModel):
    """Data model of a table in a kernel: address of its data, bytes of an entry."""

    def __init__(self, manager: Any, table: TupleTableType) -> None:
        members = [("address", types.voidptr), ("entry_bytes", types.intp)]
        super().__init__(manager, table, members)


class TupleTable:
    """Tuples of arrays, all of one type, that kernels read by ``get_entry``.

    The arrays live as long as the table; an entry may be replaced.

    Args:
        entries: One or more.

    Raises:
        TypeError: They are of several types.
    """

    def __init__(self, entries: Sequence[Any]) -> None:
        self._entries = list(entries)
        self._numba_type_ = TupleTableType(numba.typeof(self._entries[0]))
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return
        self.entry_bytes = int(_measure_entry(self._entries[0]))
        self._memory = np.zeros(len(self._entries) * self.entry_bytes, np.uint8)
        self.address = self._memory.ctypes.data
        for index, entry in enumerate(self._entries):
            self[index] = entry

    def __getitem__(self, index: int) -> Any:
        return self._entries[index]

    def __setitem__(self, index: int, entry: Any) -> None:
        if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            try:
                _set_entry(self, index, entry)
            except TypingError:
                raise TypeError(
                    f"Expected an entry of type {self._numba_type_.entry}, "
                    f"got {numba.typeof(entry)}."
                ) from None
        self._entries[index] = entry


def get_entry(table: TupleTable, index: int) -> Any:
    """Return an entry of a table; ``index`` is not checked in kernels."""
    return table[index]


@overload(get_entry)
def _get_entry(table: types.Type, index: types.Type) -> Callable[..., Any] | None:
    if not isinstance(table, TupleTableType):
        return None

    def load(table: types.Type, index: types.Type) -> Any:  # annotated as above
        return _load(table, index)  # type: ignore[call-arg]

    return load


@unbox(TupleTableType)
def _unbox_table(table_type: TupleTableType, table: Any, context: Any) -> NativeValue:
    members = cgutils.create_struct_proxy(table_type)(context.context, context.builder)
    api = context.pyapi
    address = api.object_getattr_string(table, "address")
    entry_bytes = api.object_getattr_string(table, "entry_bytes")
    members.address = context.builder.inttoptr(
        api.long_as_ulonglong(address), members.address.type
    )
    members.entry_bytes = api.long_as_longlong(entry_bytes)
    api.decref(address)
    api.decref(entry_bytes)
    has_failed = cgutils.is_not_null(context.builder, api.err_occurred())
    return NativeValue(members._getvalue(), is_error=has_failed)


def _locate_entry(
    context: Any, builder: Any, table_type: TupleTableType, table: Any, index: Any
) -> tuple[Any, Any]:
    """Return the data model and the address of an entry."""
    members = cgutils.create_struct_proxy(table_type)(context, builder, value=table)
    start = builder.mul(index, members.entry_bytes)
    model = context.data_model_manager[table_type.entry]
    pointer = model.get_data_type().as_pointer()
    return model, builder.bitcast(builder.gep(members.address, [start]), pointer)


@intrinsic
def _load(_typing: Any, table: TupleTableType, _index: types.Type) -> Intrinsic:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        model, place = _locate_entry(context, builder, signature.args[0], *values)
        return model.load_from_data_pointer(builder, place)

    return table.entry(table, types.intp), generate


@intrinsic
def _store(
    _typing: Any, table: TupleTableType, _index: types.Type, entry: types.Type
) -> Intrinsic:
    if entry != table.entry:
        raise TypingError("not an entry of this table")

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        model, place = _locate_entry(context, builder, signature.args[0], *values[:2])
        builder.store(model.as_data(builder, values[2]), place)
        return context.get_dummy_value()

    return types.void(table, types.intp, entry), generate


@intrinsic
def _size_of(_typing: Any, entry: types.Type) -> Intrinsic:
    def generate(context: Any, _builder: Any, signature: Any, _values: Any) -> Any:
        model = context.data_model_manager[signature.args[0]]
        size = context.get_abi_sizeof(model.get_data_type())
        return context.get_constant(types.intp, size)

    return types.intp(entry), generate


@njit()
def _set_entry(table, index, entry):
    _store(table, index, entry)


@njit()
def _measure_entry(entry):
    return _size_of(entry)
