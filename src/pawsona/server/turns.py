"""The shapes of the events in which a turn of talk ends."""

from pydantic import Field

from pawsona.domain.message import Strategy
from pawsona.server.wire import MessageWire, ResourcesWire, WayWire, Wire


class AffectWire(Wire):
    """What was read from the person's words."""

    state: str
    intensity: int


class TierWire(Wire):
    """How much care they ask for."""

    tier: str = Field(description="none, concern, high or imminent")


class DoneWire(Wire):
    """An answer that is complete."""

    message: MessageWire
    strategy: Strategy
    affect: AffectWire
    care: TierWire
    mind: str
    stepped_in: bool
    """The mind that the pet keeps did not answer, and the storybook did."""
    suggestions: list[str]


class CrisisWire(Wire):
    """Help instead of an answer."""

    message: MessageWire
    resources: ResourcesWire
    contact: WayWire | None = None
