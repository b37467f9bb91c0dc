"""A dataset as it is written down: where it is from, how it is asked, how it is scored, and five rows of our own."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pawsona.bench.moodbench.structure import PROFILES, profile
from pawsona.domain.language import Language
from pawsona.errors import ContentError, InputError
from pawsona.parsing import parsed

DATASETS = Path(__file__).with_name("datasets")
COMMIT = "8f33480e5942fc663e1666b732939d0727cb5531"
"""Of github.com/QuwanAI/MoodBench: where paths of checkouts are pinned."""
Adapter = Literal[
    "choice", "several", "extract", "summary", "scale", "truth", "memory", "preference", "order"
]  # fmt: skip
MetricName = Literal["accuracy", "f1", "micro_f1", "f1_em", "rouge", "judge", "marks", "truth", "recall", "icat"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(_Part):
    """Where the rows are."""

    paths: tuple[str, ...] = Field(min_length=1)
    """Below the data folder of a MoodBench checkout; patterns may match several files."""
    hub: str | None = None
    """The set's own repository on the Hugging Face Hub."""
    revision: str | None = Field(None, pattern=r"^[0-9a-f]{40}$")
    """None: nobody has checked one; what is fetched must be trusted once, and is kept by its digest."""
    files: Mapping[str, str] = {}
    """What `data fetch` gets where the checkout lacks it: address -> path here."""
    page: str = ""
    absent: str = ""
    """Why the public checkout does not hold it, where it does not."""
    addressed: bool = True
    """Whether `data fetch` knows where to get it."""
    seen: bool = True
    """Whether the loader was ever run on the files themselves, and not only on rows of the form that is documented."""


class Gold(_Part):
    """Which column tells the right answer, and how."""

    column: str
    form: Literal["index", "letter", "letters", "text", "value"] = "value"
    values: Mapping[str, int] = {}
    """Of `value`: what the column says -> which option that is."""


class Metric(_Part):
    """What one dataset's replies are worth together."""

    name: MetricName
    low: float = 0.0
    high: float = 1.0
    positive: int = 0
    """Of `f1`: the option that is looked for."""


class Spec(_Part):
    """One dataset."""

    name: str
    title: str
    language: Language | Literal["both"]
    licence: str
    split: str
    source: Source
    sample: int = 300
    seed: int = 20250826
    adapter: Adapter
    metric: Metric
    shape: str = "table"
    """What makes questions of rows."""
    header: tuple[str, ...] = ()
    """Names of columns, of a file that doesn't tell them."""
    under: str = ""
    """The key of a JSON object that holds the rows."""
    key: tuple[str, ...] = ()
    """Columns that name a row; its number otherwise."""
    cluster: tuple[str, ...] = ()
    """Columns that rows share which stand or fall together."""
    options: tuple[str, ...] | Mapping[Language, tuple[str, ...]] = ()
    """The same for all rows."""
    options_from: tuple[str, ...] = ()
    """Columns with one option each, or one column with a list of them."""
    gold: Gold | None = None
    confirm: tuple[str, ...] = ()
    """Checks of the label against columns that don't depend on it."""
    prompt: Mapping[Language, str]
    lived: Mapping[Language, str] = {}
    """How a companion is asked that has lived through what the prompt tells; only of memory and personalisation."""
    remark: str = ""
    """Where this is not what the paper or its code does."""
    fixtures: tuple[Mapping[str, Any], ...] = Field(min_length=5)

    @property
    def judged(self) -> bool:
        """Whether only another model can say what a reply is worth."""
        return self.metric.name == "judge"


@cache
def specs() -> Mapping[str, Spec]:
    """All, by name, in the order of the profiles.

    Raises:
        ContentError: a file is wrong, or a profile's dataset has none.
    """
    found = {made.name: made for made in (read(path) for path in sorted(DATASETS.glob("*.yaml")))}
    wanted = dict.fromkeys(dataset for one in PROFILES for dataset in profile(one).datasets)
    if absent := [name for name in wanted if name not in found]:
        raise ContentError(f"{DATASETS} has no file for {', '.join(absent)}.")
    return {name: found[name] for name in wanted}


def spec_of(name: str) -> Spec:
    """One of them.

    Raises:
        InputError: there is none of that name.
    """
    from pawsona.bench.moodbench.sheet import known

    own = known(name)
    if own is None:
        raise InputError(f"{name!r} is no dataset of MoodBench; see pawsona bench moodbench describe.")
    return specs()[own]


def read(path: Path) -> Spec:
    """A spec from its file; `like` names another that it differs from only in what it says.

    Raises:
        ContentError: it is wrong; names the place.
    """
    try:
        rows = _rows(path)
        return TypeAdapter(Spec).validate_python(rows)
    except (ValidationError, yaml.YAMLError, OSError, AttributeError) as error:
        raise ContentError(f"{path}: {error}") from error


def _rows(path: Path) -> dict[str, Any]:
    rows: dict[str, Any] = parsed(path.read_text("utf-8"))
    like = rows.pop("like", None)
    return {**_rows(path.with_name(f"{like}.yaml")), **rows} if like else rows
