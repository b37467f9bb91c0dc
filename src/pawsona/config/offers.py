"""Model servers that might be used, if the person says so: keys in the environment, and servers on this machine.

Nothing here is ever used unasked: from then on what is said to the pet leaves this process (design sec. 4).
"""

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    """A server whose address is known beforehand."""

    name: str
    base_url: str
    key_variable: str = ""
    """The variable that its users keep their key in; empty for servers on this machine, which need none."""


HERE: tuple[Known, ...] = (
    Known("ollama", "http://127.0.0.1:11434/v1"),
    Known("llama.cpp", "http://127.0.0.1:8080/v1"),
    Known("lm-studio", "http://127.0.0.1:1234/v1"),
    Known("vllm", "http://127.0.0.1:8000/v1"),
    Known("sglang", "http://127.0.0.1:30000/v1"),
)
_ELSEWHERE: tuple[Known, ...] = (
    Known("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
    Known("deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
    Known("dashscope", "https://dashscope.aliyuncs.com/compatible-mode/v1", "DASHSCOPE_API_KEY"),
    Known("moonshot", "https://api.moonshot.cn/v1", "MOONSHOT_API_KEY"),
    Known("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    Known("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
    Known("gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
)


def with_keys() -> tuple[Known, ...]:
    """Those whose key stands in the environment."""
    return tuple(known for known in _ELSEWHERE if os.environ.get(known.key_variable))


def by_name(name: str) -> Known | None:
    """A known server by the name that commands use."""
    return next((known for known in (*HERE, *_ELSEWHERE) if known.name == name), None)


def by_address(base_url: str) -> Known | None:
    """A known server by where it answers."""
    return next((known for known in (*HERE, *_ELSEWHERE) if known.base_url == base_url), None)
