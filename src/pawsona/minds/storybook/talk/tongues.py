"""Whether a message is in another language of Latin letters, by its commonest little words."""

_SMALL_WORDS = frozenset(
    (
        "aber al as au auch auf aujourd'hui aux avec ayer bin bist bom bonjour buenas buenos c'est ce cette "
        "che chi ciao com come como con cómo danke dans das de dein del dem den der des di dia die du día ein "
        "eine el elle er eres es est estou estoy está et eu für geht gestern gli gracias grazie guten habe "
        "hai hallo hat hay heute ho hoje hola hoy ich ieri ihr il im ist j'ai ja je la las le les lo los ma "
        "mais mañana me mein merci mes meu mi mia minha mio mit molto mon muito muy ne nein nicht no noche "
        "non nos nous não o obrigada obrigado oggi olá ontem os oui para pas per pero por pour que qui quiero "
        "quoi qué salut se sehr sei si sie sim sin sono soy stai su suis sur sí te tengo tenho très tu um uma "
        "un una unas und une uno unos você von vous war wie wir yo zu ça è "
    ).split()
)
"""Spanish, French, German, Italian and Portuguese."""
_ENGLISH = frozenset(
    (
        "a about all am an and are as at be been but can come did die do don't dont for from get go going got "
        "had has have he hey hi how i i'm if im in is it it's just lol me my no not of ok on once or out pie "
        "she so sole son that the they this to up want war was we were what will with yeah yes you your "
    ).split()
)
"""Commonest words of English, and words of it that look like another language's."""


def other_latin(text: str) -> bool:
    """Whether the little words are those of another language that is written in Latin letters."""
    words = [w.strip(".,!?¡¿;:\"'()").casefold() for w in text.split()]
    words = [w for w in words if w]
    theirs = len({w for w in words if w in _SMALL_WORDS and w not in _ENGLISH})
    marks = "¿" in text or "¡" in text
    return theirs + marks >= 2 and (theirs + marks) * 3 > len(words) and sum(w in _ENGLISH for w in words) < theirs
