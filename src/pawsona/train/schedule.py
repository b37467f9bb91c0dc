"""How many steps a run has, and how large each of them is."""

from dataclasses import dataclass
from math import ceil, cos, pi

from pawsona.train.profile import Profile


@dataclass(frozen=True, slots=True)
class Schedule:
    """Steps of the optimiser, from 1 to `steps`."""

    epoch: int
    """Steps of one pass over the data."""
    steps: int
    warmup: int
    peak: float

    def rate(self, step: int) -> float:
        """The learning rate of a step: up to the peak in a line, then down to 0 along half a cosine."""
        done = step - 1
        if done < self.warmup:
            return self.peak * done / max(1, self.warmup)
        through = (done - self.warmup) / max(1, self.steps - self.warmup)
        return self.peak * 0.5 * (1 + cos(pi * through))

    def points(self) -> dict[str, int]:
        """Steps worth showing, by what they are."""
        quarter = (self.steps - self.warmup) / 4
        return {
            "first": 1,
            "half of the warm-up": 1 + self.warmup // 2,
            "peak": 1 + self.warmup,
            "a quarter down": 1 + self.warmup + round(quarter),
            "half down": 1 + self.warmup + round(2 * quarter),
            "three quarters down": 1 + self.warmup + round(3 * quarter),
            "last": self.steps,
        }


def schedule(profile: Profile, rows: int, gpus: int) -> Schedule:
    """Of so many rows (talks, or packs of talks) on so many GPUs. Each GPU gets a batch, the last ones a short one."""
    batches = ceil(ceil(rows / profile.batch) / gpus)
    epoch = max(1, ceil(batches / profile.accumulation))
    steps = epoch * profile.epochs
    return Schedule(epoch, steps, ceil(steps * profile.warmup), profile.learning_rate)
