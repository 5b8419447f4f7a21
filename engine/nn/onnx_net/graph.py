"""ONNX models as bytes, built node by node.

The format is Protocol Buffers. A network needs about twenty of its fields, so the
program does not need the package ``onnx``.
Source: the file ``onnx.proto`` of the ONNX standard, IR version 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

IR_VERSION = 8
OPERATOR_SET = 17
"""Versions of the format and of the operator set, from 2022."""

TYPES = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7}
"""Codes of the element types of tensors."""

BATCH = "batch"
"""Name of the batch dimension, whose size may differ in each call."""

Shape = Sequence[int | str]
Attribute = int | Sequence[int]

_VARINT, _BYTES = 0, 2
"""Wire types of Protocol Buffers: an integer, and data with a length."""

_INT, _INTS = 2, 7
"""Codes of attribute types."""

_SEVEN_BITS = 7


class OnnxGraph:
    """Builder of a model: each method adds one part and returns the tensor's name."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._constants: list[bytes] = []
        self._inputs: list[bytes] = []
        self._outputs: list[bytes] = []
        self._count = 0

    def input(self, name: str, dtype: str, shape: Shape) -> str:
        """Add an input."""
        self._inputs.append(_value_info(name, dtype, shape))
        return name

    def output(self, name: str, dtype: str, shape: Shape) -> None:
        """Make a tensor an output."""
        self._outputs.append(_value_info(name, dtype, shape))

    def constant(self, array: npt.NDArray[Any]) -> str:
        """Add a constant tensor; its type is a key of ``TYPES``."""
        name = self._new_name("constant")
        little = array.astype(array.dtype.newbyteorder("<"))
        self._constants.append(
            b"".join(_integer(1, size) for size in array.shape)
            + _integer(2, TYPES[array.dtype.name])
            + _text(8, name)
            + _message(9, little.tobytes())
        )
        return name

    def node(self, operator: str, *inputs: str, **attributes: Attribute) -> str:
        """Add an operator of the standard set with one output."""
        name = self._new_name(operator)
        self._nodes.append(
            b"".join(_text(1, given) for given in inputs)
            + _text(2, name)
            + _text(3, name)
            + _text(4, operator)
            + b"".join(
                _message(5, _attribute(key, value)) for key, value in attributes.items()
            )
        )
        return name

    def to_bytes(self) -> bytes:
        """Return the serialised model."""
        graph = (
            b"".join(_message(1, node) for node in self._nodes)
            + _text(2, "network")
            + b"".join(_message(5, constant) for constant in self._constants)
            + b"".join(_message(11, given) for given in self._inputs)
            + b"".join(_message(12, wanted) for wanted in self._outputs)
        )
        operators = _text(1, "") + _integer(2, OPERATOR_SET)
        return _integer(1, IR_VERSION) + _message(7, graph) + _message(8, operators)

    def _new_name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}_{self._count}"


def _attribute(name: str, value: Attribute) -> bytes:
    if isinstance(value, int):
        return _text(1, name) + _integer(3, value) + _integer(20, _INT)
    numbers = b"".join(_integer(8, number) for number in value)
    return _text(1, name) + numbers + _integer(20, _INTS)


def _value_info(name: str, dtype: str, shape: Shape) -> bytes:
    sizes = b"".join(
        _message(1, _text(2, size) if isinstance(size, str) else _integer(1, size))
        for size in shape
    )
    tensor = _integer(1, TYPES[dtype]) + _message(2, sizes)
    return _text(1, name) + _message(2, _message(1, tensor))


def _text(field: int, text: str) -> bytes:
    return _message(field, text.encode())


def _message(field: int, content: bytes) -> bytes:
    return _key(field, _BYTES) + _varint(len(content)) + content


def _integer(field: int, number: int) -> bytes:
    return _key(field, _VARINT) + _varint(number)


def _key(field: int, kind: int) -> bytes:
    return _varint(field << 3 | kind)


def _varint(number: int) -> bytes:
    """Return an integer in groups of seven bits, the lowest first."""
    number &= (1 << 64) - 1
    found = bytearray()
    while number >> _SEVEN_BITS:
        found.append(number & 0x7F | 0x80)
        number >>= _SEVEN_BITS
    found.append(number)
    return bytes(found)
