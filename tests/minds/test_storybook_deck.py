"""The deck: nothing comes back before everything has had its turn."""

from dataclasses import dataclass
from datetime import date, timedelta

from pawsona.minds.storybook.deck import draw, roll

TODAY = date(2026, 5, 1)


@dataclass(frozen=True)
class Card:
    id: str
    rest: int = 30


CARDS = [Card(f"card-{n}") for n in range(6)]


def test_no_card_comes_twice_before_all_have_come_once() -> None:
    ledger: dict[str, date] = {}
    drawn = []
    for n in range(12):
        today = TODAY + timedelta(n)
        card = draw(CARDS, key=str(today), seed=1, today=today, ledger=ledger, cooldown=0)
        assert card is not None
        ledger[card.id] = today
        drawn.append(card.id)
    assert len(set(drawn[:6])) == 6
    assert drawn[6:] == drawn[:6]


def test_a_card_that_was_never_used_goes_before_one_that_was() -> None:
    ledger = {card.id: TODAY - timedelta(400) for card in CARDS[1:]}
    assert draw(CARDS, key="k", seed=1, today=TODAY, ledger=ledger) == CARDS[0]


def test_a_used_card_rests_for_its_cooldown() -> None:
    ledger = {"card-0": TODAY - timedelta(30)}
    one = CARDS[:1]
    assert draw(one, key="k", seed=1, today=TODAY, ledger=ledger, cooldown=30) == CARDS[0]
    assert draw(one, key="k", seed=1, today=TODAY, ledger=ledger, cooldown=31) is None


def test_each_card_may_have_a_rest_of_its_own() -> None:
    cards = [Card("joke", rest=365), Card("plain", rest=30)]
    ledger = {card.id: TODAY - timedelta(100) for card in cards}
    drawn = draw(cards, key="k", seed=1, today=TODAY, ledger=ledger, cooldown=lambda card: card.rest)
    assert drawn == cards[1]


def test_an_empty_deck_gives_nothing() -> None:
    assert draw([], key="k", seed=1, today=TODAY, ledger={}) is None


def test_the_order_of_the_options_does_not_matter() -> None:
    forwards = draw(CARDS, key="k", seed=1, today=TODAY, ledger={})
    assert draw(CARDS[::-1], key="k", seed=1, today=TODAY, ledger={}) == forwards


def test_key_and_seed_decide_among_equals() -> None:
    keys = {draw(CARDS, key=f"k{n}", seed=1, today=TODAY, ledger={}) for n in range(40)}
    seeds = {draw(CARDS, key="k", seed=n, today=TODAY, ledger={}) for n in range(40)}
    assert len(keys) == len(seeds) == len(CARDS)


def test_chance_is_the_same_on_every_machine() -> None:
    assert roll(7, "2026-05-01", "quiet") == 5958353303123208606
