"""Act `memory.reconcile` and skill `memory.rewrite`: what is known already, and memories in the pet's own voice."""

from collections.abc import Collection, Mapping

from pawsona.domain.language import length
from pawsona.domain.memory import Memory
from pawsona.minds.storybook.deck import draw
from pawsona.minds.storybook.kin import names_of, one_of
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.matching import terms
from pawsona.skills.acts import ReconcileInput, Verdict
from pawsona.skills.memory import Draft, Rewrite, RewriteInput
from pawsona.skills.profiles import Profile


def reconcile(given: ReconcileInput) -> Verdict:
    """Perform `memory.reconcile`: same words renew, a new value of the same attribute replaces."""
    draft, language = given.draft, given.context.language
    own = terms(draft.text, language)
    for n, memory in enumerate(given.near):
        other = terms(memory.text, language)
        if draft.text == memory.text or (own | other and len(own & other) / len(own | other) >= 0.85):
            return Verdict(kind="same", index=n)
    names = names_of([draft.slots, *(memory.slots for memory in given.near)])
    for n, memory in enumerate(given.near):
        if _supersedes(draft, memory, names):
            return Verdict(kind="replaces", index=n)
    return Verdict(kind="new")


def _supersedes(draft: Draft, memory: Memory, names: Mapping[str, Collection[str]]) -> bool:
    slots = memory.slots
    attribute, subject = draft.slots.get("attribute", ""), draft.slots.get("subject", "")
    whose = one_of(slots.get("subject", ""), names)
    same = attribute and subject and attribute == slots.get("attribute") and one_of(subject, names) == whose
    return bool(same and draft.slots.get("supersedes") and draft.slots.get("value") != slots.get("value"))


def rewrite(given: RewriteInput, profile: Profile) -> Rewrite:
    """Perform `memory.rewrite`: each memory as the pet would say it to itself."""
    context, book = given.context, talk_book(given.context.language)
    limit = profile.rewrite.of(context.language)
    texts: list[str] = []
    used = dict(context.ledger)
    for n, memory in enumerate(given.memories):
        mem = memory.text.strip().rstrip(".。")
        bank = [*book.bank("rewrite", memory.topic), *book.bank("rewrite", "default")]
        day = context.now.date()
        line = draw(bank, key=f"{day}/rewrite/{n}", seed=context.pet.seed, today=day, ledger=used, cooldown=0)
        text = line.fill({"mem": mem, "U": context.person.name, "P": context.pet.name}) if line else mem
        if line is not None:
            used[line.id] = day
        texts.append(text if limit.allows(length(text, context.language)) else memory.text)
    return Rewrite(texts=tuple(texts))
