"""Matrix products stay on one core."""

import time
from pathlib import Path

import numpy as np
import pytest

from pawsona.embed import threads
from pawsona.embed.threads import use_one_thread


def test_products_use_one_core() -> None:
    if not use_one_thread():
        pytest.skip("NumPy brings no OpenBLAS here")
    a = np.ones((1200, 1200), dtype=np.float32)
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(8):
        a @ a
    assert time.process_time() - cpu <= 1.2 * (time.perf_counter() - wall) + 0.02


def test_without_the_library_nothing_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "libopenblas.so"
    broken.write_text("no library")
    monkeypatch.setattr(threads, "_libraries", lambda: iter([broken]))
    assert not use_one_thread()
