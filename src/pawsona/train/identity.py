"""Which model a measured side is of: kept beside its answers, so that those of one are never taken for another's."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path

from pawsona.errors import InputError
from pawsona.train.folder import folder

FILE = "side.json"


@dataclass(frozen=True, kw_only=True)
class Identity:
    """A model, and how much of the sets it was asked."""

    model: str
    """SHA-256 of a GGUF file, or of a folder's configuration and weights; MODEL@ADDRESS of a server."""
    tasks: Sequence[str] = ()
    limit: int | None = None

    @property
    def part(self) -> str:
        """Which part it was asked; empty where it was asked all."""
        tasks = [f"the tasks {', '.join(self.tasks)}"] if self.tasks else []
        return "; ".join([*tasks, *([f"{self.limit} of each skill and form"] if self.limit is not None else [])])

    @classmethod
    def read(cls, side: Path) -> "Identity | None":
        """Of a side's folder; None where nobody noted it.

        Raises:
            InputError: what was noted is damaged.
        """
        try:
            return cls(**json.loads((side / FILE).read_text("utf-8")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError):
            raise InputError(f"{FILE} in {str(side)!r} is damaged: measure into another folder.") from None

    def claim(self, side: Path) -> None:
        """Note it in a side's folder before anything is asked.

        Raises:
            InputError: what lies there is another model's, or nobody knows whose.
        """
        side.mkdir(parents=True, exist_ok=True)
        there = Identity.read(side)
        if (there is None and any(side.iterdir())) or (there is not None and there.model != self.model):
            raise InputError(f"{str(side)!r} holds answers of another model: name another folder with --out.")
        fresh = side / f"{FILE}.new"
        fresh.write_text(json.dumps(asdict(self), ensure_ascii=False) + "\n", "utf-8")
        fresh.replace(side / FILE)


def model_of(said: str) -> str:
    """What a model is known by, wherever it is said to be.

    Raises:
        InputError: it is neither a server nor a model on this machine.
    """
    if at_server(said):
        return said
    path = gguf_of(Path(said))
    return sha256_of(path) if path is not None else folder(Path(said)).digest()


def at_server(said: str) -> tuple[str, str] | None:
    """MODEL@ADDRESS in its two parts."""
    model, _, url = said.rpartition("@")
    return (model, url) if model and url.startswith(("http://", "https://")) else None


def gguf_of(path: Path) -> Path | None:
    """A file for llama.cpp: itself, or the only one in a folder.

    Raises:
        InputError: it is neither file nor folder.
    """
    if path.is_file():
        return path
    if not path.is_dir():
        raise InputError(f"{str(path)!r} is no model: name a folder, a GGUF file, or MODEL@ADDRESS of a server.")
    shipped = sorted(path.glob("*.gguf"))
    return shipped[0] if len(shipped) == 1 else None


def sha256_of(path: Path) -> str:
    """Of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
