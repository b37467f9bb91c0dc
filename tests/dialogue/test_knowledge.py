"""Notes and documents: written, talked about, found again days later, named as the source, and forgotten."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from pawsona.dialogue.documents import text_of
from pawsona.dialogue.search import OwnSearch
from pawsona.errors import InputError, NotFoundError

Play = Callable[..., None]
NOTES = {
    "en": ("Packing list", "Train: 8:15 from platform 4\nPassport and a blue umbrella.",
           "What do you think of my list?", "From which platform does the train leave?", "platform 4"),
    "zh": ("行李清单", "火车：八点一刻从四号站台出发\n护照和蓝色雨伞。",
           "你觉得我的清单怎么样？", "火车从几号站台出发？", "四号站台"),
}  # fmt: skip
OVEN = {
    "en": ("oven.txt", "Clean the oven with vinegar.\n\nThe warranty of the Kestrel oven lasts four years.",
           "How long does the warranty of the Kestrel oven last?", "four years"),
    "zh": ("烤箱.txt", "烤箱用醋清洗。\n\n红隼烤箱的保修期是四年。", "红隼烤箱的保修期是几年？", "四年"),
}  # fmt: skip


def a_pdf(text: str) -> bytes:
    """One page with one line, by hand."""
    stream = f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET".encode("latin-1")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    tail = b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % len(out)
    return out + b"xref\n0 6\n0000000000 65535 f \n" + table + tail


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_note_is_talked_about_at_once_and_found_again_days_later(play: Play, language: str) -> None:
    title, text, opinion, question, answer = NOTES[language]

    async def story(it: Any) -> None:
        note = await it.companion.write_note(title, text)
        extract = await it.companion.extract(note.id)
        assert any(answer in value for values in extract.values() for value in values)
        await it.say(opinion)
        assert it.answered[0] == "note.chat" and it.answered[1].note == note
        await it.sleep()
        it.clock.move(days=3)
        done = await it.say(question)
        found = [*it.answered[1].knowledge, *it.answered[1].passages]
        assert found[0].source == title and answer in found[0].text
        assert title in done.message.text
        await it.companion.delete_note(note.id)
        await it.say(question)
        assert (*it.answered[1].knowledge, *it.answered[1].passages) == ()
        with pytest.raises(NotFoundError):
            await it.companion.delete_note(note.id)

    play(story, language=language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_document_answers_with_its_name_even_while_a_note_is_at_hand(play: Play, language: str) -> None:
    name, text, question, answer = OVEN[language]

    async def story(it: Any) -> None:
        document = await it.companion.add_document(name, text.encode())
        await it.companion.write_note("x", "y")
        done = await it.say(question)
        assert done.strategy == "knowledge" and it.answered[0] == "chat.general"
        assert answer in done.message.text and name in done.message.text
        await it.companion.delete_document(document.id)
        done = await it.say(question)
        assert answer not in done.message.text and it.answered[1].knowledge == ()
        assert await it.store.index.match(it.bond, text, ("passage",), 9) == []
        with pytest.raises(NotFoundError):
            await it.companion.delete_document(document.id)

    play(story, language=language)


@pytest.mark.parametrize(
    ("language", "question", "says"),
    [("en", "What is the capital of Mongolia?", ("don't know", "don't have", "not", "no")),
     ("zh", "蒙古的首都是哪里？", ("不知道", "不", "没"))],
)  # fmt: skip
def test_what_it_does_not_know_it_says_so(play: Play, language: str, question: str, says: tuple[str, ...]) -> None:
    async def story(it: Any) -> None:
        done = await it.say(question)
        assert done.strategy == "knowledge" and it.answered[1].knowledge == ()
        assert any(word in done.message.text for word in says)
        assert not any(word in done.message.text for word in ("Ulaanbaatar", "乌兰巴托"))

    play(story, language=language)


@pytest.mark.parametrize(
    ("question", "found"),
    [("花生油放久了发白，这样的花生油还能吃不能？", True), ("今天的晚饭我们到底吃哪一样比较好呢？", False)],
)
def test_a_chinese_question_is_answered_by_a_text_that_has_two_of_its_words(
    play: Play, question: str, found: bool
) -> None:
    """Most pairs of characters lie across two words: half of them are never met."""
    text = "花生油在低温下会凝固成白色，回温后恢复透明，可正常食用。若有哈喇味则已酸败，应丢弃。"

    async def story(it: Any) -> None:
        await it.companion.add_document("厨房手册.txt", text.encode())
        assert bool(await OwnSearch(it.store, it.home.embedder).find(it.bond, question)) == found

    play(story, language="zh")


def test_a_markdown_file_and_a_pdf_are_read(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.companion.add_document("boiler.md", b"# Boiler\n\nThe boiler pressure is two bar.")
        await it.companion.add_document("oven.pdf", a_pdf("The warranty of the Kestrel oven lasts four years."))
        for question, name in (("What is the boiler pressure?", "boiler.md"), (OVEN["en"][2], "oven.pdf")):
            await it.say(question)
            assert [p.source for p in it.answered[1].knowledge][:1] == [name]

    play(story)


def test_a_document_of_the_same_name_replaces_the_old_one(play: Play) -> None:
    async def story(it: Any) -> None:
        old = await it.companion.add_document("oven.txt", b"The oven code is XYZZY one.\n\n" + b"Filler text. " * 200)
        new = await it.companion.add_document("oven.txt", b"The oven code is PLUGH two.")
        assert [d.id for d in await it.companion.documents()] == [new.id]
        found = await it.home.dialogue.understanding.search.find(it.bond, "the oven code")
        assert [p.text for p in found] == ["The oven code is PLUGH two."]
        refs = [f"{old.id}:{n}" for n in range(old.passages)]
        assert await it.store.notes.passages(it.bond, refs) == []
        assert await it.store.index.match(it.bond, "XYZZY", ("passage",), 9) == []

    play(story)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.txt", b"  \n"),
        ("empty.pdf", a_pdf("")),
        ("cut.pdf", a_pdf("The warranty.")[:300]),
        ("noise.pdf", b"%PDF-1.4\n" + bytes(range(256)) * 20),
        ("zip.docx", b"PK\x03\x04"),
        ("", b"text"),
    ],
)
def test_a_file_without_text_says_so_and_keeps_what_was_there(play: Play, name: str, content: bytes) -> None:
    async def story(it: Any) -> None:
        with pytest.raises(InputError):
            await it.companion.add_document(name, content)
        assert await it.companion.documents() == []

    play(story)


def test_a_damaged_pdf_is_read_or_refused() -> None:
    chance, whole, refused = random.Random(3), a_pdf("The warranty of the Kestrel oven lasts four years."), 0
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 10)):
            damaged[chance.randrange(len(damaged))] = chance.choice(b"0123456789<>[]()/ RTfkeyPagesKids\n")
        try:
            text_of("oven.pdf", bytes(damaged))
        except InputError:
            refused += 1
    assert 0 < refused < 400


def test_a_note_that_is_empty_or_endless_is_refused(play: Play) -> None:
    async def story(it: Any) -> None:
        for text in ("", "\u200b", "x" * 20_001):
            with pytest.raises(InputError):
                await it.companion.write_note("title", text)
        note = await it.companion.write_note("", "First line\nSecond line")
        assert note.title == "First line"
        assert await it.companion.notes() == [note]

    play(story)


TEA = "龙井的水温是八十度。\n\n普洱用刚烧开的水。"


@pytest.mark.parametrize(
    ("question", "wanted"),
    [("龙井用多少度的水？", "八十度"), ("龙井的水温是多少？", "八十度"), ("绿萝多久浇一次水？", "")],
)
def test_a_single_character_counts_inside_a_word_beside_a_shared_pair(play: Play, question: str, wanted: str) -> None:
    async def story(it: Any) -> None:
        await it.companion.add_document("茶.txt", TEA.encode())
        found = await OwnSearch(it.store, it.home.embedder).find(it.bond, question)
        assert (wanted in "".join(passage.text for passage in found)) if wanted else not found

    play(story, language="zh")
