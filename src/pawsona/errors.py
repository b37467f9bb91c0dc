"""Every error that Pawsona raises on purpose, in one tree.

    PawsonaError                what happened and what to do, in one sentence
    ├── InputError              the person's or the caller's input can't be used (HTTP 422)
    │   └── NotFoundError       it names something that isn't there (HTTP 404)
    ├── ConflictError           it clashes with what is stored (HTTP 409)
    │   ├── ChangedError        it was changed elsewhere since the caller saw it (HTTP 412)
    │   └── LeaseLostError      another worker has taken this night over; nothing was stored
    ├── AccessError             whoever asks may not have it
    │   ├── UnknownError        nobody knows who asks: sign in first (HTTP 401)
    │   ├── ForbiddenError      it is known who asks, and they may not (HTTP 403)
    │   └── TooOftenError       it was asked too often; says in how many seconds it may be asked again (HTTP 429)
    ├── BusyError               too much is going on; says in how many seconds to try again (HTTP 503)
    ├── SetupError              configuration, data folder, port, model file: the machine must change (exit code 2)
    │   └── StorageError        the database is locked, read-only or damaged (HTTP 503)
    │       ├── StoreBusyError  it is busy, or out of reach, just now: a little later it may work (HTTP 503)
    │       └── DiskFullError   there is no room for what is new (HTTP 507)
    ├── MindError               a mind could not perform a skill (a marked fallback takes over)
    │   ├── MindBusyError       it has too much to do just now: the same question may be answered a little later
    │   ├── TooLongError        the input is too long for it; says in how many parts it would not be
    │   └── InvalidOutputError  it answered, but the skill's own rules reject the answer
    └── ContentError            a content file of ours or the operator's is wrong; names file and place (exit code 2)

The message is shown to people as it stands, so it never carries what a person said.
"""


class PawsonaError(Exception):
    """Base of all; `str(error)` is the sentence to show."""


class InputError(PawsonaError):
    """The input can't be used; nothing was stored or changed."""


class NotFoundError(InputError):
    """The input names something that isn't there."""


class ConflictError(PawsonaError):
    """The request clashes with what is stored."""


class ChangedError(ConflictError):
    """Somebody else changed it since the caller saw it; nothing was stored."""


class LeaseLostError(ConflictError):
    """The night was taken over by another worker; nothing was stored."""


class AccessError(PawsonaError):
    """Whoever asks may not have it."""


class UnknownError(AccessError):
    """Nobody knows who asks; a session or token may have expired."""


class ForbiddenError(AccessError):
    """It is known who asks, and they may not."""


class TooOftenError(AccessError):
    """It was asked too often."""

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence)
        self.seconds = seconds


class BusyError(PawsonaError):
    """There is no place for more at this moment; nothing was stored."""

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence)
        self.seconds = seconds


class StoppedError(PawsonaError):
    """Pawsona, or a reply by who heard it, was stopped in the middle of this; what was said by then is stored."""


class SetupError(PawsonaError):
    """The machine or its configuration must change before this can work."""


class StorageError(SetupError):
    """The database can't be used as it is; nothing that was stored is lost by this."""


class StoreBusyError(StorageError):
    """The database is too busy or can't be reached at this moment; nothing of what was asked was stored."""


class DiskFullError(StorageError):
    """The disk is full; what was stored is kept, what is new can't be."""


class MindError(PawsonaError):
    """A mind could not perform a skill."""


class MindBusyError(MindError):
    """A mind is overloaded or out of reach for the moment."""


class TooLongError(MindError):
    """An input has no place in a mind's context; asked in `parts`, each may have.

    `refused` is whether the mind's server said so, which knows it, and not our own reckoning; `asked` is whether it
    said so just now, and not a while ago of something as short.
    """

    def __init__(self, sentence: str, parts: int = 2, *, refused: bool = False, asked: bool = True) -> None:
        super().__init__(sentence)
        self.parts = parts
        self.refused = refused
        self.asked = asked


class InvalidOutputError(MindError):
    """A mind answered, but against the skill's rules; `problems` says which."""

    def __init__(self, skill: str, problems: list[str]) -> None:
        super().__init__(f"the answer to {skill!r} breaks its rules: {'; '.join(problems)}")
        self.problems = problems


class ContentError(PawsonaError):
    """A content file is wrong."""
