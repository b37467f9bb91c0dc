"""What a figure was computed with. Figures stand in one column only where their signatures are equal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signature:
    """A metric and its settings, written as sacreBLEU writes them: `bleu4|tok:jieba-0.42.1|smooth:method1`."""

    metric: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "|".join([self.metric, *(f"{name}:{value}" for name, value in self.settings)])


def signed(metric: str, **settings: str | int | float) -> Signature:
    """A signature, its settings in the order given."""
    return Signature(metric, tuple((name, str(value)) for name, value in settings.items()))


Signatures = Mapping[str, Signature]
"""Metric -> what it was computed with."""


def lines(signatures: Iterable[str]) -> list[str]:
    """All of them; metrics with the same settings share a line."""
    alike: dict[str, list[str]] = {}
    for one in signatures:
        metric, _, settings = one.partition("|")
        alike.setdefault(settings, []).append(metric)
    return [f"{','.join(metrics)}|{settings}".removesuffix("|") for settings, metrics in alike.items()]
