"""A reply without what is not its answer: thinking, markup, phrases that lead in."""

import re
import unicodedata
from typing import Any

_THINKING = r"think|thinking|thought|reasoning|analysis|scratchpad"
_TAG = re.compile(rf"[<\[◁](?P<end>/?)(?:{_THINKING})[>\]▷]", re.IGNORECASE)
_FINAL = "<|channel|>final<|message|>"
_CHANNEL = re.compile(r"<\|[a-z_]{1,20}\|>")
_MOST = 4000
"""Characters of a reply's beginning, and of its end, that are read: answers lie there, and patterns stay quick."""
_FIELD = re.compile(
    r"""["'](?:final_?answers?|answers?|choices?|options?|labels?|selections?|results?|答案|选项|选择)["']\s*:\s*"""
    r"""(\[[^\]]*\]|"[^"]*"|'[^']*'|[\w.]+)""",
    re.IGNORECASE,
)
_TAGGED = re.compile(r"<(answer|final|答案)>(.*?)</\1>", re.IGNORECASE | re.DOTALL)
_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_COMMAND = re.compile(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}")
_STRUCK = re.compile(r"~~.*?~~", re.DOTALL)
_FENCE = re.compile(r"```\w*")
_TAGS = re.compile(r"</?(?:[a-z][a-z0-9]*|[A-Z][A-Z0-9]+)(?:\s[^<>]*)?/?>")
_MARKS = re.compile(r"[*`$]|^\s{0,3}(?:#+|>)\s?|__", re.MULTILINE)
_SOURCE = re.compile(r"^\s*根据(?:文本|文章|原文|材料|上文|题目)(?:的内容|所述|可知)?\s*[,:，：]\s*")
_LEAD = re.compile(
    r"^\s*(?:(?:正确|最终|我的|所以|因此)*(?:答案|回答)(?:应该|应)?(?:是|为)?\s*[:：]?"
    r"|(?:(?:so|therefore|thus),?\s+)?(?:the\s+)?(?:final\s+|correct\s+|short\s+)?answer(?:\s+is)?\s*[:：]?(?=\W))\s*",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\n\s*(?:因为|解释|理由|说明|原因|because|explanation|reason|note).*", re.IGNORECASE | re.DOTALL)
_QUOTES = "\"'“”‘’「」『』《》"
_STOPS = "。.,，!！?？;；:：、 \t\r\n"


def plain(reply: Any) -> str:
    """A reply as a text: without thinking, markup and odd widths; what it marks as its answer alone, where it does.

    Thinking that never ended leaves nothing: the answer was cut off.
    """
    return _bare(unicodedata.normalize("NFKC", _text(reply))).replace("’", "'")


def said(reply: Any) -> str:
    """A reply in its own words, without what leads in, quotes around it and its last stop."""
    text = _ASIDE.sub("", _bare(_text(reply)))
    text = _LEAD.sub("", _SOURCE.sub("", text), count=1)
    return text.strip(_STOPS + _QUOTES)


def _bare(text: str) -> str:
    text = _spoken(text)
    if len(text) > 2 * _MOST:
        text = f"{text[:_MOST]}\n{text[-_MOST:]}"
    for marked in (_TAGGED, _FIELD, _BOXED):
        if found := marked.findall(text):
            text = found[-1][-1] if isinstance(found[-1], tuple) else found[-1]
            break
    text = _COMMAND.sub(r"\1", _STRUCK.sub("", text))
    return _MARKS.sub("", _TAGS.sub("", _FENCE.sub("", text))).strip()


def _spoken(text: str) -> str:
    """What comes after all thinking; nothing where that never ended."""
    text = _CHANNEL.sub("", text.rpartition(_FINAL)[2])
    tags = list(_TAG.finditer(text))
    ended = max((tag.end() for tag in tags if tag["end"]), default=0)
    begun = min((tag.start() for tag in tags if not tag["end"] and tag.start() >= ended), default=len(text))
    return text[ended:begun]


def folded(text: str) -> str:
    """For comparing: no case, no widths, no punctuation at the ends, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().strip(_STOPS + _QUOTES + "()[]").split())


def _text(reply: Any) -> str:
    if reply is None:
        return ""
    if isinstance(reply, list | tuple):
        return ", ".join(_text(part) for part in reply)
    return reply if isinstance(reply, str) else str(reply)
