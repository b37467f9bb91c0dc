"""Nights are lived in the same scenes as talk."""

from tests.dialogue.conftest import play

__all__ = ["play"]
