"""Errors that nobody foresaw, told without a value: a traceback could carry what a person said."""

import traceback


def place(error: BaseException) -> str:
    """Type and place, such as `KeyError at recall.py:41`."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "pawsona" in frame.filename] or frames[-1:]
    where = f"{ours[-1].filename.rpartition('pawsona/')[2]}:{ours[-1].lineno}" if ours else "an unknown place"
    return f"{type(error).__name__} at {where}"
