"""The container's files say what the program understands: commands, settings, ports. No image is built here."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from pawsona.cli.main import app
from pawsona.config.settings import PREFIX, Settings
from pawsona.server.health import router

DEPLOY = Path(__file__).parents[2] / "deploy"
KNOWN = {PREFIX + name.upper() for name in Settings.model_fields}


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n", " ", (DEPLOY / "Containerfile").read_text("utf-8"))
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word.upper(), rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def commands() -> set[str]:
    return set(getattr(get_command(app), "commands"))  # noqa: B009 - typer's own click has no public type


def test_the_container_runs_a_command_that_there_is_and_not_as_root() -> None:
    steps = instructions()
    last = dict(steps)
    assert json.loads(last["ENTRYPOINT"]) == ["pawsona"]
    assert json.loads(last["CMD"])[0] in commands()
    assert last["USER"] not in {"root", "0"}
    assert [word for word, _ in steps].count("FROM") == 2
    names = [part.partition("=")[0] for word, rest in steps if word == "ENV" for part in shlex.split(rest)]
    assert {name for name in names if name.startswith(PREFIX)} <= KNOWN
    assert any("/healthz" in rest for word, rest in steps if word == "CMD" or word == "HEALTHCHECK")
    assert "/healthz" in {getattr(route, "path", "") for route in router.routes}


def test_what_it_copies_is_there() -> None:
    for word, rest in instructions():
        if word == "COPY" and "--from" not in rest:
            for name in shlex.split(rest)[:-1]:
                assert (DEPLOY.parent / name).exists(), name


def test_compose_names_settings_that_there_are_and_holds_no_secret() -> None:
    services = compose()["services"]
    app_ = services["pawsona"]
    assert {name for name in app_["environment"] if name.startswith(PREFIX)} <= KNOWN
    assert app_["command"][0] in commands()
    assert "PAWSONA_DATABASE_URL" in app_["entrypoint"][2]
    assert all(port.startswith("127.0.0.1:") for port in app_["ports"])
    for service in services.values():
        for name, value in service.get("environment", {}).items():
            assert not re.search(r"PASSWORD$|API_KEY|TOKEN", name) or value.startswith("${")
    assert services["model"]["profiles"] == ["model"]
    assert set(app_["secrets"]) | set(services["database"]["secrets"]) == set(compose()["secrets"])


@pytest.mark.parametrize("name", ["PAWSONA_GRACE", "PAWSONA_WORKERS"])
def test_its_values_are_values_of_the_setting(name: str) -> None:
    value = compose()["services"]["pawsona"]["environment"][name]
    field = name.removeprefix(PREFIX).lower()
    assert Settings(home=Path("/data"), **{field: value}) is not None
    grace = int(compose()["services"]["pawsona"]["environment"]["PAWSONA_GRACE"])
    assert grace < int(compose()["services"]["pawsona"]["stop_grace_period"].removesuffix("s"))
