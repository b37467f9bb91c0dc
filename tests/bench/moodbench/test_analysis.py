import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pawsona.bench.moodbench.analysis import boxes, fit, kinds, place, scaling, weakest
from pawsona.bench.moodbench.findings import remarks, shown, tables, write
from pawsona.bench.moodbench.placed import placed
from pawsona.bench.moodbench.published import ABILITIES, published
from pawsona.bench.moodbench.structure import profile
from pawsona.errors import InputError

RANKED = shown(outliers=False)


def sheet(folder: Path, **worse: float) -> Path:
    scores = dict.fromkeys(profile("paper").datasets, 70.0) | {name.replace("_", "-"): at for name, at in worse.items()}
    file = folder / "mine.json"
    file.write_text(json.dumps(scores))
    return file


def test_two_models_make_the_correlation() -> None:
    assert fit(published()).r.value == pytest.approx(0.911, abs=0.001)
    ranked = fit(RANKED)
    assert ranked.r.value == pytest.approx(0.399, abs=0.001)
    assert ranked.r.low < 0.1 < 0.6 < ranked.r.high
    assert all(low <= high for low, high in zip(ranked.low, ranked.high, strict=True))


def test_closed_models_are_not_better_among_the_ranked() -> None:
    found = kinds(RANKED)
    assert found.value == pytest.approx(-0.293, abs=0.001)
    assert found.low < 0 < found.high


def test_companionship_is_the_weakest_ability_of_all_ranked_models() -> None:
    medians = {box.ability: box.quartiles[2] for box in boxes(RANKED)}
    assert list(medians) == list(ABILITIES)
    assert min(medians, key=lambda name: medians[name]) == "Companionship"
    assert all(min(model.abilities, key=lambda a: model.abilities[a]) == "Companionship" for model in RANKED)


def test_sizes_that_are_estimates_are_marked() -> None:
    found = {one.family: one for one in scaling(published())}
    assert all(point[2] for point in found["Doubao"].points)
    assert not any(point[2] for point in found["Qwen"].points)
    assert len(found["Qwen"].points) == 4  # qwen-plus and qwen-max have no number
    assert found["GPT"].order is not None
    assert 0.3 < found["GPT"].order < 0.45


def test_a_new_model_is_placed_among_the_ranked(tmp_path: Path) -> None:
    one = placed(sheet(tmp_path))
    assert one.model.overall == pytest.approx(70)
    assert place(one.model.overall, published()) == 2
    assert place(0, published()) == 29


def test_the_way_down_leads_to_the_weakest_dataset(tmp_path: Path) -> None:
    one = placed(sheet(tmp_path, LongMemEval=10.0))
    assert one.result is not None
    assert [(step.kind, step.name) for step in weakest(one.result)] == [
        ("ability", "Companionship"), ("sub_ability", "Memory & Personalization"), ("level", "H"),
        ("task", "Long-term Conversation Recall"), ("dataset", "LongMemEval"),
    ]  # fmt: skip


def test_an_analysis_is_a_page_with_plots(tmp_path: Path) -> None:
    made = write([placed(sheet(tmp_path))], tmp_path / "out")
    for name in made:
        text = (tmp_path / "out" / name).read_text("utf-8")
        assert text
        if name.endswith(".svg"):
            ElementTree.fromstring(text)
            assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    figures = json.loads((tmp_path / "out/analysis.json").read_text("utf-8"))
    assert figures["placed"]["mine"]["place"] == 2
    assert "r = 0.40" in " ".join(remarks())
    assert any("mine" in table.title for table in tables([placed(sheet(tmp_path))]))


def test_a_file_that_places_no_model_is_refused(tmp_path: Path) -> None:
    for text in ("{", "[]", '{"abilities": {"Emotional": 3}}', '{"AGNews": 50}'):
        (tmp_path / "x.json").write_text(text)
        with pytest.raises(InputError, match="x.json"):
            placed(tmp_path / "x.json")
