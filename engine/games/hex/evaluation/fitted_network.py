"""The weights of the network that looks at Hex boards."""

from __future__ import annotations

from functools import cache

import numpy as np
from safetensors.numpy import load_file

from engine.core.paths import resources
from engine.games.hex.evaluation.kernels.network import Net


@cache
def fitted_net() -> Net:
    """Return the weights that come with the program."""
    weights = load_file(resources() / "values" / "hex.safetensors")
    return Net(*(np.array(weights[name]) for name in Net._fields))
