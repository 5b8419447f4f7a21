"""Resident size of processes: the physical memory that they use."""

from __future__ import annotations

import sys
from pathlib import Path

PROCESSES = Path("/proc")
"""Linux: a folder for each process. Its file ``status`` has sizes in kilobytes."""


def resident_bytes() -> int | None:
    """Return the resident size of this process; ``None`` where it is not known.

    On macOS it is the largest size so far.
    """
    if PROCESSES.is_dir():
        return _read_status("self", "VmRSS")
    if sys.platform == "darwin":
        import resource  # noqa: PLC0415

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if sys.platform == "win32":
        return _working_set()
    return None


def peak_resident_bytes(process_id: int) -> int | None:
    """Return the largest resident size of a process so far; ``None`` if not known."""
    return _read_status(str(process_id), "VmHWM") if PROCESSES.is_dir() else None


def _read_status(process: str, key: str) -> int | None:
    """Return a size of a process from Linux."""
    try:
        status = (PROCESSES / process / "status").read_text("utf-8", errors="replace")
    except OSError:
        return None
    for line in status.splitlines():
        name, _, value = line.partition(":")
        if name == key:
            return 1024 * int(value.split()[0])
    return None


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

    def _working_set() -> int | None:
        counters = _Counters(cb=ctypes.sizeof(_Counters))
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        read = kernel.K32GetProcessMemoryInfo
        read.argtypes = (wintypes.HANDLE, ctypes.POINTER(_Counters), wintypes.DWORD)
        done = read(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb)
        return counters.WorkingSetSize if done else None
