"""The picture of a pet whose card came without one: a paw, drawn from five round spots."""

import io

import numpy as np

WIDTH, HEIGHT = 256, 384
_SPOTS = ((128, 232, 52, 44), (62, 168, 20, 28), (106, 128, 21, 30), (150, 128, 21, 30), (194, 168, 20, 28))
"""Centre and half axes."""
_PAPER, _PAW = (250, 244, 233), (224, 164, 110)
_SHADES = 16


def portrait() -> bytes:
    """A PNG."""
    import png  # type: ignore[import-untyped]  # deferred: most homes never give out a card

    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    # How far each pixel is outside of the nearest spot, in shares of its size; the edge is a few pixels soft.
    outside = np.min([np.hypot((x - cx) / rx, (y - cy) / ry) for cx, cy, rx, ry in _SPOTS], axis=0) - 1
    shades = (np.clip(0.5 - outside * 10, 0, 1) * (_SHADES - 1)).round().astype(np.uint8)
    steps = [n / (_SHADES - 1) for n in range(_SHADES)]
    palette = [tuple(round(a + (b - a) * step) for a, b in zip(_PAPER, _PAW, strict=True)) for step in steps]
    out = io.BytesIO()
    png.Writer(WIDTH, HEIGHT, palette=palette, bitdepth=8).write(out, shades.tolist())
    return out.getvalue()
