"""Talks as tokens, with loss on what the companion says and on nothing else.

Where the answers are is read off the chat template itself: a talk up to an answer, rendered with the prompt for it,
must be the beginning of the talk with the answer; what is between the two ends is the answer with its end-of-turn mark.
No template has to be changed for that. One that writes earlier turns otherwise than the last one (thoughts that are
dropped) is rendered up to each answer by itself: then each answer is a sample of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pawsona.errors import InputError
from pawsona.train.data.entry import Entry
from pawsona.train.talks import messages as messages_of

NOTHING = -100
"""The label of a token without loss, as torch has it."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Tokens to learn from; `labels` are the same, or `NOTHING`."""

    input_ids: tuple[int, ...]
    labels: tuple[int, ...]
    cut: bool = False
    """Whether later turns of the talk did not fit."""

    @property
    def learned(self) -> int:
        """Tokens with loss."""
        return sum(label != NOTHING for label in self.labels)


@dataclass(frozen=True)
class Samples:
    """What a file came to."""

    kept: tuple[Sample, ...]
    left_out: int
    """Talks whose first answer did not end within the context."""

    @property
    def cut(self) -> int:
        """Talks that lost later turns."""
        return sum(one.cut for one in self.kept)

    @property
    def tokens(self) -> int:
        """All of them."""
        return sum(len(one.input_ids) for one in self.kept)

    @property
    def learned(self) -> int:
        """Tokens with loss."""
        return sum(one.learned for one in self.kept)


def samples(talks: Iterable[Entry], tokenizer: Any, context: int) -> Samples:
    """Talks as samples. One that is over-long is cut after the last answer that ends within the context.

    Args:
        talks: to learn from.
        tokenizer: a fast tokenizer of transformers with a chat template.
        context: tokens that a sample may have.

    Raises:
        InputError: the tokenizer has no chat template, or one that answers can't be told apart in.
    """
    _usable(tokenizer)
    kept: list[Sample] = []
    left_out = 0
    for talk in talks:
        found = [_sample(text, spans, tokenizer, context) for text, spans in _rendered(talk, tokenizer)]
        whole = [one for one in found if one is not None]
        kept += whole
        left_out += not whole
    return Samples(tuple(kept), left_out)


Span = tuple[int, int]
"""Characters of an answer, its end-of-turn mark with it."""


def _rendered(talk: Entry, tokenizer: Any) -> Iterator[tuple[str, list[Span]]]:
    """The talk as text with the spans of its answers; several texts where the template rewrites what is past."""
    messages = messages_of(talk)
    answers = [at for at, message in enumerate(messages) if message["role"] == "assistant"]
    whole = _render(tokenizer, messages)
    parts = [(_render(tokenizer, messages[:at], prompt=True), _render(tokenizer, messages[: at + 1])) for at in answers]
    for before, after in parts:
        if not after.startswith(before):
            raise InputError(
                "The tokenizer's chat template writes a talk otherwise once it has been answered, so that answers "
                "can't be told from prompts: give the model's folder a template in which a prompt is the beginning "
                "of what it becomes."
            )
    if all(whole.startswith(after) for _, after in parts):
        yield whole, [(len(before), len(after)) for before, after in parts]
    else:
        yield from ((after, [(len(before), len(after))]) for before, after in parts)


def _render(tokenizer: Any, messages: Sequence[Mapping[str, str]], *, prompt: bool = False) -> str:
    try:
        text: str = tokenizer.apply_chat_template(list(messages), tokenize=False, add_generation_prompt=prompt)
    except Exception as error:  # noqa: BLE001 - a template is a program of somebody's; it may say what was said
        raise InputError(f"The tokenizer's chat template refuses a talk ({type(error).__name__}).") from None
    return text


def _sample(text: str, spans: Sequence[Span], tokenizer: Any, context: int) -> Sample | None:
    """None where not even the first answer ends within the context."""
    row = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    ids, offsets = row["input_ids"], row["offset_mapping"]
    ends = [sum(start < end for start, _ in offsets) for _, end in spans]
    fitting = [end for end in ends if end <= context]
    if not fitting:
        return None
    kept = slice(0, fitting[-1])
    labels = [
        id_ if any(first <= start < last for first, last in spans) else NOTHING
        for id_, (start, _) in zip(ids[kept], offsets[kept], strict=True)
    ]
    return Sample(tuple(ids[kept]), tuple(labels), cut=len(fitting) < len(ends))


def _usable(tokenizer: Any) -> None:
    if not getattr(tokenizer, "chat_template", None):
        raise InputError(
            "The tokenizer has no chat template, so nobody knows how the model tells who speaks: "
            "put the publisher's chat_template.jinja into the model's folder."
        )
    if not getattr(tokenizer, "is_fast", False):
        raise InputError("The tokenizer does not tell where its tokens are: the folder needs a tokenizer.json.")
