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


def test_a_passage_is_never_a_character_too_long() -> None:
    assert {len(p) <= PASSAGE for p in passages_of(("a" * 349 + ". " + "b" * 349 + ". ") * 9)} == {True}
