"""Pet-Bench's release, read as it is; the traps in miniature, and the counts of the real one where it is at hand."""

import json
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.shared import shared

from pawsona.bench.petbench.data import load, words
from pawsona.bench.petbench.tasks import TASKS
from pawsona.errors import InputError


def rows(task: str, count: int) -> list[dict[str, str]]:
    return [{"prompt": f"Pet's Name: {task}; Owner's Name: Ana\nSay {n}", "label": f"{task} {n}"} for n in range(count)]


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """Small files under the real ones' names, one with a blank, one that is no JSON and repeats itself."""
    path = tmp_path / "data.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("__MACOSX/data/._PetChat_General.json", "x")
        for task in TASKS:
            name = task.title.replace(" ", "_") + (" " if task.name == "routine_level_1" else "")
            text = json.dumps(rows(task.name, 2))
            if task.name == "note_retrieve":
                many = rows(task.name, task.n)
                text = json.dumps(many)[:-1] + "\n" + json.dumps(many[:100])
            archive.writestr(f"data/{name}.json", text)
    return path


def test_all_sixteen_files_are_read_whatever_is_wrong_with_them(release: Path) -> None:
    found = load(release)
    counts = Counter(item.task for item in found.items)
    assert len(counts) == 16
    assert counts["note_retrieve"] == 475
    assert any("100 of them repeats" in note for note in found.notes)
    assert found.items[0].id == "chat_general:0"
    judged = {item.task for item in found.items if "rubric" in item.given}
    assert judged == {"routine_level_1", "routine_level_2", "routine_level_3"}
    assert "WROTE" in next(i for i in found.items if i.task == "routine_level_2").given["rubric"].prompt.format(
        answer="WROTE"
    )
    assert found.items[0].cluster == found.items[1].cluster != found.items[2].cluster
    with ZipFile(release) as archive:
        archive.extractall(release.parent / "unpacked")
    assert load(release.parent / "unpacked").items == found.items


def test_a_wrong_path_says_where_the_right_data_is(tmp_path: Path, release: Path) -> None:
    for path in (None, tmp_path / "absent.zip", tmp_path):
        with pytest.raises(InputError, match=r"HC-Guo/Act-as-Pet.*no licence"):
            load(path)
    with ZipFile(release, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("data/PetChat_General.json", '[{"prompt": "x"')
    with pytest.raises(InputError, match="PetChat_General.json is damaged"):
        load(release)


def test_the_real_release_has_the_papers_counts() -> None:
    path = shared("data/petbench/data.zip")
    found = load(path)
    assert Counter(item.task for item in found.items) == {task.name: task.n for task in TASKS}
    assert len(found.items) == 7815
    assert words(found.items) == 4_288_651
    assert len({item.id for item in found.items}) == 7815
