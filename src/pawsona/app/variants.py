"""Whether a home can be what a plan's arms want it to be, seen at the start and not by the first person."""

from pathlib import Path

from pawsona.app.home import Home
from pawsona.app.minds import STORYBOOK
from pawsona.errors import InputError
from pawsona.lab.plan import Plan
from pawsona.lab.varied import AS_CONFIGURED
from pawsona.minds.llm.prompts import Prompts


async def check(home: Home, plan: Plan) -> Plan:
    """The plan with what it names fixed: prompts are kept, so that nobody can change them under a running experiment.

    Raises:
        InputError: it varies nothing, or something that this home does not have.
        ContentError: a prompt breaks its contract.
    """
    if not plan.varies:
        raise InputError("the plan varies nothing: name under `varies` what each arm has")
    for value in plan.varies.get("mind", ()):
        _choice(home, value)
    prompts = tuple(_kept(home, value) for value in plan.varies.get("prompts", ()))
    return plan.model_copy(update={"varies": {**plan.varies, "prompts": prompts}}) if prompts else plan


def _choice(home: Home, mind: str) -> None:
    if mind in (AS_CONFIGURED, STORYBOOK):
        return
    if home.pinning is None or home.pinning.choice.talk is None:
        raise InputError(f"no server of models is configured here, so no arm can speak through {mind!r}")


def _kept(home: Home, prompts: str) -> str:
    if prompts == AS_CONFIGURED:
        return prompts
    if home.pinning is None or home.pinning.choice.talk is None:
        raise InputError("the storybook speaks here, and it has no prompts to vary: name a model first")
    known = home.pinning.archive / prompts
    own = Prompts(known if known.is_dir() else Path(prompts).expanduser())
    if own.own is None or not own.own.is_dir():
        raise InputError(f"there are no prompts {prompts!r}: name a folder of prompts, or a digest that a pet had")
    own.check()
    return own.keep(home.pinning.archive).name
