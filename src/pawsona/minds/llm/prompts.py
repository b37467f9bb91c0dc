"""The set of prompts a mind speaks by: ours, and in their place what a home's own folder has."""

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from pawsona.care.attachment import persona
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError, SetupError
from pawsona.minds.llm.prompt import FOLDER, Prompt, read_prompt
from pawsona.minds.llm.told import OFFERED


@dataclass
class Prompts:
    """Prompts by language and skill.

    Args:
        own: a folder laid out like ours (`en/chat.general.md`); a file in it replaces ours.
    """

    own: Path | None = None
    _read: dict[tuple[Language, str], Prompt] = field(default_factory=dict)

    def of(self, skill: str, language: Language) -> Prompt:
        """The prompt of a skill or act.

        Raises:
            ContentError: its file breaks its contract.
        """
        key = (language, skill)
        if key not in self._read:
            self._read[key] = read_prompt(self._path(skill, language), language, OFFERED[skill])
        return self._read[key]

    def _path(self, skill: str, language: Language) -> Path:
        mine = self.own / language / f"{skill}.md" if self.own else None
        return mine if mine and mine.is_file() else FOLDER / language / f"{skill}.md"

    def check(self) -> None:
        """Read all of them now, so that a mistake is told at the start and not at night.

        Raises:
            ContentError: a file breaks its contract, or stands for no skill.
            SetupError: the folder of one's own is not there.
        """
        if self.own is not None and not self.own.is_dir():
            raise SetupError(f"{self.own} is no folder of prompts: set PAWSONA_PROMPTS anew, or leave it out.")
        for language in LANGUAGES:
            for skill in OFFERED:
                self.of(skill, language)
            strange = [p for p in (self.own / language).glob("*.md") if p.stem not in OFFERED] if self.own else []
            if strange:
                raise ContentError(f"prompt {language}/{strange[0].name}: there is no skill {strange[0].stem!r}")

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that change when any text does: what a pet is pinned to."""
        paths = [self._path(skill, language) for language in LANGUAGES for skill in sorted(OFFERED)]
        rules = [persona(language).encode() for language in LANGUAGES]
        return sha256(b"\0".join([*rules, *(path.read_bytes() for path in paths)])).hexdigest()[:8]

    def keep(self, folder: Path) -> Path:
        """A copy of every text under its digest, so that a pet can go back to it when these have changed."""
        kept = folder / self.digest
        for language in LANGUAGES:
            (kept / language).mkdir(parents=True, exist_ok=True)
            for skill in OFFERED:
                file = kept / language / f"{skill}.md"
                if not file.exists():
                    file.write_bytes(self._path(skill, language).read_bytes())
        return kept
