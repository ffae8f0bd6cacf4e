"""What is asked in Blokus: to lay most, which the rest of the game proves; or to keep what a rival could shut off."""

from __future__ import annotations

import numpy as np

from tischlein.core.compiled import Position
from tischlein.core.game import Move, Seat
from tischlein.core.task import BEST, Task
from tischlein.games.blokus import notation, rules
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.pieces import SQUARES_OF_A_COLOUR

from .coach import look

CLEAR = 2
"""So many squares less are laid after every other move."""

FEWEST_MOVES, MOST_MOVES = 5, 16
"""How many moves there must be to choose from, and with how many more the rest of the game is not looked at."""

MOST_REPLIES = 250
"""With more answers to all moves together, there would be too many positions."""

MOST_POSITIONS = 1_000
"""With more to look at, nothing is said."""

SHUT_OFF = 5
"""From so many squares on, what a rival's next move could shut off is worth keeping."""


class _TooLongError(Exception):
    """There are too many ways to go on."""


def find_task(state: BlokusState) -> Task | None:
    """Return the move after which most squares can be laid, whatever the others do, if it is clearly ahead."""
    if state.to_move is None or not FEWEST_MOVES <= len(state.legal_codes()) <= MOST_MOVES:
        return None
    try:
        return _find_most(state, state.to_move)
    except _TooLongError:
        return None


def _find_most(state: BlokusState, seat: Seat) -> Task | None:
    ending = Ending(seat)
    best, answer, second = -1, -1, -1
    codes = _list_codes(state.position)
    if sum(len(_list_codes(_push(state.position, code))) for code in codes) > MOST_REPLIES:
        raise _TooLongError
    for code in codes:
        found = ending.guarantee(_push(state.position, code), second)  # below the second best any number will do
        if found > best:
            best, answer, second = found, code, best
        else:
            second = max(second, found)
    goal = best - count_laid(state.position, seat)
    return Task("most", notation.write(answer), goal) if best - second >= CLEAR else None


class Ending:
    """The rest of a game: how many squares a seat will have laid at least, whatever the others do."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.positions = 0

    def guarantee(self, position: Position, above: int, below: int = 1_000) -> int:
        """Return the number, by alpha-beta: exact between the two bounds. Raises _TooLongError."""
        self.positions += 1
        if self.positions > MOST_POSITIONS:
            raise _TooLongError
        if position.turn < 0 or not any(rules.can_place(position, one) for one in _colours_of(position, self.seat)):
            return count_laid(position, self.seat)
        own, found = rules.mover(position) == self.seat, list[int]()
        for code in _list_codes(position):
            found.append(self.guarantee(_push(position, code), above, below))
            above, below = (max(above, found[-1]), below) if own else (above, min(below, found[-1]))
            if above >= below:
                break
        return max(found) if own else min(found)


def count_laid(position: Position, seat: Seat) -> int:
    """Return how many squares the colours of a seat cover."""
    return sum(SQUARES_OF_A_COLOUR - int(position.rest[colour]) for colour in _colours_of(position, seat))


def _colours_of(position: Position, seat: Seat) -> list[int]:
    return [colour for colour in range(int(position.colours)) if position.seat[colour] == seat]


def _list_codes(position: Position) -> list[int]:
    """Return the moves, large pieces first: they are likely to be the best."""
    buffer = np.empty(rules.BUFFER, dtype=np.int32)
    codes: list[int] = buffer[: rules.moves(position, buffer)].tolist()
    return sorted(codes, key=lambda code: (-len(notation.squares_of(code)), code))


def _push(position: Position, code: int) -> Position:
    after = position.copy()
    rules.push(after, code)
    return after


# ------------------------------------------------------------------ where a move is clearly the best


def name_task(state: BlokusState, answer: Move) -> Task:
    """Return whether the answer keeps squares that a rival's next move could shut off; with the number of these."""
    threatened = count_threatened(state, int(state.position.turn))
    if threatened >= SHUT_OFF and 2 * count_threatened(state.play(answer), int(state.position.turn)) <= threatened:
        return Task("corner", answer, threatened)
    return Task(BEST, answer)


def count_threatened(state: BlokusState, colour: int) -> int:
    """Return how many squares the next rival, were it to move now, could take out of a colour's reach with one move."""
    rival = _next_rival(state, colour)
    if rival is None:
        return 0
    turned, reach = state.with_turn(rival), look(state, colour).squares
    # What covers nothing within reach shuts nothing off.
    codes = (code for code in look(state, rival).codes if not reach.isdisjoint(notation.squares_of(code)))
    left = (look(turned.play(notation.write(code)), colour) for code in codes)
    return max((len(reach) - len(after.squares) for after in left), default=0)


def _next_rival(state: BlokusState, colour: int) -> int | None:
    """Return the colour of another side that comes next after a colour and can still be laid."""
    position = state.position
    order = [(colour + step) % int(position.colours) for step in range(1, int(position.colours))]
    rivals = [one for one in order if position.side[one] not in (position.side[colour], -1)]
    return next((one for one in rivals if look(state, one).codes), None)
