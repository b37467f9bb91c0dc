"""Tenants and webhooks on PostgreSQL: the same tests."""

from collections.abc import Callable

import pytest
from tests.server import test_letters, test_tenants, test_webhooks
from tests.server.guests import TWO, City

pytestmark = pytest.mark.postgres

FAR = TWO

SAME = (
    test_tenants.test_a_name_is_anothers_at_another_door,
    test_tenants.test_a_session_is_good_at_its_own_door_alone,
    test_tenants.test_an_operator_sees_the_counts_of_their_own,
    test_letters.test_a_letter_is_signed_and_says_ids,
    test_webhooks.test_a_product_hears_of_its_own_alone,
    test_webhooks.test_who_did_not_agree_is_not_told_of_beyond_coming_and_going,
    test_webhooks.test_what_waits_goes_with_a_yes_that_is_taken_back,
    test_webhooks.test_whoever_is_erased_leaves_nothing_but_the_notice,
    test_webhooks.test_what_did_not_happen_is_not_told,
    test_letters.test_what_never_arrives_is_given_up_and_can_be_sent_again,
    test_letters.test_what_is_dead_is_forgotten_after_a_month,
    test_letters.test_one_that_stalls_keeps_no_other_waiting,
    test_letters.test_what_one_process_is_at_no_other_brings_until_it_died,
    test_letters.test_for_a_day_the_old_secret_signs_as_well,
    test_webhooks.test_nights_are_told_once_a_day_and_in_counts,
)


@pytest.mark.parametrize("same", SAME, ids=lambda one: one.__name__)
def test_it_is_the_same_there(far: City, same: Callable[[City], None]) -> None:
    same(far)
