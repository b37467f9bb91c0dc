from datetime import timedelta

from pawsona.domain.message import Tier
from pawsona.domain.pet import Friend
from pawsona.skills import ACTS, IPET
from pawsona.skills.acts import (
    CareInput,
    CareReading,
    FriendInput,
    JudgeInput,
    Judgement,
    PromiseDraft,
    PromiseInput,
    Promises,
)
from pawsona.skills.context import Context


def test_a_model_may_raise_a_tier_but_never_lower_it(english: Context) -> None:
    given = CareInput(context=english, message="...", tier=Tier.high)
    care = ACTS["care.classify"]
    assert not care.problems(given, CareReading(tier=Tier.imminent), IPET)
    assert care.problems(given, CareReading(tier=Tier.concern), IPET)


def test_a_promise_is_due_in_the_future(english: Context) -> None:
    given = PromiseInput(context=english, message="remind me at 9")
    past = PromiseDraft(text="Call mum", due=english.now - timedelta(minutes=1))
    assert ACTS["promise.find"].problems(given, Promises(drafts=(past,)), IPET) == ["promise 1: it is due in the past"]


def test_a_promise_may_name_things_in_another_language_but_not_be_empty(english: Context) -> None:
    given = PromiseInput(context=english, message="Remind me to call 李雷")
    due = english.now + timedelta(hours=1)
    drafts = (PromiseDraft(text="call 李雷", due=due), PromiseDraft(text=" ", due=due))
    assert ACTS["promise.find"].problems(given, Promises(drafts=drafts), IPET) == ["promise 2: the promise is empty"]


def test_a_judge_rates_what_was_asked_on_the_scale(english: Context) -> None:
    given = JudgeInput(context=english, text="A day.", criteria={"realism": "is it plausible?"})
    good = Judgement(analysis="Plausible.", ratings={"realism": 4})
    assert not ACTS["judge"].problems(given, good, IPET)
    assert ACTS["judge"].problems(given, Judgement(analysis="", ratings={"realism": 6}), IPET)
    assert ACTS["judge"].problems(given, Judgement(analysis="", ratings={}), IPET)


def test_a_friend_takes_nobodys_name(english: Context) -> None:
    given = FriendInput(context=english)
    twin = Friend(name="Mikan", species="snail", trait="patient", hobby="maps")
    assert ACTS["friend.create"].problems(given, twin, IPET) == ["the name 'Mikan' is taken"]
