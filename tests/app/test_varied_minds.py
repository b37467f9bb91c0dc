"""Another mind, or other prompts, for new pets alone: who has a companion keeps it as it is."""

from pathlib import Path

import pytest
from tests.app.tried import Trying, plan, trying
from tests.conftest import CountingRng, FakeClock
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona import Companion
from pawsona.app.trying import follow
from pawsona.app.variants import check
from pawsona.errors import InputError
from pawsona.minds.llm.prompt import FOLDER


@pytest.fixture
def named(model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home speaks through the model server."""
    monkeypatch.setenv("PAWSONA_BASE_URL", model_server.base_url)
    monkeypatch.setenv("PAWSONA_MODEL", "pet-model")


async def minds(it: Trying, companion: Companion) -> list[str]:
    return [pin.mind for pin in await it.home.store.pins.all(companion.pet.bond)]


@pytest.mark.usefixtures("named")
def test_a_new_pet_keeps_its_arms_mind_and_an_old_one_its_own(
    tmp_path: Path, clock: FakeClock, rng: CountingRng
) -> None:
    asked = plan(varies={"mind": ["home", "storybook"]})
    pets: dict[str, Companion] = {}

    async def begin(it: Trying) -> None:
        pets["before"] = await it.join()
        clock.move(minutes=1)
        await it.begin(asked)
        await follow(it.home)
        pets.update(await it.of_each_arm(asked))
        assert (await pets["new"].say("Hello!")).message.mind == "storybook"
        assert (await pets["old"].say("Hello!")).message.mind == "llm:pet-model"

    async def restarted(it: Trying) -> None:
        for name, mind in (("before", "llm:pet-model"), ("old", "llm:pet-model"), ("new", "storybook")):
            assert await minds(it, pets[name]) == [mind]
        assert not await it.home.store.trials.exposures(pets["before"].person.id)
        await follow(it.home)
        await it.home.store.trials.stop("mine", clock.now(), "enough")  # in another process
        await follow(it.home)
        assert await minds(it, pets["new"]) == ["storybook", "llm:pet-model"]
        again = Companion(it.home, pets["new"].person, pets["new"].pet)
        assert any("pet-model" in notice for notice in (await again.say("Still you?")).notices)
        assert await minds(it, pets["old"]) == ["llm:pet-model"]

    trying(tmp_path / "home", clock, rng, begin)
    clock.move(minutes=1)
    trying(tmp_path / "home", clock, rng, restarted)


@pytest.mark.usefixtures("named")
def test_who_goes_back_to_the_homes_mind_stays_there(tmp_path: Path, clock: FakeClock, rng: CountingRng) -> None:
    async def body(it: Trying) -> None:
        asked = plan(varies={"mind": ["home", "storybook"]})
        await it.begin(asked)
        companion = (await it.of_each_arm(asked))["new"]
        assert it.home.pinning is not None
        await it.home.pinning.follow(companion.pet)
        await it.home.pinning.settle(companion.pet)
        assert await minds(it, companion) == ["storybook", "llm:pet-model"]

    trying(tmp_path / "home", clock, rng, body)


@pytest.mark.usefixtures("named")
def test_prompts_are_kept_as_they_were_at_the_start(
    tmp_path: Path, clock: FakeClock, rng: CountingRng, model_server: ModelServer
) -> None:
    own = tmp_path / "warm" / "en"
    own.mkdir(parents=True)
    text = (FOLDER / "en" / "chat.general.md").read_text("utf-8")
    file = own / "chat.general.md"
    file.write_text(text.replace("# user", "## A new rule\nSpeak of the sea.\n\n# user", 1), "utf-8")

    async def body(it: Trying) -> None:
        with pytest.raises(InputError, match="no prompts"):
            await check(it.home, plan(varies={"prompts": ["home", "elsewhere"]}))
        asked = await check(it.home, plan(varies={"prompts": ["home", str(own.parent)]}))
        file.write_text(text.replace("# user", "## A new rule\nSpeak of hills.\n\n# user", 1), "utf-8")
        await it.begin(asked)
        for arm, companion in (await it.of_each_arm(asked)).items():
            await companion.say("What a day!")
            told = str(model_server.requests("/chat/completions")[-1]["body"]["messages"][0]["content"])
            assert ("Speak of the sea." in told) == (arm == "new") and "hills" not in told

    trying(tmp_path / "home", clock, rng, body)
