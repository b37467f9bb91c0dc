import pytest

from pawsona.dialogue.documents import LARGEST, PASSAGE, passages_of, text_of
from pawsona.errors import InputError


def test_a_text_is_cut_at_sentences_into_short_passages() -> None:
    text = "\n\n".join(f"Paragraph {n} begins. " + "It goes on and on about the garden. " * 12 for n in range(5))
    passages = passages_of(text)
    assert all(len(p) <= PASSAGE for p in passages)
    assert " ".join(passages).count("Paragraph") == 5
    assert passages[0].startswith("Paragraph 0 begins.")


def test_a_text_without_any_stop_is_cut_all_the_same() -> None:
    passages = passages_of("字" * 5000)
    assert "".join(passages) == "字" * 5000
    assert all(len(p) <= PASSAGE for p in passages)


def test_utf8_and_gb18030_are_read() -> None:
    assert text_of("a.md", "柿子".encode()) == "柿子"
    assert text_of("a.txt", "柿子熟了".encode("gb18030")) == "柿子熟了"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.docx", b"x", "no txt, md or pdf"),
        ("a.pdf", b"not a pdf at all", "can't be read as a PDF"),
        ("a.txt", b"\xff\xfe\x00\x81\xff", "not plain text"),
        ("a.txt", b"x" * (LARGEST + 1), "larger than 10 MB"),
    ],
)
def test_a_file_that_cant_be_read_says_what_to_do(name: str, content: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says):
        text_of(name, content)


def test_chinese_keeps_no_spaces_that_its_lines_and_sentences_do_not_have() -> None:
    assert passages_of("柿子熟了，\n挂在枝头。它很甜。\n\n第二段。") == ["柿子熟了，挂在枝头。它很甜。第二段。"]
    assert passages_of("One line\nand another. Next.") == ["One line and another. Next."]


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Warranty\nThe oven is covered for four years.", "Warranty: The oven is covered for four years."),
        ("## Warranty\n\n\nThe oven is covered.", "Warranty: The oven is covered."),
        ("First.\n\nWarranty:\nThe oven is covered.", "First. Warranty: The oven is covered."),
        ("保修\n烤箱保修四年。\n\n清洗\n\n用醋。", "保修：烤箱保修四年。清洗：用醋。"),
        ("Milk\nEggs\nBread", "Milk Eggs Bread"),
        ("We went to\nParis with\nMary and came home late.", "We went to Paris with Mary and came home late."),
        ("It ends\n", "It ends"),
    ],
)
def test_a_heading_stands_apart_from_its_text(text: str, passage: str) -> None:
    assert passages_of(text) == [passage]


@pytest.mark.parametrize(("name", "content"), [("a.docx", b"x"), ("a.pdf", b"x"), ("a.txt", b"\xff\xfe\x00\x81\xff")])
def test_trouble_is_told_in_the_persons_language(name: str, content: bytes) -> None:
    with pytest.raises(InputError, match=f"《{name}》.+试试。"):
        text_of(name, content, "zh")


def test_the_pdf_reader_quotes_nothing_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"), pytest.raises(InputError):
        text_of("a.pdf", b"%PDF-1.4 secret words, and no end of file " * 50)
    assert caplog.records == []


def test_a_passage_is_never_a_character_too_long() -> None:
    assert {len(p) <= PASSAGE for p in passages_of(("a" * 349 + ". " + "b" * 349 + ". ") * 9)} == {True}
