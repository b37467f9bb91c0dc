"""Loss on the companion's words and on nothing else, token by token, whatever the chat template looks like."""

from types import SimpleNamespace
from typing import Any

import pytest
from tests.train.tiny import CHATML, entry, tokenizer

from pawsona.errors import InputError
from pawsona.train.data.entry import entry_of
from pawsona.train.mask import NOTHING, Sample, samples

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]

MARKED = (
    "{% for message in messages %}{% if message['role'] == 'assistant' %}<|im_start|>assistant\n"
    "{% generation %}{{ message['content'] }}<|im_end|>\n{% endgeneration %}"
    "{% else %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endif %}{% endfor %}"
)
"""The same with the marks that transformers finds answers by: what ours must agree with."""
THOUGHTFUL = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if loop.last and message['role'] == 'assistant' %}<think>\n\n</think>\n\n{% endif %}"
    "{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n<think>\n\n</think>\n\n{% endif %}"
)
"""One that drops thoughts from earlier turns, like Qwen3's."""
TALK = entry_of(entry(1, "Hello 你好 👋", "Purr. 喵。", "Where were you?\nTell me!", "  At the harbour, 看船。 "))


@pytest.fixture(scope="module")
def plain() -> Any:
    return tokenizer()


def learned(sample: Sample, spoken: Any) -> str:
    return str(spoken.decode([label for label in sample.labels if label != NOTHING]))


def test_every_token_is_masked_as_marks_in_the_template_would(plain: Any) -> None:
    [sample] = samples([TALK], plain, 2048).kept
    messages = [{"role": turn.role, "content": turn.content} for turn in TALK.messages]
    oracle = plain.apply_chat_template(
        messages, chat_template=MARKED, return_dict=True, return_assistant_tokens_mask=True, tokenize=True
    )
    assert list(sample.input_ids) == oracle["input_ids"]
    expected = [id_ if on else NOTHING for id_, on in zip(oracle["input_ids"], oracle["assistant_masks"], strict=True)]
    assert list(sample.labels) == expected
    assert learned(sample, plain) == "Purr. 喵。<|im_end|>\n  At the harbour, 看船。 <|im_end|>\n"


def test_a_template_that_rewrites_the_past_makes_a_sample_of_each_answer() -> None:
    spoken = tokenizer(THOUGHTFUL)
    first, second = samples([TALK], spoken, 2048).kept
    assert learned(first, spoken) == "Purr. 喵。<|im_end|>\n"
    assert learned(second, spoken) == "  At the harbour, 看船。 <|im_end|>\n"
    assert "<think>" not in learned(second, spoken) and spoken.decode(second.input_ids).count("<think>") == 1


def test_what_is_over_long_ends_with_a_whole_answer(plain: Any) -> None:
    [whole] = samples([TALK], plain, 2048).kept
    shorter = samples([TALK], plain, len(whole.input_ids) - 1)
    [cut] = shorter.kept
    assert cut.cut and shorter.cut == 1 and learned(cut, plain) == "Purr. 喵。<|im_end|>\n"
    assert cut.input_ids == whole.input_ids[: len(cut.input_ids)]
    assert samples([TALK], plain, 20).left_out == 1


def test_what_only_just_fits_is_whole(plain: Any) -> None:
    [whole] = samples([TALK], plain, 2048).kept
    assert samples([TALK], plain, len(whole.input_ids)).kept == (whole,)


@pytest.mark.parametrize(
    ("template", "words"),
    [
        (None, "has no chat template"),
        ("{{ raise_exception('private words') }}", "refuses a talk"),
        (
            CHATML.replace("<|im_start|>assistant\n{% endif %}", "Answer:{% endif %}"),
            "answers can't be told from prompts",
        ),
    ],
)
def test_a_template_that_is_of_no_use(template: str | None, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        samples([TALK], tokenizer(template), 2048)
    assert "private" not in str(caught.value)


def test_a_tokenizer_that_does_not_tell_where_its_tokens_are() -> None:
    with pytest.raises(InputError, match=r"needs a tokenizer\.json"):
        samples([TALK], SimpleNamespace(chat_template=CHATML, is_fast=False), 2048)
