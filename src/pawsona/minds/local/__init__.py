"""A model at home: a short catalogue, a download that is checked, and llama.cpp as a process of our own."""

from pawsona.minds.local.catalogue import LocalModel, catalogue, fitting, recommended
from pawsona.minds.local.memory import machine_memory
from pawsona.minds.local.own import add
from pawsona.minds.local.pull import pull
from pawsona.minds.local.server import LocalServer, serve, start
from pawsona.minds.local.shelf import Installed, Offer, installed, named, offered, remove

__all__ = [
    "Installed",
    "LocalModel",
    "LocalServer",
    "Offer",
    "add",
    "catalogue",
    "fitting",
    "installed",
    "machine_memory",
    "named",
    "offered",
    "pull",
    "recommended",
    "remove",
    "serve",
    "start",
]
