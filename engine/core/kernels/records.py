"""Arrays of records: named fields in place of numbered columns.

A kernel reads and writes a field as an attribute, ``tree.edges[edge].visits``. Scalars
that a kernel changes are fields of one record, ``state.info[0].ply``.

In plain Python only NumPy's record arrays have such attributes. Passing one to a kernel
takes 0.2 µs more than a plain array, which compiled searches therefore use.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt


def new_records(shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return zeroed records whose fields are attributes in kernels.

    Args:
        shape: Shape of the array.
        dtype: A structured type, aligned like a structure of C.
    """
    return as_records(np.zeros(shape, dtype))


def as_records(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array whose fields are attributes in kernels; it shares its memory."""
    is_compiled = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
    return array if is_compiled else with_attributes(array)


def with_attributes(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array whose fields are attributes in kernels and in plain Python.

    Raises:
        TypeError: A field has the name of an attribute of NumPy's records, such as
            ``size``, which would hide it.
    """
    for name in array.dtype.names or ():
        if hasattr(np.record, name):
            raise TypeError(
                f"Expected a field name that NumPy leaves free, got {name!r}."
            )
    return array.view(np.recarray)
