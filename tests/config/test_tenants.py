"""Products that could not be told apart are refused before anything starts."""

from pathlib import Path

import pytest

from pawsona.config.settings import load
from pawsona.errors import SetupError

AT_MOSS = "http://moss.localhost:8717"


@pytest.mark.parametrize(
    ("tenants", "why"),
    [
        ({"Moss": AT_MOSS}, "small letters"),
        ({"default": AT_MOSS}, "not 'default'"),
        ({"moss": "moss.example.org"}, "http"),
        ({"moss": "https://moss.example.org"}, "http://"),
        ({"moss": "http://localhost:9000"}, "own"),
        ({"moss": AT_MOSS, "fern": "http://moss.localhost:9"}, "host name of its own"),
    ],
)
def test_settings_that_could_mix_two_are_refused(tmp_path: Path, tenants: dict[str, str], why: str) -> None:
    with pytest.raises(SetupError, match=why):
        load(home=tmp_path, auth="accounts", accounts={"tenants": tenants})


def test_addresses_are_kept_as_browsers_write_them(tmp_path: Path) -> None:
    given = {"moss": "https://MOSS.example.com:443/"}
    settings = load(home=tmp_path, auth="accounts", proxied="https://pets.example.org", accounts={"tenants": given})
    assert settings.accounts.tenants == {"moss": "https://moss.example.com"}
