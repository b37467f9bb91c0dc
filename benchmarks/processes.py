"""What a tree of processes uses of this machine, as Linux counts it."""

import os
import re
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def tree(root: int) -> list[int]:
    """A process and all that came from it."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [root]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found


def memory(root: int) -> float:
    """What a tree of processes keeps for itself, in MB; pages shared by several count once in all."""
    text = "".join(Path(f"/proc/{process}/smaps_rollup").read_text() for process in tree(root))
    return sum(int(kilo) for kilo in re.findall(r"^Pss:\s+(\d+)", text, re.M)) / 1024


def spent(root: int) -> dict[int, float]:
    """Seconds of processor, of each process."""
    found = {}
    for process in tree(root):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        found[process] = (int(fields[11]) + int(fields[12])) / TICK
    return found


def busy() -> tuple[float, float]:
    """Seconds of processor that the whole machine spent, and that it had."""
    fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICK, sum(fields) / TICK
