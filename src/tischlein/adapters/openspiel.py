"""Every game and variant in OpenSpiel, and our bots as its bots; `pip install tischlein[research]` brings it.

>>> import pyspiel
>>> import tischlein.adapters.openspiel  # registers tischlein_blokus_duo, tischlein_blockers_expert ...
>>> game = pyspiel.load_game("tischlein_blockers_basic", {"players": 3, "scoring": "uptown"})

Actions are the numbers of the game's `Encoding`, observations its planes, player 0 starts. A game with a deal begins
with a chance node: one of so many set-ups, as the parameter `deals` says; with `deals=1` there is no chance. What a
player knows is every move and what its view shows beyond an onlooker's: in Blockers! its own racks.

Returns add up to 0: players who did worse minus players who did better, divided by all other players.

OpenSpiel's algorithms in Python play these games, MCTS and IS-MCTS among them. Its bots in C++ crash with games that
are written in Python, with its own too (2.0.2).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from tischlein.bots.bot import Bot, Budget
from tischlein.bots.levels import make_bot
from tischlein.core.game import Encoding, Game, Move, Option, Outcome, Seat, State, Variant
from tischlein.core.record import Record
from tischlein.core.registry import find_game, game_ids

DEALS = 1000
LONGEST_GAME = 10_000
"""No game of ours has an upper bound that would be known; this one is far beyond what happens."""

Parameters: TypeAlias = Mapping[str, Any]
Sampler: TypeAlias = Callable[[], float]


def register() -> list[str]:
    """Make every variant of every game known to OpenSpiel and return the names."""
    names = []
    for game in map(find_game, game_ids()):
        for variant in game.variants.values():
            kind = _describe(game, variant)
            # A class for each: OpenSpiel holds on to it when the interpreter has ended, which only classes survive.
            own = type(kind.short_name, (SpielGame,), {"source": game, "variant": variant})
            pyspiel.register_game(kind, own)
            names.append(kind.short_name)
    return names


def load(name: str, parameters: Parameters) -> SpielGame:
    """Return a game by its name, also in a process that has not registered any yet."""
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


def _describe(game: Game, variant: Variant, deals: int = DEALS) -> Any:
    modes, knowledge = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    dealt = deals > 1 and bool(game.setup(variant.id, seed=0).deal)
    return pyspiel.GameType(
        short_name=f"tischlein_{game.id}_{variant.id}",
        long_name=f"{game.title} ({variant.id})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if dealt else modes.DETERMINISTIC,
        information=knowledge.IMPERFECT_INFORMATION if game.secret else knowledge.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(variant.seats),
        min_num_players=min(variant.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": variant.seats[0],
            "deals": DEALS,
            **{_parameter(option): option.default for option in variant.options},
        },
    )


def _parameter(option: Option) -> str:
    return option.id.replace("-", "_")


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One variant with its parameters; `register` makes a class for each variant."""

    source: Game
    variant: Variant

    def __init__(self, params: Parameters | None = None) -> None:
        given, game, variant = dict(params or {}), self.source, self.variant
        self.seats = int(given.get("players", variant.seats[0]))
        self.options = {
            option.id: str(given[_parameter(option)]) for option in variant.options if _parameter(option) in given
        }
        deals = int(given.get("deals", DEALS))
        self.deals = deals if deals > 1 and game.setup(variant.id, self.seats, self.options, seed=0).deal else 0
        """How many deals the first chance node has; 0: there is none."""
        self.encoding: Encoding = game.encoding(variant.id, self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.deals,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(_describe(game, variant, deals), info, given)

    def __reduce__(self) -> tuple[object, ...]:
        return load, (self.get_type().short_name, self.get_parameters())

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def begin(self, deal: int) -> State:
        """Return the first position of a deal."""
        return self.source.new(self.variant.id, self.seats, self.options, seed=deal, first=0)

    def make_py_observer(self, kind: Any = None, params: Parameters | None = None) -> Any:
        """Return what OpenSpiel looks at states with."""
        recalls = kind is not None and kind.perfect_recall
        if recalls and not self.source.secret:
            return IIGObserverForPublicInfoGame(kind, params)
        return Observer(self.encoding, recalls, params)


class _Shared:
    """A position that never changes, so that copying a state need not copy it."""

    __slots__ = ("state",)

    def __init__(self, state: State | None) -> None:
        self.state = state

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the moment before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._position = _Shared(None if game.deals else game.begin(0))

    @property
    def position(self) -> State:
        """The position in the library's own terms. Raises ValueError before the deal."""
        if self._position.state is None:
            raise ValueError("nothing is dealt yet")
        return self._position.state

    @property
    def _game(self) -> SpielGame:
        game: SpielGame = self.get_game()
        return game

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or for the end."""
        if self._position.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._position.state.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        index = self._game.encoding.index
        return sorted(index(move) for move in self.position.legal_moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all deals, each as likely as the other."""
        deals = self._game.deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        game, before = self._game, self._position.state
        self._position = _Shared(game.begin(action) if before is None else before.play(game.encoding.move(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self._game.encoding.move(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._position.state is not None and self._position.state.to_move is None

    def returns(self) -> list[float]:
        """Return by player how well it did; nobody has anything before the end."""
        outcome = None if self._position.state is None else self._position.state.outcome()
        return [0.0] * self._game.seats if outcome is None else share_returns(outcome)

    def resample_from_infostate(self, player: int, sampler: Sampler) -> SpielState:
        """Return a state that this player cannot tell from this one, with everything hidden dealt anew."""
        other: SpielState = self.clone()
        other._position = _Shared(self.position.sample(player, random.Random(sampler())))
        return other

    def moves(self) -> tuple[Move, ...]:
        """Return the moves so far, without the deal."""
        return tuple(self._game.encoding.move(step.action) for step in self.full_history() if step.player >= 0)

    def __str__(self) -> str:
        return "" if self._position.state is None else Record(self._position.state.setup, self.moves()).text()


def share_returns(outcome: Outcome) -> list[float]:
    """Return by seat: seats that did worse minus seats that did better, divided by all other seats."""
    places = outcome.places
    return [sum((other > place) - (other < place) for other in places) / max(len(places) - 1, 1) for place in places]


def resample(state: SpielState, player: int) -> SpielState:
    """Resample for bots that want a function: `ismcts.ISMCTSBot(...).set_resampler(resample)`."""
    return state.resample_from_infostate(player, random.random)


class Observer:
    """Looks at a state for a player: the planes of the encoding as a tensor; as text, all the player knows."""

    def __init__(self, encoding: Encoding, recalls: bool, params: Parameters | None = None) -> None:
        if params:
            raise ValueError(f"an observation has no parameters such as {', '.join(params)}")
        self._encoding = encoding
        self._recalls = recalls
        self.tensor = np.zeros(int(np.prod(encoding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look; before the deal there is nothing to see."""
        dealt = state._position.state
        self.dict["observation"][...] = 0 if dealt is None else self._encoding.observe(dealt, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the player's knowledge: the public moves (or the public view) and what only the player sees."""
        if state._position.state is None:
            return str(player)
        own, public = state.position.view(player), state.position.view(None)
        private = {key: value for key, value in own.items() if value != public[key]}
        return json.dumps([player, state.moves() if self._recalls else public, private], ensure_ascii=False)


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots for OpenSpiel. It chooses from what its seat may see, as everywhere."""

    def __init__(self, bot: Bot, seat: Seat, budget: Budget | None = None) -> None:
        super().__init__()
        self._bot, self._seat, self._budget = bot, seat, budget
        self._encoding: Encoding | None = None

    @classmethod
    def named(cls, game: SpielGame, name: str, seat: Seat, seed: int | None = None) -> SpielBot:
        """Return a bot by its name, such as `level5` or `200sims`."""
        return cls(make_bot(game.source, name, seed), seat)

    def player_id(self) -> Seat:
        """Return the seat for which it plays."""
        return self._seat

    def restart(self) -> None:
        """Begin another game; a bot remembers nothing."""

    def restart_at(self, state: SpielState) -> None:
        """Go on from any state."""

    def step(self, state: SpielState) -> int:
        """Return the action that it chooses."""
        move = self._bot.choose(state.position, self._seat, self._budget)
        return state._game.encoding.index(move)


NAMES = register()
"""What `pyspiel.load_game` knows now."""
