"""Filling a rectangle where the choice is smallest: exact cover with colours.

An option is a piece in a colour on certain squares. A group is a square that one option must cover, or a piece that
must be used so often. Choosing an option rules out all others that share a square with it, use the same piece, or lie
beside it in the same colour. The group with the fewest options left is decided next; groups that turned out to be hard
weigh more. This proves impossible what a scan meets only late, counts solutions, and grades puzzles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, compiled, new_dice, new_memory, roll
from tischlein.games.blokus.pieces import Square
from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles.blokus.challenge import SIZE_OF, Layout, Placement, find_places, find_sides

from .search import Search

Ints = NDArray[np.int64]

SLICE = 2_000
"""Options chosen in one slice: some ten milliseconds."""

FIRST_RUN, GROWTH = 2_000, 1.3
"""Options chosen before a fresh start, and how much longer the next run is."""

GOING_ON, ENOUGH, EXHAUSTED = range(3)
STUCK, FILLED, DEAD = range(3)

DEPTH, TRAIL, FAILED, SOLUTIONS = range(4)
"""Places in `Work.at`."""


class Options(NamedTuple):
    """The tables of one layout. Squares are the groups 0 to n-1, pieces the groups from n on."""

    squares: Ints  # by option: its groups, filled up with -1
    piece: Ints  # by option: the group of its piece
    colour: Ints  # by option
    beside: Ints  # by option: the squares beside it where its own colour must not lie, filled up with -1
    starts: Ints  # by group and colour (4 * group + colour): where its options start in `members`
    members: Ints
    sides: Ints  # by square: the free squares beside it, filled up with -1
    divisor: int  # all pieces have a multiple of so many squares


class Work(NamedTuple):
    """What changes while searching; everything is undone by the trail."""

    alive: NDArray[np.uint8]  # by option
    counts: Ints  # by group: options alive
    needs: Ints  # by group: how many options are still to be chosen from it
    weights: Ints  # by group: how often it was found without options
    trail: Ints  # options ruled out, in that order
    chosen: Ints  # by depth: the option
    groups: Ints  # by depth: the group that is decided
    places: Ints  # by depth: where in the group's options to go on
    marks: Ints  # by depth: how long the trail was
    best: Ints  # the options of the last solution
    seen: Ints  # by square: for finding islands
    stack: Ints
    at: Ints


# ------------------------------------------------------------------ choosing and undoing


@compiled
def _rule_out(options: Options, work: Work, option: int) -> None:
    if not work.alive[option]:
        return
    work.alive[option] = 0
    work.trail[work.at[TRAIL]] = option
    work.at[TRAIL] += 1
    for i in range(6):
        group = options.squares[option, i] if i < 5 else options.piece[option]
        if group >= 0:
            work.counts[group] -= 1
            if work.counts[group] < work.needs[group]:
                work.at[FAILED] = group


@compiled
def _rule_out_group(options: Options, work: Work, group: int) -> None:
    for i in range(options.starts[4 * group], options.starts[4 * group + 4]):
        _rule_out(options, work, options.members[i])


@compiled
def choose(options: Options, work: Work, option: int) -> bool:
    """Take an option; return whether every group can still be served. `undo` takes it back in any case."""
    depth = work.at[DEPTH]
    work.chosen[depth], work.marks[depth] = option, work.at[TRAIL]
    work.at[DEPTH] += 1
    work.at[FAILED] = -1
    for i in range(5):
        if options.squares[option, i] >= 0:
            work.needs[options.squares[option, i]] = 0
    work.needs[options.piece[option]] -= 1
    _rule_out(options, work, option)
    for i in range(5):
        if options.squares[option, i] >= 0:
            _rule_out_group(options, work, options.squares[option, i])
    if work.needs[options.piece[option]] == 0:
        _rule_out_group(options, work, options.piece[option])
    for i in range(options.beside.shape[1]):
        square = options.beside[option, i]
        if square >= 0:
            key = 4 * square + options.colour[option]
            for j in range(options.starts[key], options.starts[key + 1]):
                _rule_out(options, work, options.members[j])
    return bool(work.at[FAILED] < 0)


@compiled
def _restore(options: Options, work: Work, mark: int) -> None:
    """Bring back what was ruled out since the trail was so long."""
    while work.at[TRAIL] > mark:
        work.at[TRAIL] -= 1
        option = work.trail[work.at[TRAIL]]
        work.alive[option] = 1
        work.counts[options.piece[option]] += 1
        for i in range(5):
            if options.squares[option, i] >= 0:
                work.counts[options.squares[option, i]] += 1


@compiled
def undo(options: Options, work: Work) -> None:
    """Take back the last choice."""
    work.at[DEPTH] -= 1
    option = work.chosen[work.at[DEPTH]]
    for i in range(5):
        if options.squares[option, i] >= 0:
            work.needs[options.squares[option, i]] = 1
    work.needs[options.piece[option]] += 1
    _restore(options, work, work.marks[work.at[DEPTH]])


@compiled
def _find_tightest(work: Work) -> int:
    """Return the group to decide next: few options, much weight; -1 when all are served."""
    best, lowest = -1, 1 << 60
    for group in range(len(work.needs)):
        if work.needs[group] > 0:
            spare = work.counts[group] - work.needs[group]
            if work.needs[group] > 1 and spare > 0:
                continue  # a piece to be used several times, in one of several ways
            key = 0 if spare == 0 else (spare << 20) // work.weights[group]
            if key < lowest:
                best, lowest = group, key
                if key == 0:
                    break
    return best


@compiled
def _has_bad_island(options: Options, work: Work) -> bool:
    """Return whether some free squares that hang together are not a multiple of the pieces' size."""
    seen, stack = work.seen, work.stack
    for square in range(len(seen)):
        seen[square] = 0
    for start in range(len(seen)):
        if work.needs[start] == 0 or seen[start]:
            continue
        seen[start], stack[0], top, count = 1, start, 1, 0
        while top > 0:
            top -= 1
            count += 1
            square = stack[top]
            for i in range(4):
                other = options.sides[square, i]
                if other >= 0 and work.needs[other] > 0 and not seen[other]:
                    seen[other], stack[top] = 1, other
                    top += 1
        if count % options.divisor:
            return True
    return False


# ------------------------------------------------------------------ searching


@compiled
def run_cover(options: Options, work: Work, limit: int, solutions: int, base: int, spin: int) -> tuple[int, int]:
    """Go on until so many options were chosen, or so many solutions found; return (result, options chosen).

    `base` is the depth where the search began; a fresh search has `places[base]` at -1. `spin` says where the
    options of a group are begun to be read.
    """
    tried = 0
    while tried < limit:
        depth = work.at[DEPTH]
        if work.places[depth] < 0:
            work.groups[depth] = _find_tightest(work)
            work.places[depth] = 0
            if work.groups[depth] < 0:
                work.at[SOLUTIONS] += 1
                for earlier in range(depth):
                    work.best[earlier] = work.chosen[earlier]
                if work.at[SOLUTIONS] >= solutions:
                    return ENOUGH, tried
        if work.groups[depth] >= 0 and _try_next(options, work, spin):
            tried += 1
            failed = work.at[FAILED] >= 0
            if failed:
                work.weights[work.at[FAILED]] += 1
            if failed or (options.divisor > 1 and _has_bad_island(options, work)):
                undo(options, work)
            else:
                work.places[work.at[DEPTH]] = -1
        elif depth == base:
            return EXHAUSTED, tried
        else:
            undo(options, work)
    return GOING_ON, tried


@compiled
def _try_next(options: Options, work: Work, spin: int) -> bool:
    """Choose the next option of the group that is decided at this depth; return whether there was one."""
    depth = work.at[DEPTH]
    group = work.groups[depth]
    first, length = options.starts[4 * group], options.starts[4 * group + 4] - options.starts[4 * group]
    while work.places[depth] < length:
        option = options.members[first + (work.places[depth] + spin) % length]
        work.places[depth] += 1
        if work.alive[option]:
            if work.needs[group] > 1:  # all that are left must be used, so one of them is as good as another
                work.places[depth] = length
            choose(options, work, option)
            return True
    return False


@compiled
def force(options: Options, work: Work) -> int:
    """Choose what is the only option of a group, as long as there is such a group; return STUCK, FILLED or DEAD."""
    while True:
        group, forced = -1, -1
        for other in range(len(work.needs)):
            if work.needs[other] > 0:
                group = other
                if work.counts[other] < work.needs[other]:
                    return DEAD
                if work.counts[other] == work.needs[other]:
                    forced = other
                    break
        if group < 0:
            return FILLED
        if forced < 0:
            return STUCK
        for i in range(options.starts[4 * forced], options.starts[4 * forced + 4]):
            if work.alive[options.members[i]]:
                if not choose(options, work, options.members[i]):
                    return DEAD
                break


@compiled
def reset(options: Options, work: Work) -> None:
    """Take back everything."""
    while work.at[DEPTH] > 0:
        undo(options, work)
    _restore(options, work, 0)
    work.at[FAILED], work.at[SOLUTIONS], work.places[0] = -1, 0, -1
    for group in range(len(work.weights)):
        work.weights[group] = 1


@compiled
def refute(options: Options, work: Work) -> int:
    """Rule out options that are dead after forced choices alone, until something is forced; return how many."""
    refuted = 0
    for option in range(len(work.alive)):
        if not work.alive[option]:
            continue
        depth = work.at[DEPTH]
        dead = not choose(options, work, option) or force(options, work) == DEAD
        while work.at[DEPTH] > depth:
            undo(options, work)
        if dead:
            work.at[FAILED] = -1
            _rule_out(options, work, option)
            refuted += 1
            for i in range(6):
                group = options.squares[option, i] if i < 5 else options.piece[option]
                if group >= 0 and work.counts[group] <= work.needs[group] and work.needs[group] > 0:
                    return refuted
    return refuted


@compiled
def _shuffle(order: Ints, dice: Dice) -> None:
    """Bring numbers into random order."""
    for last in range(len(order) - 1, 0, -1):
        other = roll(dice, last + 1)
        order[last], order[other] = order[other], order[last]


# ------------------------------------------------------------------ the tables


class Cover(Search):
    """The search over one layout, and the tables that graders use."""

    def __init__(self, layout: Layout, seed: int) -> None:
        self._layout = layout
        self._dice = new_dice(seed)
        listed = _list_options(layout)
        order = np.arange(len(listed))
        _shuffle(order, self._dice)
        self._listed = [listed[number] for number in order.tolist()]
        memory = new_memory(run_cover)
        self.options = memory.take(_make_options(layout, self._listed))
        self.work = memory.take(_make_work(layout, self.options))
        short = self.work.counts < self.work.needs
        self.exhausted = bool(short.any())
        self._run, self._used, self._spin = float(FIRST_RUN), 0, 0

    def run(self) -> int:
        """Go on, or start afresh if this run has been long enough."""
        if self._used >= self._run:
            self.begin_anew()
        result, tried = run_cover(self.options, self.work, SLICE, 1, 0, self._spin)
        self._used += int(tried)
        if result == ENOUGH:
            self.found = self._read_best()
        self.exhausted = result == EXHAUSTED
        return int(tried)

    def begin_anew(self) -> None:
        """Take everything back, for a run that may be longer and reads the options in another order."""
        while self.work.at[DEPTH] > 0:
            undo(self.options, self.work)
        self.work.places[0] = -1
        self._run, self._used = self._run * GROWTH, 0
        self._spin = int(roll(self._dice, 1 << 16))

    def lay(self, givens: Iterable[Placement]) -> bool:
        """Start again with these pieces on the board; return whether each square and piece can still be served."""
        reset(self.options, self.work)
        return all(choose(self.options, self.work, self._number[given]) for given in givens)

    def count(self, most: int, limit: int, givens: Sequence[Placement] = ()) -> int | None:
        """Return how many solutions there are, at most so many; None if that takes more choices than `limit`."""
        if self.exhausted or not self.lay(givens):
            return 0
        self.work.places[len(givens)] = -1
        result, _ = run_cover(self.options, self.work, limit, most, len(givens), 0)
        return None if result == GOING_ON else int(self.work.at[SOLUTIONS])

    def is_forced(self, givens: Sequence[Placement], refuting: bool) -> bool:
        """Return whether only choices, one after the other, solve it; `refuting` allows to look one piece ahead."""
        if self.exhausted or not self.lay(givens):
            return False
        while (state := force(self.options, self.work)) == STUCK:
            if not refuting or refute(self.options, self.work) == 0:
                return False
        return bool(state == FILLED)

    @cached_property
    def _number(self) -> dict[Placement, int]:
        return {Placement(option.colour, option.squares): i for i, option in enumerate(self._listed)}

    def _read_best(self) -> tuple[Placement, ...]:
        """Return the last solution. Where colours may touch, equal pieces get the colours that are left, in turn."""
        found, colours = [], {piece: _colours_of(self._layout, piece) for piece in SIZE_OF}
        for option in self.work.best[: self.work.at[DEPTH]].tolist():
            colour, piece, squares = self._listed[option]
            found.append(Placement(colours[piece].pop() if self._layout.challenge.may_touch else colour, squares))
        return tuple(found)


class Option(NamedTuple):
    """A piece in a colour on certain squares."""

    colour: str
    piece: str
    squares: tuple[Square, ...]


def _colours_of(layout: Layout, piece: str) -> list[str]:
    return [colour for colour in FOUR_COLOURS if piece in layout.left(colour)]


def _list_kinds(layout: Layout) -> list[tuple[str, str]]:
    """Return (colour, piece) of all that is left; where colours may touch, all of a piece are one kind."""
    one = 1 if layout.challenge.may_touch else None
    return [(colour, piece) for piece in SIZE_OF for colour in _colours_of(layout, piece)[:one]]


def _list_options(layout: Layout) -> list[Option]:
    """Return every placement that the lying pieces allow."""
    closed = {colour: frozenset() if layout.challenge.may_touch else layout.beside(colour) for colour in FOUR_COLOURS}
    places: dict[str, list[tuple[Square, ...]]] = {}
    listed = []
    for colour, piece in _list_kinds(layout):
        if piece not in places:
            every = find_places(layout.challenge, piece)
            places[piece] = [squares for squares in every if layout.taken.isdisjoint(squares)]
        listed += [Option(colour, piece, squares) for squares in places[piece] if closed[colour].isdisjoint(squares)]
    return listed


def _make_options(layout: Layout, listed: list[Option]) -> Options:
    challenge = layout.challenge
    every = ((column, row) for column in range(challenge.columns) for row in range(challenge.rows))
    number = {square: i for i, square in enumerate(square for square in every if square not in layout.taken)}
    kinds = {kind: len(number) + i for i, kind in enumerate(_list_kinds(layout))}
    sides = {square: [number[other] for other in find_sides(square) if other in number] for square in number}
    rows: dict[tuple[Square, ...], list[int]] = {}
    beside: dict[tuple[Square, ...], list[int]] = {}
    for option in listed:
        if option.squares not in rows:  # the same for all colours
            row = rows[option.squares] = [number[square] for square in option.squares]
            around = {other for square in option.squares for other in sides[square]}
            beside[option.squares] = [] if challenge.may_touch else sorted(around.difference(row))
    squares = _fill_up([rows[option.squares] for option in listed], 5)
    piece = np.array([kinds[option.colour, option.piece] for option in listed], dtype=np.int64)
    colour = np.array([FOUR_COLOURS.index(option.colour) for option in listed], dtype=np.int64)
    starts, members = _index(np.column_stack([squares, piece]), colour, len(number) + len(kinds))
    return Options(
        squares=squares,
        piece=piece,
        colour=colour,
        beside=_fill_up([beside[option.squares] for option in listed], 12),
        starts=starts,
        members=members,
        sides=_fill_up(list(sides.values()), 4),
        divisor=gcd(*(SIZE_OF[piece] for _, piece in kinds)) if kinds else 1,
    )


def _index(groups: Ints, colour: Ints, count: int) -> tuple[Ints, Ints]:
    """Return where the options of each group and colour start, and these options one group after the other."""
    keys = np.where(groups >= 0, 4 * groups + colour[:, None], -1).ravel()
    order = np.argsort(keys, kind="stable")
    order = order[keys[order] >= 0]
    return np.searchsorted(keys[order], np.arange(4 * count + 1)), order // groups.shape[1]


def _fill_up(rows: list[list[int]], width: int) -> Ints:
    return np.array([row + [-1] * (width - len(row)) for row in rows], dtype=np.int64).reshape(-1, width)


def _make_work(layout: Layout, options: Options) -> Work:
    groups, squares = (len(options.starts) - 1) // 4, len(options.sides)
    needs = np.ones(groups, dtype=np.int64)
    if layout.challenge.may_touch:
        needs[squares:] = [len(_colours_of(layout, piece)) for _, piece in _list_kinds(layout)]
    pieces = int(needs[squares:].sum())
    at = np.zeros(4, dtype=np.int64)
    at[FAILED] = -1
    steps = [np.full(pieces + 1, -1, dtype=np.int64) for _ in range(5)]
    chosen, deciding, places, marks, best = steps
    return Work(
        alive=np.ones(len(options.piece), dtype=np.uint8),
        counts=np.diff(options.starts[::4]),
        needs=needs,
        weights=np.ones(groups, dtype=np.int64),
        trail=np.zeros(len(options.piece), dtype=np.int64),
        chosen=chosen,
        groups=deciding,
        places=places,
        marks=marks,
        best=best,
        seen=np.zeros(squares, dtype=np.int64),
        stack=np.zeros(squares, dtype=np.int64),
        at=at,
    )
