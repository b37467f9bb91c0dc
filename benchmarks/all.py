"""Every figure of the scripts that run with nothing more, one after the other; a newer one takes three minutes at most.

Left out, and run as their docstrings say: `lab` (needs the extra of that name), what is given data, weights or other
programs, and what is made to run long: `load`, `population`, `night_fleet`, `fuzz`, `recall_postgres` with its million
memories.
"""

import os
import subprocess
import sys
from pathlib import Path

SCRIPTS = (
    "startup", "turn", "recall", "diary", "talk", "remember", "screen", "storage_hops", "first_sentence",
    "web", "night_overhead", "broken_outputs", "pet_day_tokens", "prefix_reuse", "kill", "score", "moodbench",
    "install", "guard", "accounts", "lab_turn", "census",
)  # fmt: skip
ROOT = Path(__file__).parent.parent
"""Some scripts start the model server of the tests."""


def main() -> None:
    for name in SCRIPTS:
        print(f"\n# {name}", flush=True)
        script = str(Path(__file__).with_name(f"{name}.py"))
        subprocess.run([sys.executable, script], check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})


if __name__ == "__main__":
    main()
