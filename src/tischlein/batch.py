"""Many games of one kind at once, in compiled code: for learning.

>>> from tischlein.batch import Batch
>>> batch = Batch("blokus", 512, "classic", seed=1)
>>> step = batch.step(batch.sample())
>>> step.rewards.shape, batch.masks().shape, batch.observe().shape
((512, 4), (512, 30433), (512, 108, 20, 20))

Actions are the numbers of the game's `Encoding` and observations its planes: `batch.encoding.planes` says what each
plane shows, `batch.encoding.move(action)` what an action means. What a seat observes is what it may see.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .core.compiled import Dice, new_dice
from .core.game import Game, Setup
from .core.registry import find_game


class Lane(Protocol):
    """What a game's module `batch` offers: loops over many games, compiled. `seats` is -1 where a game is over."""

    def step(self, positions: NDArray[Any], actions: NDArray[np.int64], seats: NDArray[np.int64]) -> int:
        """Play an action in each game that goes on and write who is to move then.

        Returns -1; or, if an action is illegal, the number of that game, and nothing is played anywhere.
        """

    def draw(self, positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
        """Write a uniformly random legal action for each game that goes on."""

    def mark(self, positions: NDArray[Any], buffer: NDArray[np.int32], masks: NDArray[np.bool_]) -> None:
        """Write which actions are legal; `buffer` is as long as the kernel wants it."""

    def rank(self, positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
        """Write a number for each seat of each of these finished games: more is better, equal is a tie."""

    def begin(
        self, positions: NDArray[Any], games: NDArray[np.int64], starts: NDArray[Any], chosen: NDArray[np.int64]
    ) -> None:
        """Put these games back to the chosen starts."""

    def observe(self, positions: NDArray[Any], seats: NDArray[np.int64], planes: NDArray[np.float32]) -> None:
        """Write the planes that these seats see."""


class Step(NamedTuple):
    """What a step brought."""

    rewards: NDArray[np.float32]
    """By game and seat; 0 unless the game has just ended: see `share_rewards`."""
    over: NDArray[np.bool_]
    """By game: whether it has just ended."""


class Batch:
    """So many games. With `auto_reset`, a game that has ended is replaced by a new one within the same step.

    New games start from a store of `deals` set-ups that are drawn from the seed; equal ones are kept once. The same
    seed and the same actions give the same games.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        variant: str | None = None,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 0,
        deals: int = 256,
        auto_reset: bool = True,
    ) -> None:
        if count < 1 or deals < 1:
            raise ValueError("a batch needs at least one game and one deal")
        self.game = find_game(game) if isinstance(game, str) else game
        setup = self.game.setup(variant, seats, options, seed=0)
        self.variant, self.seats, self.options = setup.variant, setup.seats, setup.options
        self.encoding = self.game.encoding(self.variant, self.seats)
        self.auto_reset = auto_reset
        self._count, self._deals = count, deals
        self._kernel = self.game.kernel(self.variant)
        self._lane = find_lane(self.game)
        self._buffer = np.empty(self._kernel.buffer, np.int32)
        self.reset(seed)

    def __len__(self) -> int:
        return self._count

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; with a seed, also draw new deals, and all that follows from them anew."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
            self._dice = new_dice(seed)
            self._draw_starts(random.Random(seed))
        self._begin(np.arange(self._count))

    def _draw_starts(self, rng: random.Random) -> None:
        kinds: dict[bytes, tuple[Setup, Any, int]] = {}
        for _ in range(self._deals):
            state = self.game.new(self.variant, self.seats, self.options, rng.randrange(2**32))
            position = self._kernel.position(state)
            kinds.setdefault(position.tobytes(), (state.setup, position, cast(int, state.to_move)))
        self._setups: list[Setup] = [setup for setup, _, _ in kinds.values()]
        self._starts = np.array([position for _, position, _ in kinds.values()])
        self._start_seats = np.array([seat for _, _, seat in kinds.values()], np.int64)
        self._positions = np.zeros(self._count, self._starts.dtype)
        self._to_move = np.empty(self._count, np.int64)
        self._chosen = np.empty(self._count, np.int64)

    def _begin(self, games: NDArray[np.int64]) -> None:
        self._chosen[games] = self._rng.integers(len(self._setups), size=len(games))
        self._lane.begin(self._positions, games, self._starts, self._chosen[games])
        self._to_move[games] = self._start_seats[self._chosen[games]]

    @property
    def to_move(self) -> NDArray[np.int64]:
        """By game: the seat whose turn it is; -1 where the game is over."""
        return self._to_move.copy()

    def setup(self, game: int) -> Setup:
        """Return how a game was set up; with the actions since then it makes a `Record`."""
        return self._setups[int(self._chosen[game])]

    def sample(self) -> NDArray[np.int64]:
        """Return a uniformly random legal action for each game; 0 where the game is over."""
        actions = np.zeros(self._count, np.int64)
        self._lane.draw(self._positions, self._dice, actions)
        return actions

    def step(self, actions: ArrayLike) -> Step:
        """Play one action in each game; those for games that are over are ignored.

        Raises ValueError for an action that is not legal; then nothing is played in any game.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        self._check(chosen)
        running = self._to_move >= 0
        if (wrong := self._lane.step(self._positions, chosen, self._to_move)) >= 0:
            raise ValueError(f"action {chosen[wrong]} is not legal in game {wrong}")
        over = running & (self._to_move < 0)
        rewards = np.zeros((self._count, self.seats), np.float32)
        if over.any():
            ended = np.flatnonzero(over)
            merits = np.empty((len(ended), self.seats), np.int64)
            self._lane.rank(self._positions, ended, merits)
            rewards[ended] = share_rewards(merits)
            if self.auto_reset:
                self._begin(ended)
        return Step(rewards, over)

    def _check(self, actions: NDArray[np.int64]) -> None:
        if actions.shape != (self._count,):
            raise ValueError(f"actions have the shape {actions.shape}, not ({self._count},)")
        outside = (actions < 0) | (actions >= self.encoding.actions)
        if outside.any():
            wrong = int(outside.argmax())
            raise ValueError(f"action {actions[wrong]} of game {wrong} is not in 0..{self.encoding.actions - 1}")

    def masks(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return by game and action whether it is legal; nothing is where a game is over. `out` is used if given."""
        masks = np.empty((self._count, self.encoding.actions), np.bool_) if out is None else out
        self._lane.mark(self._positions, self._buffer, masks)
        return masks

    def observe(self, seats: ArrayLike | None = None, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return the planes by game as the seat to move sees them (seat 0 where the game is over), or as `seats` do."""
        eyes = np.maximum(self._to_move, 0) if seats is None else np.asarray(seats, np.int64)
        eyes = np.ascontiguousarray(np.broadcast_to(eyes, self._count))
        if ((eyes < 0) | (eyes >= self.seats)).any():
            raise ValueError(f"seats are counted from 0 to {self.seats - 1}")
        planes = np.empty((self._count, *self.encoding.shape), np.float32) if out is None else out
        self._lane.observe(self._positions, eyes, planes)
        return planes


def share_rewards(merits: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return by game and seat: seats that did worse minus seats that did better, divided by all other seats.

    The rewards of a game add up to 0; with two seats they are 1 and -1, or 0 for a tie.
    """
    better = np.sign(merits[:, :, None] - merits[:, None, :]).sum(axis=2)
    shares: NDArray[np.float32] = (better / max(merits.shape[1] - 1, 1)).astype(np.float32)
    return shares


def find_lane(game: Game) -> Lane:
    """Return the compiled loops of a game: the module `batch` in its folder."""
    return cast(Lane, import_module(f"{type(game).__module__}.batch"))
