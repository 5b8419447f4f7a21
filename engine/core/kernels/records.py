"""Arrays of records: named fields in place of numbered columns.

A kernel reads and writes a field as an attribute, ``tree.edges[edge].visits``. Scalars
that a kernel changes are fields of one record, ``state.info[0].ply``. NumPy offers
attributes for record arrays alone, which are slower to pass to a kernel; they replace
plain arrays only without a compiler.
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
    return with_attributes(np.zeros(shape, dtype))


def with_attributes(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array whose fields, if it has any, are attributes in kernels.

    The result shares the memory of ``array``.
    """
    is_compiled = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
    if is_compiled or array.dtype.names is None:
        return array
    return array.view(np.recarray)
