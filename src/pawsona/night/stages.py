"""The stages of one pet's night (design sec. 10), in order. Each is idempotent; the rows are the checkpoints.

sessions   close what was said: dialogue becomes memories
rewrite    put new memories into the pet's voice
portrait   permanent memories become U's facts
expire     delete for real what has run out
outline    T1 of the new day
schedule   T2
details    T3
"""

from typing import Literal, get_args

from pawsona.world.day import DayStage

Stage = Literal["sessions", "rewrite", "portrait", "expire", "outline", "schedule", "details"]
STAGES: tuple[Stage, ...] = get_args(Stage)

MAKING: tuple[DayStage, ...] = get_args(DayStage)
"""The stages that make a day: done once per (pet, day). The others run whenever there is something to do."""
