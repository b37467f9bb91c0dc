"""How fast Pawsona starts and how much memory it takes.

Goals: `--help` under 0.3 s, server ready under 2 s, idle under 300 MB, peak under 450 MB. Beside them: Python alone.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

COMMAND = Path(sys.executable).with_name("pawsona")
PORT = 8799
URL = f"http://127.0.0.1:{PORT}"
RUNS = 9


def run_time(command: Sequence[str]) -> float:
    """Median wall seconds of a whole process."""
    durations = []
    for _ in range(RUNS):
        begun = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        durations.append(perf_counter() - begun)
    return median(durations)


def memory(pid: int, field: str) -> float:
    """VmRSS or VmHWM in MB."""
    line = next(row for row in Path(f"/proc/{pid}/status").read_text().splitlines() if row.startswith(field))
    return int(line.split()[1]) / 1024


def ask(path: str, body: object = None) -> bytes:
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(URL + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        content: bytes = answer.read()
    return content


def ready() -> bool:
    try:
        ask("/")
    except OSError:
        return False
    return True


def serve(home: str) -> None:
    environment = {**os.environ, "PAWSONA_HOME": home, "PAWSONA_PORT": str(PORT)}
    begun = perf_counter()
    with subprocess.Popen([COMMAND, "serve"], env=environment, stdout=subprocess.DEVNULL) as server:
        while not ready():
            sleep(0.01)
        print(f"server ready        {perf_counter() - begun:6.2f} s")
        pet = json.loads(ask("/api/v1/pets", {"name": "Mikan", "species": "cat", "personality": "sunny",
                                              "person": {"name": "Lin"}}))["id"]  # fmt: skip
        ask(f"/api/v1/pets/{pet}/now")
        sleep(2)
        print(f"memory, idle        {memory(server.pid, 'VmRSS'):6.0f} MB")
        for n in range(50):
            ask(f"/api/v1/pets/{pet}/messages", {"text": f"I told my sister {n} things about the garden today"})
        ask(f"/api/v1/pets/{pet}/night", {})
        print(f"memory, peak        {memory(server.pid, 'VmHWM'):6.0f} MB  (50 turns and a night)")
        server.terminate()


def main() -> None:
    print(f"python -c pass      {run_time([sys.executable, '-c', 'pass']):6.2f} s")
    print(f"pawsona --help      {run_time([str(COMMAND), '--help']):6.2f} s")
    with tempfile.TemporaryDirectory() as home:
        serve(home)


if __name__ == "__main__":
    main()
