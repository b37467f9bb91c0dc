"""Every figure, one script after the other."""

import subprocess
import sys
from pathlib import Path

SCRIPTS = ("startup", "turn", "recall", "diary", "talk", "remember", "kill", "install")


def main() -> None:
    for name in SCRIPTS:
        print(f"\n# {name}", flush=True)
        subprocess.run([sys.executable, str(Path(__file__).with_name(f"{name}.py"))], check=True)


if __name__ == "__main__":
    main()
