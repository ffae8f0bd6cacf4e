"""What a move of Planken legen does: lines made and missed, threats made, stopped and allowed, wins that are forced."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tischlein.core.game import Move
from tischlein.core.remark import Remark
from tischlein.games.planken.engine.search import PlankenSearch
from tischlein.games.planken.engine.solver import MAX_PLIES, UNPROVEN
from tischlein.games.planken.engine.threats import count_places, finishing_cells
from tischlein.games.planken.game import PlankenState
from tischlein.games.planken.notation import read
from tischlein.games.planken.pieces import COLUMNS, HEIGHTS, name_cell
from tischlein.games.planken.rules import seat_of
from tischlein.games.planken.tables import KEEP, SWAP

PROOF_NODES = 3_000
"""Simulations for the proof of a forced win; what is not proven then is not said."""


def remark_on(before: PlankenState, move: Move) -> list[Remark]:
    """Return what a move does for the seat that plays it, and what it leaves to the next."""
    if read(move)[0] in (KEEP, SWAP) or before.position.ply == 0:
        return []  # a choice of sides, or a first nail, makes no line
    after, mover = before.play(move), int(before.position.turn)
    line = after.view(None)["line"]
    if line is not None:
        return [Remark("coach-wins", {}, tuple(line))]
    missed = list(_remark_on_missed(before, mover))
    if (outcome := after.outcome()) is not None:  # drawn, or somebody is stuck: nobody completes a line any more
        return [] if before.to_move in outcome.winners and len(outcome.winners) < before.seats else missed
    remarks = [*missed, *_remark_on_next(before, after, mover)]
    if own := find_finishing(after, mover):
        places = count_places(after.position, *finishing_cells(after.position, mover))
        remarks.append(Remark("coach-threatens", {"count": int(places)}, own))
    seen = {remark.code for remark in remarks}
    return remarks if seen & {"coach-missed", "coach-allows"} else remarks + list(_remark_on_proofs(before, after))


def find_finishing(state: PlankenState, side: int) -> tuple[str, ...]:
    """Return the cells where a nail of a side, were it to move, would complete a line."""
    masks = [int(mask) for mask in finishing_cells(state.position, side)]
    every = [(column, height) for column in range(COLUMNS) for height in range(HEIGHTS)]
    return tuple(name_cell(column, height) for column, height in every if masks[height] >> column & 1)


def _remark_on_missed(before: PlankenState, mover: int) -> Iterator[Remark]:
    if cells := find_finishing(before, mover):
        yield Remark("coach-missed", {}, cells)


def _remark_on_next(before: PlankenState, after: PlankenState, mover: int) -> Iterator[Remark]:
    """Say what whoever moves next could complete before, and can complete now."""
    following = int(after.position.turn)
    seats = int(before.position.seats)
    if following == mover or (seats == 4 and (following - mover) % 2 == 0):  # R13: partners do not harm
        return
    number = int(seat_of(after.position, following)) + 1
    now = find_finishing(after, following)
    if now:
        yield Remark("coach-allows", {"seat": number}, now)
    elif stopped := find_finishing(before, following):
        yield Remark("coach-stops", {"seat": number}, stopped)


def _remark_on_proofs(before: PlankenState, after: PlankenState) -> Iterator[Remark]:
    """With two seats: the win that a move gives to the other side, the own one that it forces or lets go; how long."""
    if before.seats != 2 or after.to_move == before.to_move:
        return
    then, now = Proof(before), Proof(after)
    if now.plies_to_win is not None and not then.is_lost:
        yield Remark("coach-loses", {"count": count_turns(now, now.plies_to_win)}, now.target)
    elif now.plies_to_loss is not None:
        yield Remark("coach-forces", {"count": count_turns(now, now.plies_to_loss - 1)}, _target(after))
    elif then.plies_to_win is not None:
        yield Remark("coach-forced", {"count": count_turns(then, then.plies_to_win)}, then.target)


def _target(state: PlankenState) -> tuple[str, ...]:
    """Return the cell that the last nail went to."""
    last = state.view(None)["last"]
    return () if last is None or last["cell"] is None else (last["cell"],)


class Proof(PlankenSearch):
    """A search that only proves, and says what it has proven."""

    def __init__(self, state: PlankenState, depth: int = MAX_PLIES) -> None:
        super().__init__(state, 0, {"rollouts": 0, "proof_depth": depth})
        self.state = state
        self.run(PROOF_NODES)

    @property
    def target(self) -> tuple[str, ...]:
        """Where the nail of the best move goes."""
        return _target(self.state.play(self.variations()[0].move))

    @property
    def plies_to_win(self) -> int | None:
        """Within how many plies a win is proven, for whoever is to move; None if none is."""
        fewest = int(self._workspace.proven_win.min())
        return None if fewest >= UNPROVEN else fewest

    @property
    def plies_to_loss(self) -> int | None:
        """Within how many plies every move is proven to lose; None if one is not."""
        longest = int(self._workspace.proven_loss.max())
        return None if longest >= UNPROVEN else longest

    @property
    def is_lost(self) -> bool:
        """Whether every move is proven to lose."""
        return self.plies_to_loss is not None

    @property
    def cannot_win(self) -> bool:
        """Whether it is proven that there is no win within the depth, for whoever is to move."""
        deepening, parameters = self._workspace.deepening[0], self._workspace.parameters[0]
        return self.is_lost or (self.plies_to_win is None and bool(deepening.depth > parameters.max_depth))


def count_turns(proof: Proof, plies: int) -> int:
    """Return within how many own turns a win comes: from the first to the last one there are so many plies.

    Every other ply is an own one, unless somebody is skipped on the way (R9): then all of them may be.
    """
    state, (line, *_) = proof.state, proof.variations()
    movers = list[int | None]()
    for move in (line.move, *line.continuation):
        movers.append(state.to_move)
        state = state.play(move)
    return plies if any(one == other for one, other in pairwise(movers)) else (plies + 1) // 2
