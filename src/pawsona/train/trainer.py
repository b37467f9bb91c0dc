"""TRL's trainer, told everything that a profile says; what it would ask or tell the world is switched off."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pawsona.errors import InputError, SetupError
from pawsona.train import losses
from pawsona.train.plan import Plan
from pawsona.train.profile import Profile

if TYPE_CHECKING:
    from accelerate import PartialState
    from trl import SFTConfig, SFTTrainer

WHOLE = "whole"
"""A file in a checkpoint that was written to its end."""
EXTRA = "Tuning needs torch and its family, which are not installed: pip install 'pawsona[train]'"
Progress = Callable[[int, int, float], None]
"""Told of each step: its number, of how many, its loss."""


def tokenizer_of(path: Path) -> Any:
    """The tokenizer of a model's folder.

    Raises:
        InputError: there is none.
        SetupError: the extra is missing.
    """
    try:
        from transformers import AutoTokenizer
    except ImportError:
        raise SetupError(EXTRA) from None
    try:
        return AutoTokenizer.from_pretrained(path, local_files_only=True)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"The tokenizer in {str(path)!r} can't be read ({type(error).__name__}).") from None


def together() -> "PartialState":
    """Who works together, one a GPU or several on processors, as they were started.

    Raises:
        SetupError: the extra is missing.
    """
    try:
        import torch
        from accelerate import PartialState
    except ImportError:
        raise SetupError(EXTRA) from None
    return PartialState(cpu=not torch.cuda.is_available())  # it takes processes without cards for one if not told


def processes() -> int:
    """How many they are."""
    return int(together().num_processes)


def first() -> bool:
    """Whether this is the one that speaks for all."""
    return bool(together().is_main_process)


def arguments(profile: Profile, out: Path, *, watch: bool = False) -> "SFTConfig":
    """The profile as TRL has it; `watch`: there are talks whose loss is looked at after each epoch."""
    import torch
    from trl import SFTConfig

    card = torch.cuda.is_available()
    return SFTConfig(
        output_dir=str(out), num_train_epochs=profile.epochs, per_device_train_batch_size=profile.batch,
        gradient_accumulation_steps=profile.accumulation, max_length=profile.context, packing=profile.packing,
        eval_strategy="epoch" if watch else "no", per_device_eval_batch_size=profile.batch, eval_packing=False,
        learning_rate=profile.learning_rate, lr_scheduler_type=profile.schedule, warmup_steps=profile.warmup,
        optim=profile.optimiser, adam_beta1=profile.beta1, adam_beta2=profile.beta2, adam_epsilon=profile.epsilon,
        weight_decay=profile.weight_decay, max_grad_norm=profile.clip, bf16=profile.precision == "bf16",
        activation_checkpointing=profile.checkpointing, seed=profile.seed, data_seed=profile.seed, logging_steps=1,
        save_strategy="steps", save_steps=profile.save_each, save_total_limit=profile.keep, report_to="none",
        push_to_hub=False, disable_tqdm=True, use_cpu=not card, dataloader_pin_memory=card,
    )  # fmt: skip


def trainer_of(plan: Plan, out: Path, progress: Progress) -> "SFTTrainer":
    """A trainer that has only to be started.

    Raises:
        SetupError: the cards can't do what is asked, or it made other rows of the samples than were planned.
    """
    _able(plan.profile)
    from datasets import Dataset, disable_progress_bars
    from transformers import PrinterCallback
    from transformers.utils.logging import disable_progress_bar
    from trl import SFTTrainer

    warnings.filterwarnings("ignore", ".*is_gradient_checkpointing", FutureWarning)  # between TRL and transformers
    disable_progress_bar()
    disable_progress_bars()
    learned, watched = (
        Dataset.from_list([{"input_ids": list(row.input_ids), "labels": list(row.labels)} for row in some.kept])
        for some in (plan.samples, plan.watched)
    )
    watch = len(watched) > 0
    trainer = SFTTrainer(
        model=_model(plan), args=arguments(plan.profile, out, watch=watch), train_dataset=learned,
        eval_dataset=watched if watch else None,
        processing_class=tokenizer_of(plan.model.path), peft_config=_adapters(plan.profile),
        callbacks=[_marks(progress)],
    )  # fmt: skip
    trainer.remove_callback(PrinterCallback)
    trainer.create_model_card = lambda *_, **__: None  # TRL would write its README.md beside our card
    if (made := len(trainer.train_dataset)) != plan.rows:
        raise SetupError(f"TRL made {made} rows where {plan.rows} were reckoned: use the versions in pyproject.toml.")
    return trainer


def _able(profile: Profile) -> None:
    """Whether the cards suit the run; without cards anything does."""
    import torch

    if not torch.cuda.is_available():
        return
    if profile.precision == "bf16" and not torch.cuda.is_bf16_supported():
        raise SetupError("These cards don't reckon in bfloat16: use a recipe with precision: fp32.")
    if torch.cuda.device_count() > 1 and processes() == 1:
        raise SetupError(
            "Here are several cards and one process: start it with `accelerate launch` (docs/train.md), or let it see "
            "one card only (CUDA_VISIBLE_DEVICES=0)."
        )


def _model(plan: Plan) -> Any:
    import torch
    from transformers import AutoModelForCausalLM

    one = plan.profile
    exact = one.method == "full" or one.precision == "fp32"
    return AutoModelForCausalLM.from_pretrained(
        plan.model.path, local_files_only=True, dtype=torch.float32 if exact else torch.bfloat16
    )


def _adapters(profile: Profile) -> Any:
    if profile.method == "full":
        return None
    from peft import LoraConfig

    return LoraConfig(
        r=profile.lora.rank, lora_alpha=profile.lora.alpha, lora_dropout=profile.lora.dropout,
        target_modules="all-linear", task_type="CAUSAL_LM",
    )  # fmt: skip


def _marks(progress: Progress) -> Any:
    """Marks each checkpoint that is whole, keeps the losses beside it, and tells of steps."""
    from transformers import TrainerCallback

    class Marks(TrainerCallback):
        def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            together().wait_for_everyone()  # each writes its own part
            if state.is_world_process_zero:
                out = Path(args.output_dir)
                (out / f"checkpoint-{state.global_step}" / WHOLE).touch()
                losses.write(state.log_history, out)

        def on_log(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if state.is_world_process_zero and (rows := losses.steps(state.log_history)[-1:]):
                progress(state.global_step, state.max_steps, float(rows[0]["loss"]))

    return Marks()
