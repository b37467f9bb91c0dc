"""The app's own words for closed sets: species, characters, outfits, topics, dates. The pet's words are content."""

from collections.abc import Mapping
from datetime import date

from pawsona.domain.language import Language
from pawsona.domain.memory import Topic
from pawsona.domain.person import AgeBand
from pawsona.domain.pet import Outfit, Personality, Species

SPECIES_NAMES: Mapping[Language, Mapping[Species, str]] = {
    "en": {
        "cat": "Cat", "dog": "Dog", "bird": "Bird", "rabbit": "Rabbit", "dragon": "Dragon", "capybara": "Capybara",
    },
    "zh": {"cat": "猫", "dog": "狗", "bird": "鸟", "rabbit": "兔子", "dragon": "小龙", "capybara": "水豚"},
}  # fmt: skip

PERSONALITY_NAMES: Mapping[Language, Mapping[Personality, tuple[str, str]]] = {
    "en": {
        "sunny": ("A little sun", "Gets up early for no reason and tells you about it."),
        "gruff": ("Gruff but kind", "Says it was passing by anyway. It was not."),
        "quiet": ("Quiet", "Notices more than it says, and says it late."),
        "curious": ("Curious", "Wants to know what is inside, and whether it goes back together."),
        "dreamy": ("Dreamy", "Comes a little late and brings something from the way."),
        "cheeky": ("Cheeky", "Hides your spoon, then helps you look for it."),
        "proud": ("Proud", "Did that on purpose, whatever it was."),
        "careful": ("Careful", "Has packed a second scarf, in case the first one gets cold."),
    },
    "zh": {
        "sunny": ("小太阳", "没事也起得早，起来就想讲给你听。"),
        "gruff": ("嘴硬心软", "总说只是路过。其实绕了两条街。"),
        "quiet": ("安静", "看见的比说出来的多，说得也慢。"),
        "curious": ("好奇", "总想看看里头是什么，拆了也装得回去，多半。"),
        "dreamy": ("爱做梦", "总是晚到一会儿，路上捡了点什么回来。"),
        "cheeky": ("调皮", "把你的勺子藏起来，再陪你找。"),
        "proud": ("骄傲", "不管发生什么，都是它故意的。"),
        "careful": ("细心", "多带了一条围巾，怕第一条着凉。"),
    },
}

OUTFIT_NAMES: Mapping[Language, Mapping[Outfit, str]] = {
    "en": {"scarf": "Scarf", "bell": "Bell", "glasses": "Round glasses", "straw-hat": "Straw hat"},
    "zh": {"scarf": "围巾", "bell": "铃铛", "glasses": "圆眼镜", "straw-hat": "草帽"},
}

AGE_NAMES: Mapping[Language, Mapping[AgeBand, str]] = {
    "en": {"unknown": "Rather not say", "teen": "13 to 17", "adult": "18 or over"},
    "zh": {"unknown": "不想说", "teen": "13 到 17 岁", "adult": "18 岁及以上"},
}

GUARDIAN: Mapping[Language, str] = {
    "en": "{band}; under {age} only with a parent's or guardian's consent",
    "zh": "{band}，未满 {age} 岁须经父母或其他监护人同意",
}
"""Said with the band of which only a part may choose for themselves."""

LANGUAGE_NAMES: Mapping[Language, str] = {"en": "English", "zh": "中文"}

TOPIC_NAMES: Mapping[Language, Mapping[Topic, str]] = {
    "en": {
        "name": "name", "gender": "gender", "age": "age", "location": "place", "birthday": "birthday",
        "zodiac": "star sign", "personality": "personality", "mbti": "MBTI", "emotional_state": "feelings",
        "occupation": "occupation", "sleep_habits": "sleep", "health_status": "health", "mood": "mood",
        "relatives_and_friends": "family and friends", "food": "food", "entertainment": "entertainment",
        "travel": "travel", "idol_chasing": "idols", "hobbies": "hobbies", "emotional_life": "love life",
        "academic": "studies", "work": "work", "virtual_interaction": "the two of you", "other_events": "other",
    },
    "zh": {
        "name": "名字", "gender": "性别", "age": "年龄", "location": "地方", "birthday": "生日",
        "zodiac": "星座", "personality": "性格", "mbti": "MBTI", "emotional_state": "情绪",
        "occupation": "职业", "sleep_habits": "睡眠", "health_status": "健康", "mood": "心情",
        "relatives_and_friends": "家人朋友", "food": "吃喝", "entertainment": "娱乐",
        "travel": "出行", "idol_chasing": "偶像", "hobbies": "爱好", "emotional_life": "感情",
        "academic": "学业", "work": "工作", "virtual_interaction": "你们俩", "other_events": "其他",
    },
}  # fmt: skip

HONEST: Mapping[Language, str] = {
    "en": "{pet} is an AI companion. Its days are made up; what it remembers of you is not.",
    "zh": "{pet}是 AI 伙伴。它的日子是编的，它记得的你是真的。",
}

YOUNGEST = 13
"""Nobody below adopts."""


def age_names(language: Language, guardian_under: int) -> Mapping[AgeBand, str]:
    """What age bands are called where a guardian has to agree under an age; 0 where none has."""
    names = AGE_NAMES[language]
    if guardian_under <= YOUNGEST:
        return names
    return {**names, "teen": GUARDIAN[language].format(band=names["teen"], age=min(guardian_under, 18))}


_WEEKDAYS: Mapping[Language, tuple[str, ...]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def day_title(on: date, language: Language) -> str:
    """As a diary writes it: Saturday 21 November, 11月21日，星期六."""
    weekday = _WEEKDAYS[language][on.weekday()]
    if language == "zh":
        return f"{on.month}月{on.day}日，{weekday}"
    return f"{weekday} {on.day} {_MONTHS[on.month - 1]}"
