"""Scoring answers, without embeddings, on one core: `python benchmarks/score.py [PAIRS]`.

Beside it in the same run the usual way (nltk, jieba and a ROUGE by tables, as H2HTalk's scorer puts them together), on
pairs that neither has seen: halves of different references of ours, in Chinese. Goals: 4,000 pairs a second and 5 times
the usual way; Pet-Bench's 7,815 items in under 5 s and 300 MB, where its data is at hand (PAWSONA_SHARED).

Processor time, so that it means something on a crowded machine.
"""

import json
import os
import resource
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from time import process_time

PAIRS = 2000
SHARED = Path(os.environ.get("PAWSONA_SHARED") or Path(__file__).parents[2] / "shared")
Pair = tuple[str, str]
METRICS = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL")


def pairs(count: int) -> list[Pair]:
    """Answers that have half of their reference, and another's other half."""
    content = files("pawsona.bench.safety") / "content"
    rows = [json.loads(line) for line in (content / "scenarios_zh.jsonl").read_text("utf-8").splitlines()]
    texts = [text for row in rows for text in (row["reference"][:50], row["turns"][-1][:50])]
    found = []
    for number in range(count):
        one, other = texts[number % len(texts)], texts[(number * 7 + number // len(texts) + 1) % len(texts)]
        found.append((one[: len(one) // 2] + other[len(other) // 2 :], one))
    return found


def usual(some: Sequence[Pair]) -> list[tuple[float, ...]]:
    """As H2HTalk's scorer does it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba
        from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
    weights = ((1.0,), (0.5, 0.5), (0.33, 0.33, 0.34), (0.25, 0.25, 0.25, 0.25))
    smooth = SmoothingFunction().method1
    found = []
    for answer, reference in some:
        mine, theirs = jieba.lcut(answer), jieba.lcut(reference)
        bleu = [sentence_bleu([theirs], mine, weights=one, smoothing_function=smooth) for one in weights]
        shared = sum(min(mine.count(word), theirs.count(word)) for word in set(mine))
        found.append((*bleu, f1(shared, mine, theirs), f1(common(mine, theirs), mine, theirs)))
    return found


def common(mine: Sequence[str], theirs: Sequence[str]) -> int:
    table = [[0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]
    for i, a in enumerate(mine):
        for j, b in enumerate(theirs):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def f1(shared: int, mine: Sequence[str], theirs: Sequence[str]) -> float:
    precision, recall = shared / len(mine), shared / len(theirs)
    return 2 * precision * recall / (precision + recall) if shared else 0.0


def ours(some: Sequence[Pair]) -> list[tuple[float, ...]]:
    from pawsona.bench.core.suite import Item
    from pawsona.bench.h2htalk.scores import worth

    found = [worth(Item(id="", task="", reference=reference), answer) for answer, reference in some]
    return [tuple(one[name] for name in METRICS) for one in found]


def timed(
    score: Callable[[Sequence[Pair]], list[tuple[float, ...]]], some: Sequence[Pair]
) -> tuple[float, list[tuple[float, ...]]]:
    """Seconds for pairs, the dictionary read before."""
    score([("甲", "乙")])
    begun = process_time()
    found = score(some)
    return process_time() - begun, found


def petbench() -> None:
    """In a process of its own: what is read, scored and held."""
    from pawsona.bench.core.scoring import scores
    from pawsona.bench.suites import suite_of

    suite = suite_of("petbench")
    begun = process_time()
    assert suite.load is not None
    items = suite.load(SHARED / "data/petbench/data.zip").items
    read = process_time() - begun
    texts = {item.id: other.reference for item, other in zip(items, items[1:] + items[:1], strict=True)}
    begun = process_time()
    scores(suite, items, texts)
    seconds = process_time() - begun
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"Pet-Bench, {len(items)} items  {seconds:6.2f} s scored (goal 5), {read:.2f} s read, {held:.0f} MB (goal 300)"
    )


def imported() -> float:
    """Processor seconds of a process that imports the core, without those of one that does nothing."""
    spent = []
    for program in ("pass", "import pawsona.bench.core"):
        begun = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], check=True)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime)
    return spent[1] - spent[0]


def main() -> None:
    if sys.argv[1:] == ["petbench"]:
        petbench()
        return
    some = pairs(int(sys.argv[1]) if sys.argv[1:] else PAIRS)
    theirs, expected = timed(usual, some)
    mine, found = timed(ours, some)
    worst = max(abs(a - b) for one, other in zip(found, expected, strict=True) for a, b in zip(one, other, strict=True))
    print(f"pairs                     {len(some)} ({len({pair for pair in some})} different)")
    print(f"the usual way             {len(some) / theirs:6.0f} pairs/s")
    print(f"pawsona bench score       {len(some) / mine:6.0f} pairs/s (goal 4000)")
    print(f"times as fast             {theirs / mine:6.1f} (goal 5)")
    print(f"largest difference        {worst:.1e}")
    print(f"import of the core        {imported():6.2f} s (goal 0.3)")
    if (SHARED / "data/petbench/data.zip").is_file():
        subprocess.run([sys.executable, __file__, "petbench"], check=True)
    else:
        print(f"Pet-Bench's data is not in {SHARED}: its items were not scored")


if __name__ == "__main__":
    main()
