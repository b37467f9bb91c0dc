"""What a model's reply means: a letter, several, a number, a text. What can't be told is never guessed."""

from pawsona.bench.moodbench.answers.answer import Answer, Status
from pawsona.bench.moodbench.answers.choice import choose
from pawsona.bench.moodbench.answers.labels import Labels, labels
from pawsona.bench.moodbench.answers.number import rating
from pawsona.bench.moodbench.answers.several import choose_several
from pawsona.bench.moodbench.answers.words import said

__all__ = ["Answer", "Labels", "Status", "choose", "choose_several", "labels", "rating", "said"]
