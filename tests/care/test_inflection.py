"""A verb is named once and found in all its forms."""

import pytest

from pawsona.care.inflection import forms


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("take", {"take", "takes", "took", "taken", "taking"}),
        ("grab", {"grab", "grabs", "grabbed", "grabbing"}),
        ("choke", {"choke", "chokes", "choked", "choking"}),
        ("punch", {"punch", "punches", "punched", "punching"}),
        ("wake up", {"wake up", "wakes up", "woke up", "woken up", "waking up"}),
    ],
)
def test_forms(verb: str, expected: set[str]) -> None:
    assert set(forms(verb)) == expected
