"""How people say what they choose, what they don't, and that they won't: English and Chinese."""

import re

_FILL = (
    r"(?:\s+(?:choice|option|letter|number|sentence|statement|is|are|to|this|the|question|here|for|would|should|must|be"
    r"|was|most|likely|probably|clearly|definitely|therefore|actually|simply|obviously|still|thus|i|choose|give|that"
    r"|best|fits|only|one|correct|right|has))*"
)
ANSWER = re.compile(
    rf"\b(?:answers?|solution|final(?:\s+choice)?|verdict|response|selection|(?:correct|best|right)\s+(?:option|choice|one|letter))"
    rf"{_FILL}\s*(?:[:=>→-]|\s)+\s*(?:(?:option|choice|letter|number|sentence)s?\s*:?\s*)?"
    r"|(?:答案|正解|结论|选项|答)(?:应该|应当|应|就|只能|肯定|可能|最终|最后|仍然|当然|显然|一定|会|我认为|我觉得|的字母|编号)*"
    r"(?:是|为|选择|选|:|=|>|→|-|\s)*(?:选项|第)?[:\s]*",
    re.IGNORECASE,
)
"""What comes before an answer that is called one."""

CHOICE = re.compile(
    r"\b(?:choose|chose|choosing|pick|picked|picking|select|selected|selecting|go\s+with|going\s+with|opt\s+for|prefer"
    r"|settle\s+on|lean(?:ing)?\s+towards?|i'?d\s+say|i\s+say|it'?s|it\s+is|that'?s|must\s+be|should\s+be|would\s+be|vote\s+for|so|thus|hence|therefore)[\s,]+"
    r"(?:(?:the|option|choice|letter|answer|sentence|statement|number|is|would|be|clearly|definitely|probably)\s+)*:?\s*"
    r"|(?<![不别勿没未非])(?<!不[能会要应该可])(?<!不应该)(?<!无法)(?<!难以)(?<!拒绝)(?:应选|故选|我选|会选|选择|选|倾向于|倾向|(?:所以|因此|故|那么)就?是?|认为是|应该是|应为|就是|改为)"
    r"(?:了|的是)?(?:选项|答案|第)?[:\s]*",
    re.IGNORECASE,
)
"""What comes before a choice in running text."""

PRAISE = re.compile(
    r"[)\]}\"'”’」』】>.]*\s*(?:选项|项|option)?\s*,?\s*"
    r"(?:(?:is|would\s+be|seems|looks|appears|sounds|fits|makes|它?是|为|才是|最为?|更为?|更加|比较|显得|应该是)\s*)+"
    r"(?:(?:to|be|the|a|clearly|obviously|probably|definitely|most|more|much|by|far|very|single|only)\s+)*"
    r"(?:correct|right|best|better|answer|true|appropriate|plausible|likely|suitable|accurate|choice|fit|it\b|sense"
    r"|正确|对的|合适|恰当|佳|好|优|符合|贴切|准确|答案|有效|合理|妥当)"
    r"|[)\]}\"'”’」』】>.]*\s*(?:选项|项)?\s*(?:正确|符合题意|更?合适|最合适|最恰当|最佳|胜出)"
    r"|\s+it\s+is\b|[)\]]?\s*is\s+(?:my|the)\s+(?:\w+\s+)?(?:answer|choice|pick)",
    re.IGNORECASE,
)
"""What comes after a label that is chosen."""

SPURNED = re.compile(
    r"(?:\b(?:can)?not|n't|never|\bexcept|\bexclud\w*|\beliminat\w*|\brul(?:e|ed|ing)\s+out|\brather\s+than|\binstead\s+of|\bneither"
    r"|\bnor|\bthan|\bover|\breject\w*|\bagainst|\bunlike|不是|不选|不选择|排除|而非|而不是|除了|别选|不应选|不能选|并非|比|不同于|去掉)\s*"
    r"(?:for\s+|both\s+|be\s+)?(?:the\s+)?(?:option|choice|answer|sentence|选项)?s?\s*[(\[\"'“]*$",
    re.IGNORECASE,
)
"""What comes before a label that is not chosen."""

SPREADS = re.compile(
    r"(?:\bexclud\w*|\beliminat\w*|\brul(?:e|ed|ing)\s+out|\bneither|\breject\w*|排除|去掉)\s*(?:options?\s*|选项)?[(\[\"'“]*$",
    re.IGNORECASE,
)
"""Of these, what holds for every label of a row."""

WRONG = re.compile(
    r"[)\]}\"'”.]*\s*(?:选项|项)?\s*,?\s*"
    r"(?:(?:is|are|was|were|seems?|looks?|sounds?)\s+(?:\w+\s+){0,2}?"
    r"(?:wrong|incorrect|false|not|less|out|unlikely|irrelevant|bad|worse|implausible|inappropriate|tempting|close|unsuitable|weaker)\b"
    r"|(?:isn't|aren't|can't|cannot|can\s+not|doesn't|won't|does\s+not|fails)\b"
    r"|(?:都|均|显然|明显|并|则|也|的说法)*(?:不|是?错|可以?排除|排除|有误|无关|未|没|过于|太|欠))",
    re.IGNORECASE,
)
"""What comes after a label that is not chosen."""

TURN = re.compile(
    r"\b(?:wait|actually|correction|on\s+second\s+thought|scratch\s+that|i\s+mean|let\s+me\s+correct|revis\w+|final(?:ly)?|therefore"
    r"|thus|hence|so|in\s+conclusion|overall|ultimately|to\s+conclude)\b"
    r"|不对|更正|等等|纠正|改为|改选|重新考虑|最终|最后|因此|所以|故|综上|总之|总的来说",
    re.IGNORECASE,
)
"""What is said before an answer that replaces those before it."""

REFUSAL = re.compile(
    r"\b(?:i(?:'m|\s+am)\s+sorry|i\s+apologi[sz]e|i\s+(?:can't|cannot|can\s+not|won't|will\s+not|am\s+not\s+able|am\s+unable|must\s+decline|would\s+rather\s+not|do\s+not\s+feel\s+comfortable|don't\s+feel\s+comfortable)"
    r"|i'm\s+(?:unable|not\s+able|not\s+comfortable)|unable\s+to\s+(?:answer|assist|help|comply|choose)|(?:can't|cannot)\s+(?:answer|assist|help|provide|choose)"
    r"|as\s+an?\s+(?:ai|language\s+model|assistant)|against\s+(?:my|the)\s+(?:guidelines|policy))"
    r"|抱歉|对不起|很遗憾|无法(?:回答|提供|选择|协助|判断|满足|完成|给出|评价|评分)|不能(?:回答|提供|协助|满足|选择)|拒绝回答|不(?:方)?便(?:回答|评论)"
    r"|作为(?:一个|一名)?(?:AI|人工智能|语言模型|助手)|我没有(?:情感|感情|个人)|换个话题",
    re.IGNORECASE,
)

NONE = re.compile(
    r"^\W*(?:none(?:\s+of\s+(?:the\s+above|them|these|the\s+options))?|no\s+(?:correct\s+)?(?:option|answer|one)s?(?:\s+(?:is|are)\s+correct)?|neither|nothing"
    r"|无|没有|都不是?|都不对|都不正确|均不正确|以上(?:都|均)(?:不是|不对|不正确)|没有(?:正确|符合|合适)?的?(?:答案|选项)|空)(?:\s*(?:applies|apply|正确|适用))?\W*$",
    re.IGNORECASE,
)
ALL = re.compile(
    r"^\W*(?:all(?:\s+of\s+(?:the\s+above|them|these|the\s+options))?|all\s+(?:are\s+correct|options|four)|everything"
    r"|全部|全选|全都?是?|都是|都对|都正确|均正确|以上(?:都|均|全)(?:是|对|正确)?|所有选项)(?:\s*(?:apply|正确|适用))?\W*$",
    re.IGNORECASE,
)
EITHER = re.compile(r"\s*(?:,\s*)?(?:\bor\b|或者?|\beither\b|还是)\s*", re.IGNORECASE)
"""Between labels of which only one is meant, nobody knows which."""

AND = re.compile(
    r"\s*(?:[,、;/&+|]|\band\b|以及|和|与|及|跟)+\s*(?:and\b\s*|以及|和)?(?:also\s+)?(?:(?:options?|choices?)\s+|选项)?",
    re.IGNORECASE,
)
"""Between labels that are meant together."""
