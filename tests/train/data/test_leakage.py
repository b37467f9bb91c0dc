"""The leakage check: every planted near-copy is found, and what was written independently mostly is not."""

import asyncio
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from planted import planted

from pawsona.domain.ports import Vector
from pawsona.embed import Hashing
from pawsona.errors import InputError
from pawsona.train.data.leakage import meaning, sets
from pawsona.train.data.leakage.fold import SHORT, tokens, units
from pawsona.train.data.leakage.sets import Text
from pawsona.train.data.leakage.wording import Wording
from pawsona.train.data.plan import planned
from pawsona.train.data.seeds import seeds

AROUND = ("I turned it over twice. {} And then the kettle boiled.", "我想了两遍。{}后来水开了。", "{}")


@pytest.fixture(scope="module")
def open_set() -> list[Text]:
    return list(sets.texts(sets.own()[:1]))


@pytest.fixture(scope="module")
def index(open_set: list[Text]) -> Wording:
    return Wording.of(open_set)


def test_every_one_of_200_planted_near_copies_is_found(open_set: list[Text], index: Wording) -> None:
    chance = Random(7)
    pairs = planted([one.text for one in open_set], 200)
    assert len({copy for _, copy in pairs}) == 200
    missed = [pair for pair in pairs if index.leaked(["嗯。", chance.choice(AROUND).format(pair[1])]) is None]
    assert missed == []


def test_seeds_of_ours_are_hardly_ever_taken_for_copies(index: Wording) -> None:
    found = [index.leaked([json.dumps(seed.instance.input, ensure_ascii=False)]) for seed in seeds(planned(400))]
    assert sum(one is not None for one in found) <= 0.06 * len(found)


@pytest.mark.parametrize("text", ["", "Good morning.", "早啊。", "?!", "a b c d e f g h i j k l"])
def test_what_is_nobodys_is_no_copy(index: Wording, text: str) -> None:
    assert index.leaked([text]) is None


def test_an_index_of_nothing_finds_nothing() -> None:
    assert Wording.of([]).leaked(["one two three four five six seven eight nine ten"]) is None


def test_form_does_not_count() -> None:
    plain = "我這幾天為了考試睡不著，頭髮都掉了。"
    assert tokens("ＨELLO,  wörld’s “end”!") == tokens("hello wörld's end")
    assert tokens("我 们 睡 不 着 ！") == tokens("我們睡不着")
    assert tokens(plain) == tokens("我这几天 为了考试睡不着 头发都掉了")


def test_long_texts_are_compared_in_parts_and_short_sentences_join() -> None:
    long = "The boat was late again today. " * 30 + "Yes. No. Perhaps."
    parts = list(units(long))
    assert len(parts) > 2
    assert all(SHORT <= len(part) <= 120 for part in parts)
    assert list(units("Yes. No.")) == []


def test_sets_are_read_from_all_kinds_of_files(tmp_path: Path) -> None:
    said = "The lighthouse keeper hums at night."
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "x1", "turns": [{"say": said, "at": "08:00"}]}))
    (tmp_path / "b.yaml").write_text(f"talk: ['{said}']")
    (tmp_path / "c.csv").write_text(f'n,text\n1,"{said}"\n')
    (tmp_path / "d.json").write_text("{broken")
    (tmp_path / "e.bin").write_bytes(b"\x00")
    with zipfile.ZipFile(tmp_path / "f.zip", "w") as packed:
        packed.writestr("in/g.txt", said)
        packed.writestr("__MACOSX/g.txt", "no")
    found = list(sets.texts([tmp_path]))
    assert [one.text for one in found if one.text == said] == [said] * 4
    assert not {"x1", "08:00", "no"} & {one.text for one in found}
    assert {one.place for one in found if "f.zip" in one.place} == {f"{tmp_path.name}/f.zip/in/g.txt"}


def test_a_set_that_is_not_there_or_broken(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK no zip")
    for path, words in ((tmp_path / "none", "is not there"), (tmp_path / "x.zip", "can't be read")):
        with pytest.raises(InputError, match=words):
            list(sets.texts([path]))


def test_meaning_finds_the_nearest_unit_and_keeps_its_vectors(tmp_path: Path) -> None:
    class Counting(Hashing):
        asked = 0

        async def embed(self, texts: Sequence[str]) -> list[Vector]:
            self.asked += len(texts)
            return await super().embed(texts)

    embedder = Counting()
    said = "The lighthouse keeper hums old songs at night when fog comes in."
    known = [
        Text("a", said),
        Text("b", "Nobody has seen the parish cat since the third of March this year."),
        Text("c", "Hi."),
    ]
    for _ in range(2):
        found = asyncio.run(meaning.meaning_of(known, embedder, tmp_path, lambda count: None))
    assert (len(found.places), embedder.asked) == (2, 2)
    near = asyncio.run(
        meaning.embedded([said.upper(), "Something else entirely, about plums."], embedder, lambda count: None)
    )
    best, where = found.nearest(near)
    assert (best[0] > meaning.THRESHOLD, best[1] > meaning.THRESHOLD, where[0]) == (True, False, "a")
    assert np.allclose(np.linalg.norm(near, axis=1), 1)
