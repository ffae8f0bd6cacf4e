"""Proofs: can some seats force a win within so many plies, whatever the others do?

A depth-first search over positions, attackers against all others, yes or no. It keeps its path on a stack of its
own, so it can stop after any number of nodes and go on later as if it had never stopped. What makes it fast:
- a side that can complete a line now does so, and nothing else is looked at;
- who is threatened by the next to move looks only at moves that can spoil the threat, and has lost at once when there
  are two threats in different places;
- positions that are the same game up to symmetry share one entry in a table of what is known;
- moves that settled other positions come first.

Repetition (R10) needs no path here: a forced win in the fewest plies never comes back to a position, so it can only
be spoilt by a position that has stood twice before the search began. Those count as draws.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, lowest_bit, record_type

from .position import ACTIONS, BUFFER, GOING_ON, position_type
from .rules import has_stock, is_choice, is_setting, moves, push, result, seat_of
from .symmetry import canonical_key, plain_key
from .threats import can_finish, keep_forced

DEEPEST = 60
"""No proof is longer, in plies."""

SEARCH_ROOM = 128
SEARCH_POSITION = position_type(SEARCH_ROOM)
"""Positions of the search remember fewer moves and are copied faster."""

NEVER = 127
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

QUESTION = record_type(
    [
        ("attackers", np.int64),  # a bit for each seat
        ("plies", np.int64),  # within how many plies
        ("ply", np.int64),  # where the search stands: how far from its root; -1 when it is answered
        ("answer", np.int64),  # 1 they win, 0 they do not
        ("nodes", np.int64),  # looked at so far, for all questions
    ]
)

OPEN = -1
"""Not an answer yet."""

SHORTEST_NOTE = 3
"""Shorter questions, in plies, are answered faster than they are looked up."""


class Desk(NamedTuple):
    """All that a proof needs: one question, a path from its position, and what is known from earlier questions."""

    question: NDArray[Any]  # one of them
    stack: NDArray[Any]  # positions along the path
    frames: NDArray[Any]
    codes: NDArray[np.int32]  # moves along the path
    table: NDArray[Any]
    credit: NDArray[np.int64]  # [attacking, move]: how much the move has settled so far
    drawn: NDArray[np.uint64]  # plain keys of positions that have stood twice


def new_desk(table_bits: int, drawn: NDArray[np.uint64]) -> Desk:
    """Return a desk on which nothing is known, with room for 2**table_bits entries."""
    return Desk(
        np.zeros(1, QUESTION),
        np.zeros(DEEPEST + 1, SEARCH_POSITION),
        np.zeros(DEEPEST + 1, FRAME),
        np.zeros((DEEPEST + 1, BUFFER), np.int32),
        np.zeros(1 << table_bits, ENTRY),
        np.zeros((2, ACTIONS), np.int64),
        drawn,
    )


@compiled
def ask(question: Position, attackers: int, plies: int) -> None:
    """Begin a proof for the position at the bottom of the stack."""
    question.attackers = attackers
    question.plies = plies
    question.ply = 0
    question.answer = OPEN


@compiled
def search(desk: Desk, until: int) -> None:
    """Search on until the question is answered or so many nodes have been looked at."""
    question = desk.question[0]
    while question.ply >= 0 and question.nodes < until:
        ply = question.ply
        if question.answer == OPEN:
            question.nodes += 1
            question.answer = _enter(
                question, desk.stack[ply], desk.frames[ply], desk.codes[ply], desk.table, desk.drawn
            )
            if question.answer != OPEN:
                question.ply -= 1
                continue
        elif question.answer == desk.frames[ply].attacking or desk.frames[ply].moves_left == 0:
            _leave(question, desk.frames[ply], desk.table, desk.credit)
            continue
        _descend(question, desk.stack, desk.frames, desk.codes, desk.credit)


@compiled
def _enter(
    question: Position,
    position: Position,
    frame: Position,
    buffer: NDArray[np.int32],
    table: NDArray[Any],
    drawn: NDArray[np.uint64],
) -> int:
    """Answer a position at once if possible; otherwise find the moves that matter."""
    if position.ending != GOING_ON:
        return int(result(position, lowest_bit(np.uint64(question.attackers))) > 0)  # they win or lose together
    plies = question.plies - question.ply
    frame.attacking = question.attackers >> seat_of(position, position.turn) & 1
    known = _see(position, frame, drawn, plies)
    if known == OPEN and plies >= SHORTEST_NOTE:
        salt = _salt(question, position)
        frame.key = plain_key(position, salt) if len(drawn) else canonical_key(position, salt)
        known = look_up(table, frame.key, plies)
    if known == OPEN:
        known = _find_moves(question, position, frame, buffer)
    return known


@compiled
def _see(position: Position, frame: Position, drawn: NDArray[np.uint64], plies: int) -> int:
    """Return what can be seen without making a move."""
    if plies <= 0:
        return 0
    for key in drawn:
        if key == plain_key(position, 0):  # R10
            return 0
    if not is_choice(position) and can_finish(position, position.turn):
        return int(frame.attacking)
    # In one ply only a line wins, or else leaving the next side stuck (R9): never one with a nail and a plank in hand.
    following = (position.turn + 1) % position.seats
    safe = not position.stuck_loses or (is_setting(position, following) and has_stock(position, following))
    return 0 if plies == 1 and safe else OPEN


@compiled
def _find_moves(question: Position, position: Position, frame: Position, buffer: NDArray[np.int32]) -> int:
    """Write the moves that matter to the buffer; if there is none, the next side completes its line."""
    frame.moves_left = moves(position, buffer)
    following = question.attackers >> seat_of(position, (position.turn + 1) % position.seats) & 1
    if following != frame.attacking and not is_choice(position):
        frame.moves_left = keep_forced(position, buffer, frame.moves_left)
    if frame.moves_left:
        return OPEN
    return int(following and question.plies - question.ply >= 2)


@compiled
def _salt(question: Position, position: Position) -> int:
    """Return who attacks, counted from the side to move."""
    salt = 0
    for step in range(position.seats):
        seat = seat_of(position, (position.turn + step) % position.seats)
        salt |= (question.attackers >> seat & 1) << step
    return salt


@compiled
def _descend(
    question: Position,
    stack: NDArray[Any],
    frames: NDArray[Any],
    codes: NDArray[np.int32],
    credit: NDArray[np.int64],
) -> None:
    """Play the most promising move that is left."""
    ply = question.ply
    left = frames[ply].moves_left - 1
    buffer = codes[ply]
    best = 0
    most = np.int64(-1)
    if question.plies - ply > 2:  # nearer to the end choosing costs more than it saves
        attacking = frames[ply].attacking
        for index in range(left + 1):
            merit = credit[attacking, buffer[index]]
            if merit > most:
                most = merit
                best = index
    chosen = buffer[best]
    buffer[best] = buffer[left]
    frames[ply].moves_left = left
    frames[ply].tried = chosen
    stack[ply + 1] = stack[ply]
    push(stack[ply + 1], np.int64(chosen))  # type: ignore[arg-type]
    stack[ply + 1].run = 0  # no repetition inside a proof
    question.ply = ply + 1
    question.answer = OPEN


@compiled
def _leave(question: Position, frame: Position, table: NDArray[Any], credit: NDArray[np.int64]) -> None:
    """Note the answer of a position and go back to the one before it."""
    plies = question.plies - question.ply
    if question.answer == frame.attacking and plies > 2:
        credit[frame.attacking, frame.tried] += plies * plies
    if plies >= SHORTEST_NOTE:
        note(table, frame.key, plies, question.answer)
    question.ply -= 1


# ------------------------------------------------------------------ the table


@compiled
def look_up(table: NDArray[Any], key: np.uint64, plies: int) -> int:
    """Return what is known of a position for so many plies, or OPEN."""
    home = np.int64(key & np.uint64(len(table) - 1))
    for index in (home, home ^ 1):
        if table[index].key == key:
            if 0 < table[index].won <= plies:
                return 1
            if table[index].failed >= plies:
                return 0
    return OPEN


@compiled
def note(table: NDArray[Any], key: np.uint64, plies: int, answer: int) -> None:
    """Remember an answer; of two entries the one that took less work gives way."""
    home = np.int64(key & np.uint64(len(table) - 1))
    chosen = home
    if table[home].key != key and (table[home ^ 1].key == key or _effort(table[home ^ 1]) < _effort(table[home])):
        chosen = home ^ 1
    if table[chosen].key != key:
        table[chosen].key = key
        table[chosen].won = 0
        table[chosen].failed = 0
    if answer:
        table[chosen].won = plies if table[chosen].won == 0 else min(table[chosen].won, plies)
    else:
        table[chosen].failed = max(table[chosen].failed, plies)


@compiled
def _effort(entry: Position) -> int:
    return int(max(entry.failed, entry.won))
