"""The storybook's talk: what it answers, what it never claims, and how it keeps its budgets."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.minds.talking import MIND, NOW, context, memory, rung, say, talk, today, turn_of

from pawsona.domain.day import Change
from pawsona.domain.ids import MessageId, PromiseId
from pawsona.domain.language import Language
from pawsona.domain.memory import Recalled
from pawsona.domain.message import Message
from pawsona.domain.note import Note, Passage
from pawsona.domain.promise import Promise
from pawsona.errors import ContentError
from pawsona.minds.storybook.stock import Answer, Ask
from pawsona.minds.storybook.story import Told
from pawsona.minds.storybook.talk import story
from pawsona.minds.storybook.talk.lines import line
from pawsona.minds.storybook.talk.reply import begin
from pawsona.minds.storybook.talk.suggest import suggestions
from pawsona.minds.storybook.talk.weaving import weave
from pawsona.skills import IPET, SKILLS
from pawsona.skills.chat import ChatInput, Piece


def test_the_same_pet_day_and_history_say_the_same() -> None:
    script = ["hi", "my boss yelled at me", "I feel stupid", "thanks"]
    assert [r.text for r in talk(script)] == [r.text for r in talk(script)]


def test_another_pet_says_it_differently() -> None:
    texts = set()
    for seed in range(6):
        given = ChatInput(context=context(seed=seed), message="I bought a lamp")
        texts.add(asyncio.run(MIND.perform(SKILLS["chat.general"], given, IPET)).text)
    assert len(texts) > 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_stream_is_the_reply_in_sentences_with_the_trace_last(language: Language) -> None:
    message = "I had a long day" if language == "en" else "今天好累"
    given = ChatInput(context=context(language), message=message)

    async def pieces() -> list[Piece]:
        return [piece async for piece in MIND.stream(SKILLS["chat.general"], given, IPET)]

    found = asyncio.run(pieces())
    assert "".join(p.text for p in found) == asyncio.run(MIND.perform(SKILLS["chat.general"], given, IPET)).text
    assert found[-1].trace is not None and all(p.trace is None for p in found[:-1])


def test_it_never_claims_a_memory_that_it_was_not_given() -> None:
    reply = say("do you remember my sister's name?")
    assert rung(reply) == "memory" and "{" not in reply.text
    assert all(line.startswith("memory.unknown") for line in reply.trace.lines)


def test_it_quotes_the_memory_that_was_asked_for() -> None:
    known = memory("Lin's sister is called Ann", you="your sister is called Ann", attribute="name", subject="sister")
    reply = say("what's my sister's name?", memories=(Recalled(known.text, 0.9, NOW, known),))
    assert "your sister is called Ann" in reply.text


def test_it_does_not_quote_what_it_only_half_heard() -> None:
    known = memory('Lin said: "something about a boat"', attribute="verbatim")
    reply = say("do you remember where I live?", memories=(Recalled(known.text, 0.9, NOW, known),))
    assert "boat" not in reply.text


def test_what_it_is_claimed_to_have_said_touches_no_memory() -> None:
    known = memory("Lin's sister plays the cello", you="your sister plays the cello", attribute="music")
    found = (Recalled(known.text, 0.9, NOW - timedelta(days=3), known),)

    def touched(message: str) -> bool:
        turn = begin(ChatInput(context=context(), message=message, memories=found), "chat.general")
        return weave(turn) is not None

    assert touched("my sister played the cello today")
    assert not touched("you told me you play the cello like my sister")


def test_it_was_not_in_paris() -> None:
    assert say("remember when we went to Paris together?").trace.state["act"] == "false_together"


def test_a_turn_of_the_same_day_is_known_before_the_night() -> None:
    found = Recalled("my sister's name is Ann", 0.8, NOW)
    assert "your sister is called Ann" in say("what's my sister's name?", memories=(found,)).text


def test_it_says_that_it_is_an_ai_when_asked() -> None:
    assert "AI" in say("are you a real person?", asked_if_ai=True).text


def test_presence_keeps_quiet_until_the_person_opens_again() -> None:
    replies = talk(["can you just stay here", "...", "mm", "ok I want to talk"])
    assert [rung(r) for r in replies] == ["gate", "gate", "gate", "act"]
    assert not any("?" in r.text for r in replies[:3])
    assert replies[3].trace.state.get("presence") is None


def test_an_insult_is_mended_by_a_sorry() -> None:
    replies = talk(["you are stupid", "shut up", "you suck", "sorry", "I had toast"])
    assert [r.trace.state.get("insult", "0") for r in replies] == ["1", "2", "3", "0", "0"]
    assert replies[2].trace.lines[0].startswith("acts.insult.firm")


def test_the_heaviest_clause_is_answered() -> None:
    reply = say("Thanks! You're sweet, and I lost my job today.")
    assert reply.trace.state.get("situation") == "job.lost"


def test_a_friends_promotion_is_not_my_good_news() -> None:
    assert say("My friend got promoted").trace.state.get("situation") != "promotion"
    assert say("I got promoted").trace.state.get("situation") == "promotion"


def test_words_match_whole() -> None:
    assert say("I went to see paintings").trace.state.get("hook") != "pain"
    assert say("The lawn needs mowing").trace.state.get("hook") != "work"


def test_grief_is_never_joked_about() -> None:
    replies = talk(["my dog died this morning", "his bowl is still in the kitchen", "I keep looking at his bed"])
    assert replies[0].trace.state["situation"] == "grief.pet"
    assert not any(r.trace.state.get("hook") for r in replies)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_never_three_questions_in_a_row_and_one_at_a_time(language: Language) -> None:
    script = {
        "en": ["hi", "I got a new job", "it's in an office", "my boss is nice", "I bought a book", "and a hat"] * 3,
        "zh": ["你好", "我换了新工作", "在一个小公司", "老板挺好的", "我买了本书", "还买了顶帽子"] * 3,
    }[language]
    run = 0
    for reply in talk(script, language):
        asked = reply.text.count("?") + reply.text.count("？")
        assert asked <= 1
        run = run + 1 if reply.text.rstrip().endswith(("?", "？")) else 0
        assert run <= 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_said_twice_in_a_conversation(language: Language) -> None:
    script = {
        "en": ["I see a cloud over there", "and a fence", "it is green"],
        "zh": ["那边有朵云", "还有个篱笆", "绿色的"],
    }
    texts = [r.text for r in talk(script[language] * 6, language)]
    assert len(set(texts)) == len(texts)


def test_no_gesture_comes_twice_in_eight_turns() -> None:
    from pawsona.minds.storybook.talk.state import gestures_of

    seen = [gestures_of(r.text) for r in talk(["I see a cloud", "and a fence", "it is green"] * 6)]
    for n, gestures in enumerate(seen):
        before = [g for row in seen[max(0, n - 8) : n] for g in row]
        assert not set(gestures) & set(before)


def test_it_says_once_what_kind_of_mind_it_is() -> None:
    replies = talk(["what is the capital of France?", "who invented the telephone?", "when did the war end?"])
    assert sum(any("small_mind" in line for line in r.trace.lines) for r in replies) == 1


def test_knowledge_names_its_source_or_says_that_it_does_not_know() -> None:
    passage = Passage("lease.pdf", "The rent is due on the third. Pets are allowed. Keys are with Mr Holm.")
    reply = say("when is the rent due in my contract?", strategy="knowledge", knowledge=(passage,))
    assert "lease.pdf" in reply.text and "The rent is due on the third" in reply.text
    assert say("who invented the telephone?", strategy="knowledge").trace.lines[0].startswith("knowledge.unknown")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("how do I restart the boiler?", "To restart, hold the red button"),
        ("what pressure should the boiler have?", "between 1.0 and 1.5 bar"),
    ],
)
def test_a_heading_is_no_answer(asked: str, answer: str) -> None:
    text = "Boiler manual. The pressure should be between 1.0 and 1.5 bar. To restart, hold the red button for a while."
    reply = say(asked, strategy="knowledge", knowledge=(Passage("boiler.txt", text),))
    assert answer in reply.text


@pytest.mark.parametrize("title", ["Gym", "My locker code is 4417."])
def test_a_note_answers_what_nothing_was_told_of(title: str) -> None:
    text = "My locker code is 4417.\nThe gym opens at seven."
    note = Note(id="n", bond=context().pet.bond, title=title, text=text, at=NOW)  # type: ignore[arg-type]
    reply = say("what's my locker code?", note=note)
    assert "locker code is 4417" in reply.text and "seven" not in reply.text
    assert ("Gym" if title == "Gym" else "your note") in reply.text
    assert "4417" not in say("what's my sister's name?", note=note).text


def test_a_note_is_quoted_in_eight_words_at_most() -> None:
    text = "I walked all the way round the lake in the fog and thought about the old house and the bakery."
    note = Note(id="n", bond=context().pet.bond, title="Lake", text=text, at=NOW)  # type: ignore[arg-type]
    reply = say("what do you think?", skill="note.chat", note=note)
    assert "I walked all the way round the lake" in reply.text and "bakery" not in reply.text


def test_retrieval_without_a_find_says_so() -> None:
    reply = say("what did I write about boats?", skill="note.retrieve")
    assert reply.trace.lines[0].startswith("note.nothing")


def test_a_promise_a_change_and_what_is_due_are_taken_up() -> None:
    bond = context().pet.bond
    promise = Promise(id=PromiseId("x"), bond=bond, text="call mum", due=NOW, source=MessageId("s"), made_at=NOW)
    change = Change(on=NOW.date(), at=None, label="Trip to the sea", kind="sea", said="sea")
    assert "call mum" in say("remind me to call mum", promised=promise).text
    assert "Sunday, 12 April" in say("remind me to call mum", promised=promise).text
    assert "Trip to the sea" in say("let's go to the sea", change=change).text
    assert say("I see a fence", due=promise).text.count("call mum") == 1


def test_the_day_is_told_by_the_clock_even_if_another_mind_wrote_it() -> None:
    assert "Sort the buttons" in say("what are you doing?", skill="chat.routine", today=today()).text
    assert "Breakfast in slippers" in say("what did you do today?", skill="chat.routine", today=today()).text
    assert "Curl up" in say("any plans for later?", skill="chat.routine", today=today()).text


def test_without_a_day_it_still_answers() -> None:
    for message in ("what are you doing?", "how was your day?", "what's your plan?"):
        assert say(message, skill="chat.routine").text


def test_another_language_gets_an_honest_line() -> None:
    assert rung(say("你今天好吗")) == "third_language"
    assert rung(say("Как дела сегодня")) == "third_language"
    assert rung(say("how are you", language="zh")) == "third_language"


@pytest.mark.parametrize("message", ["😭", "...", "?", "asdfghjkl", "a" * 3000, "{mem} {P}", "\\", "(", "%s", "no"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_odd_messages_get_a_reply(message: str, language: Language) -> None:
    assert say(message, language=language).text


def test_suggestions_are_few_and_fresh() -> None:
    found = suggestions(today(), [], "en", now=NOW, seed=7)
    assert 1 <= len(found) <= 3 and len(set(found)) == len(found)
    assert found == suggestions(today(), [], "en", now=NOW, seed=7)


def test_a_story_asks_for_a_name_and_keeps_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    faq = (Answer(("why plant",), "(shrugs) Somebody had to be curious."),)
    bean = Told(
        line="arc:bean:1", items=(0,), tell="I planted a bean", short="There's a bean.", story="bean",
        ask=Ask("What should I call it?", "bean"), faq=faq,
    )  # fmt: skip
    monkeypatch.setattr(story, "story_of", lambda day, language, names=None: [bean])
    history: tuple[Message, ...] = ()
    replies = []
    for message in ("how was your day?", "why plant it?", "call it Otto"):
        reply = say(message, history, today=today())
        replies.append(reply)
        history += (turn_of("person", message, NOW, len(history)),)
        history += (replace(turn_of("pet", reply.text, NOW, len(history)), trace=reply.trace),)
    assert "planted a bean" in replies[0].text and "told:arc:bean:1" in replies[0].trace.lines
    assert replies[1].text == "(shrugs) Somebody had to be curious. What should I call it?"
    assert "Otto" in replies[2].text and "var:bean:bean=Otto" in replies[2].trace.lines


def test_a_memory_that_begins_a_sentence_gets_a_capital() -> None:
    row = line("x", "(nods) {mem}. So {mem}.")
    assert row.fill({"mem": "you like tea"}) == "(nods) You like tea. So you like tea."


def test_a_line_with_an_unknown_place_is_refused() -> None:
    with pytest.raises(ContentError, match="x.*nobody"):
        line("x", "{nobody} came")
