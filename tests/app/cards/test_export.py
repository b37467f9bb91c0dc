"""A card comes out as it came in, whatever is in it; what the person changed is written over it, and nothing else."""

import base64
import copy
import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.app.cards import samples

from pawsona.app.cards.export import carried, rewritten
from pawsona.app.cards.file import read_card
from pawsona.app.cards.persona import persona_of
from pawsona.app.cards.picture import taken_apart
from pawsona.app.cards.portrait import portrait
from pawsona.domain.card import Card
from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.person import Person
from pawsona.domain.pet import SPECIES, Pet

NOW = datetime(2026, 4, 12, tzinfo=UTC)
LIN = Person(id=PersonId("lin"), name="Lin", language="en", time_zone="UTC", created_at=NOW)


def adopted(content: bytes) -> tuple[Card, Pet]:
    """What adopting stores, without a home."""
    file = read_card(content)
    made = persona_of(file.document.fields, called=None, user=LIN.name, language="en", known=SPECIES)
    pet = Pet(
        id=PetId("mo"), person=LIN.id, name=made.name or "Mo", species=made.species, personality=made.personality,
        seed=1, adopted_at=NOW, setting=made.setting,
    )  # fmt: skip
    card = Card(
        bond=pet.bond, document=file.document.text, image=file.image, name=pet.name, setting=pet.setting,
        greeting=made.greeting, at=NOW,
    )  # fmt: skip
    return card, pet


def out(card: Card, pet: Pet) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(rewritten(card, pet, LIN, NOW, SPECIES))
    return document


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=15,
)
UNKNOWN = st.dictionaries(
    st.text().filter(lambda key: key not in samples.v3()["data"] and key != "spec"), JSON, max_size=4
)
CARDS = st.sampled_from([samples.v1(), samples.v2(), samples.v3()])


@pytest.mark.long
@settings(deadline=None)
@given(card=CARDS, fields=UNKNOWN, root=UNKNOWN, extensions=UNKNOWN, escaped=st.booleans(), in_png=st.booleans())
def test_no_field_is_lost_on_the_way_in_and_out(
    card: dict[str, Any], fields: Any, root: Any, extensions: Any, escaped: bool, in_png: bool
) -> None:
    given_ = copy.deepcopy(card)
    if "spec" in given_:
        given_["data"].update(fields)
        given_["data"]["extensions"].update(extensions)
        given_ |= {key: value for key, value in root.items() if key not in given_}
    else:
        given_.update(fields)
    text = json.dumps(given_, ensure_ascii=escaped)
    content = samples.png(samples.text_chunk(b"chara", base64.b64encode(text.encode()))) if in_png else text.encode()
    kept, pet = adopted(content)
    assert rewritten(kept, pet, LIN, NOW, SPECIES) == text
    renamed = out(kept, replace(pet, name="Mo the Second"))
    data, was = (renamed["data"], given_["data"]) if "spec" in given_ else (renamed, given_)
    changed = {"name", "nickname", "modification_date"}
    assert {k: v for k, v in data.items() if k not in changed} == {k: v for k, v in was.items() if k not in changed}
    again = read_card(carried(rewritten(kept, pet, LIN, NOW, SPECIES), kept.image or portrait()))
    assert again.document.root == given_
    assert again.image == (kept.image or portrait())


@pytest.mark.parametrize("card", [samples.v1(), samples.v2(), samples.v3()])
def test_what_the_person_changed_is_written_over_and_nothing_else(card: dict[str, Any]) -> None:
    kept, pet = adopted(samples.encoded(card))
    changed = replace(pet, name="Mo", setting="Mo keeps Lin's umbrella.", species="rabbit")
    found = out(kept, changed)
    expected = copy.deepcopy(card)
    data = expected.get("data", expected)
    data |= {"name": "Mo", "description": "Mo keeps {{user}}'s umbrella."}
    data["extensions"] = data.get("extensions", {}) | {"pawsona": {"species": "rabbit"}}
    if card.get("spec") == "chara_card_v3":
        data |= {"nickname": "Mo", "modification_date": int(NOW.timestamp())}
    assert found == expected
    _, again = adopted(json.dumps(found).encode())
    assert (again.name, again.species, again.personality) == ("Mo", "rabbit", pet.personality)
    assert again.setting.startswith("Mo keeps Lin's umbrella.")


def test_fields_that_programs_repeat_beside_the_newer_ones_follow_them() -> None:
    kept, pet = adopted(samples.encoded(samples.v2() | {"name": "Sera", "description": "old"}))
    found = out(kept, replace(pet, name="Mo", setting="New."))
    assert (found["name"], found["description"]) == ("Mo", "New.")
    assert (found["data"]["name"], found["data"]["description"]) == ("Mo", "New.")


def test_a_name_that_only_its_label_shortened_has_not_changed() -> None:
    card = samples.v2(name="Seraphina, the Last Guardian of the Eastern Glade")
    kept, pet = adopted(samples.encoded(card))
    assert out(kept, pet) == card


def test_a_card_of_version_3_is_there_for_older_readers_as_well() -> None:
    found = carried(json.dumps(samples.v3(creator_notes="")), portrait())
    older = json.loads(base64.b64decode(taken_apart(found, "en").texts["chara"]))
    assert (older["spec"], older["spec_version"]) == ("chara_card_v2", "2.0")
    assert "version 3" in older["data"]["creator_notes"]
    assert older["data"]["character_book"]["entries"][0]["content"].startswith("The wheel")
    assert older["data"]["extensions"] == samples.v3()["data"]["extensions"]
    assert read_card(found).document.root == samples.v3(creator_notes="")


def test_half_an_emoji_survives() -> None:
    kept, pet = adopted(b'{"name": "Mo", "description": "\\ud83d", "x": "\\ude00 \xe5\x9b\xa2"}')
    text = rewritten(kept, replace(pet, name="Bo"), LIN, NOW, SPECIES)
    assert json.loads(text) == {"name": "Bo", "description": "\ud83d", "x": "\ude00 团"}
    assert "团" in text
    assert read_card(carried(text, portrait())).document.root["description"] == "\ud83d"
