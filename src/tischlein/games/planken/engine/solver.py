"""Proof search: can some seats force a win within so many plies, whatever the others do?

A depth-first AND/OR search, attackers against all others, yes or no. It keeps its path on a stack of its
own, so it can stop after any number of nodes and go on later as if it had never stopped. What makes it fast:
- a side that can complete a line now does so, and nothing else is looked at;
- who is threatened by the next to move looks only at moves that can spoil the threat, and has lost at once when there
  are two threats in different places;
- positions that are the same game up to symmetry share one entry in the transposition table;
- moves that settled other positions come first (history heuristic).

Repetition (R10) needs no path here: a forced win in the fewest plies never comes back to a position, so it can only
be spoilt by a position that has stood twice before the search began. Those count as draws.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Memory, Position, compiled, lowest_bit, record_type
from tischlein.games.planken.rules import (
    GOING_ON,
    POSITION,
    copy_position,
    has_stock,
    is_choice,
    is_setting,
    moves,
    push,
    result,
    seat_of,
)
from tischlein.games.planken.tables import ACTIONS, BUFFER

from .symmetry import canonical_key, plain_key
from .threats import can_finish, keep_forced

MAX_PLIES = 60
"""No proof is longer, in plies."""

UNPROVEN = 127
"""As a number of plies: not known to happen."""

ENTRY = record_type(
    [
        ("key", np.uint64),
        ("won", np.int32),  # the attackers are known to win within so many plies; 0 if not known
        ("failed", np.int32),  # they are known not to win within so many plies; 0 if not known
    ]
)

FRAME = record_type(
    [
        ("key", np.uint64),
        ("attacking", np.int64),  # whether an attacker is to move
        ("moves_left", np.int64),  # moves not tried yet; they stand at the beginning of the buffer
        ("tried", np.int64),  # the move that is being looked at
    ]
)

PROOF = record_type(
    [
        ("attackers", np.int64),  # a bit for each seat
        ("plies", np.int64),  # within how many plies
        ("ply", np.int64),  # where the search stands: how far from its root; -1 when it is answered
        ("result", np.int64),  # 1 they win, 0 they do not
        ("nodes", np.int64),  # looked at so far, by all proofs
    ]
)

OPEN = -1
"""Not an answer yet."""

MIN_STORED_PLIES = 3
"""Shorter proofs, in plies, are done faster than they are looked up."""


class ProofWorkspace(NamedTuple):
    """All that a proof needs: the proof, the path from its position, and what is known from earlier proofs."""

    proof: NDArray[Any]  # one of them
    stack: NDArray[Any]  # positions along the path
    frames: NDArray[Any]
    codes: NDArray[np.int32]  # moves along the path
    transpositions: NDArray[Any]
    history: NDArray[np.int64]  # [attacking, move]: how much the move has settled so far
    drawn_keys: NDArray[np.uint64]  # plain keys of positions that have stood twice


def new_proof_workspace(table_bits: int, drawn_keys: NDArray[np.uint64], memory: Memory) -> ProofWorkspace:
    """Return a workspace on which nothing is known, with room for 2**table_bits entries."""
    return ProofWorkspace(
        memory.zeros(1, PROOF),
        memory.zeros(MAX_PLIES + 1, POSITION),
        memory.zeros(MAX_PLIES + 1, FRAME),
        memory.zeros((MAX_PLIES + 1, BUFFER), np.int32),
        memory.zeros(1 << table_bits, ENTRY),
        memory.zeros((2, ACTIONS), np.int64),
        memory.take(drawn_keys),
    )


@compiled
def begin_proof(proof: Position, attackers: int, plies: int) -> None:
    """Begin a proof for the position at the bottom of the stack."""
    proof.attackers = attackers
    proof.plies = plies
    proof.ply = 0
    proof.result = OPEN


@compiled
def run_proof(workspace: ProofWorkspace, until: int) -> None:
    """Search on until the proof is answered or so many nodes have been looked at."""
    proof = workspace.proof[0]
    while proof.ply >= 0 and proof.nodes < until:
        ply = proof.ply
        if proof.result == OPEN:
            proof.nodes += 1
            proof.result = _enter(
                proof,
                workspace.stack[ply],
                workspace.frames[ply],
                workspace.codes[ply],
                workspace.transpositions,
                workspace.drawn_keys,
            )
            if proof.result != OPEN:
                proof.ply -= 1
                continue
        elif proof.result == workspace.frames[ply].attacking or workspace.frames[ply].moves_left == 0:
            _leave(proof, workspace.frames[ply], workspace.transpositions, workspace.history)
            continue
        _descend(proof, workspace.stack, workspace.frames, workspace.codes, workspace.history)


@compiled
def _enter(
    proof: Position,
    position: Position,
    frame: Position,
    buffer: NDArray[np.int32],
    transpositions: NDArray[Any],
    drawn_keys: NDArray[np.uint64],
) -> int:
    """Answer a position at once if possible; otherwise find the moves that matter."""
    if position.ending != GOING_ON:
        return int(result(position, lowest_bit(np.uint64(proof.attackers))) > 0)  # they win or lose together
    plies = proof.plies - proof.ply
    frame.attacking = proof.attackers >> seat_of(position, position.turn) & 1
    known = _static_result(position, frame, drawn_keys, plies)
    if known == OPEN and plies >= MIN_STORED_PLIES:
        salt = _salt(proof, position)
        frame.key = plain_key(position, salt) if len(drawn_keys) else canonical_key(position, salt)
        known = probe(transpositions, frame.key, plies)
    if known == OPEN:
        known = _find_moves(proof, position, frame, buffer)
    return known


@compiled
def _static_result(position: Position, frame: Position, drawn_keys: NDArray[np.uint64], plies: int) -> int:
    """Return what can be seen without making a move."""
    if plies <= 0:
        return 0
    for index in range(len(drawn_keys)):
        if drawn_keys[index] == plain_key(position, 0):  # R10
            return 0
    if not is_choice(position) and can_finish(position, position.turn):
        return int(frame.attacking)
    # In one ply only a line wins, or else leaving the next side stuck (R9): never one with a nail and a plank in hand.
    following = (position.turn + 1) % position.seats
    safe = not position.stuck_loses or (is_setting(position, following) and has_stock(position, following))
    return 0 if plies == 1 and safe else OPEN


@compiled
def _find_moves(proof: Position, position: Position, frame: Position, buffer: NDArray[np.int32]) -> int:
    """Write the moves that matter to the buffer; if there is none, the next side completes its line."""
    frame.moves_left = moves(position, buffer)
    following = proof.attackers >> seat_of(position, (position.turn + 1) % position.seats) & 1
    if following != frame.attacking and not is_choice(position):
        frame.moves_left = keep_forced(position, buffer, frame.moves_left)
    if frame.moves_left:
        return OPEN
    return int(following and proof.plies - proof.ply >= 2)


@compiled
def _salt(proof: Position, position: Position) -> int:
    """Return who attacks, counted from the side to move."""
    salt = 0
    for step in range(position.seats):
        seat = seat_of(position, (position.turn + step) % position.seats)
        salt |= (proof.attackers >> seat & 1) << step
    return salt


@compiled
def _descend(
    proof: Position,
    stack: NDArray[Any],
    frames: NDArray[Any],
    codes: NDArray[np.int32],
    history: NDArray[np.int64],
) -> None:
    """Play the most promising move that is left."""
    ply = proof.ply
    left = frames[ply].moves_left - 1
    buffer = codes[ply]
    best = 0
    most = np.int64(-1)
    if proof.plies - ply > 2:  # nearer to the end choosing costs more than it saves
        attacking = frames[ply].attacking
        for index in range(left + 1):
            score = history[attacking, buffer[index]]
            if score > most:
                most = score
                best = index
    chosen = buffer[best]
    buffer[best] = buffer[left]
    frames[ply].moves_left = left
    frames[ply].tried = chosen
    copy_position(stack[ply], stack[ply + 1])
    push(stack[ply + 1], np.int64(chosen))  # type: ignore[arg-type]
    stack[ply + 1].run = 0  # no repetition inside a proof
    proof.ply = ply + 1
    proof.result = OPEN


@compiled
def _leave(proof: Position, frame: Position, transpositions: NDArray[Any], history: NDArray[np.int64]) -> None:
    """Note the answer of a position and go back to the one before it."""
    plies = proof.plies - proof.ply
    if proof.result == frame.attacking and plies > 2:
        history[frame.attacking, frame.tried] += plies * plies
    if plies >= MIN_STORED_PLIES:
        store(transpositions, frame.key, plies, proof.result)
    proof.ply -= 1


# ------------------------------------------------------------------ the table


@compiled
def probe(transpositions: NDArray[Any], key: np.uint64, plies: int) -> int:
    """Return what is known of a position for so many plies, or OPEN."""
    home = np.int64(key & np.uint64(len(transpositions) - 1))
    for step in range(2):
        index = home ^ step
        if transpositions[index].key == key:
            if 0 < transpositions[index].won <= plies:
                return 1
            if transpositions[index].failed >= plies:
                return 0
    return OPEN


@compiled
def store(transpositions: NDArray[Any], key: np.uint64, plies: int, answer: int) -> None:
    """Remember an answer; of two entries the one that took less work gives way."""
    home = np.int64(key & np.uint64(len(transpositions) - 1))
    chosen = home
    if transpositions[home].key != key and (
        transpositions[home ^ 1].key == key or _effort(transpositions[home ^ 1]) < _effort(transpositions[home])
    ):
        chosen = home ^ 1
    if transpositions[chosen].key != key:
        transpositions[chosen].key = key
        transpositions[chosen].won = 0
        transpositions[chosen].failed = 0
    if answer:
        transpositions[chosen].won = (
            plies if transpositions[chosen].won == 0 else min(transpositions[chosen].won, plies)
        )
    else:
        transpositions[chosen].failed = max(transpositions[chosen].failed, plies)


@compiled
def _effort(entry: Position) -> int:
    return int(max(entry.failed, entry.won))
