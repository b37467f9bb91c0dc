"""The products that one server is run under. Where nothing is set there is one, and nobody notices."""

from typing import NewType

Tenant = NewType("Tenant", str)
DEFAULT = Tenant("default")
"""Whose everybody is who was there before others were, and who comes to the server's own address."""
