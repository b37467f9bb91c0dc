"""What goes wrong at a model server, as one sentence: never with the server's own words.

They may quote what a person said, or a key.
"""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pawsona.errors import MindBusyError, MindError
from pawsona.minds.llm.endpoint import Endpoint

if TYPE_CHECKING:
    from openai import APIStatusError


class Refused(MindError):
    """The server says that the request itself is wrong; `about` is what it names, in small letters."""

    def __init__(self, sentence: str, about: str) -> None:
        super().__init__(sentence)
        self.about = about

    @property
    def too_long(self) -> bool:
        """Whether the prompt has no place in the model's context."""
        return "context" in self.about and any(word in self.about for word in ("length", "size", "exceed"))


def sentence(error: Exception, endpoint: Endpoint) -> MindError:
    """What went wrong as an error of ours: a `MindBusyError` where it may pass by itself."""
    import aiohttp
    import openai

    where, model = endpoint.base_url, endpoint.model
    if isinstance(error, openai.APITimeoutError | TimeoutError) and not _hung_up(error):
        return MindBusyError(f"the model server at {where} said nothing for {endpoint.timeout:.0f} seconds")
    if isinstance(error, openai.APIStatusError):
        return _status(error, where, model)
    if isinstance(error, openai.APIConnectionError | aiohttp.ClientError):
        return MindBusyError(f"there is no model server at {where}, or it hung up: start it, or set base_url anew")
    if isinstance(error, openai.APIError):
        return MindBusyError(f"the model server at {where} broke off with an error")
    return MindError(f"the answer of the model server at {where} can't be read ({type(error).__name__})")


def _hung_up(error: BaseException | None) -> bool:
    """Whether nobody was there, or left: over aiohttp the SDK takes that for a connection that takes too long."""
    import aiohttp

    while error is not None and not isinstance(error, aiohttp.ClientConnectionError):
        error = error.__cause__
    return error is not None and not isinstance(error, TimeoutError)


def _status(error: "APIStatusError", where: str, model: str) -> MindError:
    about = str(error.body or error.message).casefold()
    match error.status_code:
        case 401 | 403:
            return MindError(f"the model server at {where} refuses the key: set PAWSONA_API_KEY or key_variable")
        case 404 if not urlsplit(where).path.strip("/"):
            return MindError(f"nothing answers at {where}: the addresses of most model servers end in /v1")
        case 404:
            return MindError(f"the model server at {where} has no model {model!r}: `pawsona doctor` lists what it has")
        case 429:
            return MindBusyError(
                f"the model server at {where} has too much to do or the account has no credit left (429)"
            )
        case 400 | 413 | 422:
            refused = Refused(f"the model server at {where} refused the request ({error.status_code})", about)
            small = f"the context of {model!r} is too small for the prompt: set its context anew"
            return Refused(small, about) if refused.too_long else refused
        case code:
            return MindBusyError(f"the model server at {where} failed ({code})")
