"""What the pet is asked to keep: "can you remember that I like tea?" asks for no memory, it gives one.

"Do you remember that I like tea?" does ask, and so does "can you remember what I like?": they stay as they are.
"""

import re
from collections.abc import Mapping

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.entries import LOOKED_AT

_ASKED: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:^|(?<=[.!?;,] ))(?:(?:hey|hi|hello|ok|okay|oh|so|and|also|btw|please|pls|one more thing)[,!]? )*"
        r"(?:(?:can|could|will|would) you |you (?:should|must|can) |i(?:'d like| want| need) you to )?"
        r"(?:(?:please|pls|just|always|also|maybe) )*"
        r"(?:remember|memori[sz]e|keep in mind|bear in mind|note down|make a note)(?: for me)?(?:,? please)?[,:]? "
        r"(?:that )?(?P<what>(?:(?:i|we)\b(?!(?:'ve| have)? (?:just |already |once )?"
        r"(?:told|said|mentioned|asked|showed|talked|spoke|been (?:telling|saying|asking|talking))\b)(?:'\w+)?|"
        r"(?:my|our)(?: [\w'-]+){1,4}? (?:is|are|was|were|has|have|had|likes|loves|hates|lives|works|wants|can'?t|"
        r"comes|goes|died|moved)\b)[^?!.]*?)(?:,? (?:please|ok|okay|for me|thanks))*\s*(?:[?!.]+(?=\s|$)|$)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:^|(?<=[。！？!?，,]))\s*(?:(?:喂|哎|嗨|对了|还有|那个?)[，,]?)?"
        r"(?:(?:请|麻烦)?[你您]?(?:能不能|可不可以|能|可以|可否|会|一定要|得|要)(?:帮我|替我|给我|好好|一直)*"
        r"(?:记住|记得|记一下|记着|记下来?)|(?:请|麻烦)[你您]?(?:帮我|替我|给我)?(?:记住|记得|记一下|记着|记下来?)|"
        r"帮我记(?:住|一下|着|下来?)|你?记住(?!.*[吗么?？]))"
        r"[，,：:]?(?P<what>我(?!们?[，,]?(?:好不?好?|行不?行?|可以)?[吗嘛么呀啊哦吧呢]*[？?。！!]*$|说|讲|跟|和你|告诉|"
        r"们?(?:[^的]{0,6}(?:喜欢|爱|讨厌|怕|说过?|讲过?|聊过?|告诉你|给你|来|所有|家))?的[^是在叫有]{1,8}$)[^？?。！!]{2,}?)"
        r"(?:[，,]?(?:好吗|好不好|行吗|行不行|可以吗|吗|嘛|么|呀|啊|哦|吧))?\s*(?:[?？。！!]+|$)"
    ),
}
_RECALLED = re.compile(
    r"(?:(?:hey|hi|hello|ok|okay|oh|so|and|also|btw)[,!]? )*remember\b(?!.*\b(?:please|ok|okay|for me|thanks)\b).*\?\Z",
    re.IGNORECASE | re.DOTALL,
)
"""What is short for "do you remember": "remember we went to the beach?"."""
_SECRET: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:passwords?|passcodes?|pass ?phrases?|pin|pin (?:code|number)|cvv|cvc|(?:card|account) number|iban)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("密码|口令|验证码|身份证号|卡号|账号"),
}
"""What a pet should not keep, and must not say that it does."""
_WH: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:what|who|whose|which|where|why)\b", re.IGNORECASE),
    "zh": re.compile("什么|谁|哪|多[少久长大远]|(?<!好)几[点号个岁天年次]|怎么|为啥|啥"),
}

_UNSAID: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:i|we)(?:'ll|'d)? (?:(?:just|really|do|would|can|only) )*"
        r"(?:guess|suppose|think|believe|hope|reckon|mean|assume|imagine|do|see|will|can|could|know|"
        r"don'?t (?:mind|care|know)|said (?:so|it|that))"
        r"(?: (?:so|not|it|that|if you (?:like|want|must)(?: to)?|that'?s (?:fine|ok|okay|alright)))*",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "我们?(?:也|就|都|倒|是|可)?(?:猜|想|觉得|认为|估计|希望|无所谓|没意见|不介意|不在乎|不管|随便|都行|不?知道)(?:吧|呢|的|啊|你)*"
    ),
}
"""What is no thing to keep: "you can remember, I guess"."""


def entrusted(text: str, language: Language) -> str:
    """What somebody wants to have kept, as they would say it by itself; empty where they want no such thing."""
    found = _ASKED[language].search(text) if len(text) <= LOOKED_AT else None
    what = found["what"].strip(" ，,") if found and not _RECALLED.match(found.group()) else ""
    nothing = _UNSAID[language].fullmatch(what) or _WH[language].search(what) or _SECRET[language].search(what)
    return "" if nothing else what


def unwrapped(text: str, language: Language) -> str:
    """A message with what it wants to have kept said plainly."""
    what = entrusted(text, language)
    if not what:
        return text
    stop = "." if language == "en" else "。"
    return _ASKED[language].sub(lambda _: f"{what}{stop}", text, count=1)
