"""`pawsona train sft`: a run in a folder.

In it are `run.json` and `run.md` (what it is, and at the end what came of it), `checkpoint-N/`, `losses.csv` and
`losses.svg`, and at the end `model/` (in full) or `adapter/` (LoRA). A run that was killed goes on from its last whole
checkpoint, and its losses are then those that it would have had.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pawsona.config.offline import offline
from pawsona.errors import InputError
from pawsona.train import limits, losses, mask
from pawsona.train.card import Card
from pawsona.train.folder import folder
from pawsona.train.plan import Plan
from pawsona.train.profile import Profile
from pawsona.train.talks import read
from pawsona.train.trainer import WHOLE, Progress, first, processes, tokenizer_of, trainer_of

if TYPE_CHECKING:
    from trl import SFTTrainer

PARTS = {"full": "model", "lora": "adapter"}
"""What a run leaves in the end, by method."""
_GO_ON = "The same command with --resume then goes on from the last whole checkpoint."


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A run as it was asked for."""

    data: Path
    model: Path
    out: Path
    profile: Profile
    leave_out_broken: bool = False
    resume: bool = False


def planned(asked: Asked, gpus: int | None = None) -> Plan:
    """What the run would be; nothing is written.

    Raises:
        InputError: data, model or tokenizer can't be used.
        SetupError: the extra is missing.
    """
    offline()
    model, talks = folder(asked.model), read(asked.data, leave_out_broken=asked.leave_out_broken)
    speech, context = tokenizer_of(asked.model), asked.profile.context
    found, watched = (mask.samples(some, speech, context) for some in (talks.entries, talks.watched))
    if not found.kept:
        raise InputError(
            f"No talk in {str(asked.data)!r} fits into {asked.profile.context} tokens: take a profile, or a recipe, "
            "with a longer context."
        )
    return Plan(asked.profile, model, talks, found, watched, gpus or processes())


def tuned(asked: Asked, progress: Progress = lambda *_: None) -> Card:
    """Run it, or go on with it; blocks for as long as it takes.

    Raises:
        InputError: data, model or tokenizer can't be used, or the folder holds another run.
        SetupError: the extra is missing, or memory or disk don't suffice.
    """
    plan = planned(asked)
    card = Card.of(plan)
    limits.room(plan, asked.out)
    before = _agreed(asked, card)
    with limits.enough_memory(plan), limits.enough_disk(asked.out, _GO_ON):
        trainer = trainer_of(plan, asked.out, progress)
        trainer.train(resume_from_checkpoint=str(before) if before else False)
        return _finished(plan, card, trainer, asked.out)


def _agreed(asked: Asked, card: Card) -> Path | None:
    """The first of all processes looks into the folder, and the others follow it, into its error too."""
    from accelerate.utils import broadcast_object_list

    found: list[Path | InputError | OSError | None] = [None]
    if first():
        try:
            found = [_opened(asked, card)]
        except (InputError, OSError) as error:
            found = [error]
    broadcast_object_list(found)
    if isinstance(found[0], InputError | OSError):
        raise found[0]
    return found[0]


def _opened(asked: Asked, card: Card) -> Path | None:
    """The checkpoint to go on from; None where there is none.

    Raises:
        InputError: the folder holds another run, or one that nobody said to go on with.
    """
    found, out = Card.read(asked.out), str(asked.out)
    if found is None:
        if asked.out.exists() and any(asked.out.iterdir()):
            raise InputError(f"{out!r} holds something else already: name a new folder with --out.")
        card.write(asked.out)
        return None
    if not found.same(card):
        raise InputError(f"{out!r} holds a run of other data, another model or other settings: name another folder.")
    if found.finished:
        raise InputError(f"The run in {out!r} is finished: name another folder to tune again.")
    if not asked.resume:
        raise InputError(f"{out!r} holds a run that was stopped: go on with --resume, or name a new folder.")
    whole = [path for path in asked.out.glob("checkpoint-*") if (path / WHOLE).exists()]
    return max(whole, key=lambda path: int(path.name.rpartition("-")[2]), default=None)


def _finished(plan: Plan, card: Card, trainer: "SFTTrainer", out: Path) -> Card:
    trainer.save_model(str(out / PARTS[plan.profile.method]))
    done = card.done(trainer.state.log_history)
    if trainer.is_world_process_zero():
        losses.write(trainer.state.log_history, out)
        done.write(out)
    return done
