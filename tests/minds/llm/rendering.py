"""How a prompt looks when it is filled: what stands in `snapshots/`.

Sections that never change are there by their headings alone; the digest says whether their text did.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from tests.minds.llm.inputs import INPUTS

from pawsona.domain.language import Language
from pawsona.minds.llm.prompt import FOLDER, Form, Section
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.told import OFFERED, TOLD

SNAPSHOTS = Path(__file__).parent / "snapshots"
CONSTANT = frozenset({"activities", "care", "topics", "states"})
"""Variables that are the same in every call."""
_PROMPTS = Prompts()


def filled(skill: str, language: Language, form: Form = "json") -> tuple[str, str]:
    """System and user message for the fixed input."""
    return _PROMPTS.of(skill, language).fill(TOLD[skill](INPUTS[skill](language)), form)


def snapshot(skill: str, language: Language) -> str:
    prompt, told = _PROMPTS.of(skill, language), TOLD[skill](INPUTS[skill](language))
    digest = sha256((FOLDER / language / f"{skill}.md").read_bytes()).hexdigest()[:8]
    parts = [f"version {prompt.version}, {digest}, answer: {prompt.output}", "# system", *_shown(prompt.system, told)]
    return "\n\n".join([*parts, "# user", *_shown(prompt.user, told)]) + "\n"


def _shown(sections: tuple[Section, ...], told: Mapping[str, str]) -> Iterator[str]:
    for section in sections:
        form = f" {{{section.form}}}" if section.form else ""
        yield section.fill(told) if set(section.names) - CONSTANT else f"## {section.title}{form} ..."


def snapshots() -> Iterator[tuple[Path, str]]:
    """Every file and what should be in it."""
    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        for skill in OFFERED:
            yield SNAPSHOTS / language / f"{skill}.md", snapshot(skill, language)


def table() -> str:
    """Skill, answer and variables, for the page on prompts."""
    rows = ["| skill or act | answer | variables |", "|---|---|---|"]
    for skill, offered in OFFERED.items():
        prompt = _PROMPTS.of(skill, "en")
        named = [f"**{name}**" if name in prompt.inputs else name for name in sorted(offered)]
        rows.append(f"| `{skill}` | {prompt.output} | {', '.join(named)} |")
    return "\n".join(rows)


def with_table(page: str, rows: str) -> str:
    """The page with this table in place of its own."""
    before, after = page.index(_BEGIN) + len(_BEGIN), page.index(_END)
    return f"{page[:before]}\n{rows}\n{page[after:]}"


_BEGIN, _END = "<!-- table: python -m scripts.write_prompt_snapshots -->", "<!-- end of table -->"
