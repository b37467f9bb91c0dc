"""A refusal is about prompts of its kind and length; nothing shorter has to suffer for it, and nothing for long."""

import pytest

from pawsona.errors import TooLongError
from pawsona.minds.llm.refusals import REST_SECONDS, Refusals


def test_only_what_is_as_long_and_of_its_kind_is_refused_in_the_servers_name_and_for_a_while() -> None:
    seconds = [0.0]
    refusals = Refusals(lambda: seconds[0])
    refusals.refused("summaries", 4000)
    refusals.refused("summaries", 5000)  # says nothing new
    refusals.check("summaries", 3999)
    refusals.check("rewriting", 9000)
    with pytest.raises(TooLongError) as caught:
        refusals.check("summaries", 4000)
    assert caught.value.refused
    assert not caught.value.asked
    seconds[0] = REST_SECONDS
    refusals.check("summaries", 9000)


def test_an_answer_to_what_is_as_long_takes_it_back() -> None:
    """Of two on their way at once the shorter one may be refused, where a server shares its room among them."""
    refusals = Refusals(lambda: 0.0)
    refusals.refused("summaries", 4000)
    refusals.answered("summaries", 3999)
    with pytest.raises(TooLongError):
        refusals.check("summaries", 4000)
    refusals.answered("summaries", 4000)
    refusals.check("summaries", 9000)
