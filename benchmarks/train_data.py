"""Training data: near-copies of benchmarks that are found, names of persons that are, entries sifted a second.

Goals: every one of 200 planted near-copies; 1,000 entries a second without embeddings; 14,113 in ten minutes with.

Usage: PYTHONPATH=. python benchmarks/train_data.py leakage
       PYTHONPATH=. python benchmarks/train_data.py names
       PYTHONPATH=. python benchmarks/train_data.py speed FOLDER   (of `pawsona train data generate`; none: it is made)
"""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from planted import WAYS, planted

from pawsona.app.embedder import own_embedder
from pawsona.config.home import prepare
from pawsona.config.settings import load
from pawsona.train.data import made
from pawsona.train.data.leakage import sets
from pawsona.train.data.leakage.meaning import THRESHOLD, embedded, meaning_of
from pawsona.train.data.leakage.sets import Text
from pawsona.train.data.leakage.wording import Wording
from pawsona.train.data.plan import TOTAL, planned
from pawsona.train.data.sift import sifted
from pawsona.train.data.studio import Order, generated
from pawsona.train.data.talk.private import reason, visible
from pawsona.train.data.talk.words import characters, told

SHARED = Path(os.environ.get("PAWSONA_SHARED", "../shared")) / "data"
ROOT = Path(__file__).parent
MANY = 4000
CLEAN = 30
"""Characters that clean text has at least."""


def leakage() -> None:
    own = list(sets.texts(sets.own()))
    others = {name: list(sets.texts([SHARED / name])) for name in ("h2htalk", "petbench", "moodbench", "locomo")
              if (SHARED / name).exists()}  # fmt: skip
    begun = process_time()
    index = Wording.of(own)
    print(f"own sets: {len(own)} texts, {index.units} units, index in {process_time() - begun:.1f} s of processor")
    found_of(index, own, "own sets")
    for name, texts in others.items():
        alarms(index, texts, f"{name} against our own sets")
    if others:
        every = [*own, *(text for texts in others.values() for text in texts)]
        whole = Wording.of(every)
        found_of(whole, every, f"all sets at hand, {whole.units} units")
    asyncio.run(by_meaning(own, others))


def found_of(index: Wording, texts: list[Text], name: str) -> None:
    """What is planted by itself, and the 200 of the goal."""
    pairs = planted([one.text for one in texts], MANY)
    missed = Counter(WAYS[at % len(WAYS)].__name__ for at, (_, copy) in enumerate(pairs) if not index.leaked([copy]))
    print(f"{name}: {MANY - missed.total()} of {MANY} near-copies found; missed by way: {dict(missed)}")
    two = planted([one.text for one in texts], 200, seed=200)
    print(f"{name}: {sum(index.leaked([copy]) is not None for _, copy in two)} of 200")


def some(texts: list[Text], most: int) -> list[str]:
    fit = sorted({one.text for one in texts if len(one.text) >= CLEAN})
    return Random(1).sample(fit, min(most, len(fit)))


def alarms(index: Wording, texts: list[Text], name: str) -> None:
    """Of text that others wrote, what is taken for a copy of ours."""
    clean = some(texts, MANY)
    count = sum(index.leaked([text]) is not None for text in clean)
    print(f"false alarms, {name}: {count} of {len(clean)} ({count / len(clean):.2%})")


async def by_meaning(own: list[Text], others: dict[str, list[Text]]) -> None:
    settings = load()
    embedder = own_embedder(settings, prepare(settings))
    with TemporaryDirectory() as folder:
        known = await meaning_of(own, embedder, Path(folder), lambda count: None)
        copies = [copy for _, copy in planted([one.text for one in own], 1000)]
        best, _ = known.nearest(await embedded(copies, embedder, lambda count: None))
        print(f"{embedder.name}: {len(known.places)} texts; {(best >= THRESHOLD).sum()} of 1000 near-copies by meaning")
        for name, texts in others.items():
            clean = some(texts, 1000)
            best, _ = known.nearest(await embedded(clean, embedder, lambda count: None))
            print(f"false alarms by meaning, {name}: {(best >= THRESHOLD).sum()} of {len(clean)}")


def names() -> None:
    """Chinese names drawn by chance, in plain sentences; and how much of everyday talk is left out as if it told."""
    chance, family = Random(7), "".join(told("zh")["surnames"].split())
    given, every = sorted(set("".join(told("zh")["given"].split()))), sorted(characters())
    ways: dict[str, Callable[[], str]] = {
        "surname and one of names": lambda: chance.choice(family) + chance.choice(given),
        "surname and two of names": lambda: chance.choice(family) + chance.choice(given) + chance.choice(given),
        "surname and any two characters": lambda: chance.choice(family) + chance.choice(every) + chance.choice(every),
        "two of names, no surname": lambda: chance.choice(given) + chance.choice(given),
        "little and a surname": lambda: "小" + chance.choice(family),
    }
    for way, name in ways.items():
        found = sum(reason(visible(chance.choice(_SAID).format(name()))) is not None for _ in range(1000))
        print(f"{way}: {found} of 1000 are left out")
    for path in sorted((ROOT / "sets").glob("*/??.yaml")):
        rows = [one.text for one in sets.texts([path]) if len(one.text) >= CLEAN // 3]
        out = sum(reason(visible(text)) is not None for text in rows)
        print(f"{path.parent.name}/{path.name}: {out} of {len(rows)} texts are left out")


_SAID = ("昨天{}来我家吃饭了。", "我和{}一起去看电影。", "{}说他不想去。", "今天碰到{}，聊了一会儿。")


def processor() -> float:
    """Seconds that this process and those it waited for have computed."""
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def speed(folder: Path) -> None:
    if not (folder / made.FILE).exists():
        planned().write(folder)
        begun = perf_counter()
        asyncio.run(generated(folder, Order(teacher="storybook"), lambda what, count: None, print))
        print(f"made by the storybook in {perf_counter() - begun:.0f} s")
    settings = load()
    with TemporaryDirectory() as passing:
        part = Path(passing)
        with (folder / made.FILE).open("rb") as file:
            (part / made.FILE).write_bytes(b"".join(islice(file, TOTAL)))
        for name, embedder in (("without embeddings", None), ("with", own_embedder(settings, prepare(settings)))):
            began: list[float] = []

            def tell(what: str, count: int, began: list[float] = began) -> None:
                began.extend([perf_counter()] * (not began))

            begun, worked = perf_counter(), processor()
            found = asyncio.run(sifted(part, [], embedder, tell, os.cpu_count() or 1))
            wall, rate = perf_counter() - begun, (len(found.rows) - 200) / (perf_counter() - began[0])
            print(f"{name}: {len(found.rows)} entries in {wall:.0f} s, the index included; {len(found.kept)} stay")
            worked = processor() - worked
            print(f"  after the first 200: {rate:.0f} a second; {worked:.0f} s of processor in all; {found.reasons}")


if __name__ == "__main__":
    if sys.argv[1] == "leakage":
        leakage()
    elif sys.argv[1] == "names":
        names()
    else:
        speed(Path(sys.argv[2]) if len(sys.argv) > 2 else Path("train-data"))
