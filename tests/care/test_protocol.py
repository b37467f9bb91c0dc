"""The protocol page says what is configured, in both languages, and never a figure that nobody measured."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from pawsona.care import measured as figures
from pawsona.care.files import CONTENT
from pawsona.care.measured import measured
from pawsona.care.protocol import SMALL, Facts, protocol
from pawsona.care.ready import Care, care_ready
from pawsona.care.statement import statement
from pawsona.domain.document import Document, Grid, Points
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

TODAY = date(2026, 11, 22)
FACTS = Facts(TODAY, "1.2.3")


@pytest.fixture(scope="module")
def care() -> Care:
    return care_ready()


def said(document: Document, section: str = "") -> str:
    found = []
    for one in document.sections:
        for block in one.blocks if section in ("", one.id) else ():
            if isinstance(block, Grid):
                found += [" | ".join(row) for row in (block.head, *block.rows)]
            else:
                found += block.items if isinstance(block, Points) else [str(block)]
    return "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_there_and_no_brace_is_left(care: Care, language: Language) -> None:
    page = protocol(care, FACTS, language)
    assert [section.id for section in page.sections] == [
        "what", "reading", "reply", "never", "after", "lines", "notices", "minors", "packs", "counts", "data", "limits",
        "contact",
    ]  # fmt: skip
    assert all(section.blocks for section in page.sections)
    assert "{" not in said(page) + page.lead + page.title
    assert "1.2.3" in page.lead and "2026-11-22" in page.lead


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_technique_event_and_group_has_plain_words(care: Care, language: Language) -> None:
    from pawsona.care.packfile import GROUPS
    from pawsona.domain.carelog import EVENTS

    words = statement(language)
    for name in care.rules.duties.techniques(True):
        assert "_" not in words.technique(name) and words.technique(name) != name, name
    for event in EVENTS:
        assert words(f"events.{event}")
    for group in GROUPS:
        assert words(f"groups.{group}")


def test_lines_stand_with_their_days_and_an_expired_one_is_called_so(care: Care) -> None:
    rows = said(protocol(care, FACTS, "en"), "lines")
    assert "United States | 988 Suicide & Crisis Lifeline: call or text 988" in rows
    assert "| 911 | 2026-11-21 | 2027-05-20" in rows
    later = said(protocol(care, Facts(TODAY + timedelta(days=200), "1"), "en"), "lines")
    assert "2027-05-20" not in later and later.count("to be verified again") == len(care.resources.lines)


def test_cadence_and_packs_follow_the_choice() -> None:
    strictest = protocol(care_ready(), FACTS, "en")
    assert "every 60 minutes" in said(strictest, "notices") and "every 120 minutes" in said(strictest, "notices")
    assert "from 2027-01-01; kept already" in said(strictest, "packs")
    eu = protocol(care_ready(["eu"]), FACTS, "en")
    assert "every 60 minutes" not in said(eu, "notices")
    assert "European Union" in said(eu, "packs") and "Oregon" not in said(eu, "packs")
    assert (
        "from 2027" not in said(protocol(care_ready(), Facts(date(2027, 1, 1), "1"), "en"), "packs").split("Points")[0]
    )


def test_a_small_count_is_not_told_exactly(care: Care) -> None:
    for count, told in ((0, "0 time"), (1, "fewer than 5"), (SMALL - 1, "fewer than 5"), (SMALL, "5 time")):
        page = said(protocol(care, Facts(TODAY, "1", referrals=count), "en"), "counts")
        assert f"In 2025 help lines were given {told}" in page


def test_who_answers_for_it(care: Care) -> None:
    assert "machine at home" in said(protocol(care, FACTS, "en"), "contact")
    named = said(protocol(care, Facts(TODAY, "1", "Pets & Co", "care@example.org"), "zh"), "contact")
    assert "Pets & Co" in named and "care@example.org" in named
    assert "sends nothing by itself" in said(protocol(care, FACTS, "en"), "after")
    assert "never what was said" in said(protocol(care, Facts(TODAY, "1", hook=True), "en"), "after")


def test_figures_are_those_on_file_and_without_any_it_says_so(
    care: Care, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    row = measured().rows[0]
    assert f"{row.found:g}%" in said(protocol(care, FACTS, "en"), "limits")
    text = (CONTENT / "measured.yaml").read_text("utf-8")
    (tmp_path / "measured.yaml").write_text(f"{text.split('rows:')[0]}rows: []\n", "utf-8")
    monkeypatch.setattr(figures, "CONTENT", tmp_path)
    measured.cache_clear()
    try:
        page = said(protocol(care, FACTS, "en"), "limits")
        assert "No measurement is on file" in page and "%" not in page
        (tmp_path / "measured.yaml").write_text(
            text.replace("found: ", "found: 1", 1).replace("found: 1", "found: 99"), "utf-8"
        )
        measured.cache_clear()
        with pytest.raises(ContentError, match=r"measured.yaml: rows\[0\].found: should be a share"):
            measured()
    finally:
        measured.cache_clear()


def test_a_word_that_is_missing_is_named() -> None:
    with pytest.raises(ContentError, match="protocol.yaml: nothing.here: 'nothing' is missing"):
        statement("en")("nothing.here")
    with pytest.raises(ContentError, match=r"operator.named.en: 'operator' can't be put in"):
        statement("en")("operator.named")


def test_research_without_the_persona_and_a_guardians_consent_are_told(care: Care) -> None:
    assert "For research" not in said(protocol(care, FACTS, "en"), "never")
    assert "For research" in said(protocol(care_ready(attachment=False), FACTS, "en"), "never")
    assert "under 14" in said(protocol(care, FACTS, "en"), "minors")
    assert "guardian" not in said(protocol(care_ready(["us-ny"]), FACTS, "en"), "minors")
