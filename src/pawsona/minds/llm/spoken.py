"""A streamed reply on its way to who shows it, sentence by sentence in the person's language."""

from pawsona.dialogue.sentences import Sentences
from pawsona.minds.llm.tongue import ChangedError, LanguageError, name_of, strange, wanted
from pawsona.skills.chat import ChatInput


class Spoken:
    """Hands on the first sentence whole, and never the end of one in another language.

    Whoever shows sentences shows one when the next has begun. So the piece that ends a sentence waits for the verdict
    on it, nothing waits for longer, and what is taken for strange is shown by nobody.
    """

    def __init__(self, given: ChatInput) -> None:
        self.either = wanted(given.message, given.history, given.context.language)
        self.begun = False
        """From the second sentence on nobody waits for a token."""
        self._language, self._names = given.context.language, given.context.names
        self._cutter = Sentences()
        self._held = ""

    def next(self, part: str) -> str:
        """What is handed on for a piece.

        Raises:
            LanguageError: the first sentence is in another language; nothing was handed on.
            ChangedError: a later one is.
        """
        found = self._cutter.feed(part)
        self._judge(found)
        self.begun = self.begun or bool(found)
        if not self.begun:
            self._held += part
            return ""
        held, self._held = self._held, ""
        return held + part

    def rest(self) -> str:
        """What is left at the end: of a reply of one sentence all."""
        self._judge([self._cutter.rest()])
        return self._held

    def _judge(self, sentences: list[str]) -> None:
        if self.either or not any(strange(sentence, self._language, self._names) for sentence in sentences):
            return
        if not self.begun:
            raise LanguageError(f"the reply is not in {name_of(self._language)}")
        raise ChangedError(f"the reply went on in another language than {name_of(self._language)}")
