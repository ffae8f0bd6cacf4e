"""The search: proof search as deep as the time allows, and Monte Carlo tree search for what it leaves open.

A simulation is one game played through the tree (`tree.py`) and some nodes of proof search (`solver.py`). Proofs go
deeper ply by ply: can the mover force a win with this move within 1, 3, 5 ... plies; can the others, after it, within
2, 4, 6 ...? That settles a balanced game for two from the first move on: the starter wins in 13 plies, which takes
two seconds to find out, and less at every later turn.

A value of 1 or 0 is a proof. With three seats a proven win holds against both others, and a proven loss means that one
of them wins whatever the other does; since that is rare, games decide most there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, compiled, new_dice, new_memory, record_type, roll
from tischlein.core.game import Move
from tischlein.core.search import Search, Variation, fill_settings
from tischlein.games.planken.game import PlankenState
from tischlein.games.planken.notation import write
from tischlein.games.planken.rules import copy_position, moves, push, seat_of
from tischlein.games.planken.tables import BUFFER

from .heuristic import score_moves
from .principal_line import principal_line
from .search_root import find_repetitions, make_root
from .solver import MAX_PLIES, UNPROVEN, ProofWorkspace, begin_proof, new_proof_workspace, run_proof
from .tree import (
    Tree,
    expand_root,
    most_visited_line,
    new_tree,
    prune_root_move,
    simulate,
    solved_rank,
    visits_and_value,
)

TABLE_BITS = 21
MOST_NODES = 1 << 21
"""Of table and tree, at most 100 MB together; memory that is not needed is not touched."""

LAST_MOVE_NODES = 1_000_000
"""Nodes in all for two seats, while only one move is not lost: a quarter of a second."""

DEFAULTS = {
    "proof_depth": MAX_PLIES,
    "lookahead_probability": 1.0,
    "candidates": BUFFER,
    "rollouts": 1,
    "exploration": 0.7,
}
DEFAULTS_BY_SEATS = {
    2: {"proof_nodes": 300, "mcts_solver": 0},  # proofs settle most
    3: {"proof_nodes": 60, "mcts_solver": 1},
    4: {"proof_nodes": 60, "mcts_solver": 0},  # it brings nothing where a loser has no choice between winners
}
"""What holds where a level says nothing; see `SEARCH_PARAMETERS`.

candidates: about how many moves the heuristic looks at, for a choice without any proof or simulation.
proof_depth: how far proofs look ahead; in plies for two, and with more seats as many turns of the mover.
"""

SEARCH_PARAMETERS = record_type(
    [
        ("max_depth", np.int64),  # the longest proof that is tried, in plies
        ("lookahead_probability", np.float64),  # from two plies on: how likely each length of proof is tried at all
        ("proof_nodes", np.int64),  # of proof search in a simulation
        ("rollouts", np.int64),  # games through the tree in a simulation
        ("exploration", np.float64),  # of the tree (c in UCB1)
        ("mcts_solver", np.int64),  # whether the tree knows who wins where all ways end
    ]
)

DEEPENING = record_type(
    [
        ("depth", np.int64),  # in plies: which length of proof is being tried
        ("index", np.int64),  # for which move
        ("running", np.int64),  # whether its proof has begun
        ("done", np.int64),  # whether proofs have nothing more to find out
    ]
)
"""How far the iterative deepening has come."""


class SearchWorkspace(NamedTuple):
    """All that a search knows, as compiled code reads it; arrays of one where not said otherwise."""

    parameters: NDArray[Any]
    deepening: NDArray[Any]
    root: NDArray[Any]  # the position
    codes: NDArray[np.int32]  # all its moves
    proven_win: NDArray[np.int64]  # for each move: in how many plies it is proven to win, or UNPROVEN
    proven_loss: NDArray[np.int64]  # for each move: in how many plies it is proven to lose, or UNPROVEN
    proofs: ProofWorkspace
    tree: Tree
    dice: Dice


@compiled
def run_simulations(workspace: SearchWorkspace, count: int) -> None:
    """Do so many simulations, or fewer if the choice is settled before."""
    parameters, deepening = workspace.parameters[0], workspace.deepening[0]
    for _ in range(count):
        until = workspace.proofs.proof[0].nodes + parameters.proof_nodes
        while not deepening.done and workspace.proofs.proof[0].nodes < until:
            if not deepening.running:
                _begin_next_proof(workspace)
            if deepening.running:
                _run_proof(workspace, until)
        if (deepening.done and not parameters.rollouts) or is_settled(workspace):
            return
        for _rollout in range(parameters.rollouts):
            simulate(workspace.root, workspace.tree, parameters.exploration, parameters.mcts_solver, workspace.dice)


@compiled
def _begin_next_proof(workspace: SearchWorkspace) -> None:
    """Begin the proof for the next move that is not decided; after the last one, deepen."""
    deepening, root = workspace.deepening[0], workspace.root[0]
    while deepening.index < len(workspace.codes) and workspace.proven_loss[deepening.index] < UNPROVEN:
        deepening.index += 1
    if deepening.index == len(workspace.codes):
        _deepen(workspace)
        return
    copy_position(root, workspace.proofs.stack[0])
    push(workspace.proofs.stack[0], np.int64(workspace.codes[deepening.index]))  # type: ignore[arg-type]
    workspace.proofs.stack[0].run = 0
    last = seat_of(root, (root.turn + deepening.depth - 1) % root.seats)
    begin_proof(workspace.proofs.proof[0], team_of(root.seats, last), deepening.depth - 1)
    deepening.running = 1


@compiled
def _deepen(workspace: SearchWorkspace) -> None:
    parameters, deepening = workspace.parameters[0], workspace.deepening[0]
    deepening.index = 0
    deepening.depth += 1
    while (
        deepening.depth <= parameters.max_depth
        and roll(workspace.dice, 1000) >= 1000 * parameters.lookahead_probability
    ):
        deepening.depth += 1  # overlooked, as people do
    deepening.done = deepening.depth > parameters.max_depth or is_settled(workspace)


@compiled
def _run_proof(workspace: SearchWorkspace, until: int) -> None:
    """Go on with the proof; if it is finished, note what that says of the move."""
    deepening, root, proof = workspace.deepening[0], workspace.root[0], workspace.proofs.proof[0]
    run_proof(workspace.proofs, until)
    if proof.ply >= 0:
        return
    if proof.result and proof.attackers >> seat_of(root, root.turn) & 1:
        workspace.proven_win[deepening.index] = deepening.depth
    elif proof.result:
        workspace.proven_loss[deepening.index] = deepening.depth
        prune_root_move(workspace.tree, deepening.index)
    deepening.running = 0
    deepening.index += 1


@compiled
def team_of(seats: int, seat: int) -> int:
    """Return the seats that win with this one, as bits."""
    return 0b0101 << (seat & 1) if seats == 4 else 1 << seat  # R13


@compiled
def is_settled(workspace: SearchWorkspace) -> bool:
    """Return whether a win is proven, or at most one move is left that is not lost: it lasts longest in any case.

    Also if the tree is at its end.
    """
    if workspace.tree.nodes[0].solved:
        return True
    undecided = 0
    for index in range(len(workspace.codes)):
        if workspace.proven_win[index] < UNPROVEN:
            return True
        undecided += workspace.proven_loss[index] == UNPROVEN
    if undecided == 1 and workspace.root[0].seats == 2 and len(workspace.codes) > 1:
        return bool(
            workspace.proofs.proof[0].nodes > LAST_MOVE_NODES or workspace.deepening[0].done
        )  # its value is worth knowing
    return undecided <= 1


def _make_parameters(chosen: Mapping[str, float], seats: int) -> NDArray[Any]:
    parameters = np.zeros(1, SEARCH_PARAMETERS)
    rounds, rest = divmod(int(chosen["proof_depth"]), 2)
    parameters["max_depth"] = min(rounds * seats + rest, MAX_PLIES)
    for name in ("lookahead_probability", "proof_nodes", "rollouts", "exploration", "mcts_solver"):
        parameters[name] = chosen[name]
    return parameters


class PlankenSearch(Search):
    """A search at one position."""

    def __init__(self, state: PlankenState, seed: int, settings: Mapping[str, float]) -> None:
        chosen = fill_settings(settings, DEFAULTS | DEFAULTS_BY_SEATS[state.seats])
        memory = new_memory(run_simulations)
        root, dice = memory.take((make_root(state), new_dice(seed)))
        buffer = np.empty(BUFFER, np.int32)
        codes = memory.take(buffer[: moves(root[0], buffer)])
        deepening = memory.zeros(1, DEEPENING)
        deepening[0].depth = 1
        self._proofs: dict[int, tuple[Move, ...]] = {}
        self._scores = np.zeros(len(codes))
        score_moves(root, root.copy(), codes, self._scores, int(chosen["candidates"]), dice)
        tree = new_tree(MOST_NODES if chosen["rollouts"] else len(codes) + 1, memory)
        expand_root(root, tree)
        self._workspace = SearchWorkspace(
            memory.take(_make_parameters(chosen, state.seats)),
            deepening,
            root,
            codes,
            memory.take(np.full(len(codes), UNPROVEN)),
            memory.take(np.full(len(codes), UNPROVEN)),
            new_proof_workspace(TABLE_BITS, find_repetitions(state), memory),
            tree,
            dice,
        )

    def run(self, simulations: int) -> None:
        """Search on; see the top of this file for what a simulation is."""
        if not self.proven:
            run_simulations(self._workspace, simulations)

    @property
    def proven(self) -> bool:
        """Whether a win is proven, or all moves but one are lost, or nothing is left to look at."""
        parameters, deepening = self._workspace.parameters[0], self._workspace.deepening[0]
        return bool(is_settled(self._workspace) or (deepening.done and not parameters.rollouts))

    def variations(self) -> list[Variation]:
        """Return the moves: the fastest win first, then what is open, then losses, the slowest first."""
        ranked = sorted(range(len(self._workspace.codes)), key=self._rank)
        return [self._line(index, first=place == 0) for place, index in enumerate(ranked)]

    def _rank(self, index: int) -> tuple[float, ...]:
        won, lost = int(self._workspace.proven_win[index]), int(self._workspace.proven_loss[index])
        visits, _ = visits_and_value(self._workspace.tree, index)
        return (won, -lost, solved_rank(self._workspace.tree, index), -visits, -float(self._scores[index]))

    def _line(self, index: int, first: bool) -> Variation:
        visits, value = visits_and_value(self._workspace.tree, index)
        move = write(int(self._workspace.codes[index]))
        if self._workspace.proven_win[index] < UNPROVEN:
            return Variation(move, 1.0, visits, self._proof(index) if first else (), proven=True)
        if self._workspace.proven_loss[index] < UNPROVEN:
            return Variation(move, 0.0, visits, self._proof(index) if first and self.proven else (), proven=True)
        path = tuple(map(write, most_visited_line(self._workspace.tree, index)))
        return Variation(move, value, visits, path, visits > 0 and solved_rank(self._workspace.tree, index) != 0)

    def _proof(self, index: int) -> tuple[Move, ...]:
        """Return how a proven game goes on when both sides play their best."""
        if index not in self._proofs:
            self._proofs[index] = self._find_proof(index)
        return self._proofs[index]

    def _find_proof(self, index: int) -> tuple[Move, ...]:
        workspace, root = self._workspace, self._workspace.root[0]
        plies = int(min(workspace.proven_win[index], workspace.proven_loss[index]))
        last = int(seat_of(root, (int(root.turn) + plies - 1) % int(root.seats)))
        attackers = int(team_of(int(root.seats), last))
        return tuple(
            map(
                write,
                principal_line(workspace.proofs, workspace.root, int(workspace.codes[index]), attackers, plies - 1),
            )
        )
