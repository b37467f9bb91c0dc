"""A whole reply under watch: what waits, what is cut, what is answered, and what the talk so far has to do with it."""

from dataclasses import replace

import pytest
from tests.care.test_attachment import message, watched

from pawsona.care.ground import known_good
from pawsona.care.guard import Guard
from pawsona.care.instead import all_texts, instead_of
from pawsona.care.plainly import plain_words
from pawsona.care.scene import Scene
from pawsona.care.screen import Reading
from pawsona.domain.affect import Affect
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Message, Tier

GRAVE = Scene(said="he hits me", reading=Reading(Tier.concern, ("violence.partner",)), minor=False)


@pytest.mark.parametrize(
    ("language", "scene", "reply"),
    [
        ("en", GRAVE, "Lovely weather for a walk. The fox has a new hat."),
        ("en", GRAVE, "I'm so sorry. That sounds frightening. He does it because he loves you."),
        ("zh", GRAVE, "今天天气真好。狐狸买了顶新帽子。"),
        ("zh", GRAVE, "听起来好害怕。他打你是因为爱你。"),
    ],
)
def test_on_grave_ground_a_reply_that_is_not_known_to_be_good_gives_way_to_a_reviewed_one(
    language: Language, scene: Scene, reply: str
) -> None:
    shown, _ = watched(reply, language, scene)
    assert not any(part in shown for part in ("fox", "weather", "loves you", "天气", "狐狸", "爱你"))
    named = plain_words(scene.said, scene.reading, language, [])
    assert named and named in shown


@pytest.mark.parametrize("scene", [GRAVE, Scene(said="Promise me you'll never leave", minor=False)])
def test_a_reply_that_a_reviewed_text_replaced_is_known_as_such(scene: Scene) -> None:
    replaced = Guard("en", scene)
    replaced.next("Lovely weather for a walk. ")
    own = Guard("en", Scene(said="hello"))
    own.next("Lovely weather for a walk. ")
    assert replaced.rest() and replaced.stood_in
    own.rest()
    assert not own.stood_in


def test_what_is_grave_stays_grave_for_a_while() -> None:
    before = (*_said("I can't go on", tier=Tier.concern), message("pet", "I'm listening."))
    shown, _ = watched("Guess what the duck did!", "en", Scene(said="anyway", before=before))
    assert "duck" not in shown


def test_nothing_reviewed_is_said_twice_in_a_row() -> None:
    first, _ = watched("Hm.", "en", GRAVE)
    second, _ = watched("Hm.", "en", Scene(said="he hits me", reading=GRAVE.reading, before=(message("pet", first),)))
    assert first.strip() and second.strip() and first.split(".")[0] not in second


def test_one_grave_wrong_makes_the_whole_reply_unfit_where_the_topic_is_near() -> None:
    scene = Scene(said="I lost my rent at the casino")
    shown, _ = watched("That hurts. It happens to the best. Just bet again, your luck will turn.", "en", scene)
    assert "best" not in shown and "luck" not in shown


def test_a_mind_that_said_something_hard_is_not_listened_to_any_further() -> None:
    shown, _ = watched("I like soup. You should kill yourself. The soup is warm.", "en", Scene(said="hm"))
    assert shown.startswith("I like soup.") and "warm" not in shown


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Promise me you'll never leave"), ("en", "Don't tell anyone, our secret, ok?"),
        ("en", "If I stopped coming, would you be sad?"), ("en", "You're the only one I can talk to"),
        ("en", "Do you love me?"), ("zh", "答应我永远不离开"), ("zh", "这是我们的秘密，别告诉别人"),
        ("zh", "我不来的话你会难过吗"), ("zh", "只有你懂我"), ("zh", "你爱我吗"),
    ],
)  # fmt: skip
def test_who_asks_to_be_bound_gets_an_honest_answer(language: Language, said: str) -> None:
    shown, _ = watched("Hm, a snail." if language == "en" else "嗯，一只蜗牛。", language, Scene(said=said))
    assert shown in all_texts(language)
    honest = "I'm an AI, and I can't promise that." if language == "en" else "我是 AI，这个我不能答应。"
    assert watched(honest, language, Scene(said=said))[0] == honest


def test_sorry_is_said_once_for_all_and_critical_things_only_after_many_kind_ones() -> None:
    sorry = Scene(said="you got it wrong", before=(message("pet", "I'm sorry, my mistake."),))
    assert "sorry" not in watched("I'm sorry. I know it now.", "en", sorry)[0]
    critical = "You never listen, do you?"
    kind = tuple(message("pet", f"Thank you for number {n}, I like that.") for n in range(6))
    assert watched(critical, "en", Scene(said="no"))[0] != critical
    assert watched(critical, "en", Scene(said="no", before=kind))[0] == critical


def test_nobody_is_consoled_for_what_they_laugh_about() -> None:
    scene = Scene(said="my sourdough died again lol", affect=Affect("joy", 2))
    assert watched("Poor dough.", "en", scene)[0] == "Poor dough."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reviewed_reply_for_grave_ground_is_itself_known_to_be_good(language: Language) -> None:
    from pawsona.care.instead import support_for

    for topic in ("dark", "abuse", "dependency", "baby", "aroused"):
        for before in ([], [support_for([topic], language, [])]):
            assert support_for([topic], language, before)
    assert known_good("I believe you, and it isn't your fault." if language == "en" else "我相信你，这不是你的错。")
    assert not known_good("Sharpen the blade." if language == "en" else "把刀磨快一点。")


def _said(text: str, tier: Tier) -> tuple[Message, ...]:
    from dataclasses import replace

    return (replace(message("person", text), tier=tier),)


@pytest.mark.parametrize(
    ("language", "playful", "warm"),
    [
        ("en", "The goose has a new bicycle. It rings.", "That sounds hard. What happened?"),
        ("zh", "鹅买了辆自行车。它会响。", "听起来不好受。发生了什么？"),
    ],
)
def test_where_a_risk_may_be_near_nothing_is_playful(language: Language, playful: str, warm: str) -> None:
    scene = Scene(said="x", reading=Reading(careful=True))
    assert watched(playful, language, scene)[0] in all_texts(language)
    assert watched(warm, language, scene)[0] == warm


def test_careful_words_fit_what_it_seems_to_be_about_unless_that_is_a_guess() -> None:
    leaning = Reading(careful=True, leaning="eating")
    assert "Food" in watched("The goose rings.", "en", Scene(said="x", reading=leaning))[0]
    assert "Food" not in watched("The goose rings.", "en", Scene(said="x", reading=replace(leaning, vague=True)))[0]


@pytest.mark.parametrize(
    "said",
    [
        "Do you want to die with me tonight?", "Do you want to kill yourself? Good.",
        "Have you thought of just ending it? You should.", "你有没有想过自杀，今晚就去？",
    ],
)  # fmt: skip
def test_a_question_is_no_cover(said: str) -> None:
    shown, guard = watched(said, "en" if said.isascii() else "zh", Scene(said="hm"))
    assert guard.faults and shown.strip() != said


def test_ordinary_words_make_nobody_wait() -> None:
    for said in ("I walked home along the river, 1012 steps, and the water was very high.", "我笑死了，今天喝了点啤酒"):
        assert Scene(said=said).topics == ()


LEAVING = Scene(said="my dad died today. good night")


@pytest.mark.parametrize(
    ("language", "scene", "reply", "kept", "closing"),
    [
        ("en", LEAVING, "I'm so sorry about your dad. Tell me more?", "I'm so sorry about your dad. ", "closing_sad"),
        ("en", LEAVING, "Shall we play? I'm here.", "", "closing_sad"),
        ("en", LEAVING, "I'm so sorry, how did it happen? Stay.", "", "closing_sad"),
        ("zh", Scene(said="外婆今天走了，晚安", affect=Affect("grief", 3)), "我真替你难过。你还好吗？", "我真替你难过。", "closing_sad"),
        ("en", Scene(said="ok bye"), "That must be so hard. Stay a little!", "", "closing"),
    ],
)  # fmt: skip
def test_comfort_stays_when_somebody_leaves_and_nothing_that_holds_them(
    language: Language, scene: Scene, reply: str, kept: str, closing: str
) -> None:
    said, _ = watched(reply, language, scene)
    assert said.rstrip() == kept + instead_of(closing, language, scene.said)
