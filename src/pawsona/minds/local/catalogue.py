"""The short list of open models, read from catalogue.yaml."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pawsona.domain.language import Language
from pawsona.errors import ContentError

FILE = Path(__file__).with_name("catalogue.yaml")
Pooling = Literal["mean", "cls", "last"]
SHARE = 0.6
"""Of the machine's memory: what a model may take while somebody also has a browser open."""
BRISK = 6_000_000_000
"""A processor without a graphics card reads some 40 GB of weights a second, so above this it talks slower than people
read. Larger models are offered, not recommended."""


class LocalModel(BaseModel):
    """One file that llama.cpp can run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")
    purpose: Literal["talk", "embedding"] = "talk"
    repository: str | None = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    """On the Hugging Face Hub; None for one of one's own."""
    file: str = Field(pattern=r"^[\w.-]+\.gguf$")
    revision: str | None = Field(None, pattern=r"^[0-9a-f]{40}$")
    sha256: str | None = Field(None, pattern=r"^[0-9a-f]{64}$")
    """None: nobody has read it in a source; whoever pulls the file must say it or trust what comes."""
    licence: str
    size: int = Field(gt=0)
    memory: int = Field(gt=0)
    """Bytes it takes while it runs."""
    languages: tuple[Language, ...]
    pooling: Pooling | None = None
    """How an embedding model makes one vector of many; None: as its file says."""


@cache
def catalogue() -> tuple[LocalModel, ...]:
    """Every model we offer, small to large, then those for embeddings."""
    return read(FILE)


def read(path: Path) -> tuple[LocalModel, ...]:
    """The rows of a file like ours.

    Raises:
        ContentError: it is wrong; names the place.
    """
    try:
        rows = yaml.safe_load(path.read_text("utf-8"))["models"]
        return TypeAdapter(tuple[LocalModel, ...]).validate_python(rows)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ContentError(f"{path.name}, models.{where}: {first['msg']}") from error
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        raise ContentError(f"{path.name}: can't be read as a list of models") from error


def fitting(memory: int, models: Sequence[LocalModel] | None = None) -> tuple[LocalModel, ...]:
    """Models to talk with that this much memory holds beside everything else; never none, small to large."""
    talking = [each for each in models or catalogue() if each.purpose == "talk"]
    talking.sort(key=lambda each: each.memory)
    return tuple(each for each in talking if each.memory <= memory * SHARE) or tuple(talking[:1])


def recommended(memory: int) -> LocalModel:
    """The best of them that still talks at reading speed."""
    fits = fitting(memory)
    return next((each for each in reversed(fits) if each.size <= BRISK), fits[0])
