"""Rounded layers beside exact ones."""

import numpy as np
import pytest

onnxruntime = pytest.importorskip("onnxruntime")

from engine.nn.onnx_net.layers import ActivationStatistics, Layers  # noqa: E402

CHANNELS, SIDE = 6, 5

COARSE = 4
"""Bits of a weight, few enough for errors that are easy to see."""


def weights():
    rng = np.random.default_rng(5)
    return {
        "layer.weight": rng.normal(size=(CHANNELS, CHANNELS, 1, 1)).astype(np.float32),
        "layer.bias": rng.normal(size=CHANNELS).astype(np.float32),
    }


def given():
    """Return features of channels with different means, ``[B, C, H, W]``."""
    rng = np.random.default_rng(6)
    levels = np.linspace(0.1, 0.9, CHANNELS)[:, np.newaxis, np.newaxis]
    chosen = rng.random((64, CHANNELS, SIDE, SIDE)) < levels
    return chosen.astype(np.float32)


def mean_outputs(statistics):
    """Return the mean of each channel after a layer that reads bytes, or exact."""
    layers = Layers(weights(), statistics=statistics, weight_bits=COARSE)
    graph = layers.graph
    features = graph.input("features", "float32", ("batch", CHANNELS, SIDE, SIDE))
    read = layers.activation(features)
    graph.output(
        layers.conv(read, "layer", (CHANNELS, CHANNELS, 1)),
        "float32",
        ("batch", CHANNELS, SIDE, SIDE),
    )
    session = onnxruntime.InferenceSession(graph.to_bytes())
    (found,) = session.run(None, {"features": given()})
    return found.mean(axis=(0, 2, 3))


def test_the_bias_takes_back_what_rounded_weights_shift():
    exact = mean_outputs(None)
    means = given().mean(axis=(0, 2, 3))

    corrected, uncorrected = (
        mean_outputs([ActivationStatistics(largest=1.0, means=known)])
        for known in (means, np.zeros_like(means))
    )

    assert np.abs(uncorrected - exact).max() > 0.05
    assert np.allclose(corrected, exact, atol=0.01)
