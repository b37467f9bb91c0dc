"""A run in a folder: what is asked of whom, by Inspect AI; a run that was killed goes on and pays nothing twice."""

import json
import logging
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pawsona.app.minds import endpoint_of
from pawsona.bench.core.suite import Dataset
from pawsona.bench.live.asked import Asked, first, tasks_of
from pawsona.bench.live.costs import prices
from pawsona.bench.live.estimate import Estimate, estimate, priced
from pawsona.bench.live.folder import running
from pawsona.bench.live.items import digest, items_of
from pawsona.bench.live.outcome import Outcome, outcome_of
from pawsona.bench.live.systems import Spec
from pawsona.bench.safety.engine import engine
from pawsona.bench.suites import suite_of
from pawsona.config.settings import load
from pawsona.errors import InputError, SetupError
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.version import __version__

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

IPET = "ipet"
MARK = "run.json"
LOGS = "logs"
RETRIES = 4
KNOCK = 20.0
"""Seconds until nobody is there."""
SERVICE = "endpoint"
"""What Inspect AI calls a server that is named by its address."""


def run(asked: Asked, folder: Path, *, display: str = "none") -> Outcome:
    """Ask what the folder's logs lack, and write predictions and scores beside them.

    Args:
        asked: what and whom.
        folder: where the run is, and stays.
        display: how Inspect AI shows what it does.

    Raises:
        ConflictError: another process runs in the folder.
        InputError: the folder is another run's, or the suite's data is absent.
        SetupError: a model is wanted and none is named or nobody is where it should answer, or the extra is missing.
    """
    suite = suite_of(asked.suite)
    tasks_of(suite, asked)  # a wrong name is told before any data is read
    if asked.model is not None and suite.name == IPET:
        raise InputError("iPET's methods are a mind's, which asks the model: add --mind llm, or --companion.")
    inspect = _inspect()
    from pawsona.bench.live.tasks import tasks_with

    whole = items_of(suite, asked.data)
    tasks = tasks_with(suite, asked.tasks, whole.items)
    if not (folder / MARK).exists():  # what is all answered is told without a server
        _knock_at_all(asked)
    with running(folder):
        return _made(inspect, tasks, whole, asked, folder, display)


def _made(inspect: Any, tasks: Sequence[Any], whole: Dataset, asked: Asked, folder: Path, display: str) -> Outcome:
    suite = suite_of(asked.suite)
    mark = opened(asked, folder, digest(whole.items))
    cache = inspect.model.CachePolicy(expiry=None, scopes={"run": mark["id"]})
    quiet = logging.getLogger("pawsona.dialogue")
    before = quiet.level
    quiet.setLevel(logging.ERROR)  # that replies are mended is what is measured
    try:
        _, logs = inspect.eval_set(
            tasks, log_dir=str(folder / LOGS), model=_model(inspect, asked, cache),
            model_roles=_grader(inspect, asked, cache), limit=asked.limit, epochs=asked.epochs, display=display,
            fail_on_error=True, continue_on_fail=True, retry_attempts=0, retry_immediate=False,
            log_dir_allow_dirty=True,
        )  # fmt: skip
    finally:
        quiet.setLevel(before)
    return outcome_of(suite, whole, asked, folder, [inspect.log.read_eval_log(log.location) for log in logs])


def evaluated(
    tasks: Sequence[Any], folder: Path, state: str, judge: str, base_url: str | None, *, limit: int | None
) -> list["EvalLog"]:
    """Tasks in which only a judge is asked; their logs.

    Args:
        tasks: what is judged.
        folder: of the run or the comparison.
        state: of what is judged. Inspect AI knows a sample by its id, so each state has logs of its own; what the
            judge said to the same prompt is kept for all of them.
        judge: the model.
        base_url: where it answers.
        limit: so many samples only.

    Raises:
        SetupError: it is not said where the judge answers, nobody is there, or the extra is missing.
    """
    inspect, run = _inspect(), sha256(str(folder.resolve()).encode()).hexdigest()
    logs_of = folder / f"judged-{slug(judge)}-{state}"
    cache = inspect.model.CachePolicy(expiry=None, scopes={"run": run})
    config = inspect.model.GenerateConfig(cache=cache, max_retries=RETRIES)
    grader = _endpoint(inspect, "judge", judge, base_url, config)
    if not logs_of.exists():
        _knock(_named("judge", judge, base_url))
    _, logs = inspect.eval_set(
        tasks, log_dir=str(logs_of), model="none/none", model_roles={"grader": grader}, limit=limit, display="none",
        fail_on_error=True, continue_on_fail=True, retry_attempts=0, retry_immediate=False, log_dir_allow_dirty=True,
    )  # fmt: skip
    return [inspect.log.read_eval_log(log.location) for log in logs]


def slug(name: str) -> str:
    """A name that a folder may have."""
    return "".join(char if char.isalnum() else "-" for char in name)


def estimated(asked: Asked) -> Estimate:
    """What a run will take.

    Raises:
        InputError: there is no such suite or task, or its data is absent.
    """
    suite = suite_of(asked.suite)
    tasks = tasks_of(suite, asked)
    items = first([item for item in items_of(suite, asked.data).items if item.task in tasks], asked.limit)
    ours, judge = asked.model is None, asked.judge is not None
    found = estimate(suite, items, ours=ours, free=asked.free, judge=judge, epochs=asked.epochs)
    return priced(found, prices(), _spoken(asked), asked.judge)


def _spoken(asked: Asked) -> str | None:
    """The model that answers in the end; None where none does, "" where this home names none."""
    if asked.free:
        return None
    home = load().named("talk")
    return asked.model or Spec.of(asked.system).model or (home.model if home else "")


def opened(asked: Asked, folder: Path, set_: str) -> Mapping[str, Any]:
    """What began the run of a folder; a new one where there is none.

    Raises:
        InputError: another suite, state of its items, system or version: figures must not be mixed.
    """
    path = folder / MARK
    mine = {
        "suite": asked.suite, "set": set_, "system": asked.name, "base_url": asked.base_url, "judge": asked.judge,
        "version": __version__,
    }  # fmt: skip
    mine |= {"engine": engine()} if asked.model is None else {}
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"id": uuid4().hex, **mine}) + "\n", "utf-8")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if {key: found.get(key) for key in mine} != mine:
        raise InputError(
            f"{str(folder)!r} holds a run of {found['system']} on {found['suite']}, judged by "
            f"{found.get('judge') or 'nobody'}, or of another state of Pawsona or the set: finish it with what began "
            "it, name another folder with --out, or have its answers judged with `pawsona bench judge`."
        )
    return found


def _model(inspect: Any, asked: Asked, cache: Any) -> Any:
    config = inspect.model.GenerateConfig(cache=cache, max_retries=RETRIES)
    if asked.model is None:
        from pawsona.bench.live.provider import PROVIDER

        return inspect.model.get_model(f"{PROVIDER}/{asked.system}", base_url=asked.base_url, config=config)
    return _endpoint(inspect, "talk", asked.model, asked.base_url, config)


def _grader(inspect: Any, asked: Asked, cache: Any) -> dict[str, Any] | None:
    if asked.judge is None:
        return None
    config = inspect.model.GenerateConfig(cache=cache, max_retries=RETRIES)
    return {"grader": _endpoint(inspect, "judge", asked.judge, asked.judge_url, config)}


def _endpoint(inspect: Any, group: Any, model: str, base_url: str | None, config: Any) -> Any:
    """A model of any OpenAI-compatible server; a key goes only to the server it was given for."""
    at = _named(group, model, base_url)
    name = f"openai-api/{SERVICE}/{model}"
    return inspect.model.get_model(name, base_url=at.base_url, api_key=at.api_key or "none", config=config)


def _named(group: Any, model: str, base_url: str | None) -> Endpoint:
    named = {key: value for key, value in (("model", model), ("base_url", base_url)) if value}
    option = "--base-url" if group == "talk" else "--judge-url"
    if base_url and not base_url.startswith(("http://", "https://")):
        raise InputError(f"{option} is {base_url!r}, and should be an address, as in http://127.0.0.1:8000/v1.")
    found = load(models={group: named}).named(group)
    if found is None:
        raise SetupError(f"It is not said where that model answers: set {option} or PAWSONA_BASE_URL.")
    return endpoint_of(found)


def _knock_at_all(asked: Asked) -> None:
    if asked.model is not None:
        _knock(_named("talk", asked.model, asked.base_url))
    if asked.judge is not None:
        _knock(_named("judge", asked.judge, asked.judge_url))


def _knock(at: Endpoint) -> None:
    """Whether anybody is there: Inspect AI would go on knocking for minutes, and not say so.

    Raises:
        SetupError: nobody is.
    """
    import httpx2

    try:
        httpx2.get(at.base_url, timeout=KNOCK)
    except (httpx2.ConnectError, httpx2.ConnectTimeout):
        raise SetupError(f"There is no model server at {at.base_url}: start it, or give another address.") from None
    except httpx2.HTTPError:  # somebody is there
        return


def _inspect() -> Any:
    """Inspect AI, which is an extra.

    Raises:
        SetupError: it is not installed.
    """
    try:
        import inspect_ai
        import inspect_ai.log
        import inspect_ai.model
    except ImportError:
        raise SetupError("Live runs need Inspect AI, which is not installed: pip install 'pawsona[bench]'") from None
    return inspect_ai
