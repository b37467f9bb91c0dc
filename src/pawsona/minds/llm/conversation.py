"""A call as the messages of a chat."""

from typing import Any

from pawsona.errors import InvalidOutputError
from pawsona.minds.llm.fence import fenced
from pawsona.minds.llm.prompt import Form, Prompt
from pawsona.minds.llm.told import TOLD
from pawsona.skills.chat import ChatInput


def conversation(
    prompt: Prompt, skill: str, given: Any, form: Form, broken: InvalidOutputError | None = None
) -> list[dict[str, str]]:
    """System, history, and the message of this call; a repair says what was wrong."""
    system, user = prompt.fill(TOLD[skill](given), form)
    history = given.history if isinstance(given, ChatInput) else ()
    talk: list[dict[str, str]] = []
    for m in history:
        role, content = ("assistant", m.text) if m.role == "pet" else ("user", fenced(m.text))
        if (
            talk and talk[-1]["role"] == role == "assistant"
        ):  # a greeting after yesterday's last word: templates want turns
            talk[-1] = {"role": role, "content": f"{talk[-1]['content']}\n{content}"}
        else:
            talk.append({"role": role, "content": content})
    if broken is not None:
        user = f"{user}\n\n{_again(broken, prompt)}"
    return [{"role": "system", "content": system}, *talk, {"role": "user", "content": user}]


def _again(broken: InvalidOutputError, prompt: Prompt) -> str:
    reasons = fenced("; ".join(broken.problems[:5]))  # they quote the answer, and so what was said
    if prompt.language == "zh":
        return f"## 上一次的回答不能用\n{reasons}\n改正这些问题，重新回答一次，只写答案。"
    return f"## Your last answer could not be used\n{reasons}\nMend that and answer once more, with the answer alone."
