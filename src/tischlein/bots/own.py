"""Other people's bots: an object with `choose`, or a plain function, given by name or found by entry point.

    def greedy(state, seat):                     # my_bots.py
        return max(state.legal_moves(), key=len)

`my_bots.greedy` is its name in the arena and in `tischlein play`; a package that declares an entry point in the group
`tischlein.bots` gives a shorter one. `gtp(COMMAND)` is a program that speaks the Go Text Protocol.

Names stand for code that runs here. So they are taken from a command line or a script, never from a file or the
network: the server and whatever reads records know only levels (`levels.make_bot`).
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from tischlein.core.game import Game, Move, Seat, State
from tischlein.core.refusal import BadSetup
from tischlein.core.search import Variation
from tischlein.work.job import Watch

from .bot import Bot, Budget
from .gtp_bot import GtpBot
from .levels import find_level, make_bot, name_bots

GROUP = "tischlein.bots"

_GTP = re.compile(r"gtp\((.+)\)")
_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")


class OwnBot(Bot):
    """A bot around anything that chooses a move from a position and a seat. It sees what its seat may see."""

    def __init__(self, choose: Callable[[State, Seat], Move], seed: int | None = None) -> None:
        self._choose, self._rng = choose, random.Random(seed)

    def analyse(
        self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None
    ) -> list[Variation]:
        """Return the one move that it chooses; nobody knows its value. Raises IllegalMove."""
        sample = state.sample(seat, random.Random(self._rng.randrange(2**32)))
        return [Variation(state.canonical(self._choose(sample, seat)), 0.5, 0)]


def adopt(thing: Any, seed: int | None = None) -> Bot:
    """Return a bot made from a class, an object with `choose`, or a function. Raises TypeError for anything else."""
    made = thing() if isinstance(thing, type) else thing
    choose = getattr(made, "choose", made)
    if not callable(choose):
        raise TypeError(f"a bot is an object with choose(state, seat), or a function of the two, not {thing!r}")
    return OwnBot(choose, seed)


def find_player(game: Game, name: str, seed: int | None = None, clock: Callable[[], float] = time.monotonic) -> Bot:
    """Return the bot that a name means: a level, a GTP engine, an entry point or an object in a module.

    Raises BadSetup for a name that means none.
    """
    if found := _GTP.fullmatch(name):
        return GtpBot(game, found[1])
    if (thing := _find_thing(game, name)) is not None:
        return adopt(thing, seed)
    return make_bot(game, name, seed, clock=clock)


def check_player(game: Game, name: str) -> None:
    """Raise BadSetup for a name that means no bot; nothing is started."""
    if _GTP.fullmatch(name):
        GtpBot.check(game)
    elif _find_thing(game, name) is None:
        find_level(game, name)


def _find_thing(game: Game, name: str) -> Any:
    """Return what an entry point or a dotted name stands for; None if the name is neither."""
    for entry in entry_points(group=GROUP, name=name):
        return entry.load()
    if not _DOTTED.fullmatch(name):
        return None
    here = str(Path.cwd())  # where a command line's own modules are, as with python -m
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return resolve_name(name)
    except (ImportError, AttributeError):
        allowed = f"{name_bots(game)}, gtp(COMMAND), module.object"
        raise BadSetup("tischlein.core", "bad-setup", field="bot", value=name, allowed=allowed) from None
