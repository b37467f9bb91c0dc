"""What the longest messages cost, beside a short one: processor of a turn, in all and of the event loop's thread alone.

Repeated groups, words without spaces, signs of all kinds, mixed scripts, ordinary talk; each as long as a message may
be, and one that is refused. What the loop's thread does for one person, all others wait for: `held` is the longest
that it did in one piece. Goal: no message costs the loop 100 ms more than a short one.

Usage: PYTHONPATH=. python benchmarks/longest.py [--only WORD] [--profile]
"""

import argparse
import asyncio
import cProfile
import pstats
import tempfile
from datetime import timedelta
from itertools import cycle, islice
from pathlib import Path
from time import process_time, thread_time

from furnish import START, TALK, furnish, open_in

from pawsona import Companion
from pawsona.app.time import SimulatedClock
from pawsona.dialogue.hearing import LONGEST
from pawsona.errors import InputError

GROUPS = (
    "我，", "我。", "我很好。", "我想想想死", "不", "你是谁？", "明天提醒我打电话，", "好累啊", "妈妈", "哈哈", "\n我",
    "ha", "a ", "a,", "a. ", "a-", "I ", "So. ", "no no ", "my sister ", "k1!0*", "k i l l ", "x", "1", "1.", "3:00 ",
    "i want to die for you and kill ", "remind me tomorrow at 5 ", "what do you remember? ", "I love my cat and ",
    "supercalifragilistic", "😀", "👨\u200d👩\u200d👧\u200d👦", "🇩🇪", "e\u0301", "a" + "\u0300" * 20, "\u0300a", "ﷺ",
    "שלום ", "привет ", "我a", "hi我，😀 ", "((((", "|", "\"", "“我”", "...", "！？", "\n", "a\n", "- ", "# ", "*a*",
    "ก็", "`", "<b>", "{", "\\", "http://a.b/", "a@b.c ",
)  # fmt: skip
"""Each is said over and over."""


async def said(companion: Companion, text: str) -> tuple[float, float, float]:
    """Seconds of processor of a turn: of all threads, of the loop's, and the longest that the loop was held."""
    held, resting = 0.0, True

    async def watch() -> None:
        nonlocal held
        last = thread_time()
        while resting:
            await asyncio.sleep(0.001)
            held, last = max(held, thread_time() - last), thread_time()

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    begun, loop = process_time(), thread_time()
    try:
        await companion.say(text)
    except InputError:
        pass
    used = process_time() - begun, thread_time() - loop
    resting = False
    await watching
    return *used, held


def texts() -> dict[str, str]:
    """By what they are made of."""
    made = {repr(group): (group * LONGEST)[:LONGEST] for group in GROUPS}
    made["ordinary talk"] = ". ".join(islice(cycle(TALK), LONGEST))[:LONGEST]
    made["refused: 100,000 of '我，'"] = "我，" * 50_000
    made["refused: 100,000 of 'a '"] = "a " * 50_000
    return made


async def measure(only: str, profiled: bool) -> None:
    clock = SimulatedClock(START)
    with tempfile.TemporaryDirectory() as folder:
        async with await open_in(Path(folder), clock) as companion:
            await furnish(companion, 200)
            for text in TALK[:6]:
                await companion.say(text)
            rows: list[tuple[str, float, float, float, float]] = []
            for name, text in {"short": "I had soup for lunch", **texts()}.items():
                if only and only not in name and name != "short":
                    continue
                clock.moment += timedelta(days=1)
                if profiled and name != "short":
                    with cProfile.Profile() as profile:
                        await companion.say(text)
                    pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
                    return
                row = await said(companion, text)
                clock.moment += timedelta(minutes=1)
                rows.append((name, *row, (await said(companion, TALK[len(rows) % len(TALK)]))[1]))
    for name, *times in sorted(rows, key=lambda row: -row[2]):
        whole, loop, held, after = (round(1000 * time) for time in times)
        print(f"{name:40} {whole:5} ms in all {loop:5} of the loop {held:5} held; a short one next {after:5} of it")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="texts whose name has this in it")
    parser.add_argument("--profile", action="store_true", help="of the first of them, where the time goes")
    given = parser.parse_args()
    asyncio.run(measure(given.only, given.profile))


if __name__ == "__main__":
    main()
