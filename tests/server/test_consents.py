"""Agreeing, and taking it back."""

from tests.server.conftest import Serve, Served


async def agreed(it: Served, purpose: str) -> bool:
    [person] = await it.home.store.people.persons()
    return any(one.purpose == purpose and not one.withdrawn_at for one in await it.home.store.consents.all(person.id))


def test_nobody_agreed_before_they_did_and_a_yes_can_be_taken_back(served: Serve) -> None:
    async def body(it: Served) -> None:
        await it.adopt()
        assert not await agreed(it, "training")
        asked = {one["purpose"]: one for one in (await it.http.get("/api/v1/consents")).json()}
        assert asked["training"]["since"] is None
        yes = {"version": asked["training"]["version"]}
        assert (await it.http.put("/api/v1/consents/training", json=yes)).status_code == 204
        assert await agreed(it, "training")
        assert not await agreed(it, "experiments")
        assert (await it.http.delete("/api/v1/consents/training")).status_code == 204
        assert not await agreed(it, "training")
        exported = (await it.http.get("/api/v1/export")).json()["consents"]
        assert [row["purpose"] for row in exported if row["withdrawn_at"]] == ["training"]

    served(body)


def test_only_adults_agree_and_only_to_the_words_of_today(served: Serve) -> None:
    async def body(it: Served) -> None:
        await it.adopt("zh", age_band="teen")
        refused = await it.http.put("/api/v1/consents/experiments", json={"version": "1"})
        assert refused.status_code == 422
        assert "成年" in refused.json()["detail"]
        assert not await agreed(it, "experiments")
        await it.http.put("/api/v1/care/age", json={"age_band": "adult"})
        assert (await it.http.put("/api/v1/consents/experiments", json={"version": "0"})).status_code == 412
        assert (await it.http.put("/api/v1/consents/nothing", json={"version": "1"})).status_code == 422

    served(body)
