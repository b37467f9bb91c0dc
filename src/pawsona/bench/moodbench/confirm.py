"""Labels held against columns that don't depend on them. A row that can't be confirmed is dropped and counted."""

from collections.abc import Callable, Mapping

from pawsona.bench.moodbench.item import Record
from pawsona.bench.moodbench.shapes.table import listed

EMOTIONS = (
    "afraid", "angry", "annoyed", "anticipating", "anxious", "apprehensive", "ashamed", "caring", "confident",
    "content", "devastated", "disappointed", "disgusted", "embarrassed", "excited", "faithful", "furious",
    "grateful", "guilty", "hopeful", "impressed", "jealous", "joyful", "lonely", "nostalgic", "prepared", "proud",
    "sad", "sentimental", "surprised", "terrified", "trusting", "agreeing", "acknowledging", "encouraging",
    "consoling", "sympathizing", "suggesting", "questioning", "wishing", "neutral",
)  # fmt: skip
"""EDOS' 32 emotions and 9 intents, by their number."""
SENTIMENT = {
    "happy": "positive", "grateful": "positive", "relaxed": "positive", "positive-other": "positive",
    "neutral": "neutral", "anger": "negative", "sadness": "negative", "fear": "negative", "depress": "negative",
    "disgust": "negative", "astonished": "negative", "worried": "negative", "negative-other": "negative",
}  # fmt: skip
"""CPED's 13 emotions under its three sentiments."""

Check = Callable[[Record], bool]


def letter_and_number(record: Record) -> bool:
    """MMLU-Pro tells the answer twice: by letter and by number."""
    return record.right == (ord(str(record.fields["answer"])) - ord("A"),)


def unknown_is_right(record: Record) -> bool:
    """BBQ: only in an ambiguous context is it right to say that it can't be told."""
    about = record.fields["answer_info"][f"ans{record.right[0]}"]
    return ("unknown" in about) is (record.fields["context_condition"] == "ambig")


def emotion_and_number(record: Record) -> bool:
    """EDOS tells the emotion by name and by number."""
    number = str(record.fields["ed_emotion_index"])
    return number.isdigit() and EMOTIONS[int(number)] == str(record.fields["ed_emotion"])


def emotion_and_sentiment(record: Record) -> bool:
    """CPED's raters gave a sentiment beside the emotion."""
    return SENTIMENT[str(record.fields["Emotion"])] == str(record.fields["Sentiment"])


def lettered_options(record: Record) -> bool:
    """AGIEval's options carry the letters that its labels name."""
    written = listed(record.fields["options"])
    return all(option.strip().lstrip("(").startswith("ABCDEFGH"[n]) for n, option in enumerate(written))


def answer_in_place(record: Record) -> bool:
    """CMRC tells where in the article its answer begins."""
    answers, context = record.fields["answers"], str(record.fields["context"])
    places = answers.get("answer_start") or []
    return all(context[at : at + len(text)] == text for at, text in zip(places, answers["text"], strict=True))


CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        letter_and_number, unknown_is_right, emotion_and_number, emotion_and_sentiment, lettered_options,
        answer_in_place,
    )
}  # fmt: skip
"""By the name that a dataset's file uses."""
