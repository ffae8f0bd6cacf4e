"""Every game and variant as a PettingZoo environment; `pip install tischlein[research]` brings what it needs.

>>> from tischlein.adapters import pettingzoo
>>> env = pettingzoo.env("blockers", "expert")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, terminated, truncated, _ = env.last()
...     env.step(None if terminated or truncated else env.action_space(agent).sample(seen["action_mask"]))

An agent is a seat, `seat_0` to `seat_3` clockwise. `observation` holds the planes of the game's `Encoding` (see
`env.unwrapped.planes`), `action_mask` marks the legal actions while it is the agent's turn. Rewards come at the end:
seats that did worse minus seats that did better, divided by all other seats.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from tischlein.batch import Batch
from tischlein.core.game import Move, Seat, State
from tischlein.core.record import Record

Observation: TypeAlias = dict[str, NDArray[Any]]
"""`observation` and `action_mask`."""


class Table:
    """One game as both kinds of environment need it: agents instead of seats, observations, and who moves."""

    def __init__(self, game: str, variant: str | None, seats: int | None, options: Mapping[str, str] | None) -> None:
        self.batch = Batch(game, 1, variant, seats, options, deals=1, auto_reset=False)
        self.agents = [f"seat_{seat}" for seat in range(self.batch.seats)]
        self.moves: list[Move] = []
        self._rng = random.Random()

    def spaces(self) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
        """Return fresh spaces for observations and actions of one agent."""
        encoding = self.batch.encoding
        planes = spaces.Box(0, np.inf, encoding.shape, np.float32)
        mask = spaces.Box(0, 1, (encoding.actions,), np.int8)
        return spaces.Dict({"observation": planes, "action_mask": mask}), spaces.Discrete(encoding.actions)

    def reset(self, seed: int | None) -> None:
        """Begin another game; without a seed, one that follows from the seed before."""
        if seed is not None:
            self._rng.seed(seed)
        self.batch.reset(self._rng.randrange(2**32))
        self.moves = []

    @property
    def to_move(self) -> Seat:
        """The seat to move, -1 when the game is over."""
        return int(self.batch.to_move[0])

    def observe(self, seat: Seat) -> Observation:
        """Return what a seat sees, and its legal actions if it is its turn."""
        own = seat == self.to_move
        mask = self.batch.masks()[0].view(np.int8) if own else np.zeros(self.batch.encoding.actions, np.int8)
        return {"observation": self.batch.observe(seat)[0], "action_mask": mask}

    def play(self, action: int) -> NDArray[np.float32]:
        """Play for the seat to move and return the rewards. Raises ValueError for an illegal action."""
        rewards: NDArray[np.float32] = self.batch.step([action]).rewards[0]
        self.moves.append(self.batch.encoding.move(int(action)))
        return rewards

    def play_or_replace(self, action: int) -> NDArray[np.float32]:
        """Play an action, or if it is not legal a random one that is."""
        legal = action in range(self.batch.encoding.actions) and self.batch.masks()[0, action]
        return self.play(action if legal else int(self.batch.sample()[0]))

    def record(self) -> Record:
        """Return the game so far."""
        return Record(self.batch.setup(0), tuple(self.moves))


class TableEnv(AECEnv):  # type: ignore[misc]
    """One table, one agent after the other; `env` makes one with the usual safety around it.

    After `max_cycles` rounds a game is truncated. An illegal action raises ValueError, or with `replace_illegal` a
    random legal one is played instead.
    """

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        max_cycles: int | None = None,
        replace_illegal: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table = Table(game, variant, seats, options)
        batch = self._table.batch
        self.planes = batch.encoding.planes
        """What each plane of an observation shows."""
        self.metadata: dict[str, Any] = {
            "name": f"tischlein_{batch.game.id}_{batch.variant}_{batch.seats}_v{batch.game.rules_version}",
            "render_modes": ["ansi", "human"],
        }
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self._spaces = {agent: self._table.spaces() for agent in self.possible_agents}
        self._last_ply = None if max_cycles is None else max_cycles * batch.seats
        self._play = self._table.play_or_replace if replace_illegal else self._table.play

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions; only those in the mask are legal."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; the seed decides who starts and every deal."""
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.to_move]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees."""
        return self._table.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play for the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose an action")
        self._cumulative_rewards[agent] = 0.0
        rewards = self._play(action)
        self.rewards = dict(zip(self.possible_agents, map(float, rewards), strict=True))
        self._accumulate_rewards()
        to_move = self._table.to_move
        if to_move < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(self._table.moves) == self._last_ply:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[to_move]
        if self.render_mode == "human":
            self.render()

    def record(self) -> Record:
        """Return the game so far, to keep it or to look at it with all other tools."""
        return self._table.record()

    def position(self) -> State:
        """Return the position as the library's `State`."""
        return self.record().final_state()

    def render(self) -> str | None:
        """Draw what an onlooker sees: as text ("ansi"), or on the terminal ("human")."""
        if self.render_mode is None:
            return None
        drawing = self.position().text()
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class RoundEnv(ParallelEnv):  # type: ignore[misc]
    """One table for tools that know nothing but simultaneous actions: each step is one round.

    All agents name their actions at once, and those whose turn comes play them in turn. An action that is no longer
    legal by then, or that nobody named, is replaced by a random legal one. Prefer `env`, which needs no such excuse.
    """

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._env = TableEnv(
            game, variant, seats, options, max_cycles=max_cycles, replace_illegal=True, render_mode=render_mode
        )
        self.metadata = self._env.metadata
        self.render_mode = render_mode
        self.possible_agents = self._env.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._env.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self._env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self._env.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observe(), dict(self._env.infos)

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Play one round: observations, rewards, terminations, truncations and infos by agent."""
        inner = self._env
        rewards = dict.fromkeys(self.agents, 0.0)
        waiting = set(self.agents)
        while (agent := inner.agent_selection) in waiting and not (
            inner.terminations[agent] or inner.truncations[agent]
        ):
            waiting.remove(agent)
            inner.step(actions.get(agent, -1))
            rewards = {other: reward + inner.rewards[other] for other, reward in rewards.items()}
        answer = self._observe(), rewards, dict(inner.terminations), dict(inner.truncations), dict(inner.infos)
        self.agents = [agent for agent in self.agents if not (inner.terminations[agent] or inner.truncations[agent])]
        return answer

    def _observe(self) -> dict[str, Observation]:
        return {agent: self._env.observe(agent) for agent in self.agents}

    def render(self) -> str | None:
        """Draw what an onlooker sees."""
        return self._env.render()

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(game: str = "blokus", variant: str | None = None, **arguments: Any) -> TableEnv:
    """Return a bare environment; `TableEnv` says what the arguments are."""
    return TableEnv(game, variant, **arguments)


def env(game: str = "blokus", variant: str | None = None, **arguments: Any) -> Any:
    """Return an environment with PettingZoo's usual safety: an illegal action ends the game and costs 1."""
    bare = raw_env(game, variant, **arguments)
    kept = bare if arguments.get("replace_illegal") else wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(kept))


def parallel_env(game: str = "blokus", variant: str | None = None, **arguments: Any) -> RoundEnv:
    """Return an environment in which a step is a round; `RoundEnv` says what that means."""
    return RoundEnv(game, variant, **arguments)
