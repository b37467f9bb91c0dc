"""A server with accounts is asked all that its OpenAPI allows, and what it does not; `benchmarks/fuzz.py` asks on."""

import pytest
from fuzz_at_home import fuzzed_at_home

from fuzz import fuzzed


@pytest.mark.fuzz
@pytest.mark.timeout(400)
def test_no_request_makes_it_fail_or_tells_of_somebody_else() -> None:
    found = fuzzed(160)
    assert not found.failures
    answered = {label for label, counts in found.statuses.items() if any(status < 300 for status in counts)}
    assert len(found.statuses) > 60
    assert len(answered) > 20, "hardly anything was reached"
    assert "POST /api/v1/account/sign-up" in found.statuses


@pytest.mark.fuzz
@pytest.mark.timeout(200)
def test_nor_what_only_a_home_is_asked() -> None:
    found = fuzzed_at_home(24)
    assert not found.failures
    assert len(found.statuses) == 3
