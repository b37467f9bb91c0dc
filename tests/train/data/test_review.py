"""The reviewers' page: kept at once, blind, nothing lost; and how far reviewers agree."""

from itertools import pairwise
from math import isnan
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from pawsona.cli.main import app as cli
from pawsona.errors import InputError
from pawsona.train.data.entry import Entry, Turn
from pawsona.train.data.lines import write
from pawsona.train.data.review import page
from pawsona.train.data.review.agreement import agreement, kappa, settled, tables
from pawsona.train.data.review.decisions import Decision, Desk, decision_of, digest, ordered
from pawsona.train.data.review.folder import desk_of
from pawsona.train.data.sift import KEPT

HOME = "http://127.0.0.1:8719"
OURS = {"origin": HOME}


def entry(name: str, answer: str = "I'm glad you said it.", kind: Any = "safety") -> Entry:
    talk = (Turn("system", "You are Pip."), Turn("user", "## Now\n«It is all too much.»"), Turn("assistant", answer))
    return Entry(id=name, messages=talk, language="en", skill="chat.support", kind=kind, category="suicide.passive",
                 provenance={"generator": "llm:secret-teacher"})  # fmt: skip


ENTRIES = {name: entry(name) for name in ("a", "b", "c", "d")}


def said(name: str, verdict: Any, reason: str = "", answer: str = "") -> Decision:
    return Decision(entry=name, of=digest(ENTRIES[name]), verdict=verdict, reason=reason, answer=answer)


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(page.app(Desk(tmp_path, ENTRIES), ["127.0.0.1"]), base_url=HOME)


def decide(client: TestClient, name: str = "ana", headers: Any = OURS, **decision: Any) -> Any:
    named = decision.get("entry", "a")
    of = digest(ENTRIES[named]) if named in ENTRIES else ""
    sent = {"reviewer": name, "decision": {"entry": "a", "of": of, "verdict": "accept", **decision}}
    return client.post("/decide", json=sent, headers=headers)


def test_a_decision_is_on_the_disk_at_once_and_there_after_a_restart(client: TestClient, tmp_path: Path) -> None:
    assert decide(client).json() == {"decided": 1}
    assert decide(client, verdict="edit", reason="character", answer="I hear you.", note="动作多了").json() == {
        "decided": 1
    }
    again = Desk(tmp_path, ENTRIES).of("ana")["a"]
    assert (again.verdict, again.answer, again.note) == ("edit", "I hear you.", "动作多了")
    assert len((tmp_path / "review" / "ana.jsonl").read_text("utf-8").splitlines()) == 2


def test_half_a_line_is_cut_off_and_the_next_decision_is_whole(client: TestClient, tmp_path: Path) -> None:
    decide(client)
    path = tmp_path / "review" / "ana.jsonl"
    path.write_bytes(path.read_bytes() + b'{"entry": "b", "ver')
    decide(client, entry="c")
    assert set(Desk(tmp_path, ENTRIES).of("ana")) == {"a", "c"}


def test_reviewers_are_blind_to_each_other_and_to_the_teacher(client: TestClient) -> None:
    decide(client, verdict="reject", reason="unsafe", note="ana's own")
    other = client.get("/queue?reviewer=bo")
    assert other.json()["given"] == {}
    assert "secret-teacher" not in other.text
    assert "ana" not in other.text
    assert [row["said"] for row in other.json()["rows"]] == ["It is all too much."] * 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"entry": "z"}, "no such entry"),
        ({"verdict": "maybe"}, "A verdict is one of"),
        ({"verdict": "reject"}, "Say why"),
        ({"verdict": "edit", "reason": "other"}, "another text"),
        ({"verdict": "edit", "reason": "other", "answer": "I'm glad you said it."}, "another text"),
        ({"name": "../ana"}, "letters, digits"),
    ],
)
def test_what_is_no_decision_is_refused_and_nothing_is_kept(
    client: TestClient, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    answer = decide(client, **change)
    assert (answer.status_code, words in answer.json()["error"]) == (422, True)
    assert not (tmp_path / "review").exists()


def test_a_decision_on_an_answer_that_nobody_sees_here_is_refused(client: TestClient, tmp_path: Path) -> None:
    for of in (digest(ENTRIES["a"])[::-1], None):
        answer = decide(client, of=of)
        assert (answer.status_code, "has changed since" in answer.json()["error"]) == (409, True)
    assert not (tmp_path / "review").exists()


def test_no_other_page_reaches_in(client: TestClient) -> None:
    assert decide(client, headers={}).status_code == 403
    assert decide(client, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert client.post("/decide", content="{", headers=OURS).status_code == 422
    found = [
        client.get(path).status_code for path in ("/", "/page.js", "/kept.js", "/words.js", "/page.css", "/secret")
    ]
    assert found == [200] * 5 + [404]
    assert "default-src 'none'" in client.get("/").headers["content-security-policy"]


def test_a_decision_on_an_answer_that_has_changed_since_is_none(client: TestClient, tmp_path: Path) -> None:
    decide(client)
    changed = {"a": entry("a", "Something else now.")}
    assert Desk(tmp_path, changed).of("ana") == {}


def test_what_is_gravest_comes_first_and_for_all_in_one_order() -> None:
    every = [entry(str(n), kind=("skill", "benign", "safety")[n % 3]) for n in range(30)]
    kinds = [one.kind for one in ordered(every)]
    assert kinds == sorted(kinds, key=["safety", "benign", "skill"].index)
    assert ordered(every) == ordered(every[::-1])


def test_cohens_kappa_by_hand() -> None:
    pairs: Any = (
        [("accept", "accept")] * 20
        + [("accept", "reject")] * 5
        + [("reject", "accept")] * 10
        + [("reject", "reject")] * 15
    )
    assert kappa(pairs) == pytest.approx(0.4)  # observed 0.7, by chance 0.5
    assert isnan(kappa([("accept", "accept")] * 3))
    assert isnan(kappa([]))


def test_agreement_names_every_entry_on_which_they_differ() -> None:
    ana = {name: said(name, "accept") for name in ENTRIES}
    bo = {**ana, "b": said("b", "reject", "unsafe"), "c": said("c", "edit", "other", "Better.")}
    found = agreement({"ana": ana, "bo": bo, "cy": {"d": said("d", "accept")}})
    assert list(found.disagreements) == ["b", "c"]
    assert found.kappa["ana", "bo"][1] == 4
    assert found.alpha is not None
    told = found.plain()
    assert told["disagreements"]["b"]["bo"] == {"verdict": "reject", "reason": "unsafe"}
    assert [table.title for table in tables(found, {"ana": ana, "bo": bo})][-1] == "Where they don't"
    same = agreement({"ana": ana, "bo": ana})
    assert same.disagreements == {}
    assert same.plain()["krippendorffs_alpha"] is None  # nothing varies, so nothing is known


@pytest.mark.parametrize(
    ("verdicts", "outcome"),
    [
        ([], "unreviewed"),
        (["accept"], "unreviewed"),
        (["accept", "accept"], "accept"),
        (["accept", "reject"], "disputed"),
        (["accept", "reject", "reject"], "reject"),
        (["edit:x", "edit:x"], "edit"),
        (["edit:x", "edit:y"], "disputed"),
        (["edit:x", "accept", "accept"], "accept"),
        (["edit:x", "edit:y", "reject"], "disputed"),
    ],
)
def test_more_than_half_must_say_the_same(verdicts: list[str], outcome: str) -> None:
    by = {}
    for n, one in enumerate(verdicts):
        verdict, _, answer = one.partition(":")
        by[str(n)] = {"a": said("a", verdict, "other" if verdict != "accept" else "", answer)}
    found = settled(by, ["a"], 2)["a"]
    assert found.outcome == outcome
    assert found.answer == ("x" if outcome == "edit" else "")


def test_the_commands(tmp_path: Path) -> None:
    run = CliRunner()
    none = run.invoke(cli, ["train", "data", "agreement", str(tmp_path)])
    assert (none.exit_code, "comes first" in none.stderr) == (1, True)
    write(tmp_path / KEPT, [])
    for command in ("agreement", "review"):
        empty = run.invoke(cli, ["train", "data", command, str(tmp_path)])
        assert (empty.exit_code, "No entry in" in empty.stderr) == (1, True)
    write(tmp_path / KEPT, ENTRIES.values())
    desk = desk_of(tmp_path)
    for name, verdict in pairwise(["accept", "reject", "accept"]):
        row = {"entry": "a", "of": digest(ENTRIES["a"]), "verdict": verdict, "reason": "unsafe"}
        desk.add(name, decision_of(row, ENTRIES))
    told = run.invoke(cli, ["train", "data", "agreement", str(tmp_path)])
    assert "accept" in told.stdout
    assert run.invoke(cli, ["train", "data", "agreement", str(tmp_path), "--json"]).exit_code == 0


def test_a_broken_file_of_decisions_is_named(tmp_path: Path) -> None:
    (tmp_path / "review").mkdir()
    (tmp_path / "review" / "ana.jsonl").write_text('{"entry": "a"}\n')
    with pytest.raises(InputError, match=r"ana\.jsonl"):
        Desk(tmp_path, ENTRIES).of("ana")
