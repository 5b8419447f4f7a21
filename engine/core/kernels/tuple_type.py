"""Numba type of the named tuples that kernels take: an address instead of all fields.

Numba passes a tuple field by field, seven words for each array. A search hands more
than a hundred of them from kernel to kernel, and each call and each field read becomes
hundreds of instructions to compile and to run. Here a tuple is the address of a block
with its fields. Nobody writes a block while a kernel runs: the compiler may keep what
it has read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.typeof import typeof_impl
from numba.extending import (
    NativeValue,
    lower_builtin,
    lower_getattr_generic,
    register_model,
    unbox,
)


class NamedTupleType(types.NamedTuple):
    """Type of a named tuple, by its class and the types of its fields.

    Its name is short: the names of compiled functions contain it.
    """

    def __init__(self, fields: tuple[types.Type, ...], cls: type) -> None:
        super().__init__(fields, cls)
        digest = hashlib.sha256(self.name.encode()).hexdigest()[:12]
        self.name = f"{cls.__name__}_{digest}"


_typeof_tuple: Callable[..., Any] = typeof_impl.dispatch(tuple)


@typeof_impl.register(tuple)
def _typeof(value: tuple[Any, ...], context: Any) -> types.Type | None:
    found: Any = _typeof_tuple(value, context)
    is_named = isinstance(found, types.BaseNamedTuple)
    return NamedTupleType(tuple(found), type(value)) if is_named else found


@register_model(NamedTupleType)
class _BlockModel(models.DataModel):
    """Data model of a tuple: the address of its block. Inside a block, a block."""

    def __init__(self, manager: Any, kind: NamedTupleType) -> None:
        super().__init__(manager, kind)
        self._fields = [manager.lookup(field) for field in kind]
        self._block = ir.LiteralStructType([_stored_type(f) for f in self._fields])

    def get_value_type(self) -> ir.Type:
        return self._block.as_pointer()

    def get_data_type(self) -> ir.Type:
        return self._block

    def get_argument_type(self) -> ir.Type:
        return self.get_value_type()

    def get_return_type(self) -> ir.Type:
        return self.get_value_type()

    def as_return(self, builder: Any, value: Any) -> Any:
        return value

    def from_return(self, builder: Any, value: Any) -> Any:
        return value

    def as_argument(self, builder: Any, value: Any) -> Any:
        return value

    def from_argument(self, builder: Any, value: Any) -> Any:
        return value

    def as_data(self, builder: Any, value: Any) -> Any:
        return builder.load(value)

    def load_from_data_pointer(self, builder: Any, ptr: Any, align: Any = None) -> Any:
        return ptr

    def traverse(self, builder: Any) -> list[Any]:
        return []

    def inner_models(self) -> list[Any]:
        return self._fields


def _stored_type(model: models.DataModel) -> ir.Type:
    """Return the type of a field in a block; a record stays where it is."""
    is_record = isinstance(model, models.RecordModel)
    return model.get_value_type() if is_record else model.get_data_type()


@lower_getattr_generic(NamedTupleType)
def _get_field(
    context: Any, builder: Any, kind: NamedTupleType, value: Any, name: str
) -> Any:
    return _load_field(context, builder, kind, value, kind.fields.index(name))


@lower_builtin("static_getitem", NamedTupleType, types.IntegerLiteral)
def _get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, index = signature.args
    return _load_field(context, builder, kind, arguments[0], index.literal_value)


def _load_field(
    context: Any, builder: Any, kind: NamedTupleType, value: Any, index: int
) -> Any:
    field = kind[index]
    place = cgutils.gep_inbounds(builder, value, 0, index)
    if isinstance(field, NamedTupleType):
        return place
    if isinstance(field, types.Array) and field.layout == "C":
        loaded = _load_array(context, builder, field, place)
    elif isinstance(field, types.Record):
        loaded = _load(builder, place)
    else:
        model = context.data_model_manager[field]
        loaded = model.from_data(builder, _load(builder, place))
    return impl_ret_borrowed(context, builder, field, loaded)


def _load(builder: Any, place: Any) -> Any:
    """Load from a block, word by word: LLVM forgets that an aggregate is constant."""
    kind = place.type.pointee
    if not isinstance(kind, ir.Aggregate):
        loaded = builder.load(place)
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded
    whole = ir.Constant(kind, ir.Undefined)
    for index in range(len(kind)):
        part = _load(builder, cgutils.gep_inbounds(builder, place, 0, index))
        whole = builder.insert_value(whole, part, index)
    return whole


def _load_array(context: Any, builder: Any, kind: types.Array, place: Any) -> Any:
    """Load the address and the shape of an array; the other words follow from these."""
    array = context.make_array(kind)(context, builder)

    def load(name: str) -> Any:
        index = array._datamodel.get_field_position(name)
        return _load(builder, cgutils.gep_inbounds(builder, place, 0, index))

    for name in ("meminfo", "parent"):
        nothing = cgutils.get_null_value(getattr(array, name).type)
        setattr(array, name, load(name) if context.enable_nrt else nothing)
    array.data, array.shape = load("data"), load("shape")
    item = context.get_data_type(kind.dtype)
    size = array.itemsize = context.get_constant(
        types.intp, context.get_abi_sizeof(item)
    )
    items = context.get_constant(types.intp, 1)
    strides: list[Any] = []
    for length in reversed(cgutils.unpack_tuple(builder, array.shape)):
        strides.insert(0, builder.mul(items, size))
        items = builder.mul(items, length)
    array.nitems, array.strides = items, cgutils.pack_array(builder, strides)
    return array._getvalue()


@unbox(NamedTupleType)
def _unbox(kind: NamedTupleType, value: Any, tools: Any) -> NativeValue:
    """Fill a block of the calling wrapper with the fields of a tuple."""
    builder, manager = tools.builder, tools.context.data_model_manager
    block = cgutils.alloca_once(builder, manager[kind].get_data_type())
    has_failed, cleanups = cgutils.false_bit, []
    for index, field in enumerate(kind):
        native = tools.unbox(field, tools.pyapi.tuple_getitem(value, index))
        is_record = isinstance(field, types.Record)
        model = manager[field]
        stored = native.value if is_record else model.as_data(builder, native.value)
        builder.store(stored, cgutils.gep_inbounds(builder, block, 0, index))
        has_failed = builder.or_(has_failed, native.is_error)
        if native.cleanup is not None:
            cleanups.append(native.cleanup)

    def clean_up() -> None:
        for cleanup in reversed(cleanups):
            cleanup()

    return NativeValue(block, is_error=has_failed, cleanup=clean_up)
