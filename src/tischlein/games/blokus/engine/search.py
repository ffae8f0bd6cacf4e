"""The search of Blokus: Monte Carlo tree search with a learned policy, RAVE, a value net and rollouts.

One simulation walks down the tree (PUCT), gives children to a position that was seen often enough, and adds its result
to every node on the way. A position that is new is evaluated by the value net; when it is seen again, the rest of the
game is played out (a rollout). What counts is winning, and a lead above the mean of this search. The result of a
rollout also counts for moves that were played later in it (RAVE): in Blokus most moves stay possible for long, so that
is worth nearly as much as a visit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, Workspace, compiled, new_dice, new_memory, record_type, roll
from tischlein.core.game import State
from tischlein.core.numeric import exp, log
from tischlein.core.search import Search, Variation, fill_settings, stays_ahead
from tischlein.games.blokus import notation
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.rules import POSITION, can_place, copy, push, score, side_of, tidy, whole

from .linear_policy import compute_logit, limit_scope, load_linear_policy
from .policy_net import Policy, apply_policy, empty_policy_net, load_policy_net
from .rollout import roll_out
from .tree import NODE, find_child, keep_subtree, make_node, most_visited, select
from .value_net import ValueNet, evaluate, load_value_net, new_value_net
from .workspace import new_workspace

EXPLAINED = 8
"""How many variations say how the game may go on."""
FEWEST_ROLLOUTS = 20
"""So many games are played out before anything is evaluated."""
NOISE_SIDES = whole(1 << 24)
"""How finely noise is drawn."""
REMEMBERED = 100.0
"""The statistics of the last search count as so many results in the next one."""

DEFAULTS: Mapping[str, float] = {
    "exploration": 0.3,  # how much the policy counts against results
    "rave_weight": 0.7,  # what a RAVE visit counts for, compared with a visit
    "score_weight": 0.4,  # how much of a reward is the lead rather than winning
    "expand_at": 3,  # a position with more visits than this gets children
    "prune_margin": 8.0,  # moves whose logit is below the best by more are not tried
    "temperature": 1.0,  # logits are divided by it: the higher, the more moves are tried
    "gumbel_noise": 0.0,  # how much chance is added to the logits at the root
    "policy_scope": 2,  # what the policy sees: 0 only the piece, 1 also the own corners and edges, 2 everything
    "value_net": 1,  # whether new positions are evaluated by the value net instead of played out
    "nodes": 2_000_000,  # how large the tree may grow
}


class SearchParameters(NamedTuple):
    """The settings that hold during a search; DEFAULTS says what they mean."""

    exploration: float
    rave_weight: float
    score_weight: float
    expand_at: float
    prune_margin: float
    temperature: float
    gumbel_noise: float
    value_net: float


RUNNING_STATS = record_type(
    [
        ("count", np.float64),  # results so far
        ("mean_lead", np.float64),
        ("m2", np.float64),  # the squared distances of the leads from their mean, added up (Welford)
        ("mean_reward", np.float64),
    ]
)
RunningStats = NDArray[Any]
"""RUNNING_STATS by source and side."""
ROLLOUTS, EVALUATIONS = range(2)
"""The sources."""


# ------------------------------------------------------------------ one simulation


@compiled
def score_sides(position: Position, workspace: Workspace) -> None:
    """Write for each side of a finished game its lead over the mean of the others, and its share of the win."""
    totals, leads, won = workspace.totals, workspace.leads, workspace.won
    for side in range(4):
        totals[side] = 0.0
    for colour in range(position.colours):
        if position.side[colour] >= 0:
            totals[position.side[colour]] += score(position, colour)
    for side in range(position.sides):
        leads[side], behind, equal = 0.0, False, 1
        for other in range(position.sides):
            if other != side:
                leads[side] += (totals[side] - totals[other]) / (position.sides - 1)
                behind = behind or totals[other] > totals[side]
                equal += totals[other] == totals[side]
        won[side] = 0.0 if behind else 1.0 / equal


@compiled
def _reward_lead(lead: float, won: float, score_weight: float, stats: Any) -> float:
    """Return what a result is worth, 0 to 1: winning, and a lead above the mean of all results so far.

    So points count as much for a side that is far ahead or behind as in an even game.
    """
    stats.count += 1
    above = lead - stats.mean_lead
    stats.mean_lead += above / stats.count
    stats.m2 += above * (lead - stats.mean_lead)
    deviation = max(np.sqrt(stats.m2 / stats.count), 1.0)
    reward = (1 - score_weight) * won + score_weight / (1 + exp(2 * (stats.mean_lead - lead) / deviation))
    stats.mean_reward += (reward - stats.mean_reward) / stats.count
    return reward


@compiled
def reward_rollout(position: Position, score_weight: float, stats: RunningStats, workspace: Workspace) -> None:
    """Write what a finished game is worth to each side."""
    score_sides(position, workspace)
    for side in range(position.sides):
        lead, won = workspace.leads[side], workspace.won[side]
        workspace.rewards[side] = _reward_lead(lead, won, score_weight, stats[ROLLOUTS, side])


@compiled
def _reward_evaluation(
    position: Position, score_weight: float, rmse: float, stats: RunningStats, workspace: Workspace
) -> None:
    """Write what evaluated leads with a usual error are worth to each side; in the mean as much as rollouts."""
    leads = workspace.leads
    for side in range(position.sides):
        ahead = 1e9  # of the best other side: with leads over the mean all distances seem larger
        for other in range(position.sides):
            if other != side:
                ahead = min(ahead, (leads[side] - leads[other]) * (position.sides - 1) / position.sides)
        won = 1 / (1 + exp(-1.7 * ahead / rmse))
        reward = _reward_lead(leads[side], won, score_weight, stats[EVALUATIONS, side])
        workspace.rewards[side] = reward - stats[EVALUATIONS, side].mean_reward + stats[ROLLOUTS, side].mean_reward


@compiled
def _draw_gumbel(dice: Dice) -> float:
    """Return a random number; the best of logits with one added to each is a draw by their soft-max (Gumbel)."""
    return -log(-log((roll(dice, NOISE_SIDES) + 0.5) / NOISE_SIDES))


@compiled
def _expand(
    position: Position,
    nodes: NDArray[Any],
    node: int,
    used: NDArray[np.int64],
    policy: Policy,
    parameters: SearchParameters,
    dice: Dice,
    workspace: Workspace,
) -> None:
    """Give a node a child for every move whose logit is not far below the best."""
    colour, logits = position.turn, workspace.logits
    apply_policy(position, False, policy, workspace)
    listed = position.lists[colour]
    best = -1e9
    for i in range(position.counts[colour]):
        logit = np.float64(compute_logit(whole(listed[i]), workspace)) / parameters.temperature
        if node == 0 and parameters.gumbel_noise > 0:  # with a weight of 1 the best move is a draw by the policy
            logit += parameters.gumbel_noise * _draw_gumbel(dice)
        logits[i] = logit
        best = max(best, np.float64(logits[i]))
    first = used[0]
    total = 0.0
    for i in range(position.counts[colour]):
        above = np.float64(logits[i]) - best
        if above >= -parameters.prune_margin and used[0] < len(nodes):
            prior = exp(above)
            make_node(nodes, used[0], whole(listed[i]), prior)
            total += prior
            used[0] += 1
    nodes[node].first = first
    nodes[node].children = used[0] - first
    for child in range(first, used[0]):
        nodes[child].prior = np.float64(nodes[child].prior) / total


@compiled
def _update_rave(position: Position, start: int, nodes: NDArray[Any], depth: int, workspace: Workspace) -> None:
    """Add the result to the children of every node on the path whose moves were played later; the later, the less."""
    path, played_at = workspace.path, workspace.played_at
    for ply in range(start, position.ply):
        played_at[position.played_by[ply], position.played[ply]] = ply + 1
    for step in range(depth):
        colour = position.played_by[start + step]
        reward = workspace.rewards[side_of(position, whole(position.played_from[start + step]))]
        first = nodes[path[step]].first
        for child in range(first, first + nodes[path[step]].children):
            later = whole(played_at[colour, nodes[child].code]) - 1 - start - step
            if later >= 0:
                weight = 1.0 - later / (position.ply - start - step)
                nodes[child].rave_visits += weight
                nodes[child].rave_value += weight * reward
    for ply in range(start, position.ply):
        played_at[position.played_by[ply], position.played[ply]] = 0


@compiled
def run_simulations(
    root: Position,
    position: Position,
    nodes: NDArray[Any],
    used: NDArray[np.int64],
    dice: Dice,
    simulations: int,
    policy: Policy,
    value_net: ValueNet,
    parameters: SearchParameters,
    stats: RunningStats,
    workspace: Workspace,
) -> None:
    """Run so many simulations from a position; `position` is memory to play in, `used` counts the nodes."""
    path, rewards = workspace.path, workspace.rewards
    for _ in range(simulations):
        copy(root, position)
        node, depth = whole(0), whole(0)
        while position.turn >= 0:
            if nodes[node].first == 0:
                # The fewer nodes are left, the longer it takes; the tree stays even instead of being cut off.
                left = len(nodes) - used[0]
                if depth > 0 and nodes[node].visits * left < parameters.expand_at * len(nodes):
                    break
                _expand(position, nodes, node, used, policy, parameters, dice, workspace)
            node = select(nodes, node, parameters.exploration, parameters.rave_weight)
            push(position, whole(nodes[node].code))
            depth += 1
            path[depth] = node
        # What is new is evaluated, which is quick; what is seen again is worth a rollout.
        new = nodes[node].visits == 0 and stats[ROLLOUTS, 0].count >= FEWEST_ROLLOUTS
        evaluated = parameters.value_net > 0 and new and position.turn >= 0
        if evaluated:
            rmse = evaluate(position, value_net, workspace)
            _reward_evaluation(position, parameters.score_weight, rmse, stats, workspace)
        else:
            roll_out(position, workspace, dice)
            reward_rollout(position, parameters.score_weight, stats, workspace)
        nodes[0].visits += 1
        for step in range(depth):
            side = side_of(position, whole(position.played_from[root.ply + step]))
            nodes[path[step + 1]].visits += 1
            nodes[path[step + 1]].value += rewards[side]
        if parameters.rave_weight > 0 and not evaluated:
            _update_rave(position, root.ply, nodes, depth, workspace)


@compiled
def _update_lists(position: Position) -> None:
    """Bring the list of every colour up to date, so that no simulation has to."""
    for colour in range(position.colours):
        if can_place(position, colour):
            tidy(position, colour)


# ------------------------------------------------------------------ the search


class BlokusSearch(Search):
    """A search at one position of Blokus."""

    def __init__(
        self,
        state: BlokusState,
        seed: int,
        settings: Mapping[str, float],
        policy: Policy | None = None,
        value_net: ValueNet | None = None,
    ) -> None:
        chosen = fill_settings(settings, DEFAULTS)
        memory = new_memory(run_simulations)
        self._root, self._board = (memory.zeros(1, POSITION)[0] for _ in range(2))
        self._set_root(state)
        self._nodes, self._spare = (memory.zeros(int(chosen["nodes"]), NODE) for _ in range(2))
        self._used = memory.take(np.array([1], dtype=np.int64))
        self._dice, self._workspace = memory.take(new_dice(seed)), new_workspace(memory)
        self._stats: RunningStats = memory.zeros((2, 4), RUNNING_STATS)
        width, colours, sides = (int(self._root[name]) for name in ("width", "colours", "sides"))
        # The networks have never seen a colour start in another corner.
        familiar = not (self._root.starts != self._root.starts[:, :1]).any()
        chosen["value_net"] *= familiar
        scope = int(chosen["policy_scope"])
        known = policy or Policy(load_linear_policy(width, sides), load_policy_net(width, sides))
        net = known.net if familiar and scope == 2 else empty_policy_net()
        self._policy = memory.take(Policy(limit_scope(known.weights, scope), net))
        learned = value_net or load_value_net(width, sides)
        self._value_net = memory.take(learned if chosen["value_net"] else new_value_net(width, colours))
        self._parameters = SearchParameters(**{name: float(chosen[name]) for name in SearchParameters._fields})

    def _set_root(self, state: BlokusState) -> None:
        self._state = state
        copy(state.position, self._root)
        _update_lists(self._root)

    def advance(self, state: State) -> bool:
        """Go on at a later position of the same game, with the part of the tree that leads there."""
        if not isinstance(state, BlokusState) or state.setup != self._state.setup or self._parameters.gumbel_noise > 0:
            return False
        before, now = self._state.key(), state.key()
        if now[: len(before)] != before or now == before:
            return False
        self._keep(now[len(before) :])
        self._set_root(state)
        kept = np.minimum(1.0, REMEMBERED / np.maximum(self._stats["count"], 1.0))
        self._stats["count"] *= kept
        self._stats["m2"] *= kept
        return True

    def _keep(self, codes: tuple[int, ...]) -> None:
        """Keep what is known about the position after some moves, and forget the rest."""
        node = 0
        for code in codes:
            node = find_child(self._nodes, node, code)
            if node == 0:
                make_node(self._nodes, 0, 0, 0.0)
                self._used[0] = 1
                return
        self._used[0] = keep_subtree(self._nodes, node, self._spare)
        self._nodes, self._spare = self._spare, self._nodes

    def run(self, simulations: int) -> None:
        """Run so many simulations."""
        tree, settings = (self._nodes, self._used, self._dice), (self._policy, self._value_net, self._parameters)
        run_simulations(self._root, self._board, *tree, simulations, *settings, self._stats, self._workspace)

    def variations(self) -> list[Variation]:
        """Return the moves by visits; the best few with what follows them most often."""
        if self._nodes[0]["children"] == 0:
            self.run(1)
        first = int(self._nodes[0]["first"])
        children = self._nodes[first : first + int(self._nodes[0]["children"])]
        order = np.lexsort((-children["prior"], -children["visits"]))
        visits = children["visits"][order].tolist()
        values = (children["value"][order] / np.maximum(children["visits"][order], 1)).clip(0, 1).tolist()
        moves = map(notation.write, children["code"][order].tolist())
        nodes = [first + int(place) for place in order[:EXPLAINED]]
        continuations = [self._follow(node) for node in nodes] + [()] * (len(order) - len(nodes))
        known = [value if count else 0.5 for value, count in zip(values, visits, strict=True)]
        return [Variation(*line) for line in zip(moves, known, map(int, visits), continuations, strict=True)]

    def expected_leads(self) -> NDArray[np.float64]:
        """Return by side the mean lead over all simulations, played out or evaluated."""
        counts, means = self._stats["count"], self._stats["mean_lead"]
        expected: NDArray[np.float64] = (counts * means).sum(axis=0) / np.maximum(counts.sum(axis=0), 1)
        return expected

    def tried(self) -> NDArray[Any]:
        """Return the moves that were tried, as nodes of the tree."""
        first = int(self._nodes[0]["first"])
        children = self._nodes[first : first + int(self._nodes[0]["children"])]
        return children[children["visits"] > 0].copy()

    @property
    def proven(self) -> bool:
        """Whether there is only one move that was not pruned."""
        return bool(self._nodes[0]["children"] == 1 and self._nodes[0]["visits"] > 0)

    def is_decided(self, simulations: int) -> bool:
        """Whether so many more simulations cannot change which move is tried most."""
        first, children = int(self._nodes[0]["first"]), int(self._nodes[0]["children"])
        return self.proven or stays_ahead(self._nodes["visits"][first : first + children].tolist(), simulations)

    def _follow(self, node: int) -> tuple[str, ...]:
        """Return the moves that most often follow a node."""
        moves: list[str] = []
        while self._nodes[node]["children"] > 0:
            node = most_visited(self._nodes, node)
            if self._nodes[node]["visits"] == 0:
                break
            moves.append(notation.write(int(self._nodes[node]["code"])))
        return tuple(moves)
