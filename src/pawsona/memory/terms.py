"""The words of a text that say what it is about, for comparing two short texts without an index."""

import re
import unicodedata
from collections.abc import Iterator

from pawsona.memory.lexemes import PAIRED, bare, stem

_EMPTY = frozenset(
    """
    a about again all also am an and any anything are as at be because been but by call called came can come could did
    do does doing done dont ever everything for from get go going got had happen happened has have having he her him his
    how i if ill im in into is isnt it its ive just kind know last let like made make many me mention mentioned mine
    more much my myself name named no not now of off oh ok on once one or our out over please quite really recall
    remember said same say see she should so some something such talk talked tell than that thats the them then there
    these they thing things think this those time to told too turn turned up us very want was we well went were what
    whats when where which while who whos whose why will with would yes you your yours
    """.split()
)
_EMPTY_HAN = re.compile(
    "什么时候|为什么|怎么样|什么|怎么|怎样|来着|还记得|记不记得|记得|是不是|有没有|知道|觉得|告诉|提过|说过|聊过|聊聊|"
    "时候|哪里|哪儿|哪天|哪个|哪只|哪款|哪部|哪门|那本|那个|这个|一个|一下|一些|一般|名字|东西|我们|你们|他们|她们|咱们|"
    "因为|所以|但是|然后|还是|已经|现在|终于|"
    "[的了吗呢吧啊呀嘛哦嗯我你您他她它是在就都也很还又再这那么个和跟把被让给着过得地不没有说谁哪几多少想会要去来到做当]"
)


def terms(text: str) -> frozenset[str]:
    """Stems of English words and pairs of Chinese characters (a lone one stands alone), without empty words."""
    plain = (text if text.isascii() else unicodedata.normalize("NFKC", text)).casefold()
    words = map(stem, set(bare(plain)).difference(_EMPTY))
    if plain.isascii():
        return frozenset(words)
    return frozenset([*words, *(pair for run in PAIRED.findall(plain) for pair in _pairs(run))])


def coverage(wanted: frozenset[str], text: str) -> float:
    """The share of wanted terms that a text has, 0 to 1; 0 where nothing is wanted."""
    if not wanted:
        return 0.0
    return len(wanted & terms(text)) / len(wanted)


def _pairs(run: str) -> Iterator[str]:
    for piece in _EMPTY_HAN.split(run):
        if len(piece) == 1:
            yield piece
        yield from (piece[at : at + 2] for at in range(len(piece) - 1))
