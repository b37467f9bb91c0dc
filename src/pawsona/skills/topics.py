"""The 24 topics as people and models write them, and importance as retention."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from pawsona.domain.memory import TOPICS, Importance, Retention, Topic
from pawsona.errors import InputError

RETENTION: Mapping[Importance, Retention] = MappingProxyType({0: "short_term", 1: "long_term", 2: "permanent"})
"""Pet-Bench's importance 0 / 1 / 2 as iPET's retention (there 0 means a week; ours is iPET's month)."""

FIXED: frozenset[Topic] = frozenset({"name", "gender", "age", "birthday", "zodiac", "mbti"})
"""What somebody is, and so for good, whatever importance a mind gave it."""


def at_least(topic: Topic, importance: Importance) -> Importance:
    """The importance that a topic has however it was said."""
    return 2 if topic in FIXED else importance


# Variants seen in the release ("Academic-related", "Hobbies and Interests") and H2HTalk's other names
# (Relationships, Fandom, Love Life, Studies), beside the canonical ones and Chinese.
_VARIANTS: Mapping[Topic, tuple[str, ...]] = {
    "name": ("names", "nickname", "名字", "姓名", "称呼", "昵称"),
    "gender": ("sex", "性别"),
    "age": ("ages", "年龄"),
    "location": ("place", "residence", "city", "hometown", "address", "地点", "所在地", "位置", "居住地", "地区"),
    "birthday": ("birth date", "date of birth", "生日"),
    "zodiac": ("zodiac sign", "star sign", "constellation", "星座", "生肖"),
    "personality": ("character", "traits", "personality traits", "性格", "个性"),
    "mbti": ("mbti type", "mbti personality"),
    "emotional_state": ("emotion", "emotions", "emotional status", "情绪状态", "情绪", "情感状态"),
    "occupation": ("job", "profession", "career", "职业"),
    "sleep_habits": ("sleep", "sleeping habits", "sleep habit", "sleep routine", "睡眠习惯", "睡眠", "作息"),
    "health_status": ("health", "health condition", "physical health", "健康状况", "健康", "身体状况"),
    "mood": ("moods", "current mood", "心情"),
    "relatives_and_friends": (
        "relationships", "family and friends", "friends and family", "family", "friends",
        "friends and relatives", "relatives", "interpersonal relationships", "亲友", "家人朋友", "人际关系", "亲朋好友",
    ),
    "food": ("foods", "diet", "food preferences", "food and drink", "美食", "饮食", "食物"),
    "entertainment": ("entertainment activities", "leisure", "娱乐", "影音娱乐"),
    "travel": ("trips", "travel plans", "traveling", "travelling", "旅行", "旅游", "出行"),
    "idol_chasing": ("fandom", "idols", "idol", "celebrity", "star chasing", "追星", "偶像"),
    "hobbies": ("hobby", "interests", "hobbies and interests", "interests and hobbies", "兴趣爱好", "爱好", "兴趣"),
    "emotional_life": (
        "love life", "love", "romance", "romantic relationship", "relationship",
        "恋爱", "感情", "情感生活", "感情生活",
    ),
    "academic": ("academics", "studies", "study", "school", "education", "academic life", "学业", "学习"),
    "work": ("work life", "working", "workplace", "工作"),
    "virtual_interaction": ("virtual interactions", "pet interaction", "虚拟互动", "互动"),
    "other_events": ("other", "others", "other event", "events", "miscellaneous", "其他事件", "其他", "其它"),
}  # fmt: skip

_SUFFIX = re.compile(r"[ _-]*(related|相关|类)$")


def _key(text: str) -> str:
    folded = text.casefold().strip(" .:：。【】[]()（）\"'").replace("&", " and ").replace("/", " and ")
    return re.sub(r"[\s_-]+", " ", _SUFFIX.sub("", folded)).strip()


_BY_KEY: Mapping[str, Topic] = {_key(name): topic for topic in TOPICS for name in (topic, *_VARIANTS[topic])}


def normalise_topic(text: str) -> Topic:
    """The topic that a free variant means, in either language ("Hobbies and Interests", "学业相关").

    Raises:
        InputError: no topic is known by this name.
    """
    try:
        return _BY_KEY[_key(text)]
    except KeyError:
        raise InputError(f"{text!r} is none of the 24 memory topics ({', '.join(TOPICS)})") from None
