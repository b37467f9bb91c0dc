"""Words that say nothing about what a question is about, in English and Chinese."""

import re
from functools import cache

ENGLISH = frozenset(
    """
    a about all also am an and any are arent as at be because been being but by can cant could couldnt did didnt do does
    doesnt doing dont for from get getting got had has have having he her here hers him his how i id if ill im in into
    is isnt it its ive just know let like me mine more my no not now of oh ok okay on one or our ours out please
    really remember said say she should so some tell than that thats the their them then there these they
    theyre thing things think this those to too up us very was wasnt we were what whats when where which who
    whos why will with wont would yes you your youre yours
    """.split()
)
"""`like` is one of them: in talk it is mostly "like this"; what is liked is found by its own name."""

_CHINESE = """
什么 怎么 怎样 为什么 是不是 有没有 记不记得 还记得 记得 知道 觉得 可以 我们 你们 他们 她们 它们 这个 那个
这样 那样 一个 一下 一些
的 了 吗 呢 吧 啊 呀 嘛 哦 哈 我 你 您 他 她 它 是 在 就 都 也 很 还 这 那 么 个 和 跟 把 被 让 给
着 不 没 有 说 谁 哪 几 呗 啦
""".split()


@cache
def chinese_stop() -> re.Pattern[str]:
    """Matches the longest stop word at a place; what stands between two matches is worth looking for."""
    return re.compile("|".join(sorted(_CHINESE, key=len, reverse=True)))
