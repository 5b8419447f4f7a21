"""Settings of network evaluators."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.errors import NetError
from engine.core.message import Message
from engine.search.runtimes import RUNTIMES, Runtime


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatorSettings:
    """Settings of the evaluation of a network."""

    threads: int | None = None
    """Threads of the arithmetic. ``None`` leaves torch's number alone, and is one for
    each core in ONNX Runtime. In torch the number is that of the whole process."""

    runtime: Runtime | None = None
    """Library and precision; ``None`` selects the fastest one on this machine."""

    device: str | None = None
    """``"cpu"`` or ``"cuda"``, for torch; ``None`` selects CUDA if it is available."""

    traced: bool = True
    """Whether torch traces graphs on a CPU: faster, but their memory is never freed."""

    def __post_init__(self) -> None:
        if self.runtime is not None and self.runtime not in RUNTIMES:
            raise NetError(
                Message(
                    "Expected an evaluator among {known}, got {name!r}.",
                    known=RUNTIMES,
                    name=self.runtime,
                )
            )
