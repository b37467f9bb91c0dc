"""Let coverage guide what the readers of strangers' files are fed; needs `pip install atheris`.

    PYTHONPATH=src:. python scripts/fuzz_readers.py card -max_total_time=600

What is found is written to `crash-*` in the folder it was started from. Further options are libFuzzer's.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

with atheris.instrument_imports(include=["pawsona"], enable_loader_override=False):
    from tests.fuzz.targets import TARGETS, tried
    from tests.fuzz.test_targets import SPECIMENS


def main() -> None:
    """See above."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in TARGETS:
        sys.exit(f"Name one of: {', '.join(TARGETS)}.")
    with TemporaryDirectory() as folder:
        for number, specimen in enumerate(SPECIMENS[name]):
            (Path(folder) / str(number)).write_bytes(specimen)
        atheris.Setup([sys.argv[0], folder, *sys.argv[2:]], lambda data: tried(TARGETS[name], data))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
