"""The search: proofs as deep as the time allows, and for what they leave open, many games played from here.

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

from tischlein.core.compiled import Dice, compiled, new_dice, record_type, roll
from tischlein.core.game import Move
from tischlein.core.thinker import Line, Thinker

from .best_play import best_play
from .game import PlankenState
from .glance import glance
from .notation import write
from .position import BUFFER
from .root import narrow, stood_twice
from .rules import moves, push, seat_of
from .solver import DEEPEST, NEVER, Desk, ask, new_desk, search
from .tree import Grove, best_path, find_end, forget, new_grove, plant, simulate, visits_and_value

TABLE_BITS = 21
MOST_NODES = 1 << 21
"""Of table and tree, at most 100 MB together; memory that is not needed is not touched."""

LAST_LOOK = 1_000_000
"""Nodes in all for two seats, while only one move is not lost: a quarter of a second."""

SETTINGS = {"depth": DEEPEST, "attention": 1.0, "ideas": BUFFER, "games": 1, "curiosity": 0.7}
"""What holds where a level says nothing.

depth: how far to look ahead; in plies for two, and with more seats as many turns of the mover.
attention: how likely it is to look so far, for each number of plies from 2 on.
ideas: about how many moves come to mind at first sight, when nothing is proven and no game played.
games: played in a simulation, and curiosity: how willingly they try other moves.
nodes: of proof search in a simulation.
decide: whether the tree knows who wins where all ways end.
"""

BY_SEATS = {
    2: {"nodes": 300, "decide": 0},  # proofs settle most
    3: {"nodes": 60, "decide": 1},
    4: {"nodes": 60, "decide": 0},  # it brings nothing where a loser has no choice between winners
}

PLAN = record_type(
    [
        ("depth", np.int64),  # in plies: which length of a proof is being tried
        ("index", np.int64),  # for which move
        ("asked", np.int64),  # whether a question is open
        ("done", np.int64),  # whether proofs have nothing more to find out
        ("deepest", np.int64),  # how far the level looks at all
        ("attention", np.float64),  # from two plies on: how likely the level is to look so far
        ("nodes", np.int64),  # of proof search in a simulation
        ("games", np.int64),  # of the tree in a simulation
        ("curiosity", np.float64),
        ("decide", np.int64),  # whether ways that end are clear from then on
    ]
)


class Mind(NamedTuple):
    """All that a search knows, as compiled code reads it."""

    plan: NDArray[Any]  # one of them
    root: NDArray[Any]  # the position
    codes: NDArray[np.int32]  # its moves
    won: NDArray[np.int64]  # in how many plies each is proven to win, or NEVER
    lost: NDArray[np.int64]  # in how many plies each is proven to lose, or NEVER
    desk: Desk
    grove: Grove
    dice: Dice


@compiled
def think(mind: Mind, count: int) -> None:
    """Do so many simulations, or fewer if the choice is settled before."""
    plan = mind.plan[0]
    for _ in range(count):
        until = mind.desk.question[0].nodes + plan.nodes
        while not plan.done and mind.desk.question[0].nodes < until:
            if not plan.asked:
                _ask_next(mind)
            if plan.asked:
                _prove(mind, until)
        if (plan.done and not plan.games) or is_settled(mind):
            return
        for _game in range(plan.games):
            simulate(mind.root, mind.grove, plan.curiosity, plan.decide, mind.dice)


@compiled
def _ask_next(mind: Mind) -> None:
    """Ask about the next move that is not decided; after the last one, look further."""
    plan, root = mind.plan[0], mind.root[0]
    while plan.index < len(mind.codes) and mind.lost[plan.index] < NEVER:
        plan.index += 1
    if plan.index == len(mind.codes):
        _look_further(mind)
        return
    mind.desk.stack[0] = root
    push(mind.desk.stack[0], np.int64(mind.codes[plan.index]))  # type: ignore[arg-type]
    mind.desk.stack[0].run = 0
    last = seat_of(root, (root.turn + plan.depth - 1) % root.seats)
    ask(mind.desk.question[0], team_of(root.seats, last), plan.depth - 1)
    plan.asked = 1


@compiled
def _look_further(mind: Mind) -> None:
    plan = mind.plan[0]
    plan.index = 0
    plan.depth += 1
    while plan.depth <= plan.deepest and roll(mind.dice, 1000) >= 1000 * plan.attention:
        plan.depth += 1  # overlooked, as people do
    plan.done = plan.depth > plan.deepest or is_settled(mind)


@compiled
def _prove(mind: Mind, until: int) -> None:
    """Go on with the open question; if it is answered, note what that says of the move."""
    plan, root, question = mind.plan[0], mind.root[0], mind.desk.question[0]
    search(mind.desk, until)
    if question.ply >= 0:
        return
    if question.answer and question.attackers >> seat_of(root, root.turn) & 1:
        mind.won[plan.index] = plan.depth
    elif question.answer:
        mind.lost[plan.index] = plan.depth
        forget(mind.grove, plan.index)
    plan.asked = 0
    plan.index += 1


@compiled
def team_of(seats: int, seat: int) -> int:
    """Return the seats that win with this one, as bits."""
    return 0b0101 << (seat & 1) if seats == 4 else 1 << seat  # R13


@compiled
def is_settled(mind: Mind) -> bool:
    """Return whether a win is proven, or at most one move is left that is not lost: it lasts longest in any case.

    Also if the tree is at its end.
    """
    if mind.grove.tree[0].fate:
        return True
    undecided = 0
    for index in range(len(mind.codes)):
        if mind.won[index] < NEVER:
            return True
        undecided += mind.lost[index] == NEVER
    if undecided == 1 and mind.root[0].seats == 2 and len(mind.codes) > 1:
        return bool(mind.desk.question[0].nodes > LAST_LOOK or mind.plan[0].done)  # its value is worth knowing
    return undecided <= 1


class PlankenThinker(Thinker):
    """A search at one position."""

    def __init__(self, state: PlankenState, seed: int, settings: Mapping[str, float]) -> None:
        chosen = SETTINGS | BY_SEATS[state.seats] | dict(settings)
        root = narrow(state)
        dice = new_dice(seed)
        buffer = np.empty(BUFFER, np.int32)
        codes = buffer[: moves(root[0], buffer)].copy()
        plan = np.zeros(1, PLAN)
        plan[0].depth = 1
        rounds, rest = divmod(int(chosen["depth"]), 2)
        plan[0].deepest = min(rounds * state.seats + rest, DEEPEST)
        for name in ("attention", "nodes", "games", "curiosity", "decide"):
            plan[0][name] = chosen[name]
        self._proofs: dict[int, tuple[Move, ...]] = {}
        self._merits = np.zeros(len(codes))
        glance(root, root.copy(), codes, self._merits, int(chosen["ideas"]), dice)
        grove = new_grove(MOST_NODES if chosen["games"] else len(codes) + 1)
        plant(root, grove)
        self._mind = Mind(
            plan,
            root,
            codes,
            np.full(len(codes), NEVER),
            np.full(len(codes), NEVER),
            new_desk(TABLE_BITS, stood_twice(state)),
            grove,
            dice,
        )

    def think(self, simulations: int) -> None:
        """Search on; see the top of this file for what a simulation is."""
        if not self.settled:
            think(self._mind, simulations)

    @property
    def settled(self) -> bool:
        """Whether a win is proven, or all moves but one are lost, or nothing is left to look at."""
        plan = self._mind.plan[0]
        return bool(is_settled(self._mind) or (plan.done and not plan.games))

    def lines(self) -> list[Line]:
        """Return the moves: the fastest win first, then what is open, then losses, the slowest first."""
        ranked = sorted(range(len(self._mind.codes)), key=self._rank)
        return [self._line(index, first=place == 0) for place, index in enumerate(ranked)]

    def _rank(self, index: int) -> tuple[float, ...]:
        won, lost = int(self._mind.won[index]), int(self._mind.lost[index])
        visits, _ = visits_and_value(self._mind.grove, index)
        return (won, -lost, find_end(self._mind.grove, index), -visits, -float(self._merits[index]))

    def _line(self, index: int, first: bool) -> Line:
        visits, value = visits_and_value(self._mind.grove, index)
        move = write(int(self._mind.codes[index]))
        if self._mind.won[index] < NEVER:
            return Line(move, 1.0, visits, self._proof(index) if first else ())
        if self._mind.lost[index] < NEVER:
            return Line(move, 0.0, visits, self._proof(index) if first and self.settled else ())
        return Line(move, value, visits, tuple(map(write, best_path(self._mind.grove, index))))

    def _proof(self, index: int) -> tuple[Move, ...]:
        """Return how a proven game goes on when both sides play their best."""
        if index not in self._proofs:
            self._proofs[index] = self._find_proof(index)
        return self._proofs[index]

    def _find_proof(self, index: int) -> tuple[Move, ...]:
        mind, root = self._mind, self._mind.root[0]
        plies = int(min(mind.won[index], mind.lost[index]))
        last = int(seat_of(root, (int(root.turn) + plies - 1) % int(root.seats)))
        attackers = int(team_of(int(root.seats), last))
        return tuple(map(write, best_play(mind.desk, mind.root, int(mind.codes[index]), attackers, plies - 1)))
