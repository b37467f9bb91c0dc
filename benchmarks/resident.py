"""How much memory this process holds now; its peak would count what a parent process had."""

import os
import resource
from pathlib import Path


def resident() -> float:
    """Megabytes; where the system does not tell, the peak."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
