"""Packs: the rules of jurisdictions as data, and which of them hold here.

What care always does is itself a pack, `always`, and is joined to whatever is chosen; so a pack only says what its law
asks, and one that asks for less is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from pawsona.care.disclosure import stated
from pawsona.care.duties import Duties, strictest
from pawsona.care.files import CONTENT
from pawsona.care.pack import Pack
from pawsona.care.packfile import read_pack
from pawsona.errors import ContentError

FOLDER = CONTENT / "packs"
ALWAYS, ALL = "always", "strictest"


@dataclass(frozen=True)
class Rules:
    """What holds here: the chosen packs, and all their duties together with what care always does."""

    packs: tuple[Pack, ...]
    duties: Duties


def rules_of(names: Sequence[str] = (ALL,), folder: Path | None = None) -> Rules:
    """The rules of the packs that the settings name.

    Args:
        names: ids of packs; `strictest` stands for every known one.
        folder: where an operator's own packs are.

    Raises:
        ContentError: there is no such pack, or a file is wrong; the sentence names file and place.
    """
    known = known_packs(folder)
    unknown = [name for name in names if name != ALL and name not in known]
    if unknown:
        raise ContentError(_no_such(unknown[0], [ALL, *known]))
    chosen = tuple(known.values()) if ALL in names else tuple(known[name] for name in dict.fromkeys(names))
    return Rules(chosen, _joined([always(), *chosen]))


def known_packs(folder: Path | None = None) -> dict[str, Pack]:
    """The packs that ship and an operator's own, by id.

    Raises:
        ContentError: a file is wrong, or two packs have one name.
    """
    found = dict(_shipped())
    for path in _files(folder) if folder is not None else ():
        pack = checked_pack(path)
        if pack.id in (*found, ALWAYS, ALL):
            raise ContentError(f"{path.name}: there is a pack {pack.id!r} already; give yours another name")
        found[pack.id] = pack
    return found


def checked_pack(path: Path) -> Pack:
    """The pack of a file, which asks for no less than care always does.

    Raises:
        ContentError: the file is wrong; names file and place.
    """
    pack = read_pack(path)
    floor = always().duties
    for part in ("notice", "breaks"):
        for age in ("adults", "minors"):
            asked, least = getattr(getattr(pack.duties, part), age), getattr(getattr(floor, part), age)
            if asked is not None and least is not None and asked > least:
                raise ContentError(
                    f"{path.name}: {part}.{age}: is weaker than what care always does "
                    f"(every {least.seconds // 60} minutes); leave it out or name fewer minutes"
                )
    _joined([always(), pack])
    return pack


@lru_cache(maxsize=1)
def always() -> Pack:
    """What care does wherever it runs."""
    return read_pack(FOLDER / f"{ALWAYS}.yaml")


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Pack]:
    packs = [checked_pack(path) for path in _files(FOLDER) if path.stem != ALWAYS]
    return {pack.id: pack for pack in packs}


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise ContentError(f"there is no folder {str(folder)!r} with packs: correct care.packs_folder")
    return sorted(folder.glob("*.yaml"))


def _joined(packs: Sequence[Pack]) -> Duties:
    """All duties together; what must be said has to be said by some text."""
    duties = strictest(pack.duties for pack in packs)
    for part, reminder in (("notice", duties.notice), ("breaks", duties.breaks)):
        if missing := sorted(reminder.must_say - stated(reminder.texts)):
            where = f"{packs[-1].id}.yaml: {part}"
            raise ContentError(f"{where}: no text says {missing[0]!r} in both languages; give the pack one that does")
    return duties


def _no_such(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}."
    return f"care.packs: there is no pack {name!r}: {hint}"
