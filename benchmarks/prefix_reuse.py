"""How much of a prompt a server has seen before: of two consecutive turns of one pet, and of two pets on one night.

A server keeps what it computed for a prompt's beginning; what two prompts share from the first token on is not computed
again. Each life holds a talk of 30 turns through the app itself, so the window of history moves on in it. Beside our
order stands the usual one, with memories, time and whatever else is of this turn before the history. Goals: 80% of a
turn's prompt, mean; 50% of a night's.

Usage: PYTHONPATH=. python benchmarks/prefix_reuse.py
"""

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from statistics import mean

import yaml
from lives import NIGHT, Life, lives, living, opening
from tests.model_server.process import ModelServer
from vocabulary import chat_tokens, name, shared

from pawsona import Companion

Chat = Sequence[Mapping[str, str]]
TALKS = yaml.safe_load((Path(__file__).parent / "fixtures_days" / "talk.yaml").read_text("utf-8"))
TALKING = ("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve")


async def lived(life: Life, server: ModelServer) -> tuple[dict[str, Chat], list[Chat]]:
    """The night's prompts by skill, and those of a talk of 30 turns on the day after."""
    with tempfile.TemporaryDirectory() as folder:
        async with living(life, server, Path(folder)) as found:
            await found.home.night.live(found.person, found.pet, NIGHT.date())
            night = dict(zip((call.skill for call in found.calls), _chats(server), strict=True))
            companion = Companion(found.home, found.person, found.pet)
            clock = found.home.clock
            for n, (said, reply) in enumerate(TALKS[life.language]):
                clock.moment = NIGHT + timedelta(hours=15, minutes=2 * n)  # type: ignore[attr-defined]
                server.script({"match": opening(TALKING[0], life.language), "text": reply})
                await companion.say(said)
            talk = [chat for chat in _chats(server)[len(night) :] if _talks(chat, life)]
    return night, talk


def _chats(server: ModelServer) -> list[Chat]:
    return [request["body"]["messages"] for request in server.requests("/chat/completions")]


def _talks(chat: Chat, life: Life) -> bool:
    return opening(TALKING[0], life.language) in chat[0]["content"]


def before_history(chat: Chat) -> Chat:
    """The usual order: everything that is of this turn stands in front, only what is said now comes last."""
    system, *history, last = chat
    turn, mark, said = last["content"].rpartition("\n\n## ")
    return [{"role": "system", "content": f"{system['content']}\n\n{turn}"}, *history,
            {"role": "user", "content": f"{mark.strip()} {said}"}]  # fmt: skip


def share(one: Chat, other: Chat) -> float:
    """Of the second prompt, what the first began with."""
    there = chat_tokens(other)
    return shared(chat_tokens(one), there) / len(there)


def turns(talks: Sequence[Sequence[Chat]], language: str) -> None:
    ours = [share(a, b) for talk in talks for a, b in pairwise(talk)]
    theirs = [share(before_history(a), before_history(b)) for talk in talks for a, b in pairwise(talk)]
    lengths = [len(chat_tokens(chat)) for talk in talks for chat in talk]
    moved = sum(a[1]["content"] != b[1]["content"] for talk in talks for a, b in pairwise(talk) if len(a) > 2)
    care = sum(len(TALKS[language]) - len(talk) for talk in talks)
    print(f"  two turns of one pet: {mean(ours):.0%} of the prompt (least {min(ours):.0%}; goal 80%), prompts of "
          f"{mean(lengths):,.0f} tokens, the window moved {moved / len(talks):.1f} times a talk"
          f"{f', {care} turns were answered by care without a prompt' if care else ''}")  # fmt: skip
    print(f"  the same with memories and time before the history: {mean(theirs):.0%} (least {min(theirs):.0%})")


def nights(found: Sequence[Mapping[str, Chat]]) -> None:
    same: defaultdict[str, list[int]] = defaultdict(list)
    size: defaultdict[str, list[int]] = defaultdict(list)
    for one, other in pairwise(found):
        for skill in one.keys() & other.keys():
            there = chat_tokens(other[skill])
            same[skill].append(shared(chat_tokens(one[skill]), there))
            size[skill].append(len(there))
    for skill in sorted(same):
        print(f"  {skill:<20} {sum(same[skill]) / sum(size[skill]):.0%} of {mean(size[skill]):,.0f} tokens")
    whole = sum(map(sum, same.values())) / sum(map(sum, size.values()))
    print(f"  two pets on one night, whole: {whole:.0%} (goal 50%)")


async def measure(server: ModelServer) -> None:
    print(f"vocabulary: {name()}")
    for language in ("en", "zh"):
        found = [await lived(life, server) for life in lives() if life.language == language]
        print(f"\n{language}: {len(found)} lives, talks of {len(TALKS[language])} turns")
        turns([talk for _, talk in found], language)
        nights([night for night, _ in found])


def main() -> None:
    with ModelServer.start() as server:
        asyncio.run(measure(server))


if __name__ == "__main__":
    main()
