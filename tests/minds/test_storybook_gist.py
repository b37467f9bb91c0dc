"""What a message does is read before anything is chosen: what happened, what is asked, what only goes along."""

import pytest
from tests.minds.talking import context, memory, rung, say, talk

from pawsona.domain.language import Language
from pawsona.domain.memory import Recalled
from pawsona.minds.storybook.talk.gist import along, event_in, held, question_in
from pawsona.minds.storybook.talk.hours import fits_hour
from pawsona.minds.storybook.talk.mirror import as_it_is, scrap
from pawsona.minds.storybook.talk.moves import foreign
from pawsona.minds.storybook.talk.phrases import phrases, taken
from pawsona.minds.storybook.talk.reply import begin
from pawsona.skills.chat import ChatInput


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        ("my sister's boyfriend broke the dishwasher", ["your sister's boyfriend", "the dishwasher"]),
        ("bought a second hand bike today", ["a second hand bike"]),
        ("the new lad put the level on upside down", ["the new lad", "the level"]),
        ("the wifi's down again", ["the wifi"]),
        ("just ate way too much pasta", ["pasta"]),
        ("it was the best day of the week", []),
        ("my old", []),
        ("My brother-in-law lives in Rome", ["your brother-in-law", "Rome"]),
        ("my cousin teaches maths", ["your cousin", "maths"]),
    ],
)
def test_phrases_are_whole_or_none(clause: str, found: list[str]) -> None:
    assert [phrase.text for phrase in phrases(clause, "en")] == found


def test_names_are_known_in_lower_case_too() -> None:
    [noor, pages] = phrases("noor wrote four pages", "en", frozenset({"noor"}))
    assert (noor.text, noor.person, pages.text) == ("Noor", True, "four pages")


@pytest.mark.parametrize(
    ("clause", "name", "word", "what"),
    [
        ("I finally finished my thesis", "finished", "your thesis", ""),
        ("the boiler died again", "broke", "the boiler", ""),
        ("lost my keys on the way home", "lost", "your keys", ""),
        ("my boss told me to come in on Sunday", "said", "", "your boss"),
        ("my daughter lost her first tooth", "own_people", "", "your daughter"),
        ("she bought a car", "own_people", "", ""),
        ("my knee hurts when i climb", "body", "your knee", ""),
    ],
)
def test_an_event_has_its_thing_and_its_doer(clause: str, name: str, word: str, what: str) -> None:
    event = event_in(clause, "en")
    assert event is not None
    assert (event.name, event.word, event.what) == (name, word, what)


@pytest.mark.parametrize("clause", ["the handle is moving", "hello there", "a lovely, cool morning it was not"])
def test_a_word_in_passing_is_no_event(clause: str) -> None:
    event = event_in(clause, "en")
    assert event is None or event.name == "weather"


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("do you like rice?", "en", "like"),
        ("have you ever been to the sea?", "en", "ever"),
        ("should i text him?", "en", "should_ask"),
        ("what do you do on sundays?", "en", "what_you"),
        ("how do you get wine out of a carpet?", "en", "how_do"),
        ("what does that mean?", "en", "mean"),
        ("and you?", "en", "you_too"),
        ("你喜欢萝卜吗", "zh", "like"),
        ("你呢？", "zh", "you_too"),
    ],
)
def test_a_question_has_its_kind(text: str, language: Language, kind: str) -> None:
    asked = question_in(text, language)
    assert asked is not None and asked.kind == kind


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("haha", "en", "laugh"), ("lol ok", "en", "ok"), ("yes please", "en", "yes"), ("hmm ok so", "en", "ok"),
        ("haha my boss fell over", "en", ""), ("yes and then she left", "en", ""), ("哈哈哈哈", "zh", "laugh"),
        ("好吧", "zh", "ok"), ("好吧，那我去开会了", "zh", ""),
    ],
)  # fmt: skip
def test_what_only_goes_along_says_nothing_more(text: str, language: Language, name: str) -> None:
    assert along(text, language) == name


@pytest.mark.parametrize("value", ["一个新杯子", "我妈", "三百箱"])
def test_a_captured_piece_of_chinese_is_a_thing_somebody_or_a_count(value: str) -> None:
    assert held(value)


@pytest.mark.parametrize("value", ["给四个电话来问", "么多年", "怎么说"])
def test_anything_else_is_not_said_back(value: str) -> None:
    assert not held(value)


def test_what_is_taken_is_turned_to_the_person() -> None:
    assert taken("我们班的", "zh") == "你们班"
    assert taken("我妈", "zh") == "你妈"


@pytest.mark.parametrize(
    "text", ["hola, ¿qué tal estás hoy?", "je suis très contente aujourd'hui", "ich bin heute sehr müde"]
)
def test_other_languages_in_latin_letters_are_noticed(text: str) -> None:
    assert foreign(text, "en")


@pytest.mark.parametrize(
    "text", ["my son made a die out of wax", "no, I am not in the mood", "la la la", "the pie in the den"]
)
def test_english_is_not_taken_for_another_language(text: str) -> None:
    assert not foreign(text, "en")


def test_a_line_fits_its_hour() -> None:
    assert fits_hour("I've got all afternoon.", 14)
    assert not fits_hour("I've got all afternoon.", 21)
    assert not fits_hour("我有一下午呢。", 8)
    assert fits_hour("Sit down.", 3)


def test_a_scrap_is_said_back_only_where_nobody_is_turned() -> None:
    assert scrap("even the other fans!!", "en") == "even the other fans"
    assert scrap("SECONDS", "en") == "seconds"
    assert scrap("twice for me", "en") == ""


def test_news_nobody_knows_is_answered_as_what_it_is() -> None:
    reply = say("I bought a lamp")
    assert rung(reply) in {"event", "mirror"} and "lamp" in reply.text


@pytest.mark.parametrize(
    ("message", "back"),
    [
        ("third tier leans a bit", "third tier leans a bit"),
        ("today in the class i understood every word", "today in the class you understood every word"),
        ("no tip either from lemon man", "no tip either from lemon man"),
        ("put the little yellow raincoat on", ""),
        ("you look like a cushion today", ""),
    ],
)
def test_what_is_no_sentence_of_their_own_is_said_back_nearly_as_it_is(message: str, back: str) -> None:
    turn = begin(ChatInput(context=context(), message=message), "chat.general")
    assert as_it_is(turn.clauses[-1].text, turn) == back


def test_what_is_said_back_lies_apart() -> None:
    rungs = [rung(r) for r in talk(["third tier leans", "rack came out bent", "oven door sticks", "handle fell off"])]
    assert rungs.count("mirror") == 1


def test_bad_news_is_not_cheered() -> None:
    reply = talk(["I won the raffle!!", "my bike lamp cracked"])[-1]
    assert reply.trace.state.get("mood", "neg") == "neg"


def test_astonishment_is_no_question() -> None:
    assert rung(talk(["hi", "and the soup was actually good??"])[-1]) not in {"answer", "question"}


def test_every_question_to_the_pet_is_answered_by_its_kind() -> None:
    for text in ("do you like turnips?", "have you ever seen a submarine?", "can you whistle backwards?"):
        assert rung(say(text)) in {"answer", "opinion", "act", "form"}


def test_yes_and_no_last() -> None:
    first, later = say("have you ever seen a submarine?"), say("so, have you ever seen a submarine?")
    assert first.trace.state.get("answer") == later.trace.state.get("answer")


def test_a_game_goes_on_for_three_short_turns() -> None:
    rungs = [rung(reply) for reply in talk(["let's play hide and seek", "behind the sofa", "warmer", "not there"])]
    assert rungs.count("game") >= 2


def test_news_ends_a_game() -> None:
    assert rung(talk(["let's play hide and seek", "i finished my thesis today"])[-1]) != "game"


def test_a_word_in_passing_calls_no_hook() -> None:
    reply = say("I walked past the baker's with my neighbour's ladder on my way to the council meeting about the bins")
    assert rung(reply) != "hook"


def test_the_notice_of_the_small_mind_waits_while_something_hurts() -> None:
    script = [
        "my dog died yesterday",
        "he was fourteen",
        *["I don't know"] * 4,
        "thanks for sitting with me",
        "good night",
    ]
    assert not any("moves.small_mind" in ident for reply in talk(script) for ident in reply.trace.lines)


def test_a_touched_memory_is_ground_and_not_recited() -> None:
    stored = memory(
        "Lin's sister Marion starts at the library on Wednesday", you="your sister Marion starts at the library"
    )
    found = Recalled(memory=stored, text=stored.text, said_at=stored.created_at, score=0.5)
    reply = say("the library was lovely, and Marion was so nice", memories=(found,))
    assert rung(reply) == "memory"
    assert "starts at" not in reply.text


def test_somebody_lost_is_spoken_of_gently() -> None:
    stored = memory("Lin's wife Helen died in March", you="your wife Helen died in March")
    found = Recalled(memory=stored, text=stored.text, said_at=stored.created_at, score=0.5)
    reply = say("Helen would have laughed at that", memories=(found,))
    assert all("touch." not in ident or "_neg" in ident for ident in reply.trace.lines)
