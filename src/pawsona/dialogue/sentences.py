"""Cutting a stream of pieces into sentences, so that each can be checked before it is shown."""

import re
from collections.abc import AsyncGenerator, AsyncIterator

from pawsona.domain.message import Trace
from pawsona.skills.chat import Piece

# A sentence ends at a full-width stop, or at a Latin one that white space follows: "3.5" and "e.g.x" stay whole.
# Closing quotes and brackets belong to the sentence they close.
_END = re.compile(r"(?:[。！？…]+[”’」』）)\"']*\s*|[.!?]+[”’)\"']*(?:\s+))")
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|e\.g|i\.e|vs|etc)|\b[A-Z])\.\s*$")
LONGEST = 400
"""Characters after which a sentence that never ends is cut at its last space: a check must not wait forever."""


class Sentences:
    """Feed it pieces, get whole sentences with the white space that follows them."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> list[str]:
        self._held += piece
        found: list[str] = []
        start = 0
        for match in _END.finditer(self._held):
            # A stop at the very end may go on in the next piece ("..." or a closing quote).
            if match.end() == len(self._held) or _ABBREVIATION.search(self._held[start : match.end()]):
                continue
            found.append(self._held[start : match.end()])
            start = match.end()
        self._held = self._held[start:]
        while len(self._held) > LONGEST:
            cut = self._held.rfind(" ", 0, LONGEST) + 1 or LONGEST
            found.append(self._held[:cut])
            self._held = self._held[cut:]
        return found

    def rest(self) -> str:
        """What is left when the stream has ended."""
        held, self._held = self._held, ""
        return held


async def sentences(pieces: AsyncIterator[Piece]) -> AsyncGenerator[tuple[str, Trace | None]]:
    """Whole sentences of a stream; the trace comes with the last one (which may then be empty text)."""
    cutter, trace = Sentences(), None
    try:
        async for piece in pieces:
            trace = piece.trace or trace
            for sentence in cutter.feed(piece.text):
                yield sentence, None
    finally:
        # Who stops listening stops the mind: a model would go on writing for nobody until it is collected.
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()
    yield cutter.rest(), trace
