"""Fetches a file from the Hugging Face Hub with its own client, which resumes and knows the Hub's storage."""

from pathlib import Path
from typing import Any

from pawsona.errors import SetupError
from pawsona.minds.local.catalogue import LocalModel
from pawsona.minds.local.download import DISK_FULL, Progress, is_full
from pawsona.minds.local.extra import extra


def fetch(model: LocalModel, revision: str, into: Path, progress: Progress, endpoint: str | None = None) -> Path:
    """The file, complete but not yet checked, in the folder `into`.

    Args:
        model: what to fetch.
        revision: which commit of its repository.
        into: the client keeps its own notes there for going on later.
        progress: see `Progress`.
        endpoint: a server that speaks as the Hub does.

    Raises:
        SetupError: the Hub can't be reached, has no such file, or the disk is full.
    """
    library, errors = extra("huggingface_hub"), extra("huggingface_hub.errors")
    extra("huggingface_hub.constants").HF_HUB_DISABLE_TELEMETRY = True
    extra("huggingface_hub.utils.logging").set_verbosity_error()  # it would tell of each retry on the terminal
    try:
        path = library.hf_hub_download(
            model.repository,
            model.file,
            revision=revision,
            local_dir=into,
            endpoint=endpoint,
            token=False,  # a key that lies about on this machine is not ours to send
            tqdm_class=_bar(extra("huggingface_hub.utils").tqdm, model.size, progress),
        )
    except (OSError, errors.HfHubHTTPError, errors.EntryNotFoundError, RuntimeError) as error:
        raise SetupError(_sentence(error, model, isinstance(error, errors.LocalEntryNotFoundError))) from error
    return Path(path)


def _bar(tqdm: Any, size: int, progress: Progress) -> Any:
    """The client reports to a progress bar; this one draws nothing and calls `progress`."""

    class Bar(tqdm):  # type: ignore[misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            self.done = int(options.get("initial") or 0)
            super().__init__(*args, **{**options, "disable": True})

        def update(self, n: float | None = 1) -> None:
            self.done += int(n or 0)
            progress(min(self.done, size), size)

    return Bar


def _sentence(error: Exception, model: LocalModel, unreachable: bool) -> str:
    if is_full(error):
        return DISK_FULL
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status is not None and not unreachable:
        return (
            f"The Hub answers {status} for {model.repository}/{model.file}: "
            "pull from another place with --mirror, or name another --revision."
        )
    return (
        "The Hugging Face Hub can't be reached: check the connection and pull again, which goes on where it stopped, "
        "or pull from another place with --mirror."
    )
