"""Reads all content with all checks, and says at which line each finding stands."""

import re
from pathlib import Path

from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError
from pawsona.minds.storybook import library
from pawsona.minds.storybook.source import Report, located
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.lint import problems

_LINE = re.compile(r"^(?P<kind>\w+)\.(?P<entry>[\w.-]+?)\.(?:\w+\.)*\d+ ")


def findings(root: Path = library.CONTENT) -> list[str]:
    """Everything that is wrong with the content below a folder, one sentence each."""
    return [finding for language in LANGUAGES for finding in (*_days(root, language), *_talk(root, language))]


def _days(root: Path, language: Language) -> list[str]:
    report = Report(root)
    try:
        library.read(root, language, report)
    except ContentError as error:
        report.add(str(error), [""])
    return [located(problem, root) for problem in report.problems]


def _talk(root: Path, language: Language) -> list[str]:
    try:
        found = problems(talk_book(language, root))
    except ContentError as error:
        return [located(str(error), root)]
    return [_in_file(problem, language, root) for problem in found]


def _in_file(problem: str, language: Language, root: Path) -> str:
    """A finding on a line of talk, with the file in which its entry stands."""
    line = _LINE.match(problem)
    if line is None:
        return f"{language}/talk: {problem}"
    for path in sorted((root / language / "talk").glob(f"{line['kind']}*.yaml")):
        place = f"{path.relative_to(root)}: {line['entry'].rpartition('.')[2]}: {problem}"
        if (found := located(place, root)) != place:
            return found
    return f"{language}/talk/{line['kind']}.yaml: {problem}"
