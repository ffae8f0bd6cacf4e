"""Games of the search against itself, and close looks at positions of them.

Quick games have many positions, each with the lead that the search expects: that is what value nets learn from. The
moves that it visits there are mostly those that the policy likes already; so at some positions it looks again, closely
and with flatter priors, and policies learn from that.
"""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.games.blokus import GAME, notation
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.rules import LONGEST_GAME

from .nets import Nets
from .samples import RANKED, load

EARLY = {"duo": 6}
"""The first moves are drawn by their visits, so that games differ; with four colours twelve of them."""
DRAWN, RANDOM = 0.3, 0.1
"""So are later ones now and then; and some are drawn from all moves with four or five squares, so that there are poor
positions among the others."""

CLOSE = {"temperature": 1.7, "prune_margin": 20.0, "nodes": 300_000.0}
CLOSELY_RANKED = 64


@dataclass(frozen=True)
class Games:
    """Some quick games to play: the file with a number."""

    kind: str
    nets: Nets
    simulations: int
    number: int
    games: int = 100

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.simulations}-{self.number:05}.npz"


@dataclass(frozen=True)
class CloseLooks:
    """Some positions of games to look at closely."""

    kind: str
    nets: Nets
    simulations: int
    number: int
    looks: int
    games: bytes
    """A file of games."""

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.simulations}-{self.number:05}.npz"


def _draw_move(state: BlokusState, tried: NDArray[Any], early: int, rng: random.Random) -> str:
    """Return the move that was visited most, or a drawn one."""
    chance = rng.random()
    if chance < RANDOM:
        moves = state.legal_moves()
        return rng.choice([move for move in moves if move.count(",") >= 3] or moves)
    visits = tried["visits"].tolist()
    drawn = chance < DRAWN or state.position.ply < early
    at = rng.choices(range(len(visits)), visits)[0] if drawn else visits.index(max(visits))
    return notation.write(int(tried["code"][at]))


def _rank(tried: NDArray[Any], count: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.float16]]:
    """Return codes, visits and mean values of the moves that were visited most."""
    order = np.argsort(-tried["visits"], kind="stable")[:count]
    codes, visits = np.zeros(count, dtype=np.uint16), np.zeros(count, dtype=np.uint16)
    values = np.zeros(count, dtype=np.float16)
    codes[: len(order)], visits[: len(order)] = tried["code"][order], tried["visits"][order]
    values[: len(order)] = tried["value"][order] / tried["visits"][order]
    return codes, visits, values


def play_games(task: Games) -> bytes:
    """Play games and return their file. The same task gives the same games."""
    rng = random.Random(f"{task.kind}-{task.simulations}-{task.number}")
    lengths, played = np.zeros(task.games, dtype=np.uint8), np.zeros((task.games, LONGEST_GAME), dtype=np.uint16)
    leads: list[NDArray[np.float16]] = []
    ranked = []
    settings = {"nodes": 40_000.0 if task.simulations < 100 else 80_000.0}
    for game in range(task.games):
        state = state_after(task.kind, ())
        while state.to_move is not None:
            search = task.nets.search(state, rng.randrange(2**32), settings)
            search.run(task.simulations)
            leads.append(search.expected_leads().astype(np.float16))
            ranked.append(_rank(search.tried(), RANKED))
            state = state.play(_draw_move(state, search.tried(), EARLY.get(task.kind, 12), rng))
        lengths[game] = state.position.ply
        played[game, : lengths[game]] = state.position.played[: lengths[game]]
    codes, visits, values = (np.array(column) for column in zip(*ranked, strict=True))
    return _pack(lengths=lengths, played=played, leads=np.array(leads), codes=codes, visits=visits, values=values)


def look_closely(task: CloseLooks) -> bytes:
    """Search positions of games long, and return the file of what was visited there."""
    rng = random.Random(f"looks-{task.kind}-{task.simulations}-{task.number}")
    sample = load([io.BytesIO(task.games)])
    plies, played = np.zeros(task.looks, dtype=np.uint8), np.zeros((task.looks, LONGEST_GAME), dtype=np.uint16)
    ranked = []
    for look in range(task.looks):
        game = rng.randrange(len(sample.lengths))
        plies[look] = rng.randrange(int(sample.lengths[game]))
        played[look, : plies[look]] = sample.played[game, : plies[look]]
        state = state_after(task.kind, played[look, : plies[look]].tolist())
        search = task.nets.search(state, rng.randrange(2**32), CLOSE)
        search.run(task.simulations)
        ranked.append(_rank(search.tried(), CLOSELY_RANKED))
    codes, visits, values = (np.array(column) for column in zip(*ranked, strict=True))
    return _pack(plies=plies, played=played, codes=codes, visits=visits, values=values)


def state_after(kind: str, codes: Sequence[int]) -> BlokusState:
    """Return the position after some moves."""
    state = GAME.new(kind, first=0)
    for code in codes:
        state = state.play(notation.write(int(code)))
    assert isinstance(state, BlokusState)
    return state


def _pack(**parts: NDArray[Any]) -> bytes:
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **parts)
    return packed.getvalue()
