"""How much memory this machine has, or as much of it as we may use."""

import ctypes
import os
from pathlib import Path

_CGROUP = Path("/sys/fs/cgroup/memory.max")


def machine_memory(cgroup: Path = _CGROUP) -> int:
    """Bytes; inside a container what the container may use."""
    try:
        limit = int(cgroup.read_text("ascii"))
    except (OSError, ValueError):  # no container, or one without a limit, which reads "max"
        return _physical()
    return min(limit, _physical())


def _physical() -> int:
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return _windows()


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        ("total", ctypes.c_ulonglong),
        ("rest", ctypes.c_ulonglong * 6),
    )


def _windows() -> int:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    kernel.GlobalMemoryStatusEx(ctypes.byref(status))
    return int(status.total)
