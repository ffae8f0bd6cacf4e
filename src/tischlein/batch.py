"""Many games of one kind at once, in compiled code: for learning.

>>> from tischlein.batch import Batch
>>> batch = Batch("blokus", 512, "classic", seed=1)
>>> step = batch.step(batch.sample())
>>> step.rewards.shape, batch.masks().shape, batch.observe().shape
((512, 4), (512, 30433), (512, 108, 20, 20))
>>> sight = batch.look()  # the same in one pass, and smaller
>>> sight.masks.shape, sight.pictures.shape, sight.numbers.shape
((512, 30433), (512, 12, 20, 20), (512, 96))

Actions are the numbers of the game's `Encoding` and observations its planes: `batch.encoding.planes` says what each
plane shows, `batch.encoding.move(action)` what an action means. What a seat observes is what it may see.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .core.compiled import HAS_NUMBA, JIT, Dice, new_dice, roll
from .core.game import Encoding, Game, Setup, State
from .core.registry import find_game


class Step(NamedTuple):
    """What a step brought."""

    rewards: NDArray[np.float32]
    """By game and seat; 0 unless the game has just ended: see `share_rewards`."""
    over: NDArray[np.bool_]
    """By game: whether it has just ended."""


class Sight(NamedTuple):
    """What is legal in many games, and what their seats see: the planes of the encoding without repetition."""

    masks: NDArray[np.bool_]
    """By game and action: whether it is legal."""
    pictures: NDArray[np.uint8]
    """By game, plane, row and column: the first `encoding.pictures` planes, 0 or 1."""
    numbers: NDArray[np.float32]
    """By game and plane: the number that each plane behind them shows all over."""


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
        self._compiled = self.game.batch_kernel(self.variant)
        if self._compiled and JIT and not HAS_NUMBA:
            warnings.warn('without Numba a batch is slow: pip install "tischlein[learning]"', stacklevel=2)
        self._loops = self._compiled or StateBatch(self.encoding)
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
        kinds: dict[bytes | State, State] = {}
        for _ in range(self._deals):
            state = self.game.new(self.variant, self.seats, self.options, rng.randrange(2**32))
            kinds.setdefault(self._kernel.position(state).tobytes() if self._compiled else state, state)
        states = list(kinds.values())
        self._setups: list[Setup] = [state.setup for state in states]
        self._starts = np.array([self._kernel.position(state) if self._compiled else state for state in states])
        self._start_seats = np.array([cast(int, state.to_move) for state in states], np.int64)
        self._positions = np.zeros(self._count, self._starts.dtype)
        self._to_move = np.empty(self._count, np.int64)
        self._chosen = np.empty(self._count, np.int64)

    def _begin(self, games: NDArray[np.int64]) -> None:
        self._chosen[games] = self._rng.integers(len(self._setups), size=len(games))
        self._loops.begin(self._positions, games, self._starts, self._chosen[games])
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
        self._loops.draw(self._positions, self._dice, actions)
        return actions

    def step(self, actions: ArrayLike, where: ArrayLike | None = None) -> Step:
        """Play one action in each game, or in each `where` it is true; those for games that are over are ignored.

        Raises ValueError for an action that is not legal; then nothing is played in any game.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        playing = np.ones(self._count, np.bool_) if where is None else self._choose(where)
        self._check(chosen, playing)
        chosen = np.where(playing, chosen, -1)
        running = self._to_move >= 0
        if (wrong := self._loops.step(self._positions, chosen, self._to_move)) >= 0:
            raise ValueError(f"action {chosen[wrong]} is not legal in game {wrong}")
        over = running & (self._to_move < 0)
        rewards = np.zeros((self._count, self.seats), np.float32)
        if over.any():
            ended = np.flatnonzero(over)
            rewards[ended] = share_rewards(self._rank(ended))
            if self.auto_reset:
                self._begin(ended)
        return Step(rewards, over)

    def merits(self) -> NDArray[np.int64]:
        """Return by game and seat how each seat stands, as if the game ended now: for learners who want to win by much.

        More is better, and how much more means something is the game's affair: see docs/research.md. With `auto_reset`
        a game that has just ended stands as a new one does.
        """
        return self._rank(np.arange(self._count))

    def _rank(self, games: NDArray[np.int64]) -> NDArray[np.int64]:
        merits = np.empty((len(games), self.seats), np.int64)
        self._loops.rank(self._positions, games, merits)
        return merits

    def _choose(self, where: ArrayLike) -> NDArray[np.bool_]:
        chosen = np.asarray(where)
        if chosen.shape != (self._count,) or chosen.dtype != np.bool_:
            raise ValueError(f"where must be {self._count} times True or False, one for each game")
        return chosen

    def _check(self, actions: NDArray[np.int64], playing: NDArray[np.bool_]) -> None:
        if actions.shape != (self._count,):
            raise ValueError(f"actions have the shape {actions.shape}, not ({self._count},)")
        outside = playing & ((actions < 0) | (actions >= self.encoding.actions))
        if outside.any():
            wrong = int(outside.argmax())
            raise ValueError(f"action {actions[wrong]} of game {wrong} is not in 0..{self.encoding.actions - 1}")

    def look(self, seats: ArrayLike | None = None, out: Sight | None = None) -> Sight:
        """Return what is legal and what the seat to move sees (seat 0 where the game is over), or what `seats` see.

        The quickest way to all there is to know, and the smallest: `masks` and `observe` in one pass. `out` is used if
        given; `new_sight` makes one.
        """
        sight = self.new_sight() if out is None else out
        for name, array in sight._asdict().items():
            _check_memory(name, array)
        self._loops.look(self._positions, self._eyes(seats), self._buffer, *sight)
        return sight

    def new_sight(self) -> Sight:
        """Return memory for `look`."""
        return Sight(self._new_masks(), self._new_pictures(), self._new_numbers())

    def masks(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return by game and action whether it is legal; nothing is where a game is over. `out` is used if given."""
        masks = self._new_masks() if out is None else out
        _check_memory("masks", masks)
        self._loops.look(
            self._positions, self._eyes(0), self._buffer, masks, self._new_pictures(0), self._new_numbers(0)
        )
        return masks

    def observe(self, seats: ArrayLike | None = None, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return all planes by game, as one array; `look` gives the same twenty times smaller. `seats` as there."""
        planes = np.empty((self._count, *self.encoding.shape), np.float32) if out is None else out
        pictures, numbers = self._new_pictures(), self._new_numbers()
        self._loops.look(self._positions, self._eyes(seats), self._buffer, self._new_masks(0), pictures, numbers)
        planes[:, : self.encoding.pictures] = pictures
        planes[:, self.encoding.pictures :] = numbers[:, :, None, None]
        return planes

    def _eyes(self, seats: ArrayLike | None) -> NDArray[np.int64]:
        eyes = np.maximum(self._to_move, 0) if seats is None else np.asarray(seats, np.int64)
        eyes = np.array(np.broadcast_to(eyes, self._count))  # a copy: what is broadcast cannot be written
        if ((eyes < 0) | (eyes >= self.seats)).any():
            raise ValueError(f"seats are counted from 0 to {self.seats - 1}")
        return eyes

    def _new_masks(self, count: int | None = None) -> NDArray[np.bool_]:
        return np.empty((self._count if count is None else count, self.encoding.actions), np.bool_)

    def _new_pictures(self, count: int | None = None) -> NDArray[np.uint8]:
        shape = (self.encoding.pictures, *self.encoding.shape[1:])
        return np.empty((self._count if count is None else count, *shape), np.uint8)

    def _new_numbers(self, count: int | None = None) -> NDArray[np.float32]:
        numbers = self.encoding.shape[0] - self.encoding.pictures
        return np.empty((self._count if count is None else count, numbers), np.float32)


def _check_memory(name: str, array: NDArray[Any]) -> None:
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} must be a whole array, not a part of one with gaps")


def share_rewards(merits: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return by game and seat: seats that did worse minus seats that did better, divided by all other seats.

    The rewards of a game add up to 0; with two seats they are 1 and -1, or 0 for a tie.
    """
    better = np.sign(merits[:, :, None] - merits[:, None, :]).sum(axis=2)
    shares: NDArray[np.float32] = (better / max(merits.shape[1] - 1, 1)).astype(np.float32)
    return shares


class StateBatch:
    """The loops of a `BatchKernel` over the public State, for a game that has none of its own: right, but slow.

    A position is then simply a State.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding

    def step(self, positions: NDArray[Any], actions: NDArray[np.int64], seats: NDArray[np.int64]) -> int:
        """Play; see `BatchKernel`."""
        running = [game for game, state in enumerate(positions) if state.to_move is not None and actions[game] >= 0]
        for game in running:
            if actions[game] not in self._legal(positions[game]):
                return game
        for game in running:
            positions[game] = positions[game].play(self._encoding.move(int(actions[game])))
            seats[game] = -1 if positions[game].to_move is None else positions[game].to_move
        return -1

    def _legal(self, state: State) -> list[int]:
        return [self._encoding.index(move) for move in state.legal_moves()]

    def draw(self, positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
        """Draw a random legal action in each game."""
        for game, state in enumerate(positions):
            if legal := self._legal(state):
                actions[game] = legal[roll(dice, len(legal))]

    def look(
        self,
        positions: NDArray[Any],
        seats: NDArray[np.int64],
        buffer: NDArray[np.int32],
        masks: NDArray[np.bool_],
        pictures: NDArray[np.uint8],
        numbers: NDArray[np.float32],
    ) -> None:
        """Write what is legal and what each seat sees."""
        for game, state in enumerate(positions):
            if len(masks):
                masks[game] = self._encoding.mask(state)
            if len(pictures):
                planes = self._encoding.observe(state, int(seats[game]))
                pictures[game] = planes[: self._encoding.pictures]
                numbers[game] = planes[self._encoding.pictures :, 0, 0]

    def rank(self, positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
        """Write how each seat has done."""
        for i, game in enumerate(games):
            outcome = positions[game].outcome()
            merits[i] = 0 if outcome is None else [-place for place in outcome.places]

    def begin(
        self, positions: NDArray[Any], games: NDArray[np.int64], starts: NDArray[Any], chosen: NDArray[np.int64]
    ) -> None:
        """Begin games anew."""
        positions[games] = starts[chosen]
