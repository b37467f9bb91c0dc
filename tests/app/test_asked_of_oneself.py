"""A person asks what their pet knows of them: conversations over two days through the whole app, in both languages."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.conftest import CountingRng, FakeClock

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.person import UNNAMED

pytestmark = pytest.mark.long

SUNDAY = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)
NEVER = ("Yes, I believe so", "我猜是")

TOLD: Mapping[Language, Sequence[str]] = {
    "en": (
        "hi! I'm Robin", "I live in Leeds", "I work as a nurse", "my colleague Dave is cheating on his wife",
        "my brother Karl plays the cello", "my sister Anna is visiting on Sunday", "I'm going to Portugal in August",
        "I hate coriander", "I love hiking and strawberries", "my exam is on Friday", "I can't eat peanuts",
        "I'm a bit worried about the exam", "I signed up for a pottery class", "My birthday is 3 December",
    ),
    "zh": (
        "你好，我叫小林", "我住在成都", "我是护士", "我同事老王出轨了", "我弟弟阿凯拉大提琴", "我妹妹小美周日来看我",
        "我八月要去葡萄牙", "我不能吃花生", "我喜欢爬山，也喜欢草莓", "我讨厌香菜", "我周五考试", "有点担心考试",
        "我报了一个陶艺班", "我的生日是12月3日", "我上周末搬到重庆了",
    ),
}  # fmt: skip
# What stands in the reply, or the bank of lines that it comes from.
ASKED: Mapping[Language, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "what do you know about me?": ("Leeds", "nurse"),
        "what did I tell you yesterday?": ("pottery",),
        "what did I tell you in April?": ("memory.no_days",),
        "where am I going in August?": ("Portugal",),
        "what class did I sign up for?": ("pottery",),
        "what does my brother play?": ("Karl", "cello"),
        "what's my brother's name?": ("Karl",),
        "what's my job?": ("nurse",),
        "what can't I eat?": ("peanuts",),
        "when is my exam?": ("27 November",),
        "when is my sister coming?": ("29 November",),
        "what am I worried about?": ("exam",),
        "when is my birthday?": ("3 December",),
        "what's my name?": ("Robin",),
        "do I like strawberries?": ("memory.yes", "strawberries"),
        "do I like coriander?": ("memory.no", "don't like coriander"),
        "do I have a brother?": ("memory.yes", "Karl"),
        "do I live in Paris?": ("memory.no", "Leeds"),
        "am I a doctor?": ("memory.no", "nurse"),
        "is my brother called Karl?": ("memory.yes", "Karl"),
    },
    "zh": {
        "你都知道我些什么": ("重庆", "护士"),
        "我昨天跟你说了什么": ("陶艺班",),
        "四月份我跟你说过什么": ("memory.no_days",),
        "我八月去哪里": ("葡萄牙",),
        "我报了什么班": ("陶艺",),
        "我弟弟会什么乐器": ("阿凯", "大提琴"),
        "我弟弟叫什么": ("阿凯",),
        "我是做什么的": ("护士",),
        "我不能吃什么": ("花生",),
        "我什么时候考试": ("11月27日",),
        "我妹妹什么时候来": ("11月29日",),
        "我在担心什么": ("考试",),
        "我生日是哪天": ("12月3日",),
        "我叫什么名字": ("小林",),
        "我住在哪儿": ("重庆",),
        "我喜欢吃草莓吗": (
            "memory.yes",
            "草莓",
        ),
        "我喜欢吃香菜吗": (
            "memory.no",
            "讨厌香菜",
        ),
        "我有弟弟吗": ("memory.yes", "弟弟"),
        "我住在上海吗": ("memory.no", "重庆"),
        "我是不是护士": (
            "memory.yes",
            "护士",
        ),
        "我妹妹是不是叫小美": (
            "memory.yes",
            "小美",
        ),
    },
}
UNTOLD: Mapping[Language, Sequence[str]] = {
    "en": ("do I like papaya?", "do I own a castle?", "do I have a car?", "what do I study?", "do I speak French?"),
    "zh": ("我喜欢吃木瓜吗", "我有车吗", "我有没有城堡", "我学的什么专业", "我会说法语吗"),
}  # fmt: skip
UNKNOWING = {"en": ("memory.unknown", "memory.untold"), "zh": ("memory.unknown", "memory.untold")}


class Life:
    """What was replied to each question, by which lines, and what is kept."""

    def __init__(self) -> None:
        self.replies: dict[str, str] = {}
        self.lines: dict[str, tuple[str, ...]] = {}
        self.kept: list[tuple[str, str]] = []


async def lived(language: Language, folder: Path) -> Life:
    clock, life = FakeClock(SUNDAY), Life()
    home = await open_home(load(home=folder), clock=clock, rng=CountingRng())
    zone = "Europe/London" if language == "en" else "Asia/Shanghai"
    person = PersonForm(name=UNNAMED[language], language=language, time_zone=zone)
    owner, pet = await home.adopt(PetForm(name="Miso", species="cat", personality="sunny"), person)
    async with Companion(home, owner, pet, owns_home=True) as companion:
        for said in TOLD[language]:
            clock.moment += timedelta(seconds=40)
            await companion.say(said)
        clock.moment = SUNDAY + timedelta(hours=17)
        await companion.night()
        clock.moment = SUNDAY + timedelta(days=1)
        life.kept = [(memory.retention, memory.text) for memory in await companion.memories()]
        for asked in (*ASKED[language], *UNTOLD[language]):
            clock.moment += timedelta(seconds=50)
            turn = await companion.say(asked)
            life.replies[asked], life.lines[asked] = turn.reply, turn.message.trace.lines
    return life


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Mapping[Language, Life]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PAWSONA_EMBEDDER", "hashing")
        return {one: asyncio.run(lived(one, tmp_path_factory.mktemp(one))) for one in LANGUAGES}


@pytest.mark.parametrize(("language", "question"), [(one, asked) for one in LANGUAGES for asked in ASKED[one]])
def test_what_was_told_yesterday_is_answered(lives: Mapping[Language, Life], language: Language, question: str) -> None:
    reply, line = lives[language].replies[question], lives[language].lines[question][0]
    for wanted in ASKED[language][question]:
        assert wanted in (line if wanted.startswith("memory.") else reply), (line, reply)
    assert not any(word in reply for word in NEVER)


@pytest.mark.parametrize(("language", "question"), [(one, asked) for one in LANGUAGES for asked in UNTOLD[one]])
def test_what_was_never_told_is_not_guessed(lives: Mapping[Language, Life], language: Language, question: str) -> None:
    assert lives[language].lines[question][0].startswith(UNKNOWING[language]), lives[language].replies[question]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_colleagues_secret_is_not_kept_for_good(lives: Mapping[Language, Life], language: Language) -> None:
    assert not [text for _, text in lives[language].kept if "Dave" in text or "老王" in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_said_beside_the_name_is_told_with_it(lives: Mapping[Language, Life], language: Language) -> None:
    assert not [text for _, text in lives[language].kept if text.startswith(UNNAMED[language])]
