"""What a run would be, before it is one: `--dry-run` shows it, and the run follows it."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from pawsona.bench.core import Table
from pawsona.train.folder import Folder
from pawsona.train.mask import Samples
from pawsona.train.needs import GB, Needs, needs
from pawsona.train.packs import rows
from pawsona.train.profile import Profile
from pawsona.train.schedule import Schedule, schedule
from pawsona.train.talks import Talks


@dataclass(frozen=True)
class Plan:
    """A run as it was asked for, with all that follows."""

    profile: Profile
    model: Folder
    talks: Talks
    samples: Samples
    watched: Samples
    """Without part in the learning: their loss is looked at after each epoch."""
    gpus: int

    @cached_property
    def rows(self) -> int:
        """Talks, or packs of them."""
        return rows(self.samples, self.profile)

    @property
    def schedule(self) -> Schedule:
        """Steps and their sizes."""
        return schedule(self.profile, self.rows, self.gpus)

    @property
    def needs(self) -> Needs:
        """Memory and disk."""
        return needs(self.profile, self.model, self.gpus)

    def figures(self) -> dict[str, Any]:
        """All of it, for scripts and run cards."""
        steps = self.schedule
        return {
            "profile": asdict(self.profile) | ({} if self.profile.method == "lora" else {"lora": None}),
            "gpus": self.gpus,
            "batch_in_all": self.profile.rows * self.gpus,
            "model": {"architecture": self.model.architecture, "parameters": self.model.parameters},
            "data": {
                "talks": len(self.talks.entries), "broken": self.talks.broken, "held_out": self.talks.held_out,
                "withdrawn": self.talks.withdrawn, "watched": len(self.watched.kept),
                "too_long": self.talks.too_long + self.samples.left_out, "cut": self.samples.cut, "rows": self.rows,
                "tokens": self.samples.tokens, "learned": self.samples.learned, "sha256": self.talks.sha256,
            },
            "steps": {"epoch": steps.epoch, "all": steps.steps, "warmup": steps.warmup},
            "rates": {name: {"step": step, "rate": steps.rate(step)} for name, step in steps.points().items()},
            "needs": asdict(self.needs) | {"memory": self.needs.memory},
        }  # fmt: skip

    def tables(self) -> Iterator[Table]:
        """For a person."""
        one, steps, need = self.profile, self.schedule, self.needs
        table = Table(f"Tuning {self.model.path.name} with the profile {one.name}", ("", ""))
        for name, value in _rows(one, self):
            table.add(name, value)
        yield table
        rates = Table(f"{steps.steps} steps, {steps.epoch} an epoch, {steps.warmup} to warm up", ("", "step", "rate"))
        for name, step in steps.points().items():
            rates.add(name, step, f"{steps.rate(step):.3g}")
        yield rates
        taken = Table("What it takes", ("", "GB"), note="reckoned, not measured; see docs/train.md")
        taken.add("memory of each GPU", f"{need.memory / GB:.2f}")
        taken.add("a checkpoint", f"{need.checkpoint / GB:.2f}")
        taken.add("disk", f"{need.disk / GB:.2f}")
        yield taken


def _rows(one: Profile, plan: Plan) -> Iterator[tuple[str, str]]:
    talks, found = plan.talks, plan.samples
    left = f"{talks.broken} broken, {talks.held_out} of other splits, {talks.withdrawn} withdrawn"
    yield "talks", f"{len(talks.entries)}; left out: {left}"
    yield "watched", f"{len(plan.watched.kept)} talks, whose loss is looked at after each epoch"
    yield "over-long", f"{found.cut} lose later turns, {talks.too_long + found.left_out} left out"
    yield "tokens", f"{found.tokens}, {found.learned} of them with loss"
    yield "rows", f"{plan.rows}{' packs' if one.packing else ''}"
    yield "parameters", f"{plan.model.parameters:,} ({'all' if one.method == 'full' else 'adapters'} tuned)"
    yield "context", f"{one.context}"
    yield "batch", f"{one.batch} x {one.accumulation} x {plan.gpus} GPUs = {one.rows * plan.gpus}"
    yield "epochs", f"{one.epochs}"
    yield "optimiser", f"AdamW, betas {one.beta1} {one.beta2}, epsilon {one.epsilon:g}, decay {one.weight_decay:g}"
    yield "clip", f"{one.clip:g}"
    yield "rate", f"{one.learning_rate:g}, {one.schedule} after a warm-up of {one.warmup:g}"
    yield "precision", one.precision
    if one.method == "lora":
        yield "adapters", f"rank {one.lora.rank}, alpha {one.lora.alpha}, dropout {one.lora.dropout:g}"
