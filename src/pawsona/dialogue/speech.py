"""What a reply has shown so far: each sentence checked before it is shown, none taken back."""

import logging
from dataclasses import dataclass, field

from pawsona.care.check import check_sentence, safe_instead
from pawsona.dialogue.sentences import Sentences
from pawsona.domain.language import Language
from pawsona.domain.message import Trace

logger = logging.getLogger(__name__)


@dataclass
class Speech:
    """Grows with the sentences of one reply."""

    language: Language
    shown: str = ""
    trace: Trace = Trace()
    whole: bool = False
    """The mind came to its end; what a reply that broke off was to bring up is still to be brought up."""
    replaced: list[str] = field(default_factory=list)
    """The rules that sentences broke, which were shown in other words."""
    _instead: str = ""

    def next(self, sentence: str) -> str:
        """What is shown for a sentence: itself, other words for it, or nothing where it is white space alone.

        Several faulty sentences in a row are answered once.
        """
        if not sentence.strip():
            return ""
        faults = check_sentence(sentence, self.language)
        if faults:
            logger.warning("a sentence was replaced: %s", ", ".join(fault.rule for fault in faults))
            self.replaced.append(faults[0].rule)
            instead = safe_instead(faults[0], self.language)
            text = "" if instead == self._instead else instead + sentence[len(sentence.rstrip()) :]
            self._instead = instead
        else:
            text, self._instead = sentence, ""
        self.shown += text
        return text

    def add(self, text: str) -> str:
        """Words of the app's own at the end; with a space before them where the language needs one."""
        if self.language == "en" and self.shown and not self.shown[-1].isspace():
            text = f" {text}"
        self.shown += text
        return text


def checked(text: str, language: Language) -> str:
    """What is said outside a turn, each of its sentences checked as in one."""
    speech, cutter = Speech(language), Sentences()
    for sentence in [*cutter.feed(text), cutter.rest()]:
        speech.next(sentence)
    return speech.shown.strip()
