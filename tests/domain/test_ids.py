from datetime import UTC, datetime, timedelta

from pawsona.domain.ids import new_id


def test_ids_sort_by_the_time_they_were_made() -> None:
    start = datetime(2026, 4, 12, 9, 30, tzinfo=UTC)
    ids = [new_id(start + timedelta(milliseconds=n), "ffffffffffff" if n % 2 else "000000000000") for n in range(50)]
    assert ids == sorted(ids)
    assert len(set(ids)) == 50
