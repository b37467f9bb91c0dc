"""Why a file is no card that can be adopted, in one sentence that quotes nothing of it."""

from collections.abc import Mapping

from pawsona.domain.language import Language
from pawsona.errors import InputError

_SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "large": "The file is larger than {most} MB. Save the card with a smaller picture, or as JSON.",
        "kind": "This is no character card: give a PNG or JSON file.",
        "charx": "CHARX files are not read: save the card as PNG or JSON and try again.",
        "damaged": "The picture is damaged: it was cut short or changed on its way. Get the file anew.",
        "bare": "There is no character card in this picture. Ask for the original file: messengers often strip it.",
        "inflates": "The picture holds far more text than a card has, so it was not read. Get the file anew.",
        "coding": "What the picture holds can't be read as a card (base64 of UTF-8). Get the file anew.",
        "utf8": "The file is not UTF-8 text. Save it as UTF-8 and try again.",
        "json": "The card is not valid JSON. Get the file anew.",
        "deep": "The card is nested too deeply to be one, so it was not read.",
        "parts": "The card has far more parts than a card has, so it was not read.",
        "version": "This kind of card is not known: versions 1, 2 and 3 are read.",
        "lorebook": "This is a lorebook without a character. Give the card that it belongs to.",
        "field": "The card's field {field!r} is not what a card has there. Mend it and try again.",
        "name": "The card's name is empty. Name the pet yourself.",
    },
    "zh": {
        "large": "文件超过了 {most} MB，换一张小些的图片，或者另存为 JSON。",
        "kind": "这不是角色卡，请给 PNG 或 JSON 文件。",
        "charx": "读不了 CHARX 文件，把角色卡另存为 PNG 或 JSON 再试试。",
        "damaged": "图片损坏了：传输时被截断或改动过，重新拿一份吧。",
        "bare": "这张图片里没有角色卡。请要一份原图，聊天软件常会把它去掉。",
        "inflates": "图片里的文字远远超过一张角色卡，没有读取，重新拿一份吧。",
        "coding": "图片里的内容读不成角色卡（UTF-8 的 base64），重新拿一份吧。",
        "utf8": "文件不是 UTF-8 文本，另存为 UTF-8 再试试。",
        "json": "角色卡不是有效的 JSON，重新拿一份吧。",
        "deep": "角色卡嵌套得太深，没有读取。",
        "parts": "角色卡里的条目多得不像角色卡，没有读取。",
        "version": "不认识这种角色卡，能读的是第 1、2、3 版。",
        "lorebook": "这只是一本设定集，没有角色，请给它所属的角色卡。",
        "field": "角色卡的 {field!r} 一栏不对，改好再试试。",
        "name": "角色卡没有名字，给宠物起一个吧。",
    },
}


def refusal(why: str, language: Language, **given: object) -> InputError:
    """The error to raise."""
    return InputError(_SENTENCES[language][why].format(**given))
