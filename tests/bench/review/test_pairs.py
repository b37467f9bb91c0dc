"""Two answers in both orders: who wins, and what the order did."""

from pawsona.bench.review import pairs
from pawsona.bench.review.pairs import Verdict
from pawsona.bench.review.queue import Run, every_item


def test_a_judge_that_loves_the_first_decides_nothing() -> None:
    biased = Verdict("c", one=(5, 3), other=(5, 3))
    assert (biased.difference, biased.worth, biased.turned, biased.lead) == (0, 0.5, True, 2)
    fair = Verdict("c", one=(4, 4), other=(2, 2))
    assert (fair.difference, fair.worth, fair.turned, fair.lead) == (2, 1.0, False, 0)
    assert Verdict("c", one=(1, 2), other=(4, 4)).worth == 0.0


def test_both_orders_are_asked_and_alike_answers_not(runs: list[Run]) -> None:
    found, alike = pairs.duels(runs[0], runs[1], every_item(runs))
    assert alike == 1
    assert [duel.one for duel in found] == ["Yes.", "No.", "Well.", "Good."]  # "Hello." twice, and one failed
    for swapped, order in ((False, ("Yes.", "Ah.")), (True, ("Ah.", "Yes."))):
        asked = pairs.prompt(found[0], swapped=swapped)
        assert f"<first>\n{order[0]}\n</first>" in asked
        assert f"<second>\n{order[1]}\n</second>" in asked
        assert all(label in asked for label in found[0].item.given["rubric"].labels.values())
        assert "llm:" not in asked


def test_ties_are_half_wins() -> None:
    table = pairs.table_of("a", "b", [Verdict("x", (4, 4), (2, 2)), Verdict("y", (1, 1), (2, 2))], alike=2, failed=1)
    rows = {row[""]: row["value"] for row in table.plain()}
    assert rows["won, tied, lost"] == "1, 0, 1"
    assert (rows["wins, where they differ"]["value"], rows["wins, where they differ"]["n"]) == (0.5, 2)
    assert rows["answers that are alike"] == 2
    assert rows["without a rating"] == 1
    assert pairs.table_of("a", "b", [], 0, 3).rows == []
