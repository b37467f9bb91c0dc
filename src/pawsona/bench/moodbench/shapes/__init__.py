"""What makes questions of rows. Most sets are a table of stem, options and label; others have a shape of their own."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.bias import stereotypes
from pawsona.bench.moodbench.shapes.exploded import emotions_present, statements
from pawsona.bench.moodbench.shapes.feelings import feelings, shared_tweets
from pawsona.bench.moodbench.shapes.grouped import answers_of_a_question, entities
from pawsona.bench.moodbench.shapes.memories import persona_pairs, segments, sessions
from pawsona.bench.moodbench.shapes.pairs import continuations, less_stereotyped, marked_words, solutions, truths
from pawsona.bench.moodbench.shapes.questionnaires import questionnaire
from pawsona.bench.moodbench.shapes.sourced import Sourced
from pawsona.bench.moodbench.shapes.table import table
from pawsona.bench.moodbench.shapes.texts import joined_summaries, passages, summaries
from pawsona.bench.moodbench.spec import Spec

Shape = Callable[[Spec, Sequence[Sourced]], Iterator[Record | Dropped]]

SHAPES: Mapping[str, Shape] = {
    "table": table,
    "answers_of_a_question": answers_of_a_question,
    "continuations": continuations,
    "emotions_present": emotions_present,
    "entities": entities,
    "feelings": feelings,
    "joined_summaries": joined_summaries,
    "less_stereotyped": less_stereotyped,
    "marked_words": marked_words,
    "passages": passages,
    "persona_pairs": persona_pairs,
    "questionnaire": questionnaire,
    "segments": segments,
    "sessions": sessions,
    "shared_tweets": shared_tweets,
    "solutions": solutions,
    "statements": statements,
    "stereotypes": stereotypes,
    "summaries": summaries,
    "truths": truths,
}
"""By the name that a dataset's file uses."""

__all__ = ["SHAPES", "Shape", "Sourced"]
