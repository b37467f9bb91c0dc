"""The raters' page: kept at once, blind, and nothing for other web pages."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pawsona.bench.review import page, sheet
from pawsona.bench.review.queue import Entry, Run, entries, items_of

HOME = "http://127.0.0.1:8718"
OURS = {"origin": HOME}


@pytest.fixture
def known(runs: list[Run]) -> dict[str, Entry]:
    return entries(runs, items_of(runs))


@pytest.fixture
def client(known: dict[str, Entry], tmp_path: Path) -> TestClient:
    return TestClient(page.app(known, tmp_path / "rated", ["127.0.0.1"]), base_url=HOME)


def test_a_rating_is_in_the_table_at_once_and_there_after_a_restart(
    client: TestClient, known: dict[str, Entry], tmp_path: Path
) -> None:
    key = next(iter(known))
    given = {"1": "1", "overall": "4", "note": 'a, "quoted" one'}
    answer = client.post("/rate", json={"rater": "ana", "item": key, "ratings": given}, headers=OURS)
    assert answer.json() == {"rated": 1}
    assert sheet.read(tmp_path / "rated" / "ana.csv", known) == {key: {"1": 1.0, "overall": 4.0}}
    again = TestClient(page.app(known, tmp_path / "rated", ["127.0.0.1"]), base_url=HOME)
    kept = again.get("/queue?rater=ana").json()["given"][key]
    assert (kept["overall"], kept["note"]) == ("4", given["note"])


def test_the_page_names_no_system(client: TestClient, known: dict[str, Entry]) -> None:
    body = client.get("/queue?rater=ana")
    assert len(body.json()["rows"]) == len(known)
    assert "berta" not in body.text
    assert [client.get(path).status_code for path in ("/", "/page.js", "/page.css", "/secrets")] == [200, 200, 200, 404]
    assert "default-src 'none'" in client.get("/").headers["content-security-policy"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"item": "000000000000"}, "no such answer"),
        ({"ratings": {"overall": "9"}}, "from 1 to 5"),
        ({"rater": "../ana"}, "letters, digits"),
        ({"ratings": 3}, "no rating"),
    ],
)
def test_what_is_no_rating_is_refused(
    client: TestClient, known: dict[str, Entry], tmp_path: Path, change: dict[str, object], said: str
) -> None:
    given = {"rater": "ana", "item": next(iter(known)), "ratings": {"overall": "4"}}
    answer = client.post("/rate", json=given | change, headers=OURS)
    assert answer.status_code == 422
    assert said in answer.json()["error"]
    assert not list((tmp_path / "rated").glob("**/*.csv"))


def test_no_other_page_reaches_in(client: TestClient, known: dict[str, Entry]) -> None:
    given = {"rater": "ana", "item": next(iter(known)), "ratings": {"overall": "4"}}
    assert client.post("/rate", json=given).status_code == 403
    assert client.post("/rate", json=given, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
