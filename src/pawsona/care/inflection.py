"""The forms of an English verb, so that a cue names a verb once."""

_IRREGULAR = {
    "be": "be is are am was were been being",
    "beat": "beat beats beating beaten",
    "begin": "begin begins began begun beginning",
    "bite": "bite bites bit bitten biting",
    "bleed": "bleed bleeds bled bleeding",
    "blow": "blow blows blew blown blowing",
    "break": "break breaks broke broken breaking",
    "bring": "bring brings brought bringing",
    "burn": "burn burns burned burnt burning",
    "buy": "buy buys bought buying",
    "choose": "choose chooses chose chosen choosing",
    "come": "come comes came coming",
    "cut": "cut cuts cutting",
    "die": "die dies died dying",
    "do": "do does did done doing",
    "draw": "draw draws drew drawn drawing",
    "drink": "drink drinks drank drunk drinking",
    "drive": "drive drives drove driven driving",
    "eat": "eat eats ate eaten eating",
    "fall": "fall falls fell fallen falling",
    "feel": "feel feels felt feeling",
    "fight": "fight fights fought fighting",
    "find": "find finds found finding",
    "get": "get gets got gotten getting",
    "give": "give gives gave given giving",
    "go": "go goes went gone going",
    "hang": "hang hangs hung hanged hanging",
    "have": "have has had having",
    "hear": "hear hears heard hearing",
    "hide": "hide hides hid hidden hiding",
    "hit": "hit hits hitting",
    "hold": "hold holds held holding",
    "hurt": "hurt hurts hurting",
    "keep": "keep keeps kept keeping",
    "know": "know knows knew known knowing",
    "leave": "leave leaves left leaving",
    "let": "let lets letting",
    "lie": "lie lies lied lying",
    "lose": "lose loses lost losing loosing",
    "make": "make makes made making",
    "meet": "meet meets met meeting",
    "put": "put puts putting",
    "read": "read reads reading",
    "run": "run runs ran running",
    "say": "say says said saying",
    "see": "see sees saw seen seeing",
    "sell": "sell sells sold selling",
    "send": "send sends sent sending",
    "shoot": "shoot shoots shot shooting",
    "shut": "shut shuts shutting",
    "sit": "sit sits sat sitting",
    "sleep": "sleep sleeps slept sleeping",
    "slit": "slit slits slitting",
    "spend": "spend spends spent spending",
    "stand": "stand stands stood standing",
    "steal": "steal steals stole stolen stealing",
    "stick": "stick sticks stuck sticking",
    "swallow": "swallow swallows swallowed swallowing",
    "take": "take takes took taken taking",
    "tell": "tell tells told telling",
    "text": "text texts texted texting",
    "think": "think thinks thought thinking",
    "throw": "throw throws threw thrown throwing",
    "tie": "tie ties tied tying",
    "vomit": "vomit vomits vomited vomiting",
    "wake": "wake wakes woke woken waking",
    "wear": "wear wears wore worn wearing",
    "write": "write writes wrote written writing",
}
_DOUBLED = frozenset(
    "ban beg chat clap drag drop drug fit flip grab grip hug jab kidnap nap plan pop prep rip rob rub ship shop "
    "skip slam slap slip snap spit stab step stop strip swap swig tap top trap trip wrap whip zap".split()
)
_VOWELS = "aeiou"


def forms(verb: str) -> list[str]:
    """All forms of a verb; a phrase ("wake up") is inflected at its first word."""
    first, _, rest = verb.partition(" ")
    found = _IRREGULAR[first].split() if first in _IRREGULAR else _regular(first)
    return [f"{word} {rest}" if rest else word for word in found]


def _regular(verb: str) -> list[str]:
    if verb.endswith("e"):
        return [verb, f"{verb}s", f"{verb}d", f"{verb[:-1]}ing"]
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return [verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing"]
    stem = verb + verb[-1] if verb in _DOUBLED else verb
    s = "es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s"
    return [verb, f"{verb}{s}", f"{stem}ed", f"{stem}ing"]
