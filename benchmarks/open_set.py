"""The open set looked at: what is wrong with it, what it covers, and how like its instances are to each other.

PYTHONPATH=src python benchmarks/open_set.py [FOLDER]
"""

import asyncio
import sys
from collections import Counter
from pathlib import Path
from statistics import fmean

from pawsona.app.embedder import own_embedder
from pawsona.bench.core.tables import Table
from pawsona.bench.open.lint import problems, texts
from pawsona.bench.open.near import by_meaning, by_words, table_of
from pawsona.bench.open.suite import instances
from pawsona.config.settings import load
from pawsona.domain.language import LANGUAGES, length
from pawsona.skills import SKILLS


async def main() -> None:
    every = list(instances(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
    for problem in (found := problems(every)):
        print(problem)
    print(f"{len(every)} instances, {len(found)} problems")
    cover = Table("What it covers", ("", "n", "length", "persons", "teens", "moods", "places", "statements"))
    for language in LANGUAGES:
        for skill in SKILLS:
            mine = [one for one in every if one.language == language and one.skill == skill]
            sizes = [sum(length(text, language) for text in texts(one)) for one in mine]
            tags = {key: Counter(str(one.tags.get(key)) for one in mine) for key in ("age", "mood", "culture")}
            cover.add(
                f"{language} {skill}", len(mine), round(fmean(sizes)), sum(one.is_person for one in mine),
                tags["age"]["teen"], len(tags["mood"]), len(tags["culture"]),
                round(fmean(len(one.rubric) for one in mine), 1),
            )  # fmt: skip
    cover.show()
    settings = load()
    embedder = own_embedder(settings, settings.home)
    by_language = {language: [one for one in every if one.language == language] for language in LANGUAGES}
    near = [by_words(some, language) for language, some in by_language.items()]
    near += [await by_meaning(some, one, embedder) for one, some in by_language.items() if one in embedder.understands]
    table_of(near).show()
    for one in near:
        print(one.language, one.how, *(f"{a} {b} {alike:.2f};" for a, b, alike in one.pairs))


asyncio.run(main())
