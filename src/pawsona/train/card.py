"""A run card: what was tuned on what, how, where and when, and what came of it; as JSON and as a page."""

import json
import platform
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pawsona.app.time import SystemClock
from pawsona.train import losses
from pawsona.train.plan import Plan
from pawsona.version import __version__

FILE, PAGE = "run.json", "run.md"
_PACKAGES = ("torch", "transformers", "trl", "accelerate", "peft", "datasets")


@dataclass(frozen=True, kw_only=True)
class Card:
    """One run."""

    settings: Mapping[str, Any]
    """Profile, data, model, schedule and needs, as the dry run shows them."""
    model_sha256: str
    model_name: str
    began: str
    versions: Mapping[str, str] = field(default_factory=dict)
    hardware: Mapping[str, Any] = field(default_factory=dict)
    commit: str = ""
    """Of the source that ran, where it is a checkout."""
    ended: str = ""
    outcome: Mapping[str, Any] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        """Whether it ran to its end."""
        return bool(self.ended)

    @classmethod
    def of(cls, plan: Plan) -> "Card":
        """Of a run that begins now."""
        return cls(
            settings=plan.figures(), model_sha256=plan.model.digest(), model_name=plan.model.path.resolve().name,
            began=_now(), versions=_versions(), hardware=_hardware(), commit=_commit(),
        )  # fmt: skip

    @classmethod
    def read(cls, folder: Path) -> "Card | None":
        """Of a run's folder; None where it has none that can be read."""
        try:
            return cls(**json.loads((folder / FILE).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def same(self, other: "Card") -> bool:
        """Whether it is the same run, begun again."""
        return self._what() == other._what()

    def done(self, history: Sequence[Mapping[str, Any]]) -> "Card":
        """The card at the end."""
        rows, last, beside = losses.steps(history), history[-1:], list(losses.watched(history).values())
        took = last[0] if last else {}
        outcome = {
            "steps": len(rows), "first_loss": rows[0]["loss"], "last_loss": rows[-1]["loss"],
            "seconds": took.get("train_runtime"), "tokens": rows[-1].get("num_tokens"),
            "watched_first": beside[0] if beside else None, "watched_last": beside[-1] if beside else None,
        }  # fmt: skip
        return replace(self, ended=_now(), outcome=outcome)

    def write(self, folder: Path) -> None:
        """Both forms, by renaming: a card is the old one or the new one."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in ((FILE, json.dumps(asdict(self), indent=1, ensure_ascii=False)), (PAGE, self.markdown())):
            fresh = folder / f"{name}.new"
            fresh.write_text(text + "\n", "utf-8")
            fresh.replace(folder / name)

    def markdown(self) -> str:
        """For a person."""
        more = {"versions": self.versions, "hardware": self.hardware, "outcome": self.outcome}
        rows = [
            ("model", self.model_name), ("model SHA-256", self.model_sha256),
            ("began", self.began), ("ended", self.ended or "not yet"), ("commit", self.commit or "unknown"),
            *_flat(self.settings), *_flat(more),
        ]  # fmt: skip
        return "\n".join(["# Run card", "", "| what | value |", "|---|---|", *(f"| {a} | {b} |" for a, b in rows)])

    def _what(self) -> tuple[Any, ...]:
        settings = json.loads(json.dumps(self.settings))
        return settings["profile"], settings["data"], settings["gpus"], self.model_sha256


def _flat(row: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    for key, value in row.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _now() -> str:
    return SystemClock().now().isoformat(timespec="seconds")


def _versions() -> dict[str, str]:
    found = {"pawsona": __version__, "python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _hardware() -> dict[str, Any]:
    import torch

    gpus = [torch.cuda.get_device_name(number) for number in range(torch.cuda.device_count())]
    return {
        "machine": platform.machine(),
        "system": platform.system(),
        "threads": torch.get_num_threads(),
        "gpus": gpus,
    }


def _commit() -> str:
    here = Path(__file__).parent
    try:
        found = subprocess.run(
            ["git", "-C", str(here), "rev-parse", "HEAD"], capture_output=True, text=True, timeout=10
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""
