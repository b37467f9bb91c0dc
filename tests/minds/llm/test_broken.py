"""What small models break is read as a person would read it; what holds nothing is refused."""

import pytest
from tests.minds.llm.broken.cases import Case, cases, fresh

from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import InvalidOutputError

ALL = tuple(cases())
NO_ANSWERS = (
    '{"error": "I cannot do that"}', "I am sorry, I can not help with that.", "抱歉，我无法完成这个请求。", "{}", "null",
    "[1,2,3]", '{"type": "object", "properties": {"state": {"type": "string"}}}', "<html><body>502 Bad Gateway</body>",
    "...", '{"a": {"b": {"c": [{"d": 1}]}}}', '{"result": "ok", "status": "success"}', "[[[[[[", '{"' * 300, "7e808", "OK",
)  # fmt: skip


@pytest.mark.parametrize("case", [*ALL, *fresh()], ids=lambda case: case.id)
def test_the_reader_gets_out_of_it_what_a_person_would(case: Case) -> None:
    problems = case.problems()
    if case.known:
        assert problems, f"{case.id} is read now: take its `known` out of the table"
    else:
        assert not problems


def test_the_table_is_whole_and_few_rows_are_given_up() -> None:
    assert len({case.id for case in ALL}) == 200
    readable = [case for case in ALL if case.recoverable]
    assert sum(bool(case.known) for case in readable) <= len(readable) / 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("skill", sorted({case.skill for case in ALL}))
def test_what_is_no_answer_is_never_read_as_one(skill: str, language: Language) -> None:
    for n, text in enumerate(NO_ANSWERS):
        case = Case(id=f"{n}", skill=skill, language=language, damage="empty", text=text, expect="refused")
        with pytest.raises(InvalidOutputError):
            case.read()
