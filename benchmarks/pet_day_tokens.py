"""Calls and tokens of a pet's day and of its whole night, over 20 lives, beside the scheme of one call per item.

The app's own World and Night ask through the real prompts; a server of ours answers at full length, always within the
rules, so repairs cost nothing here. Counted is the chat as ChatML and the answer; a schema goes to the server's grammar
and takes no tokens. Goals: a day in at most 3 calls and 4,500 tokens, a night in at most 5 calls and 6,000.

Usage: PYTHONPATH=. python benchmarks/pet_day_tokens.py
"""

import asyncio
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, quantiles

from lives import NIGHT, Life, Lived, lives, living
from tests.model_server.process import ModelServer
from vocabulary import chat_tokens, name, tokens

from pawsona.minds.llm.tokens import estimate

DAY = ("routine.outline", "routine.schedule", "routine.details", "routine.detail")
GENERATIVE_AGENTS = (1290, 620_000)
"""Calls and tokens of one agent's day, as published."""


@dataclass(frozen=True)
class Cost:
    """One call."""

    skill: str
    chat: str
    tokens_in: int
    answer: str

    @property
    def tokens(self) -> int:
        return self.tokens_in + len(tokens(self.answer)) + 1  # and the mark that ends it


def costs(lived: Lived, life: Life, server: ModelServer) -> list[Cost]:
    """Of all calls since the last time, in their order."""
    asked = [request["body"]["messages"] for request in server.requests("/chat/completions")]
    singles, whole = iter(life.details()), life.answers()
    return [
        Cost(
            call.skill,
            "\n".join(message["content"] for message in chat),
            len(chat_tokens(chat)),
            whole[call.skill] if call.skill in whole else next(singles),
        )
        for call, chat in zip(lived.calls, asked, strict=True)
    ]


async def night(life: Life, server: ModelServer) -> list[Cost]:
    with tempfile.TemporaryDirectory() as folder:
        async with living(life, server, Path(folder)) as lived:
            day = await lived.home.night.live(lived.person, lived.pet, NIGHT.date())
            assert [item.detail for item in day.items] == life.details(), "the day is not the one that was answered"
            return costs(lived, life, server)


async def day_per_item(life: Life, server: ModelServer) -> list[Cost]:
    with tempfile.TemporaryDirectory() as folder:
        async with living(life, server, Path(folder)) as lived:
            await lived.home.world.make(lived.person, lived.pet, NIGHT.date(), per_item=True)
            return costs(lived, life, server)


def row(what: str, runs: Sequence[Sequence[Cost]], goal: str = "") -> None:
    calls, spent = [len(run) for run in runs], [sum(cost.tokens for cost in run) for run in runs]
    written = mean(sum(len(tokens(cost.answer)) for cost in run) for run in runs)
    print(
        f"{what:<34} calls {mean(calls):4.1f} (most {max(calls)})   tokens {mean(spent):7,.0f} "
        f"(most {max(spent):,}), of them written {written:,.0f}   {goal}"
    )


def by_skill(runs: Iterable[Sequence[Cost]]) -> None:
    found: defaultdict[str, list[Cost]] = defaultdict(list)
    for run in runs:
        for cost in run:
            found[cost.skill].append(cost)
    for skill, rows in found.items():
        print(f"  {skill:<20} {len(rows):3} calls   in {mean(c.tokens_in for c in rows):6,.0f}   "
              f"out {mean(len(tokens(c.answer)) for c in rows):5,.0f}")  # fmt: skip


def estimates(language: str, runs: Iterable[Sequence[Cost]]) -> None:
    """How far the estimate is off where nobody has the model's tokenizer."""
    texts = [text for run in runs for cost in run for text in (cost.chat, cost.answer)]
    ratios = [estimate(text) / len(tokens(text)) for text in texts]
    cuts = quantiles(ratios, n=20, method="inclusive")
    whole = sum(map(estimate, texts)) / sum(len(tokens(text)) for text in texts)
    print(f"  estimate over true, {language}: {whole:.2f} in all; of single texts p5 {cuts[0]:.2f}, p95 {cuts[-1]:.2f}")


async def measure(server: ModelServer) -> None:
    print(f"vocabulary: {name()}")
    for language in ("en", "zh"):
        own = [life for life in lives() if life.language == language]
        nights = [await night(life, server) for life in own]
        singles = [await day_per_item(life, server) for life in own]
        days = [[cost for cost in run if cost.skill in DAY] for run in nights]
        print(f"\n{language}: {len(own)} lives")
        row("a day, details in one call", days, "goal 3 calls, 4,500 tokens")
        row("a day, details one by one", singles)
        row("a night with summary and rewriting", nights, "goal 5 calls, 6,000 tokens")
        by_skill(nights)
        extra = Counter(cost.skill for run in nights for cost in run if cost.skill.startswith(("friend", "memory.rec")))
        print(f"  calls beyond the plan: {sum(extra.values())}")
        estimates(language, [*nights, *singles])
        spent = mean(sum(cost.tokens for cost in run) for run in days)
        print(f"  Generative Agents, as published: {GENERATIVE_AGENTS[0]:,} calls and {GENERATIVE_AGENTS[1]:,} tokens "
              f"an agent-day, {GENERATIVE_AGENTS[1] / spent:.0f} times as many tokens")  # fmt: skip


def main() -> None:
    with ModelServer.start() as server:
        asyncio.run(measure(server))


if __name__ == "__main__":
    main()
