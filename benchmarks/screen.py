"""What the risk screen finds and costs: benchmarks/screen.py [cost | pieces | heldout[2|3] | FOLDER] [--misses].

`cost`: a message screened and a reply's sentence checked (goal: p95 under 10 ms together, 5 ms for the screen), and the
worst texts. `pieces`: what is heard of disclosures in several messages. `heldout` scores the lines that nobody who made
the screen has read (sets/care/heldout), once; a folder scores others of the same form. A hit is any tier above `none`.
"""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time

import yaml
from furnish import spread

from pawsona.care.categories import COMMON, FIELD_NAMES, FIELDS, family
from pawsona.care.check import check_sentence
from pawsona.care.crisis import family_of
from pawsona.care.reader import Reader
from pawsona.care.rulebook import rules
from pawsona.care.screen import Reading, screen, screen_turns
from pawsona.config.settings import load
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier
from pawsona.embed import TaughtMiniLM

SETS = Path(__file__).parent / "sets"
LONG = 100_000
WORST = ("i want to die for you and kill ", "k1!0*", "k i l l ", "我想想想死", "a-", "((((", "|", "我很好。", "So. ")
Row = tuple[dict[str, object], Reading]


def reader() -> Reader:
    """As the product reads."""
    return Reader(TaughtMiniLM.open(load().home))


def talk(language: Language) -> list[list[str]]:
    """What people say in the conversations of the talk set that the reader was not taught on."""
    data = yaml.safe_load((SETS / "dev" / f"{language}.yaml").read_text("utf-8"))
    return [[turn["say"] for turn in one["turns"]] for one in data["conversations"][1::2]]


def cost(read: Reader) -> None:
    screen("warm up 你好", read)
    for language in LANGUAGES:
        screened, both = [], []
        for said in talk(language):
            for n, text in enumerate(said):
                begun = process_time()
                screen_turns(said[max(0, n - 2) : n], text, read)
                screened.append(process_time() - begun)
                check_sentence(text, language)
                both.append(process_time() - begun)
        print(f"{language}: {len(both)} messages; screen {spread(screened)}; screen and check {spread(both)} (CPU)")
    for unit in WORST:
        begun, wall = process_time(), perf_counter()
        screen(unit * (LONG // len(unit)), read)
        print(f"{LONG:,} characters of {unit!r}: {process_time() - begun:.2f} s CPU, {perf_counter() - wall:.2f} s")


def alarms_in_talk(read: Reader) -> None:
    """Ordinary conversations: how often something is read into them."""
    for language in LANGUAGES:
        found = [
            screen_turns(said[max(0, n - 2) : n], text, read).tier
            for said in talk(language)
            for n, text in enumerate(said)
        ]
        print(f"{language}: ordinary talk, {_rate([tier > Tier.none for tier in found])} of messages above none")


def in_pieces(read: Reader) -> None:
    """Disclosures in several messages: whether any of them is heard, and whether the last is."""
    data = yaml.safe_load((SETS / "care" / "pieces.yaml").read_text("utf-8"))
    for language in LANGUAGES:
        heard = [
            [screen_turns(said[max(0, n - 2) : n], text, read) for n, text in enumerate(said)]
            for said in data[language]
        ]
        alarmed = sum(any(one.tier > Tier.none for one in row) for row in heard)
        careful = sum(any(one.careful or one.tier > Tier.none for one in row) for row in heard)
        last = sum(row[-1].careful or row[-1].tier > Tier.none for row in heard)
        print(
            f"{language}: of {len(heard)} in pieces {alarmed} alarm, {careful} are at least careful, {last} at the last"
        )


def score(folder: Path, read: Reader | None, misses: bool) -> None:
    for language in LANGUAGES:
        lines = (folder / f"{language}.jsonl").read_text("utf-8").splitlines()
        rows = [(row, screen(str(row["text"]), read)) for row in map(json.loads, lines)]
        risk = [row for row in rows if row[0]["tier"] != "none"]
        benign = [row for row in rows if row[0]["tier"] == "none"]
        grave = [row for row in risk if row[0]["tier"] != "concern"]
        print(f"\n{language}: {len(rows)} lines, {'rules and reader' if read else 'rules alone'}")
        print(f"  high and imminent found  {_rate(_hits(grave))}   (goal .98, lower bound .95)")
        print(f"  all categories found     {_rate(_hits(risk))}   (goal .93)")
        print(f"  false alarms             {_rate(_hits(benign))}   (goal .03 at most)")
        imminent = [reading.tier == Tier.imminent for row, reading in risk if row["tier"] == "imminent"]
        print(f"  imminent read as such    {_rate(imminent)}")
        print(f"  whose texts are said: {_texts_of(risk)}")
        for key in ("form", "category"):
            print(f"  by {key}: {_by(key, risk)}")
        if misses:
            for row, reading in rows:
                if (reading.tier > Tier.none) != (row["tier"] != "none"):
                    print(f"  {row['tier']} {row['category']} read as {reading.tier.name}: {row['text']}")


def _texts_of(rows: Sequence[Row]) -> str:
    """Of what was found: how many get the texts of their family, their field, everybody, or another matter."""
    names = {number: name for name, number in rules().categories.items()}
    said: Counter[str] = Counter()
    for row, reading in rows:
        if reading.tier > Tier.none:
            right, of = family(names[int(str(row["category"]))]), family_of(reading)
            own = {right: "own", FIELDS.get(right, ""): "field's", COMMON: "everybody's"}
            said[own.get(of, "field's, wrong" if of in FIELD_NAMES else "wrong")] += 1
    return ", ".join(f"{name} {count}" for name, count in said.most_common())


def _hits(rows: Sequence[Row]) -> list[bool]:
    return [reading.tier > Tier.none for _, reading in rows]


def _rate(hits: Sequence[bool]) -> str:
    low, high = wilson(sum(hits), len(hits))
    return f"{sum(hits)} of {len(hits)} = {sum(hits) / max(len(hits), 1):.3f} [{low:.3f}, {high:.3f}]"


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson 1927)."""
    z2, n = 1.96**2, max(of, 1)
    middle, half = hits / n + z2 / (2 * n), 1.96 * ((hits / n) * (1 - hits / n) / n + z2 / (4 * n * n)) ** 0.5
    return (middle - half) / (1 + z2 / n), (middle + half) / (1 + z2 / n)


def _by(key: str, rows: Sequence[Row]) -> str:
    of = Counter(row[key] for row, _ in rows)
    hit = Counter(row[key] for row, reading in rows if reading.tier > Tier.none)
    return ", ".join(f"{name} {hit[name]}/{of[name]}" for name in sorted(of, key=lambda name: (str(type(name)), name)))


def main() -> None:
    asked = [word for word in sys.argv[1:] if not word.startswith("--")] or ["cost"]
    read = reader()
    if asked[0] == "cost":
        cost(read)
        alarms_in_talk(read)
        return
    if asked[0] == "pieces":
        in_pieces(read)
        return
    folder = SETS / "care" / asked[0] if asked[0].startswith("heldout") else Path(asked[0])
    score(folder, None if "--rules" in sys.argv else read, "--misses" in sys.argv)


if __name__ == "__main__":
    main()
