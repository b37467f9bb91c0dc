"""What models cost: calls and tokens per pet and day, by stage and by skill."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta

from pawsona.app.home import Home
from pawsona.config.models import NamedModel
from pawsona.domain.call import Call
from pawsona.domain.ids import Bond
from pawsona.minds.llm.mind import NIGHT


@dataclass
class Sum:
    """Calls of one kind, added up. `money` is in whatever the prices are in; 0 without prices."""

    calls: int = 0
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    failed: int = 0
    """Without an answer that could be used."""
    language: int = 0
    """Answers in another language than the person's."""
    retries: int = 0
    estimated: int = 0
    """Calls whose tokens the server did not count."""
    money: float = 0.0
    first_ms: list[float] = field(default_factory=list)

    @property
    def first_ms_p50(self) -> float | None:
        """The median time to a first piece; None where no call brought one."""
        times = sorted(self.first_ms)
        return times[len(times) // 2] if times else None

    def figures(self) -> dict[str, float | None]:
        """By name, as they are shown."""
        added = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "first_ms"}
        return {**added, "first_ms_p50": self.first_ms_p50}

    def add(self, call: Call, price: NamedModel | None) -> None:
        """One more."""
        self.calls += 1
        self.tokens_in += call.tokens_in
        self.tokens_cached += call.tokens_cached
        self.tokens_out += call.tokens_out
        self.failed += call.outcome not in ("ok", "stopped", "language")
        self.language += call.outcome == "language"
        self.retries += call.retries
        self.estimated += not call.counted
        self.first_ms += [call.first_ms] if call.first_ms else []
        self.money += (
            price.asked.money(call.tokens_in, call.tokens_out, call.tokens_cached) if price is not None else 0.0
        )


@dataclass(frozen=True)
class Costs:
    """What one pet's models cost over some days."""

    days: int
    stages: Mapping[str, Sum]
    skills: Mapping[str, Sum]
    models: Mapping[str, Sum]
    whole: Sum


def stage_of(skill: str) -> str:
    """What a call was made for."""
    if skill.startswith("memory.") and skill != "memory.greet":
        return "memory"
    if skill in NIGHT or skill.startswith("routine.") and skill not in ("routine.greet", "routine.feedback"):
        return "day"
    return "other" if skill == "judge" else "talk"


async def costs(home: Home, bond: Bond, days: int) -> Costs:
    """The costs of a pet's last days, counted back from now."""
    await home.workshop.meter.write()
    calls = await home.store.calls.since(bond, home.clock.now() - timedelta(days=days))
    prices = prices_of(home)
    lived = len({call.at.date() for call in calls}) or 1
    whole = _summed(calls, prices, lambda call: "")
    return Costs(
        days=lived,
        stages=_summed(calls, prices, lambda call: stage_of(call.skill)),
        skills=_summed(calls, prices, lambda call: call.skill),
        models=_summed(calls, prices, lambda call: call.model),
        whole=whole.get("", Sum()),
    )


def prices_of(home: Home) -> Mapping[str, NamedModel]:
    """Model -> what the settings say that it costs, also of one that the person chose."""
    chosen = home.pinning.choice.models.values() if home.pinning else ()
    named = (home.settings.named(group) for group in ("talk", "night", "judge"))
    # A model may serve a group whose table says nothing of its price.
    return {one.model: one for one in (*chosen, *named) if one is not None and one.asked.priced}


def _summed(calls: Iterable[Call], prices: Mapping[str, NamedModel], key: Callable[[Call], str]) -> dict[str, Sum]:
    sums: dict[str, Sum] = {}
    for call in calls:
        sums.setdefault(key(call), Sum()).add(call, prices.get(call.model))
    return dict(sorted(sums.items()))
