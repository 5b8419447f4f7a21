"""Weights of the small network for Hex boards."""

from __future__ import annotations

from functools import cache

import numpy as np
from safetensors.numpy import load_file

from engine.core.files.paths import resources
from engine.games.hex.evaluation.kernels.network import NetworkWeights


@cache
def load_network_weights() -> NetworkWeights:
    """Return the weights that the program ships with."""
    weights = load_file(resources() / "values" / "hex.safetensors")
    return NetworkWeights(*(np.array(weights[name]) for name in NetworkWeights._fields))
