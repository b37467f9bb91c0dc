import pytest

from pawsona.skills import IPET, SKILLS
from pawsona.skills.context import Context
from pawsona.skills.note import Extract, ExtractInput, Intent, IntentInput


def test_an_extracted_value_stands_in_the_text(english: Context) -> None:
    given = ExtractInput(context=english, text="Flour, two eggs. Oven at 180.", points=("eggs", "oven"))
    skill = SKILLS["note.extract"]
    assert not skill.problems(given, Extract(values={"eggs": ("two eggs",)}), IPET)
    assert skill.problems(given, Extract(values={"eggs": ("three eggs",)}), IPET) == [
        "'three eggs' does not stand in the text"
    ]
    assert skill.problems(given, Extract(values={"sugar": ("Flour",)}), IPET) == ["'sugar' was not asked for"]


@pytest.mark.parametrize(
    ("intent", "broken"),
    [
        (Intent(kind="active", query="height of Fuji"), False),
        (Intent(kind="active"), True),
        (Intent(kind="direct"), False),
        (Intent(kind="shift", query="x"), True),
    ],
)
def test_only_an_active_intent_has_a_query(english: Context, intent: Intent, broken: bool) -> None:
    given = IntentInput(context=english, message="how high is Fuji?")
    assert bool(SKILLS["note.intent"].problems(given, intent, IPET)) == broken
