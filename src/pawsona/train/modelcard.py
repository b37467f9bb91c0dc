"""The page that goes with a model: what it is, what it learned from, what it was worth, and what nobody knows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pawsona.train.card import Card
from pawsona.train.identity import at_server, sha256_of


@dataclass(frozen=True, kw_only=True)
class Shipped:
    """What a page is made of."""

    card: Card
    name: str
    licence: str
    datasheet: str
    """Of the data, as `pawsona train data publish` writes it; empty where nobody gave one."""
    verdict: Mapping[str, Any] | None
    """What measuring said; None where nobody measured."""
    file: Path | None
    """For llama.cpp, where there is one."""


def page(told: Shipped) -> str:
    """In Markdown."""
    return "\n".join(_lines(told)) + "\n"


def _lines(told: Shipped) -> Iterator[str]:
    settings, outcome = told.card.settings, told.card.outcome
    profile, data = settings["profile"], settings["data"]
    yield from (
        "---",
        f"license: {told.licence}",
        "pipeline_tag: text-generation",
        "tags: [companion, pawsona]",
        "---",
        "",
    )
    yield from (f"# {told.name}", "")
    yield f"{told.card.model_name}, tuned with Pawsona to be a companion: a pet that talks. Licence: {told.licence}."
    yield from ("", "## Use", "")
    yield "For companionship, inside a program that screens for danger and shows help (`pawsona mind add`). By itself"
    yield "it is a language model like others: no therapist, and not to be alone with somebody in danger."
    yield from ("", "## Training", "", "| what | value |", "|---|---|")
    for name, value in (
        ("base", f"{told.card.model_name} ({settings['model']['architecture']}, SHA-256 {told.card.model_sha256})"),
        ("method", profile["method"]), ("talks", data["talks"]), ("tokens with loss, an epoch", data["learned"]),
        ("data SHA-256", data["sha256"]), ("epochs", profile["epochs"]), ("learning rate", profile["learning_rate"]),
        ("talks a step", settings["batch_in_all"]), ("context", profile["context"]),
        ("loss, first and last step", f"{outcome['first_loss']:.4f}, {outcome['last_loss']:.4f}"),
        ("loss of talks that were only watched, first and last epoch", _watched(outcome)),
        ("hardware", ", ".join(told.card.hardware.get("gpus") or ["no GPU"])), ("finished", told.card.ended),
        ("GGUF SHA-256", sha256_of(told.file) if told.file else "no such file"),
    ):  # fmt: skip
        yield f"| {name} | {value} |"
    yield from (
        "",
        "## Data",
        "",
        told.datasheet.strip() or "No datasheet was given: what is in the data is not known here.",
    )
    yield from ("", "## Measured", "")
    yield from _measured(told.verdict)
    yield from ("", "## What is not known", "")
    yield "Whether it is good for anybody in the long run. Whatever is not in the tables above was not measured."


def _measured(verdict: Mapping[str, Any] | None) -> Iterator[str]:
    if verdict is None:
        yield "It was not measured: neither its safety nor its skills are known."
        return
    for side in ("before", "after"):
        model, part = verdict["models"][side], verdict["asked"].get(side)
        served = ", known by its address only: nobody can say that it is this model" if at_server(model) else ""
        yield f"Measured {side} tuning: {model}{served}; {f'asked a part only ({part})' if part else 'asked all'}."
    yield from ("", "Before and after tuning, on the same items, with 95% intervals of the difference:", "")
    yield from ("| what | before | after | difference |", "|---|---|---|---|")
    for row in verdict["rows"]:
        apart = f"{row['difference']:+.2f} [{row['low']:+.2f}, {row['high']:+.2f}]"
        yield f"| {row['what']} | {row['before']:.2f} | {row['after']:.2f} | {apart} |"


def _watched(outcome: Mapping[str, Any]) -> str:
    first, last = outcome.get("watched_first"), outcome.get("watched_last")
    return "none were" if first is None else f"{first:.4f}, {last:.4f}"
