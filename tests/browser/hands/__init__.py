"""How a person plays a given legal move in each game: by mouse, by finger and by keyboard."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from .base import Hands

HANDS: dict[str, Hands] = {
    name: import_module(f"{__name__}.{name}").HANDS for _, name, _ in iter_modules(__path__) if name != "base"
}
"""By game; every module beside this one is a game's."""

__all__ = ["HANDS", "Hands"]
