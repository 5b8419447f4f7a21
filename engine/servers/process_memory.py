"""Resident size of this process: the physical memory that it uses."""

from __future__ import annotations

import sys
from pathlib import Path

STATUS = Path("/proc/self/status")
"""Linux: sizes in kilobytes, ``VmRSS`` now and ``VmHWM`` at most so far."""


def resident_bytes() -> int | None:
    """Return the resident size now; ``None`` where it is not known.

    On macOS it is the largest size so far.
    """
    return _sizes()[0]


def peak_resident_bytes() -> int | None:
    """Return the largest resident size so far; ``None`` where it is not known."""
    return _sizes()[1]


def _sizes() -> tuple[int | None, int | None]:
    """Return the current and the largest resident size."""
    if STATUS.exists():
        lines = STATUS.read_text(encoding="ascii", errors="replace").splitlines()
        values = dict(line.split(":", 1) for line in lines if ":" in line)
        now, most = (1024 * int(values[key].split()[0]) for key in ("VmRSS", "VmHWM"))
        return now, most
    if sys.platform == "darwin":
        import resource  # noqa: PLC0415

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most, most
    if sys.platform == "win32":
        return _windows_sizes()
    return None, None


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS of the Windows API."""

        _fields_ = (
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            ("PeakWorkingSetSize", ctypes.c_size_t),
            ("WorkingSetSize", ctypes.c_size_t),
            ("QuotaPeakPagedPoolUsage", ctypes.c_size_t),
            ("QuotaPagedPoolUsage", ctypes.c_size_t),
            ("QuotaPeakNonPagedPoolUsage", ctypes.c_size_t),
            ("QuotaNonPagedPoolUsage", ctypes.c_size_t),
            ("PagefileUsage", ctypes.c_size_t),
            ("PeakPagefileUsage", ctypes.c_size_t),
        )

    def _windows_sizes() -> tuple[int | None, int | None]:
        counters = _Counters(cb=ctypes.sizeof(_Counters))
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        read = kernel.K32GetProcessMemoryInfo
        read.argtypes = (wintypes.HANDLE, ctypes.POINTER(_Counters), wintypes.DWORD)
        if not read(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb):
            return None, None
        return counters.WorkingSetSize, counters.PeakWorkingSetSize
