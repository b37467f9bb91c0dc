"""Who was named is known by the name, in talk and in memory."""

import asyncio
import re
from collections.abc import Sequence

import pytest
from tests.minds.test_storybook_memory import MIND, context, kept, memory, said, sure, verdict

from pawsona.domain.language import Language
from pawsona.minds.storybook.kin import by_kin
from pawsona.skills import IPET, SKILLS
from pawsona.skills.memory import SummariseInput


@pytest.mark.parametrize(
    ("language", "told", "homes"),
    [
        (
            "en",
            ("My sister's name is Julia and she lives in Leeds", "no, you're wrong. Julia lives in York, not Leeds"),
            ["your sister lives in York"],
        ),
        ("en", ("My sister Julia lives in Leeds.", "Julia has moved to York"), ["your sister lives in York"]),
        ("en", ("My sister lives in Leeds.", "Julia lives in York"), ["your sister lives in Leeds"]),
        ("zh", ("我姐姐叫小美，住在上海", "不对，小美住在北京，不是上海"), ["你姐姐住在北京"]),
    ],
)
def test_a_relative_who_is_called_by_name_is_corrected(
    language: Language, told: Sequence[str], homes: list[str]
) -> None:
    drafts = kept(*(said(text, n=n) for n, text in enumerate(told)), language=language)
    told_of = [d.slots["you"] for d in drafts if d.confident and re.search("lives in|住在", d.text)]
    assert told_of == homes


def test_a_name_of_an_earlier_day_is_known_by() -> None:
    named, home = sure("My sister is called Julia")[0], sure("My sister lives in Leeds")[0]
    given = SummariseInput(context=context(), dialogue=(said("Julia lives in York now"),), known=(memory(named),))
    [moved] = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET)).drafts
    assert moved.slots["you"] == "your sister lives in York"
    assert verdict(moved, memory(home)).kind == "replaces"
    both = (memory(named, "named"), memory(home, "home"))
    given = SummariseInput(context=context(), dialogue=(said("Julia has moved to Bath"),), known=both)
    [moved] = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET)).drafts
    assert moved.text == "Lin's sister lives in Bath"
    assert moved.about is not None and moved.about.memory == "home"  # her name is what it was


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "My friend Julia lives in York."),
        ("en", "My neighbour Julia moved to York."),
        ("en", "Her cousin Julia moved to York."),
        ("en", "Aunt Julia lives in York."),
        ("en", "My daughter Julia lives in York"),
        ("en", "My best friend, Julia lives in York"),
        ("en", "Not my sister, the other Julia lives in York"),
        ("en", "My friends Tom and Julia moved to York"),
        ("zh", "我朋友小美住在北京"),
        ("zh", "我朋友 小美住在北京"),
        ("zh", "这是我同事，小美住在北京"),
    ],
)
def test_somebody_else_of_that_name_is_not_taken_for_the_relative(language: Language, text: str) -> None:
    assert by_kin(text, {"Julia": "sister", "小美": "姐姐"}, language) == text


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        ("en", "Julia lives in York", "my sister lives in York"),
        ("en", "No, Julia lives in York", "No, my sister lives in York"),
        ("en", "you're wrong. Julia lives in York", "you're wrong. my sister lives in York"),
        ("en", "I think that Julia has moved to York", "I think that my sister has moved to York"),
        (
            "en",
            "My boss Julia has a cat but Julia lives in Bath",
            "My boss Julia has a cat but my sister lives in Bath",
        ),
        ("zh", "不对，小美住在北京", "不对，我姐姐住在北京"),
    ],
)
def test_a_name_that_begins_what_is_said_is_the_relatives(language: Language, text: str, read: str) -> None:
    assert by_kin(text, {"Julia": "sister", "小美": "姐姐"}, language) == read


@pytest.mark.parametrize(
    ("first", "then", "kept_of"),
    [
        ("My friend Anna lives in York.", "My friend Bea lives in Bath.", "new"),
        ("My friend Anna lives in York.", "My friend Bea moved to Bath.", "new"),
        ("My brother Tom lives in York", "My brother Ben lives in Bath", "new"),
        ("My friend lives in York", "My friend moved to Bath", "new"),
        ("My cousin lives in York", "My cousin Bea lives in Bath", "new"),
        ("My sister lives in York", "My sister Julia moved to Bath", "replaces"),
        ("My sister Julia lives in York", "My sister lives in Bath", "replaces"),
        ("My friend Anna lives in York", "My friend Anna moved to Bath", "replaces"),
        ("My sister lives in York", "My sister moved to a different team", ""),
        ("My sister lives in York", "My sister lives in fear of her boss", ""),
        ("My brother lives in York", "My brother has moved to night shifts", ""),
        ("My partner lives in York", "My partner moved to the sofa", ""),
    ],
)
def test_only_ones_own_move_replaces_where_one_lives(first: str, then: str, kept_of: str) -> None:
    known = tuple(memory(draft, f"m{n}") for n, draft in enumerate(sure(first)))
    [home] = [one for one in known if one.slots["attribute"] == "relative_home"]
    given = SummariseInput(context=context(), dialogue=(said(then),), known=known)
    drafts = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET)).drafts
    moved = [draft for draft in drafts if draft.slots.get("attribute") == "relative_home" and draft.text != home.text]
    assert bool(moved) == bool(kept_of)
    for draft in moved:
        about = draft.about and (draft.about.kind, draft.about.memory)
        assert about == (("replaces", home.id) if kept_of == "replaces" else None)
        assert verdict(draft, *known).kind == kept_of
    both = [d.text for d in kept(said(first), said(then, n=2)) if d.slots.get("attribute") == "relative_home"]
    assert (home.text in both) == (kept_of != "replaces")
