"""What a phone sees before it is paired: pages that tell nothing of who lives here, and need no script."""

from collections.abc import Mapping
from html import escape
from string import Template
from typing import Literal

from pawsona.domain.language import Language
from pawsona.server.assets import digest

WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "closed": "This phone is not paired yet",
        "closed_what": "Pawsona answers only phones that were paired. On the computer where it runs, open the "
        "settings, then 'On your phone', or run the command below. Then scan the code that you see.",
        "stale": "This code no longer works",
        "stale_what": "A code works once, and for five minutes. Make a new one on the computer: the settings, "
        "then 'On your phone', or this command.",
        "far": "This device is not paired yet",
        "far_what": "Pawsona answers only devices that were paired. In a terminal on the computer where it runs, run "
        "this command; then scan the code that you see, or open the address under it here.",
        "behind": "Pawsona does not know this way in",
        "behind_what": "Another program on the computer where it runs passed this page on, so Pawsona can't tell who "
        "is looking, and shows nothing. Whoever set that up starts Pawsona with the address that it shows:",
        "ask": "Pair this phone",
        "ask_what": "From then on, this browser opens your companion for as long as both are in the same network. Pair "
        "only a phone that is yours, in a network that you trust: without HTTPS, others in it could read along.",
        "ask_far": "From then on, this browser opens your companion. Pair only what is yours: whoever holds it can "
        "read everything.",
        "name": "What to call this phone",
        "yes": "Pair this phone",
        "phone": "My phone",
    },
    "zh": {
        "closed": "这部手机还没有配对",
        "closed_what": "Pawsona 只回应配对过的手机。请在运行它的电脑上打开设置，找到“在手机上用”，"
        "或者运行下面的命令，再扫一下出现的二维码。",
        "stale": "这个二维码不能用了",
        "stale_what": "每个二维码只能用一次，五分钟内有效。请在电脑上换一个新的：设置里的“在手机上用”，"
        "或者运行这条命令。",
        "far": "这台设备还没有配对",
        "far_what": "Pawsona 只回应配对过的设备。请在运行它的电脑上打开终端，运行下面的命令，"
        "再扫一下出现的二维码，或者在这里打开它下面的网址。",
        "behind": "Pawsona 不认得这个入口",
        "behind_what": "这个页面是那台电脑上的另一个程序转过来的，Pawsona 分不清来的是谁，所以什么都不显示。"
        "设置这个程序的人，请在启动 Pawsona 时写明它对外的地址：",
        "ask": "配对这部手机",
        "ask_what": "配对后，只要和电脑在同一个网络里，这个浏览器就能打开你的伙伴。只配对你自己的手机，"
        "也只在你信得过的网络里配对：没有 HTTPS，同一网络里的人有可能看到内容。",
        "ask_far": "配对后，这个浏览器就能打开你的伙伴。只配对你自己的设备：拿到它的人什么都看得到。",
        "name": "给这部手机起个名字",
        "yes": "配对这部手机",
        "phone": "我的手机",
    },
}
_PAGE = Template("""<!doctype html><html lang="$lang"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>$title · Pawsona</title>
<link rel="icon" href="$static/art/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="$static/css/tokens.css"><link rel="stylesheet" href="$static/css/base.css">
<link rel="stylesheet" href="$static/css/plain.css"></head>
<body><main class="doorstep"><h1>$title</h1><p>$what</p>$rest</main></body></html>
""")


def language_of(header: str) -> Language:
    """Chinese where a browser asks for it first."""
    return "zh" if header.strip().casefold().startswith("zh") else "en"


def closed(language: Language, kind: Literal["closed", "far", "stale", "behind"]) -> str:
    """Why nothing is shown, and what to do."""
    command = "serve --proxied https://home.example.org" if kind == "behind" else "pair"
    rest = f"<pre>pawsona {command}</pre>"
    return _page(language, WORDS[language][kind], WORDS[language][f"{kind}_what"], rest)


def asking(language: Language, ticket: str, agent: str, *, far: bool) -> str:
    """One button: scanning alone pairs nothing, so that a camera's preview does not use the ticket up.

    Args:
        language: of the page.
        ticket: what the code holds.
        agent: what the browser says that it is.
        far: it comes in through a proxy, from wherever it is.
    """
    words = WORDS[language]
    form = (
        '<form method="post" action="/pair" class="field">'
        f'<input type="hidden" name="t" value="{escape(ticket)}">'
        f'<label for="name">{words["name"]}</label>'
        f'<input id="name" name="name" maxlength="40" required value="{escape(guess(agent, words["phone"]))}">'
        f'<p><button class="btn" type="submit">{words["yes"]}</button></p></form>'
    )
    return _page(language, words["ask"], words["ask_far" if far else "ask_what"], form)


def guess(agent: str, otherwise: str) -> str:
    """What a browser calls its machine."""
    kinds = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
    return next((kind for kind in kinds if kind in agent), otherwise)


def _page(language: Language, title: str, what: str, rest: str) -> str:
    lang = "zh-Hans" if language == "zh" else "en"
    return _PAGE.substitute(lang=lang, title=title, what=what, rest=rest, static=f"/static/{digest()}")
