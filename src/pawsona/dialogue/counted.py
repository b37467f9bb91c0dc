"""What an experiment counts of a turn that was answered: that it was, how it sounded, whether a goodbye was let go."""

from pawsona.dialogue.speech import Speech
from pawsona.dialogue.understanding import Understood
from pawsona.lab.metrics import Kind

HEAVIEST = 3
"""Intensity of an affect at most, so that a mood lies between -1 and 1."""


def counted(understood: Understood, speech: Speech) -> list[tuple[Kind, float | None]]:
    """Kinds and values; never words. Who wants their affect read by nobody has no mood here either."""
    found: list[tuple[Kind, float | None]] = [("turn", None)]
    if (felt := understood.felt) is not None:
        found.append(("mood", felt.valence * felt.intensity / HEAVIEST))
    if "farewell" in speech.scene.triggers:
        honoured = not speech.replaced and not speech.shown.rstrip().endswith(("?", "？"))
        found.append(("farewell", float(honoured)))
    return found
