"""What goes wrong at a model server, as one sentence: never with the server's own words.

They may quote what a person said, or a key.
"""

from collections.abc import Iterator
from ssl import SSLCertVerificationError, SSLError
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pawsona.errors import MindBusyError, MindError
from pawsona.minds.llm.endpoint import Endpoint

if TYPE_CHECKING:
    from openai import APIStatusError


LONGEST_LINE = 8190
"""Bytes; aiohttp's limit, which the SDK leaves as it is."""


class Refused(MindError):
    """The server says that the request itself is wrong; `about` is what it names, in small letters."""

    def __init__(self, sentence: str, about: str) -> None:
        super().__init__(sentence)
        self.about = about

    @property
    def too_long(self) -> bool:
        """Whether the prompt has no place in the model's context."""
        return "context" in self.about and any(word in self.about for word in ("length", "size", "exceed"))


_NOBODY = "there is no model server at {}, or it hung up: start it, or set base_url anew"


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
        return _unsafe(error, where) or _unreadable(error, where) or MindBusyError(_NOBODY.format(where))
    if isinstance(error, openai.APIError):
        return MindBusyError(f"the model server at {where} broke off with an error")
    return MindError(f"the answer of the model server at {where} can't be read ({type(error).__name__})")


def _hung_up(error: BaseException | None) -> bool:
    """Whether nobody was there, or left: over aiohttp the SDK takes that for a connection that takes too long."""
    import aiohttp

    while error is not None and not isinstance(error, aiohttp.ClientConnectionError):
        error = error.__cause__
    return error is not None and not isinstance(error, TimeoutError)


def _unsafe(error: Exception, where: str) -> MindError | None:
    """What is wrong with TLS; nothing where it is not that."""
    met = [cause for cause in _causes(error) if isinstance(cause, SSLError)]
    match met[-1:]:  # TLS's own: aiohttp's are of these kinds too, and have nothing to say
        case [SSLCertVerificationError(verify_message=why)]:
            return MindError(
                f"the certificate of the model server at {where} is not trusted ({why.rstrip('.')}): "
                "name the file of its authority in SSL_CERT_FILE, or set base_url anew"
            )
        case [SSLError(reason=why)]:
            return MindError(
                f"the model server at {where} speaks no TLS that is understood here ({why}): "
                "set base_url anew, with http:// if it has no certificate"
            )
    return None


def _unreadable(error: Exception, where: str) -> MindError | None:
    """What aiohttp does not take for an answer, with the status 400, which is aiohttp's own."""
    import aiohttp
    from aiohttp.http_exceptions import LineTooLong

    if not isinstance(error, aiohttp.ClientResponseError):
        return None
    if any(isinstance(cause, LineTooLong) for cause in _causes(error)):
        why = f"a line of its head is longer than {LONGEST_LINE} bytes; a proxy or a cookie may make it so"
    else:
        why = "it is no HTTP"
    return MindError(f"the answer of the model server at {where} can't be read: {why}")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


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
