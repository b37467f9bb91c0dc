"""What Inspect AI loads of this package: `inspect eval pawsona/open_chat_general --model pawsona/storybook`."""

from pawsona.bench.live.provider import provider
from pawsona.bench.live.tasks import TASKS

__all__ = ["TASKS", "provider"]
