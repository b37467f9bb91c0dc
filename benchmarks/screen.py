"""What the risk screen and the check of a reply's sentence cost (goal: p95 under 10 ms together); the worst texts."""

from pathlib import Path
from time import perf_counter

import yaml
from furnish import spread

from pawsona.care.check import check_sentence
from pawsona.care.screen import screen
from pawsona.domain.language import LANGUAGES, Language

SETS = Path(__file__).parent / "sets" / "dev"
LONG = 100_000
WORST = ("i want to die for you and kill ", "k1!0*", "k i l l ", "我想想想死", "a-", "((((", "|")


def said(language: Language) -> list[str]:
    """What people say in the talk set."""
    data = yaml.safe_load((SETS / f"{language}.yaml").read_text("utf-8"))
    return [turn["say"] for talk in data["conversations"] for turn in talk["turns"]]


def seconds(text: str, language: Language) -> float:
    begun = perf_counter()
    screen(text)
    check_sentence(text, language)
    return perf_counter() - begun


def main() -> None:
    for language in LANGUAGES:
        texts = said(language)
        seconds(texts[0], language)
        print(f"{language}: {len(texts)} messages, screen and check  {spread([seconds(t, language) for t in texts])}")
    for unit in WORST:
        begun = perf_counter()
        screen(unit * (LONG // len(unit)))
        print(f"{LONG:,} characters of {unit!r}: {1000 * (perf_counter() - begun):.0f} ms")


if __name__ == "__main__":
    main()
