"""Generator of the window's sounds: ``python build_spec/make_sounds.py``.

A stone on wood is a burst of noise that sets a few short resonances ringing; the other
sounds are soft tones, each with its octave and a quick, round beginning. The output
is in ``resources/sounds``; every run makes the same bytes.
"""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float64]

RATE = 22_050
"""Samples per second; wood has little energy above 10 kHz."""

FOLDER = Path(__file__).resolve().parents[1] / "resources" / "sounds"

PEAK = {"stone": 0.5, "choice": 0.3, "low_time": 0.3, "over": 0.35, "error": 0.3}
"""Peak amplitude by sound, of 1: quieter than most programs."""

FADE_SECONDS = 0.01
"""Duration of the fade-out, which avoids a click."""


def main() -> None:
    """Write every sound."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    sounds = {
        "stone": stone(),
        "choice": mixed((0.0, tone(523.25, 0.22)), (0.09, tone(659.26, 0.3))),
        "low_time": mixed((0.0, tone(880.0, 0.1)), (0.14, tone(880.0, 0.14))),
        "over": mixed(
            (0.08, tone(392.0, 0.25)),
            (0.18, tone(493.88, 0.25)),
            (0.28, tone(587.33, 0.38)),
        ),
        "error": mixed((0.0, tone(196.0, 0.18)), (0.1, tone(174.61, 0.22))),
    }
    for name, samples in sounds.items():
        write(name, samples)


def stone() -> Samples:
    """Return the click of a stone on a wooden board.

    The resonances stand in no simple ratio, as those of a slab do; the higher ones
    die out sooner.
    """
    time = moments(0.16)
    noise = np.random.default_rng(7).normal(size=time.size) * np.exp(-time / 0.0012)
    click = np.convolve(noise, np.hanning(9) / np.hanning(9).sum(), mode="same")
    made: Samples = 0.9 * click / np.abs(click).max()
    for hertz, loudness, seconds in (
        (310.0, 0.5, 0.030),
        (1130.0, 1.0, 0.016),
        (2270.0, 0.55, 0.010),
        (3890.0, 0.25, 0.006),
    ):
        ring = np.sin(2 * np.pi * hertz * time) * np.exp(-time / seconds)
        made += loudness * ring
    return made


def tone(hertz: float, seconds: float) -> Samples:
    """Return a soft tone that decays within ``seconds``."""
    time = moments(seconds)
    swell = 1 - np.exp(-time / 0.006)
    body = np.sin(2 * np.pi * hertz * time) + 0.25 * np.sin(4 * np.pi * hertz * time)
    return np.asarray(body * swell * np.exp(-4.5 * time / seconds))


def mixed(*parts: tuple[float, Samples]) -> Samples:
    """Return the mix of sounds, each with its start in seconds."""
    starts = [round(start * RATE) for start, _ in parts]
    ends = [at + part.size for at, (_, part) in zip(starts, parts, strict=True)]
    made = np.zeros(max(ends))
    for at, (_, part) in zip(starts, parts, strict=True):
        made[at : at + part.size] += part
    return made


def moments(seconds: float) -> Samples:
    """Return the times of all samples."""
    return np.arange(round(seconds * RATE)) / RATE


def write(name: str, samples: Samples) -> None:
    """Write a sound with 16 bits per sample."""
    fade = np.ones(samples.size)
    length = round(FADE_SECONDS * RATE)
    fade[-length:] = np.linspace(1, 0, length)
    level = PEAK[name] / np.abs(samples * fade).max()
    data = np.round(samples * fade * level * 32767).astype("<i2")
    with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data.tobytes())


if __name__ == "__main__":
    main()
