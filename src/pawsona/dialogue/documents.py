"""K: documents the person gave (txt, md, pdf), cut into passages that answers can quote and name."""

import io
import logging
import re
from dataclasses import dataclass
from pathlib import PurePath

from pawsona.dialogue.hearing import visible
from pawsona.dialogue.notes import spoken
from pawsona.domain.ids import Bond, DocumentId, new_id
from pawsona.domain.language import Language, is_chinese, length
from pawsona.domain.note import Document
from pawsona.domain.ports import Clock, Embedder, Entry, Rng, Store
from pawsona.errors import InputError, NotFoundError

LARGEST = 10 * 2**20
"""Bytes of one file."""
PASSAGE = 700
"""Characters: a few sentences, short enough that a quotation from it is to the point."""
MOST_PASSAGES = 2000
_DAMAGED = (
    ArithmeticError, AssertionError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""What the PDF reader lets through, beside its own errors, where a file is damaged in the middle."""

# The PDF reader's warnings quote the file; a log holds no word of a person's documents.
logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)

_PROBLEMS: dict[Language, dict[str, str]] = {
    "en": {
        "empty": "There is no text in {name!r}. A scanned PDF must go through text recognition first.",
        "large": "{name!r} is larger than {most} MB. Split it into parts.",
        "kind": "{name!r} is no txt, md or pdf file. Save it as one of these and try again.",
        "coding": "{name!r} is not plain text in UTF-8 or GB 18030. Save it as UTF-8 and try again.",
        "damaged": "{name!r} can't be read as a PDF. Open it in a viewer and save it anew.",
    },
    "zh": {
        "empty": "《{name}》里没有文字。扫描的 PDF 要先做文字识别。",
        "large": "《{name}》超过了 {most} MB，拆成几份再试试。",
        "kind": "《{name}》不是 txt、md 或 pdf 文件，另存成其中一种再试试。",
        "coding": "《{name}》不是 UTF-8 或 GB 18030 的纯文本，另存为 UTF-8 再试试。",
        "damaged": "《{name}》打不开，不像是完好的 PDF。用阅读器打开，重新存一份再试试。",
    },
}
_HEADING: dict[Language, int] = {"en": 10, "zh": 20}
"""Words or characters that a heading has at most."""
_MARK: dict[Language, str] = {"en": ": ", "zh": "："}
_STOPS = tuple(".!?。！？…,;，；、")
_PARAGRAPH = re.compile(r"\n\s*\n")
_WRAPPED = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])[ \t]*\n[ \t]*(?=[\u3000-\u9fff\uff00-\uffef])")
"""A line end inside Chinese text, where no space belongs."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


@dataclass
class Documents:
    """The knowledge that a person gave to one pet."""

    store: Store
    embedder: Embedder
    clock: Clock
    rng: Rng

    async def add(self, bond: Bond, name: str, content: bytes) -> Document:
        """Read, cut, index and keep a file; one of the same name is replaced.

        Raises:
            InputError: the kind of file is unknown, or it is too large, unreadable or without text.
        """
        name = PurePath(visible(name)).name[:120]
        language = await spoken(self.store, bond)
        passages = passages_of(text_of(name, content, language))
        if not passages:
            raise _problem("empty", name, language)
        now = self.clock.now()
        document = Document(
            id=DocumentId(new_id(now, self.rng.token())), bond=bond, name=name, passages=len(passages), at=now
        )
        vectors = await self.embedder.embed(passages)
        entries = [
            Entry("passage", f"{document.id}:{number}", text, vector)
            for number, (text, vector) in enumerate(zip(passages, vectors, strict=True))
        ]
        async with self.store.transaction():
            for old in await self.store.notes.documents(bond):
                if old.name == name:
                    await self.delete(bond, old.id)
            await self.store.notes.add_document(document, passages)
            await self.store.index.put(bond, entries, self.embedder.name)
        return document

    async def delete(self, bond: Bond, document: DocumentId) -> None:
        """Forget a document, passages and index.

        Raises:
            NotFoundError: it isn't there.
        """
        known = {d.id: d for d in await self.store.notes.documents(bond)}
        if document not in known:
            raise NotFoundError(f"there is no document {document!r}")
        refs = [f"{document}:{number}" for number in range(known[document].passages)]
        async with self.store.transaction():
            await self.store.index.drop(bond, "passage", refs)
            await self.store.notes.delete_document(bond, document)


def text_of(name: str, content: bytes, language: Language = "en") -> str:
    """The text of a txt, md or pdf file.

    Raises:
        InputError: see `Documents.add`; it speaks the language.
    """
    if len(content) > LARGEST:
        raise _problem("large", name, language)
    ending = PurePath(name).suffix.lower()
    if ending == ".pdf":
        return _pdf(name, content, language)
    if ending not in {".txt", ".md", ".markdown"}:
        raise _problem("kind", name, language)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        return content.decode("gb18030")
    except UnicodeDecodeError:
        raise _problem("coding", name, language) from None


def _problem(what: str, name: str, language: Language) -> InputError:
    return InputError(_PROBLEMS[language][what].format(name=name, most=LARGEST // 2**20))


def _pdf(name: str, content: bytes, language: Language) -> str:
    # Deferred: the PDF reader costs 50 ms to import and most homes never need it.
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(content))
        return "\n\n".join(page.extract_text() for page in reader.pages)
    except (PyPdfError, *_DAMAGED):
        raise _problem("damaged", name, language) from None


def passages_of(text: str) -> list[str]:
    """Paragraphs gathered, and long ones cut at sentence ends, into passages of at most `PASSAGE` characters.

    A heading stays before its text, as "Heading: ".
    """
    passages: list[str] = []
    held = ""
    for paragraph in _PARAGRAPH.split(_headed(visible(text))):
        for sentence in _SENTENCE.split(" ".join(_WRAPPED.sub("", paragraph).split())):
            for piece in (sentence[at : at + PASSAGE] for at in range(0, len(sentence), PASSAGE)):
                gap = "" if not held or held[-1] in "。！？" else " "
                if held and len(held) + len(gap) + len(piece) > PASSAGE:
                    passages.append(held)
                    held = gap = ""
                held = f"{held}{gap}{piece}".strip()
        if len(held) > PASSAGE // 2:
            passages.append(held)
            held = ""
    if held:
        passages.append(held)
    return passages[:MOST_PASSAGES]


def _headed(text: str) -> str:
    """The text with each heading on the line of what it is about."""
    made, begins = "", True
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines):
        following = next((later for later in lines[number + 1 :] if later), "")
        if begins and _is_heading(line, following):
            made += line.lstrip("# ").rstrip(":：# ") + _MARK["zh" if is_chinese(line) else "en"]
        elif line or not made.endswith((": ", "：")):
            made += f"{line}\n"
        begins = not line or line.endswith(_STOPS)
    return made


def _is_heading(line: str, following: str) -> bool:
    """Whether a line that begins something stands over the next one: short, open, and not simply wrapped."""
    if not line or not following:
        return False
    if line.startswith("#"):
        return not following.startswith("#")
    wrapped = following[0].islower()
    return not wrapped and _is_short(line) and not _is_short(following)


def _is_short(line: str) -> bool:
    """Whether a line could be a heading: few words, no stop. In a list of such lines none stands over another."""
    language: Language = "zh" if is_chinese(line) else "en"
    return not line.endswith(_STOPS) and length(line, language) <= _HEADING[language]
