"""What can be a password."""

import pytest

from pawsona.app.accounts.passwords import password_of
from pawsona.errors import InputError


@pytest.mark.parametrize(
    ("text", "login"),
    [
        ("annabel1234", "annabel@example.org"),
        ("my Annabel, oh my", "annabel"),
        ("aaaabbbbcccc", "lin@example.org"),
        ("short one", "lin@example.org"),
    ],
)
def test_what_anybody_would_try_first_is_refused(text: str, login: str) -> None:
    with pytest.raises(InputError):
        password_of(text, login)


def test_a_short_name_may_stand_in_a_sentence_by_chance() -> None:
    assert password_of("a johnny with seven ponies", "jo@example.org") == "a johnny with seven ponies"
    assert password_of("我家的猫每天八点半叫我起床", "我@example.org")
