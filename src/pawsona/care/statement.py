"""The words of the protocol page and the yearly report, from `protocol.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, listing, mapping, read_yaml, text, texts
from pawsona.domain.document import Block, Points
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

_NAME = "protocol.yaml"


@dataclass(frozen=True)
class Statement:
    """Words by dotted name, in one language."""

    language: Language

    def __call__(self, name: str, **values: object) -> str:
        """One text with its values put in.

        Raises:
            ContentError: there is no such text, or it names a value that there isn't.
        """
        found = text(self._at(name), f"{_NAME}: {name}.{self.language}")
        try:
            return found.format(**values)
        except (KeyError, IndexError, ValueError) as error:
            raise ContentError(f"{_NAME}: {name}.{self.language}: {error} can't be put in") from None

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(texts(self._at(name), f"{_NAME}: {name}.{self.language}"))

    def rows(self, name: str) -> tuple[tuple[str, ...], ...]:
        """A table's rows, each in both languages."""
        found = [mapping(row, f"{_NAME}: {name}") for row in listing(_of(name), f"{_NAME}: {name}")]
        return tuple(tuple(texts(entry(row, self.language, _NAME), f"{_NAME}: {name}")) for row in found)

    @property
    def sections(self) -> tuple[str, ...]:
        """The names of the page's sections, in order."""
        return tuple(mapping(_of("sections"), f"{_NAME}: sections"))

    def body(self, section: str, values: Mapping[str, object]) -> tuple[Block, ...]:
        """What stands under a section's heading whatever the configuration."""
        known = mapping(_of(f"sections.{section}"), f"{_NAME}: sections.{section}")
        found = self.texts(f"sections.{section}.body") if "body" in known else ()
        points = (Points(self.texts(f"sections.{section}.points")),) if "points" in known else ()
        return (*(self._filled(paragraph, section, values) for paragraph in found), *points)

    def technique(self, name: str) -> str:
        """A technique in plain words; its name where nobody wrote any."""
        known = mapping(_of("techniques"), f"{_NAME}: techniques")
        return self(f"techniques.{name}") if name in known else name.replace("_", " ")

    def _filled(self, paragraph: str, section: str, values: Mapping[str, object]) -> str:
        try:
            return paragraph.format(**values)
        except (KeyError, IndexError, ValueError) as error:
            raise ContentError(f"{_NAME}: sections.{section}: {error} can't be put in") from None

    def _at(self, name: str) -> object:
        return entry(mapping(_of(name), f"{_NAME}: {name}"), self.language, f"{_NAME}: {name}")


def statement(language: Language) -> Statement:
    """The words in one language."""
    assert language in LANGUAGES
    return Statement(language)


def _of(name: str) -> object:
    found: object = _data()
    for key in name.split("."):
        found = entry(mapping(found, f"{_NAME}: {name}"), key, f"{_NAME}: {name}")
    return found


@lru_cache(maxsize=1)
def _data() -> Mapping[str, object]:
    return mapping(read_yaml(CONTENT / _NAME), _NAME)
