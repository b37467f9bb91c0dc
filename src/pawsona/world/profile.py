"""The pet's profile in a few sentences: all that iPET's baseline "Basic Information" shows (sec. 3.2)."""

from collections.abc import Mapping

from pawsona.domain.language import Language
from pawsona.domain.pet import Personality, Species
from pawsona.skills.context import Context

_SPECIES: Mapping[Species, str] = {
    "cat": "猫", "dog": "狗", "bird": "鸟", "rabbit": "兔子", "dragon": "小龙", "capybara": "水豚",
}  # fmt: skip
_CHARACTER: Mapping[Personality, Mapping[Language, str]] = {
    "sunny": {"en": "sunny and easily delighted", "zh": "性子亮堂，一点小事就能高兴半天"},
    "gruff": {"en": "gruff outside and kind inside", "zh": "嘴硬心软，关心人的时候假装在忙别的"},
    "quiet": {"en": "quiet and attentive", "zh": "话不多，可什么都看在眼里"},
    "curious": {"en": "curious about how things work", "zh": "什么都想弄明白，爱问为什么"},
    "dreamy": {"en": "dreamy and seldom in a hurry", "zh": "爱做梦，走着走着就走了神"},
    "cheeky": {"en": "cheeky and fond of small tricks", "zh": "调皮，爱使点小坏，使完就招"},
    "proud": {"en": "proud and fond of ceremony", "zh": "骄傲，讲究体面，没人看的时候心最软"},
    "careful": {"en": "careful and well prepared", "zh": "细心，凡事多看一眼、多备一份"},
}


def profile_text(context: Context) -> str:
    """Who the pet is, in the person's language; without a day, a plan or a thought."""
    pet, language = context.pet, context.language
    character = _CHARACTER[pet.personality][language]
    friends = [friend.name for friend in context.friends]
    if language == "zh":
        parts = [f"{pet.name}是一只{_SPECIES[pet.species]}，{character}。"]
        parts += [f"喜欢{'、'.join(pet.hobbies)}。"] if pet.hobbies else []
        parts += [f"朋友有{'、'.join(friends)}。"] if friends else []
        return "".join([*parts, pet.setting])
    parts = [f"{pet.name} is a {pet.species}, {character}."]
    parts += [f"It likes {', '.join(pet.hobbies)}."] if pet.hobbies else []
    parts += [f"Its friends are {', '.join(friends)}."] if friends else []
    return " ".join([*parts, pet.setting]).strip()
