"""Evaluator of a network by ONNX Runtime, in float32 or in int8.

It builds one model in memory for each board size, in a few hundredths of a second. For
int8 it first measures activations on random positions, once.
"""

from __future__ import annotations

import platform
from threading import Lock

import numpy as np
import numpy.typing as npt
import onnxruntime
from llvmlite import binding

from engine.core.game import GameSetup
from engine.nn.common.encoding import Planes
from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.common.net_info import NetInfo
from engine.nn.common.plane_evaluator import PlaneEvaluator
from engine.nn.common.weights_file import Weights
from engine.nn.onnx_net.layers import ActivationStatistics, Layers, padded_channels
from engine.nn.onnx_net.networks import add_network
from engine.search.evaluation import NO_LAST_MOVE, LeafBatch, Values
from engine.search.runtimes import ONNX_INT8

CALIBRATION_POSITIONS = 128
"""Number of random positions for measuring activations."""

FULLEST_BOARD = 0.6
"""Largest share of cells with stones in these positions."""

COVERED = 0.95
"""Share of these positions whose activations are all in range; others are clipped.

Chosen among 0.5, 0.8, 0.95, 0.99 and 1; docs/benchmarks.md has the measurements.
"""

ERRORS_ONLY = 3
"""Lowest severity that ONNX Runtime logs."""


class OnnxEvaluator(PlaneEvaluator):
    """Evaluator that runs a network by ONNX Runtime.

    Args:
        weights: Weights by their names in a file; batch norms are folded.
        info: Description of the network.
        settings: Evaluator settings; the default runtime is int8.

    Raises:
        ValueError, TypeError: The weights do not fit the network.
    """

    def __init__(
        self,
        weights: Weights,
        info: NetInfo,
        settings: EvaluatorSettings | None = None,
    ) -> None:
        super().__init__(info)
        settings = settings or EvaluatorSettings()
        self._weights = weights
        self._threads = settings.threads or 0
        self._sessions: dict[tuple[int, ...], onnxruntime.InferenceSession] = {}
        self._lock = Lock()
        self._statistics: list[ActivationStatistics] | None = None
        setup = info.usual_setup()
        planes = self._calibration_planes(setup)
        if settings.runtime in {None, ONNX_INT8}:
            self._statistics = self._measure_activations(planes)
        self._session_for(planes)

    def run(self, planes: Planes) -> tuple[npt.NDArray[np.float32], Values]:
        """See ``PlaneEvaluator.run``."""
        given = planes if self._statistics is None else _as_bytes(planes)
        logits, values = self._session_for(planes).run(None, {"planes": given})
        return logits, values

    def _session_for(self, planes: Planes) -> onnxruntime.InferenceSession:
        shape = planes.shape[2:]
        with self._lock:
            session = self._sessions.get(shape)
            if session is None:
                layers = Layers(
                    self._weights,
                    statistics=self._statistics,
                    weight_bits=weight_bits(),
                )
                heads = add_network(layers, self._info, shape)
                session = self._new_session(layers.model(*heads))
                self._sessions[shape] = session
        return session

    def _measure_activations(self, planes: Planes) -> list[ActivationStatistics]:
        """Return the statistics of each activation, in the order of the layers."""
        layers = Layers(self._weights)
        add_network(layers, self._info, planes.shape[2:])
        session = self._new_session(layers.calibration_model())
        found = session.run(None, {"planes": planes})
        return [
            ActivationStatistics(
                largest=float(np.quantile(largest, COVERED)), means=means
            )
            for largest, means in zip(found[::2], found[1::2], strict=True)
        ]

    def _calibration_planes(self, setup: GameSetup) -> Planes:
        batch = random_positions(setup, CALIBRATION_POSITIONS)
        return self._encoding.encode(batch.rows(self._encoding.parts(batch)[0]))

    def _new_session(self, model: bytes) -> onnxruntime.InferenceSession:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        options.log_severity_level = ERRORS_ONLY
        # A thread that spins while waiting takes CPU time from the search.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        onnxruntime.disable_telemetry_events()
        return onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )


def random_positions(setup: GameSetup, count: int, *, seed: int = 0) -> LeafBatch:
    """Return positions with random stones of both sides.

    Args:
        setup: Game, size and rules.
        count: Number of positions.
        seed: Random seed.
    """
    rng = np.random.default_rng(seed)
    cells = np.zeros((count, setup.cell_count), np.int8)
    to_move = np.ones(count, np.int8)
    most = int(setup.cell_count * FULLEST_BOARD)
    for number, row in enumerate(cells):
        stones = int(rng.integers(most + 1))
        places = rng.choice(setup.cell_count, stones, replace=False)
        row[places[: stones // 2]] = 1
        row[places[stones // 2 :]] = 2
        to_move[number] = 1 + stones % 2
    return LeafBatch(
        setup=setup,
        cells=cells,
        to_move=to_move,
        last_move=np.full(count, NO_LAST_MOVE, np.int16),
        legal=cells == 0,
    )


def weight_bits() -> int:
    """Return the bits of a weight: 7 if sums of products could saturate, else 8.

    x86 processors without VNNI add two products in 16 bits.
    """
    if platform.machine() not in {"x86_64", "AMD64"}:
        return 8
    features = binding.get_host_cpu_features()
    has_vnni = features.get("avx512vnni", False) or features.get("avxvnni", False)
    return 8 if has_vnni else 7


def _as_bytes(planes: Planes) -> npt.NDArray[np.uint8]:
    """Return planes of zeros and ones as the input of an int8 model."""
    count, channels, rows, columns = planes.shape
    padded = np.zeros((count, padded_channels(channels), rows, columns), np.uint8)
    padded[:, :channels] = planes
    return padded
