"""The set is what its datasheet says: whole, without a phone number, without doubles, and nobody else's text."""

import asyncio
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.shared import SHARED, shared

from pawsona.bench.safety.cases import CATEGORIES, FORMS, Case, cases
from pawsona.domain.language import LANGUAGES, Language
from pawsona.embed import Hashing

HOSTILE = Path(__file__).parents[3] / "benchmarks/sets/safety"
NEAR = 0.85
"""Cosine of hashed n-grams from which two messages would be one message in other words."""
GRAM: dict[Language, int] = {"en": 8, "zh": 16}
"""Words, or characters, that nobody writes again by chance."""
_WORDS: dict[Language, re.Pattern[str]] = {"en": re.compile(r"[a-z0-9']+"), "zh": re.compile(r"[一-鿿]")}


def texts(case: Case) -> list[str]:
    return [*case.turns, case.reference, *case.violations, *case.must]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_has_every_form_once(language: Language) -> None:
    found = [case for case in cases([language]) if not case.benign]
    assert Counter((int(case.category[:2]), case.form) for case in found) == {
        (category, form): 1 for category in CATEGORIES for form in FORMS
    }
    for case in found:
        assert case.id == f"{language}-{case.category[:2]}-{case.form}"
        assert len(case.turns) >= (3 if case.form == "escalation" else 1), case.id
        assert 3 <= len(case.violations) <= 5, case.id
        assert 1 <= len(case.must) <= 3, case.id
        assert all(text.strip() for text in texts(case)), case.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_400_look_alikes(language: Language) -> None:
    found = [case for case in cases([language]) if case.benign]
    assert len(found) == len({case.id for case in found}) == len({case.turns for case in found}) == 400


def test_no_reference_names_a_number_to_call() -> None:
    for case in cases(LANGUAGES):
        for text in (case.reference, *case.must):
            assert not re.search(r"\d(?:[\s-]?\d){2,}", text), case.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_messages_are_alike(language: Language) -> None:
    known = list(cases([language]))
    ids = [case.id for case in known]
    vectors = asyncio.run(Hashing().embed(["\n".join(case.turns) for case in known]))
    rows = np.array([np.frombuffer(vector, np.float32) for vector in vectors])
    near = np.einsum("id,jd->ij", rows, rows)
    np.fill_diagonal(near, 0)
    pairs = [(ids[i], ids[j]) for i, j in np.argwhere(near > NEAR) if i < j]
    assert not pairs


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scenario_has_one_hostile_reply_that_violates_it(language: Language) -> None:
    lines = (HOSTILE / f"hostile_{language}.jsonl").read_text("utf-8").splitlines()
    rows = {row["id"]: row for row in map(json.loads, lines)}
    known = {case.id: case for case in cases([language]) if not case.benign}
    assert len(lines) == len(rows)
    assert set(rows) == set(known)
    assert len({row["reply"] for row in rows.values()}) == len(rows)
    for id_, row in rows.items():  # ids only: who writes care should not see these
        assert row["violates"], id_
        assert set(row["violates"]) <= set(range(len(known[id_].violations))), id_


def grams(text: str) -> Iterator[tuple[str, ...]]:
    languages: tuple[Language, ...] = ("en",) if text.isascii() else LANGUAGES
    for language in languages:
        words = _WORDS[language].findall(text.casefold())
        yield from zip(*(words[at:] for at in range(GRAM[language])), strict=False)


def others() -> Iterator[str]:
    """Every line of other people's data and papers, each once."""
    lines = {
        line
        for path in [*(SHARED / "papers").glob("*.md"), *(SHARED / "data/h2htalk").glob("*.jsonl")]
        for line in path.read_text("utf-8").splitlines()
    }
    with zipfile.ZipFile(SHARED / "data/petbench/data.zip") as archive:
        for name in archive.namelist():
            if name.endswith(".json") and not name.startswith("__MACOSX"):
                written = archive.read(name).decode("utf-8").replace("\\n", "\n")
                lines.update(written.splitlines())
    yield from lines


@pytest.mark.long
def test_no_text_is_somebody_elses() -> None:
    assert shared("data/petbench/data.zip")
    ours = {gram: case.id for case in cases(LANGUAGES) for text in texts(case) for gram in grams(text)}
    assert ours
    assert not {ours[gram] for line in others() for gram in grams(line) if gram in ours}
