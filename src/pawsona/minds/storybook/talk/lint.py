"""Checks talk content beyond its form: regexes compile, lines keep the house rules, stock suffices."""

import re
from collections import Counter
from collections.abc import Iterator

from pawsona.domain.language import is_chinese
from pawsona.errors import ContentError
from pawsona.minds.storybook.talk.book import TalkBook
from pawsona.minds.storybook.talk.entries import Bank, Cues
from pawsona.minds.storybook.talk.lines import Line

_STOCK = {
    "moves.listen.neg": 25, "moves.listen.pos": 20, "moves.listen.even": 30, "moves.turn_question": 20,
    "moves.fragment": 15, "moves.unanswerable": 12, "moves.presence": 12, "moves.open": 12, "moves.close": 12,
    "moves.third_language": 4, "moves.emoji": 6, "moves.small_mind": 1, "memory.recall": 8, "memory.weave_neg": 5,
    "memory.weave_pos": 5, "memory.unknown": 8, "memory.same_day": 6, "memory.never_together": 5,
    "memory.corrected": 6, "memory.forgot": 3, "memory.why": 3, "knowledge.answer": 6, "knowledge.unknown": 6,
    "note.chat": 8, "note.retrieve": 6, "note.nothing": 4, "note.greet": 8,
}  # fmt: skip
_REPROACH = re.compile(
    r"waited for you|lonely without|missed you so much|等了你|没有你.{0,4}(?:孤单|寂寞)", re.IGNORECASE
)


def _banks(book: TalkBook) -> Iterator[Bank]:
    yield from book.banks.values()
    for act in book.acts.values():
        yield act.say
        yield from act.by_personality.values()
    for opinion in book.opinions:
        yield opinion.say
    for form in book.forms:
        yield form.say
    for kind in book.kinds:
        yield from (kind.neg, kind.pos, kind.even)
    for hook in book.hooks:
        yield hook.neg
        yield hook.pos
    for theme in book.themes.values():
        yield from (theme.reply, theme.more, theme.ask)
    for situation in book.situations.values():
        for stage in situation.stages.values():
            yield from (stage.ack, stage.give, stage.ask)


def all_lines(book: TalkBook) -> list[Line]:
    """Every line that a pet may say in this language."""
    return [line for bank in _banks(book) for line in bank]


def _cues(book: TalkBook) -> Iterator[tuple[str, Cues]]:
    yield from ((f"act {a.name}", a.cues) for a in book.acts.values())
    yield from ((f"opinion {o.name}", o.cues) for o in book.opinions)
    yield from ((f"form {f.name}", f.cues) for f in book.forms)
    yield from ((f"situation {s.name}", s.cues) for s in book.situations.values())
    yield from ((f"rule {r.name}", cue) for r in book.rules for cue in r.cues)
    for group in (book.guards, book.intent, book.promise, book.plan):
        yield from group.items()


def _line_problems(line: Line, book: TalkBook) -> Iterator[str]:
    if line.text.count("?") + line.text.count("？") > 1:
        yield f"{line.id} asks more than one question"
    if _REPROACH.search(line.text):
        yield f"{line.id} reproaches"
    if is_chinese(line.text) != (book.language == "zh"):
        yield f"{line.id} is in the other language"
    if book.language == "zh" and re.search(r"[,;:?!()\"]|(?<![\d])\.(?![\d])", line.text):
        yield f"{line.id} has half-width punctuation"


def problems(book: TalkBook) -> list[str]:
    """What is wrong, one sentence each; an empty list for content that is fit to ship."""
    found: list[str] = []
    for name, cues in _cues(book):
        try:
            cues.find("x")
        except re.error as error:
            found.append(f"{name}: {error}")
    for line in all_lines(book):
        found.extend(_line_problems(line, book))
    for path, wanted in _STOCK.items():
        if len(book.banks.get(path, ())) < wanted:
            found.append(f"{path} has {len(book.banks.get(path, ()))} lines of {wanted}")
    counts = Counter(line.id for line in all_lines(book))
    found.extend(f"{ident} stands there twice" for ident, count in counts.items() if count > 1)
    return found


def check(book: TalkBook) -> None:
    """Refuse content that is not fit to ship.

    Raises:
        ContentError: with everything that is wrong.
    """
    found = problems(book)
    if found:
        raise ContentError(f"the {book.language} talk content: " + "; ".join(found))
