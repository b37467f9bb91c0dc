"""Which of our species and personalities a card is nearest to, by its words."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from pawsona.app.cards.document import Fields
from pawsona.domain.pet import PERSONALITIES, Personality, Species

T = TypeVar("T", bound=str)

_SPECIES: Mapping[Species, tuple[str, str]] = {
    "cat": (
        r"(?:cat|kitten|kitty|feline|neko|tiger|lion|lynx|leopard|panther)s?|cat ?(?:girl|boy)|lioness|meow|nya",
        "猫(?!头鹰)|喵|虎|狮|豹",
    ),
    "dog": (
        r"(?:dog|pup|hound|canine|husky|corgi|retriever|fox|jackal|kitsune)(?:e?s)?|pupp(?:y|ies)|wol(?:f|ves)"
        r"|(?:dog|wolf|fox) ?(?:girl|boy)|were ?wolf|woof",
        "狗|犬|狼|狐|柴柴",
    ),
    "bird": (
        r"(?:bird|owl|crow|raven|parrot|eagle|hawk|falcon|sparrow|penguin|duck|swan|phoenix|harpy|robin|chick)(?:e?s)?",
        "鸟|猫头鹰|鹰|乌鸦|麻雀|鹦鹉|企鹅|鸭|天鹅|凤凰|夜莺|雀",
    ),
    "rabbit": (r"(?:rabbit|bunny|hare|lop)s?|bunnies|bunny ?girl|usagi", "兔"),
    "dragon": (r"(?:dragon|drake|wyvern|wyrm|lizard|serpent|dinosaur|kobold)s?|dragon ?(?:girl|kin|born)", "龙|蜥"),
    "capybara": (
        r"(?:capybara|guinea ?pig|hamster|beaver|marmot|groundhog|mouse|otter|sloth)s?|mice",
        "水豚|豚鼠|仓鼠|河狸|水獭|树懒",
    ),
}
_PERSONALITY: Mapping[Personality, tuple[str, str]] = {
    "sunny": (
        "sunny|cheerful|bubbly|optimistic|happy|joyful|energetic|friendly|outgoing|warm|upbeat|positive|lively|kind",
        "开朗|活泼|乐观|阳光|热情|快乐|元气|友好|善良",
    ),
    "gruff": (
        "gruff|grumpy|tsundere|stern|blunt|cynical|sarcastic|cold|surly|irritable|hot-?tempered|tough",
        "嘴硬|傲娇|毒舌|冷淡|暴躁|刀子嘴|严厉|冷漠",
    ),
    "quiet": (
        "quiet|shy|introverted|introvert|reserved|silent|timid|stoic|kuudere|calm|soft-?spoken|gentle|withdrawn",
        "安静|内向|害羞|沉默|文静|寡言|腼腆|温柔|平静",
    ),
    "curious": (
        "curious|inquisitive|inventive|scientific|intelligent|clever|bookish|studious|nerdy|adventurous|explorer",
        "好奇|求知|聪明|爱问|博学|爱冒险|书虫",
    ),
    "dreamy": (
        "dreamy|dreamer|romantic|poetic|imaginative|artistic|absent-?minded|sleepy|ethereal|whimsical|lazy",
        "爱做梦|梦幻|浪漫|迷糊|慵懒|诗意|天真|爱幻想",
    ),
    "cheeky": (
        "cheeky|mischievous|playful|teasing|tease|prankster|naughty|sly|sassy|witty|troublemaker|bratty|flirty",
        "调皮|顽皮|淘气|捣蛋|腹黑|机灵|古灵精怪|爱捉弄",
    ),
    "proud": (
        "proud|arrogant|haughty|noble|regal|royal|vain|confident|elegant|dignified|ambitious|queenly|aloof",
        "骄傲|高傲|高贵|自信|优雅|傲慢|贵族|矜持",
    ),
    "careful": (
        "careful|cautious|caring|responsible|protective|diligent|meticulous|motherly|loyal|organi[sz]ed|anxious|dutiful",
        "细心|谨慎|小心|认真|体贴|负责|忠诚|周到",
    ),
}
SEEN = 6000
"""Characters of a long text that count: who somebody is, is said first."""


def species_of(fields: Fields, known: Collection[Species]) -> Species:
    """The nearest species; a cat where nothing tells."""
    parts = [(fields.name, 3), (" ".join(fields.tags), 3), (fields.personality, 2), (fields.description, 1)]
    return _nearest({name: words for name, words in _SPECIES.items() if name in known}, parts, "cat", least=1)


def personality_of(fields: Fields) -> Personality:
    """The nearest personality; sunny where nothing tells."""
    parts = [(fields.personality, 3), (" ".join(fields.tags), 2), (fields.description, 1)]
    # One word of a description says little: water is cold, and a chair of some kind.
    return _nearest({name: _PERSONALITY[name] for name in PERSONALITIES}, parts, "sunny", least=2)


def _nearest(known: Mapping[T, tuple[str, str]], parts: Sequence[tuple[str, int]], default: T, *, least: int) -> T:
    """Whose words are found most; a text that repeats one of them counts it three times at most."""
    best, most = default, least - 1
    for name, (en, zh) in known.items():
        words = re.compile(rf"\b(?:{en})\b|{zh}", re.IGNORECASE)
        found = sum(weight * min(3, len(words.findall(text[:SEEN]))) for text, weight in parts)
        if found > most:
            best, most = name, found
    return best
