"""Accounts on PostgreSQL: the same tests."""

from collections.abc import Callable

import pytest
from tests.server import test_access, test_accounts, test_accounts_at_once, test_tokens
from tests.server.guests import City

pytestmark = pytest.mark.postgres

SAME = (
    test_accounts.test_somebody_signs_up_adopts_talks_and_signs_out,
    test_accounts.test_a_sign_up_that_cannot_be_used_says_why_and_stores_nothing,
    test_accounts.test_forged_and_replayed_secrets_are_nobodys,
    test_accounts.test_sessions_are_listed_and_ended_there_and_everywhere,
    test_accounts.test_another_password_ends_other_sessions_and_needs_the_old_one,
    test_accounts.test_a_locked_account_is_out_at_once_and_in_again_later,
    test_accounts_at_once.test_a_lock_stays_that_came_while_the_password_was_changed,
    test_accounts_at_once.test_a_password_of_a_letter_stays_that_came_while_the_old_one_was_changed,
    test_accounts_at_once.test_a_lock_keeps_out_whoever_is_signing_in,
    test_accounts_at_once.test_two_browsers_sign_in_at_once_where_the_hash_is_renewed,
    test_accounts_at_once.test_a_lock_and_a_letter_do_not_undo_each_other,
    test_tokens.test_a_token_expires_and_can_be_revoked,
    test_tokens.test_the_password_cannot_be_tried_from_inside_a_session,
    test_tokens.test_a_hash_of_older_parameters_is_renewed,
    test_access.test_every_route_asks_who_it_is,
)


@pytest.mark.parametrize("same", SAME, ids=lambda one: one.__name__)
def test_it_is_the_same_there(far: City, same: Callable[[City], None]) -> None:
    same(far)
