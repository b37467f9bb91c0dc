"""What one reply is worth: a few counts whose sums over a dataset make its score.

Counts instead of one number, because F1 and questionnaires are no means of anything; and because sums of drawn items
make an interval of any score.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pawsona.bench.core.overlap import rouge
from pawsona.bench.core.tokens import jieba
from pawsona.bench.moodbench.answers import Answer, Status, choose, choose_several, rating, said
from pawsona.bench.moodbench.item import Item
from pawsona.bench.moodbench.metrics import CRITERIA
from pawsona.bench.moodbench.recalled import word_recall
from pawsona.bench.moodbench.replies import MOST
from pawsona.bench.moodbench.spec import Metric

Counts = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """One reply, counted."""

    counts: Counts
    status: Status
    chosen: frozenset[str] = frozenset()


def worth(item: Item, reply: Any, metric: Metric, marks: Mapping[str, float] | None = None) -> Worth | None:
    """A reply's counts; None where only a judge could say, and none did.

    Args:
        item: the question.
        reply: what the system said: a text, or what its dataset takes besides; None where it failed.
        metric: the dataset's.
        marks: a judge's, by criterion, from 1 to 5.
    """
    if metric.name == "judge":
        return None if marks is None else Worth(tuple(marks[name] / MOST for name in CRITERIA), "answered")
    return _WORTHS[metric.name](item, reply, metric)


def hit(item: Item, answer: Answer) -> bool:
    """Whether the chosen are the right ones: all of them where several are asked for, else one of those accepted."""
    if answer.status != "answered":
        return False
    return answer.chosen == item.right if item.several else bool(answer.chosen & item.right)


def understood(item: Item, reply: Any) -> Answer:
    """What a reply chooses of an item's options."""
    return (choose_several if item.several else choose)(reply, item.labels)


def _accuracy(item: Item, reply: Any, metric: Metric) -> Worth:
    answer = understood(item, reply)
    return Worth((float(hit(item, answer)), 1.0), answer.status, answer.chosen)


def _f1(item: Item, reply: Any, metric: Metric) -> Worth:
    """True and false positives and what was missed; no answer is the wrong one."""
    answer = understood(item, reply)
    positive, right = item.labels.names[metric.positive] in item.right, hit(item, answer)
    counts = (right and positive, not right and not positive, not right and positive)
    return Worth(tuple(map(float, counts)), answer.status, answer.chosen)


def _labels_f1(item: Item, reply: Any, metric: Metric) -> Worth:
    """The same over all labels of one reply."""
    answer = understood(item, reply)
    return Worth(_over_labels(item, answer), answer.status, answer.chosen)


def _f1_em(item: Item, reply: Any, metric: Metric) -> Worth:
    answer = understood(item, reply)
    return Worth((*_over_labels(item, answer), float(hit(item, answer)), 1.0), answer.status, answer.chosen)


def _over_labels(item: Item, answer: Answer) -> Counts:
    if answer.status != "answered":  # all that is right is missed, and all that is not is claimed
        wrong = len(item.labels.names) - len(item.right) if not item.right else 0
        return (0.0, float(wrong), float(len(item.right)))
    both = len(answer.chosen & item.right)
    return (float(both), float(len(answer.chosen) - both), float(len(item.right) - both))


def _rouge(item: Item, reply: Any, metric: Metric) -> Worth:
    text = said(reply)
    best = max((rouge(words(text), words(said(reference)), 1) for reference in item.references), default=0.0)
    return Worth((best, 1.0), _status(reply, text))


def words(text: str) -> Sequence[str]:
    """As jieba cuts it."""
    return jieba().cut(text)


def _marks(item: Item, reply: Any, metric: Metric) -> Worth:
    answer = understood(item, reply)
    low, high = min(item.marks.values()), max(item.marks.values())
    got = item.marks[answer.label] if answer.label is not None else low
    return Worth((got - low, high - low), answer.status, answer.chosen)


def _truth(item: Item, reply: Any, metric: Metric) -> Worth:
    if not isinstance(reply, Mapping):
        return _accuracy(item, reply, metric)
    single, several = (_masses(reply.get(name), len(item.extra[name])) for name in ("mc1", "mc2"))
    if single is None or several is None:
        return Worth((0.0, 1.0), "unknown")
    true = [mass for mass, label in zip(single, item.extra["mc1"], strict=True) if label]
    false = [mass for mass, label in zip(single, item.extra["mc1"], strict=True) if not label]
    mass = sum(value for value, label in zip(several, item.extra["mc2"], strict=True) if label)
    mc1 = float(max(true) > max(false, default=float("-inf")))
    return Worth(((mc1 + mass / (sum(several) or 1.0)) / 2, 1.0), "answered")


def _masses(found: Any, count: int) -> list[float] | None:
    """Log-probabilities as masses, ratings as they are; a rating that can't be told is the lowest."""
    if not isinstance(found, list) or len(found) != count:
        return None
    if all(isinstance(one, int | float) and one <= 0 for one in found):
        from math import exp

        return [exp(one) for one in found]
    return [rating(one) or 1.0 for one in found]


def _recall(item: Item, reply: Any, metric: Metric) -> Worth:
    text = said(reply.get("answer") if isinstance(reply, Mapping) else reply)
    return Worth((word_recall(text, item.references), 1.0), _status(reply, text))


def _icat(item: Item, reply: Any, metric: Metric) -> Worth:
    answer = understood(item, reply)
    kinds = dict(zip(item.labels.names, item.extra["kinds"], strict=True))
    kind = kinds.get(answer.label or "")
    return Worth((float(kind == "stereotype"), float(kind == "anti-stereotype"), 1.0), answer.status, answer.chosen)


def _status(reply: Any, text: str) -> Status:
    if reply is None:
        return "failed"
    return "answered" if text else "empty"


_WORTHS: Mapping[str, Callable[[Item, Any, Metric], Worth]] = {
    "accuracy": _accuracy, "f1": _f1, "micro_f1": _labels_f1, "f1_em": _f1_em, "rouge": _rouge, "marks": _marks,
    "truth": _truth, "recall": _recall, "icat": _icat,
}  # fmt: skip
