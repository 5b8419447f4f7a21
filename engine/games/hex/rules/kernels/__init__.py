"""The compiled state of Hex, its fast twin.

Whoever imports one module gets both, so that the type of the state has all its kernels:
the name of a cached kernel depends on the modules that implement them.
"""

from engine.games.hex.rules.kernels import playout, state

__all__ = ["playout", "state"]
