"""Training asks nobody: its libraries fetch and report by themselves unless their environment forbids it."""

import os

_SAID = {
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",  # TRL counts its users otherwise
    "TOKENIZERS_PARALLELISM": "false",
}


def offline() -> None:
    """From here on no library of Hugging Face's asks or tells anybody anything; before they are imported."""
    os.environ.update(_SAID)
