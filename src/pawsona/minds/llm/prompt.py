"""Prompt files: a contract, then sections.

    ---
    skill: routine.outline
    version: 1
    inputs: [pet, persona, memories]
    output: text
    ---
    # system
    ## Your task
    ...
    # user
    ## What you remember
    $memories

`inputs` are the variables the text uses, no more and no fewer; what each skill offers stands in `told/`. A section
whose variables are all empty is left out with its heading, so that iPET's normal mode differs from its memory mode by
the absent section alone. A heading may end in `{json}` or `{text}`: it stands only where answers come in that form.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Literal

import yaml

from pawsona.domain.language import Language
from pawsona.errors import ContentError
from pawsona.parsing import parsed

FOLDER = Path(__file__).parent / "prompts"
Form = Literal["json", "text"]
_HEAD = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_PART = re.compile(r"^# (system|user)\s*$", re.MULTILINE)
_SECTION = re.compile(r"^## (.+?)(?:\s*\{(json|text)\})?\s*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_KEYS = frozenset({"skill", "version", "inputs", "output"})


@dataclass(frozen=True)
class Section:
    """A heading and the text below it; `form` None: for both forms of answer."""

    title: str
    form: Form | None
    text: Template
    names: tuple[str, ...]

    def fill(self, values: Mapping[str, str]) -> str:
        """The section, or nothing where all its variables are empty."""
        if self.names and not any(values[name] for name in self.names):
            return ""
        return f"## {self.title}\n{self.text.substitute(values).strip()}"


@dataclass(frozen=True)
class Prompt:
    """One file. `version` is what calls record; a changed text needs a new one."""

    skill: str
    language: Language
    version: str
    inputs: frozenset[str]
    output: str
    system: tuple[Section, ...]
    user: tuple[Section, ...]

    @property
    def plain(self) -> str:
        """What is asked with, before anything is filled in."""
        return "\n".join(section.text.template for section in (*self.system, *self.user))

    def fill(self, values: Mapping[str, str], form: Form) -> tuple[str, str]:
        """The system message and the last user message."""
        return _filled(self.system, values, form), _filled(self.user, values, form)


def _filled(sections: Sequence[Section], values: Mapping[str, str], form: Form) -> str:
    told = (section.fill(values) for section in sections if section.form in (None, form))
    return "\n\n".join(text for text in told if text)


def read_prompt(path: Path, language: Language, offered: frozenset[str]) -> Prompt:
    """Read one file and hold it to its contract.

    Args:
        path: the file.
        language: of its text.
        offered: the variables that its skill is given.

    Raises:
        ContentError: naming file and mistake.
    """
    try:
        content = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"prompt {path.name}: can't be read as UTF-8 text") from error
    prompt = _parse(path.name, content, language)
    wrong = list(_breaches(prompt, path.stem, offered))
    if wrong:
        raise ContentError(f"prompt {language}/{path.name}: {'; '.join(wrong)}")
    return prompt


def _parse(name: str, content: str, language: Language) -> Prompt:
    head = _HEAD.match(content)
    if head is None:
        raise ContentError(f"prompt {name}: does not begin with its contract between two lines of ---")
    contract = _contract(name, head[1])
    parts = {mark[1]: body for mark, body in _split(_PART, _COMMENT.sub("", content[head.end() :]))}
    return Prompt(
        skill=str(contract["skill"]),
        language=language,
        version=str(contract["version"]),
        inputs=frozenset(map(str, contract["inputs"])),
        output=str(contract["output"]),
        system=_sections(name, parts.get("system", "")),
        user=_sections(name, parts.get("user", "")),
    )


def _contract(name: str, text: str) -> Mapping[str, list[str]]:
    try:
        found = parsed(text)
    except yaml.YAMLError as error:
        raise ContentError(f"prompt {name}: its contract is no YAML") from error
    if not isinstance(found, dict) or found.keys() != _KEYS or not isinstance(found["inputs"], list):
        raise ContentError(f"prompt {name}: its contract needs {', '.join(sorted(_KEYS))} (inputs is a list)")
    return found


def _split(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Each mark with the text up to the next."""
    marks = list(pattern.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=False):  # without marks there is one end too many
        yield mark, text[mark.end() : end]


def _sections(name: str, text: str) -> tuple[Section, ...]:
    sections = []
    for mark, text_below in _split(_SECTION, text):
        body = Template(text_below)
        if not body.is_valid():
            raise ContentError(f"prompt {name}: section {mark[1]!r} has a lone $ (write $$)")
        form: Form | None = "json" if mark[2] == "json" else "text" if mark[2] == "text" else None
        sections.append(Section(mark[1], form, body, tuple(body.get_identifiers())))
    return tuple(sections)


def _breaches(prompt: Prompt, stem: str, offered: frozenset[str]) -> Iterator[str]:
    used = {name for section in (*prompt.system, *prompt.user) for name in section.names}
    if prompt.skill != stem:
        yield f"it is for {prompt.skill!r} and not for its file's name"
    if not prompt.system or not prompt.user:
        yield "it needs a part '# system' and a part '# user', each with sections"
    yield from (f"${name} is used and not among its inputs" for name in sorted(used - prompt.inputs))
    yield from (f"{name!r} is among its inputs and not used" for name in sorted(prompt.inputs - used))
    yield from (f"{name!r} is nothing that {prompt.skill} is told" for name in sorted(prompt.inputs - offered))
