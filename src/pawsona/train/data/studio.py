"""Puts a run of generation together from settings: teacher, prompts, budget; and what came of it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pawsona.app.minds import endpoint_of
from pawsona.config.models import Model, NamedModel
from pawsona.config.settings import load
from pawsona.errors import InputError, SetupError
from pawsona.minds.llm.client import Client
from pawsona.minds.storybook.mind import Storybook
from pawsona.train.data.budget import Budget
from pawsona.train.data.generate import Generation, Progress, forecast
from pawsona.train.data.made import Cost, Made, opened
from pawsona.train.data.plan import Plan, read_plan
from pawsona.train.data.teachers import ModelTeacher, StorybookTeacher, Teacher
from pawsona.train.data.told import teller


@dataclass(frozen=True)
class Order:
    """How generation is asked for."""

    teacher: Literal["llm", "storybook"] = "llm"
    model: str | None = None
    base_url: str | None = None
    at_once: int = 8
    tokens: int | None = None
    money: float | None = None
    fresh: bool = True


@dataclass(frozen=True)
class Report:
    """What is there after a run."""

    teacher: str
    planned: int
    answered: int
    failed: dict[str, int]
    spent: Cost
    priced: bool
    stopped: str

    def sentence(self) -> str:
        """For a person."""
        failed = f", {sum(self.failed.values())} failed" if self.failed else ""
        cost = f"{self.spent.money:.4f} in money" if self.priced else "no price is known"
        return (
            f"{self.answered} of {self.planned} entries were made by {self.teacher}{failed}; "
            f"{self.spent.tokens} tokens, {cost}."
        )

    def plain(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "teacher": self.teacher, "planned": self.planned, "made": self.answered, "failed": self.failed,
            "spent": self.spent.plain(), "priced": self.priced, "stopped": self.stopped,
        }  # fmt: skip


async def generated(folder: Path, order: Order, progress: Progress, say: Callable[[str], None]) -> Report:
    """Make what a folder's plan asks for.

    Raises:
        InputError: there is no plan, or a budget in money and no price.
        SetupError: no teacher is named, or the settings are wrong.
        ConflictError: another process is at it.
    """
    plan, price = read_plan(folder), Model()
    with opened(folder) as made:
        if order.teacher == "storybook":
            return await _made(plan, made, StorybookTeacher(Storybook()), order, progress, price)
        named = teacher_of(order)
        price, client = named.asked, Client(endpoint_of(named))
        if order.money is not None and not price.priced:
            raise InputError("A budget in money needs the teacher's price_in and price_out under [models.teacher].")
        budget = Budget(price, made.spent, order.tokens, order.money)
        try:
            say(await _expected(plan, made, order, price))
            return await _made(plan, made, ModelTeacher(client, budget, order.fresh), order, progress, price)
        finally:
            await client.aclose()


def teacher_of(order: Order) -> NamedModel:
    """The model that writes.

    Raises:
        SetupError: none is named.
    """
    asked = {key: value for key, value in (("model", order.model), ("base_url", order.base_url)) if value}
    settings = load()
    if asked:
        kept = settings.models.get("teacher", Model()).model_dump(exclude_unset=True)
        settings = load(models={**settings.models, "teacher": {**kept, **asked}})
    named = settings.named("teacher")
    if named is None:
        raise SetupError(
            "No teacher is named: set model and base_url under [models.teacher] in pawsona.toml, give --model and "
            "--base-url, or let the built-in mind write: --teacher storybook."
        )
    return named


async def _made(plan: Plan, made: Made, teacher: Teacher, order: Order, progress: Progress, price: Model) -> Report:
    work = Generation(plan, made, teacher, teller(), progress)
    await work.run(order.at_once)
    planned = sum(1 for _ in plan.slots())
    return Report(teacher.name, planned, made.answered, dict(made.failed), made.spent, price.priced, work.stopped)


async def _expected(plan: Plan, made: Made, order: Order, price: Model) -> str:
    guess = await forecast(plan, made, teller(), order.fresh)
    money = price.money(guess.tokens_in, guess.tokens_out)
    cost = f"about {money:.2f} in money" if price.priced else "no price is known"
    return f"To go: about {guess.tokens_in} tokens sent, {guess.tokens_out} received, {cost}."


def planned_in(folder: Path) -> int:
    """How many entries a folder's plan asks for, spare ones included.

    Raises:
        InputError: there is no plan.
    """
    return sum(1 for _ in read_plan(folder).slots())
