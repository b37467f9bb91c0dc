"""Nobody reaches in from another page: Host and Origin are checked before routing."""

import pytest
from tests.server.conftest import Serve, Served


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8717", "127.0.0.1.evil.example", ""])
def test_a_foreign_host_is_refused_even_where_nothing_is(served: Serve, host: str) -> None:
    async def body(it: Served) -> None:
        for path in ("/", "/api/v1/home", "/nothing"):
            answer = await it.http.get(path, headers={"host": host})
            assert answer.status_code == 403
            assert "Host header" in answer.json()["detail"]

    served(body)


@pytest.mark.parametrize("host", ["127.0.0.1:8717", "localhost:8717", "LOCALHOST", "[::1]:8717"])
def test_loopback_has_many_names(served: Serve, host: str) -> None:
    async def body(it: Served) -> None:
        assert (await it.http.get("/", headers={"host": host})).status_code == 200

    served(body)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8717"])
def test_a_foreign_origin_is_refused(served: Serve, origin: str) -> None:
    async def body(it: Served) -> None:
        answer = await it.http.post("/api/v1/pets", json={}, headers={"origin": origin})
        assert answer.status_code == 403
        assert answer.headers["content-type"] == "application/problem+json"

    served(body)


def test_its_own_page_is_answered(served: Serve) -> None:
    async def body(it: Served) -> None:
        answer = await it.http.get("/api/v1/home", headers={"origin": "http://127.0.0.1:8717"})
        assert answer.status_code == 200
        assert "access-control-allow-origin" not in answer.headers

    served(body)


def test_other_sites_may_link_here_but_not_ask_the_api(served: Serve) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}

    async def body(it: Served) -> None:
        assert (await it.http.get("/talk", headers=link)).status_code == 200
        assert (await it.http.get("/api/v1/export", headers=link)).status_code == 403
        script = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
        assert (await it.http.get("/", headers=script)).status_code == 403

    served(body)


def test_every_answer_carries_the_content_policy(served: Serve) -> None:
    async def body(it: Served) -> None:
        for path in ("/", "/api/v1/home", "/api/v1/nothing"):
            headers = (await it.http.get(path)).headers
            assert headers["content-security-policy"].startswith("default-src 'self'")
            assert headers["x-content-type-options"] == "nosniff"

    served(body)
