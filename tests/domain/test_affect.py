import pytest

from pawsona.domain.affect import DEGREES, DYADS, STATES, Affect


def test_there_are_24_degrees_24_dyads_and_neutral() -> None:
    assert len(DYADS) == 24
    assert len(STATES) == 24 + 24 + 1


def test_each_dyad_names_two_families() -> None:
    for left, right in DYADS.values():
        assert left in DEGREES
        assert right in DEGREES
        assert left != right


@pytest.mark.parametrize(
    ("state", "valence"), [("grief", -1), ("joy", 1), ("neutral", 0), ("pride", 1), ("despair", -1)]
)
def test_valence_follows_the_families(state: str, valence: int) -> None:
    assert Affect(state, 2).valence == valence


def test_an_unknown_state_is_refused() -> None:
    with pytest.raises(ValueError, match="no state of Plutchik"):
        Affect("meh", 1)
    with pytest.raises(ValueError, match="0 to 3"):
        Affect("joy", 4)
