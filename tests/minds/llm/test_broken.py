"""What small models break is read as a person would read it; what holds nothing is refused."""

import pytest
from tests.minds.llm.broken.cases import Case, cases, fresh

ALL = tuple(cases())


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
