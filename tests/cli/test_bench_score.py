"""`pawsona bench score`: the fixed object for scripts, tables for people, and one sentence for what can't be scored."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Cli
from tests.model_server.process import ModelServer

REFERENCES = {
    "dialogue_base:0": "今天下雨了，记得带伞哦。",
    "recollection_refine:0": "我最喜欢和妈妈一起包饺子。",
    "mine": "好的！",
}
EMPTY = {**REFERENCES, "blank": ""}


def lines(path: Path, name: str, rows: Mapping[str, Any]) -> str:
    path.write_text("".join(json.dumps({"id": id_, name: text}) + "\n" for id_, text in rows.items()))
    return str(path)


@pytest.fixture
def references(tmp_path: Path) -> str:
    return lines(tmp_path / "references.jsonl", "reference", REFERENCES)


def test_the_fixed_object_has_every_metric_and_null_for_what_no_model_measured(
    cli: Cli, tmp_path: Path, references: str
) -> None:
    answers = lines(tmp_path / "a.jsonl", "prediction", {**REFERENCES, "mine": "不。"})
    done = cli("bench", "score", "h2htalk", "--predictions", answers, "--references", references, "--json")
    assert done.code == 0, done.err
    [figures] = done.lines
    assert set(figures) == {"items", "summary", "signature"}
    first, _, last = figures["items"]
    names = ["id", "bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL", "ss", "s", "ss_standin"]
    assert list(first) == names
    assert [first[name] for name in names[1:7]] == [1.0] * 6
    assert first["ss"] is None and first["s"] is None
    assert first["ss_standin"] == 1.0
    assert last["bleu1"] < 1
    assert "tok:jieba-" in figures["signature"] and "smooth:method1" in figures["signature"]
    summary = figures["summary"]
    assert (summary["n"], summary["expected"], summary["ranked"]) == (3, 3, True)
    assert summary["total"]["name"] == "overlap"
    assert summary["beside"]["the reference itself"]["total"] < 1, "one reference is too short for a four-gram"
    assert summary["beside"]["nothing"]["total"] == 0
    assert any("fewer than 4 words" in note and "mine" in note for note in summary["notes"])


def test_people_get_tables_and_a_folder_that_reports_read(cli: Cli, tmp_path: Path, references: str) -> None:
    answers = lines(tmp_path / "a.jsonl", "prediction", REFERENCES)
    out = tmp_path / "out"
    done = cli(
        "bench", "score", "h2htalk", "--predictions", answers, "--references", references, "--system", "echo",
        "--embedder", "hashing", "--out", str(out), "--about", "size=7", "--about", "kind=instruct",
    )  # fmt: skip
    assert done.code == 0, done.err
    for part in ("3 of 3 answered", "echo", "the reference itself", "recollection_refine", "others"):
        assert part in done.out
    assert json.loads((out / "result.json").read_text())["signatures"]["ss_standin"].startswith(
        "ss_standin|cosine:hash"
    )
    assert json.loads((out / "result.json").read_text())["about"] == {"size": 7.0, "kind": "instruct"}
    assert len((out / "scores.jsonl").read_text().splitlines()) == 3
    again = ("bench", "score", "h2htalk", "--predictions", str(out / "predictions.jsonl"), "--references", references)
    assert cli(*again).code == 0, "the answers stand beside their scores"
    assert "size=7" in cli(*again, "--about", "size=big").one_sentence()


def test_scores_made_elsewhere_come_in_by_file(cli: Cli, tmp_path: Path, references: str) -> None:
    answers = lines(tmp_path / "a.jsonl", "prediction", REFERENCES)
    asked = ("bench", "score", "h2htalk", "--predictions", answers, "--references", references, "--json", "--given")
    done = cli(
        *asked, lines(tmp_path / "g.jsonl", "scores", {"mine": {"bertscore": 0.5, "bleu1": 0.3}, "unjudged": {}})
    )
    assert done.lines[0]["summary"]["metrics"]["bertscore"] == 0.5
    assert done.lines[0]["items"][2]["bleu1"] == 1, "what is counted is not taken from elsewhere"
    for wrong, says in (
        ({"mine": {"judge": 4}}, "0 to 1"),
        ({"mine": {"charm": 0.4}}, "neither"),
        ({"mine": 3}, "0 to 1"),
    ):
        assert says in cli(*asked, lines(tmp_path / "g.jsonl", "scores", wrong)).one_sentence()


def test_empty_references_are_named(cli: Cli, tmp_path: Path) -> None:
    references = lines(tmp_path / "r.jsonl", "reference", EMPTY)
    answers = lines(tmp_path / "a.jsonl", "prediction", {**EMPTY, "blank": "x"})
    [figures] = cli("bench", "score", "h2htalk", "--predictions", answers, "--references", references, "--json").lines
    assert any(note.startswith("1 references are empty") and "blank" in note for note in figures["summary"]["notes"])


def test_the_released_codes_composite_is_a_profile_of_its_own(cli: Cli, tmp_path: Path, references: str) -> None:
    answers = lines(tmp_path / "a.jsonl", "prediction", REFERENCES)
    asked = ("bench", "score", "h2htalk", "--predictions", answers, "--references", references, "--json", "--profile")
    [figures] = cli(*asked, "repo_composite").lines
    assert figures["summary"]["total"]["name"] == "repo_overlap", "BERTScore and the embedding are not there"
    assert figures["summary"]["total"]["value"] == 1
    assert "there is repo_composite" in cli(*asked, "mine").one_sentence()


def test_what_cannot_be_scored_is_one_sentence_and_loses_nothing(cli: Cli, tmp_path: Path, references: str) -> None:
    answers = lines(tmp_path / "a.jsonl", "prediction", {"mine": None, "theirs": "x"})
    asked = ("bench", "score", "h2htalk", "--predictions", answers, "--references", references)
    said = cli(*asked).one_sentence()
    for part in ("theirs", "dialogue_base:0", "with null (mine)", "--partial"):
        assert part in said
    (tmp_path / "a.jsonl").write_text('{"id": "mine", "prediction": "好的！"}\n')
    done = cli(*asked, "--partial", "--json")
    assert done.lines[0]["summary"]["ranked"] is False
    assert "1 of 3 were answered" in done.lines[0]["summary"]["notes"][0]
    assert "LolerPanda/H2HTalk" in cli(*asked[:5], "--data", str(tmp_path)).one_sentence()
    assert "--data" in cli(*asked[:5]).one_sentence()
    assert "petbench" in cli("bench", "score", "mystery", *asked[3:]).one_sentence()


def test_the_suites_are_listed_with_their_licences(cli: Cli) -> None:
    done = cli("bench", "list", "--json")
    by_name = {row["name"]: row for row in done.lines[0]}
    assert by_name["petbench"]["n"] == 7815
    assert "no licence" in by_name["h2htalk"]["licence"]
    assert len(by_name["h2htalk"]["tasks"]) == 11
    assert "HC-Guo/Act-as-Pet" in cli("bench", "list").out
    assert "note.intent" in cli("bench", "list", "petbench").out


def test_a_suite_is_described_and_its_data_checked(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "recollection_refine.jsonl").write_text(
        '{"response": "我爱和妈妈包饺子，妈妈做的饺子真好吃。"}\n', "utf-8"
    )
    done = cli("bench", "describe", "h2htalk", "--data", str(tmp_path))
    assert done.code == 0, done.err
    for part in ("1 items", "recollection_refine", "DialogueBase: absent", "妈妈", "饺子"):
        assert part in done.out
    [figures] = cli("bench", "describe", "instruct", "--json").lines
    assert figures["n"] == 180
    last = {row["language"]: row for row in figures["tasks"] if row[""] == "all"}
    assert last["en"]["reference longest"] and last["zh"]["reference longest"]
    assert (last["both"]["items"], last["both"]["reference mean"]) == (180, None)  # words and characters have no mean
    assert [len(said) for said in figures["said"]] == [20, 20]
    [checked] = cli("bench", "data", "h2htalk", "--data", str(tmp_path), "--json").lines
    assert (checked["n"], checked["found"]) == (4650, 1)
    assert "LolerPanda" in cli("bench", "data", "h2htalk").out
    assert "180 of 180" in cli("bench", "data", "instruct").out
    (tmp_path / "values").mkdir()
    assert "  0 items are there" in cli("bench", "data", "moodbench", "--data", str(tmp_path)).out
    assert "HC-Guo/Act-as-Pet" in cli("bench", "data").out
    assert "licences were not accepted" in cli("bench", "data", "fetch", "moodbench", "AGNews").err
    assert "pawsona bench safety" in cli("bench", "describe", "safety").one_sentence()


def test_results_are_compared_and_become_pages(cli: Cli, tmp_path: Path, references: str) -> None:
    folders = []
    for name, said in (("echo", REFERENCES), ("mute", dict.fromkeys(REFERENCES, "嗯。"))):
        answers = lines(tmp_path / f"{name}.jsonl", "prediction", said)
        folders.append(str(tmp_path / name))
        cli("bench", "score", "h2htalk", "--predictions", answers, "--references", references, "--out", folders[-1])
    [table] = cli("bench", "compare", *folders, "--json").lines[0]
    assert [row["system"] for row in table["systems"]] == ["echo", "mute"]
    assert table["differences"][0]["value"] > 0
    assert "better by" in cli("bench", "compare", *folders, "--against", "mute").out
    done = cli("bench", "report", *folders, "--out", str(tmp_path / "pages"))
    assert Path(done.out.strip()).read_text("utf-8").count("echo") >= 1
    assert "no result" in cli("bench", "compare", str(tmp_path)).one_sentence()


def test_the_named_embedder_on_a_server_fills_the_papers_column(cli: Cli, tmp_path: Path, references: str) -> None:
    answers = lines(tmp_path / "a.jsonl", "prediction", {**REFERENCES, "mine": "再见"})
    marks = lines(tmp_path / "g.jsonl", "scores", {id_: {"judge": 0.4} for id_ in REFERENCES})
    asked = ("bench", "score", "h2htalk", "--predictions", answers, "--references", references, "--json")
    with ModelServer.start(models=["BAAI/bge-m3", "pet-model"]) as server:
        [figures] = cli(*asked, "--embedder", "BAAI/bge-m3", "--embedder-url", server.base_url, "--given", marks).lines
        [other] = cli(*asked, "--embedder", "pet-model", "--embedder-url", server.base_url).lines
    first, _, last = figures["items"]
    assert first["ss"] == pytest.approx(1) and first["s"] == pytest.approx(1)
    assert last["ss"] < 1
    assert first["ss_standin"] is None
    assert "ss|cosine:endpoint:BAAI/bge-m3" in figures["signature"]
    assert figures["summary"]["total"]["name"] == "overall"
    assert figures["summary"]["for_people"] == ["mine"], "all right in words and 2 of 5 to the judge is 3.8"
    assert other["items"][0]["ss"] is None and other["items"][0]["s"] is None
    assert other["items"][0]["ss_standin"] == pytest.approx(1)
