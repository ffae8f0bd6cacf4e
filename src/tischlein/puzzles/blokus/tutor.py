"""The tutor: can this layout still be completed, and what would be a good next piece?

It has three answers: yes, with a way that passes the checker; no, with a reason; and not known yet, in which case it
goes on when asked again. It remembers: whatever is part of a known solution is solvable at once, and whatever contains
something impossible is impossible.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tischlein.core.refusal import IllegalMove

from .challenge import Challenge, Layout, Placement, find_sides
from .reasons import Reason, find_reason
from .solvers.arrange import arrange
from .solvers.solver import Progress, Solver, WatchSlices

Clock = Callable[[], float]


class Verdict(StrEnum):
    """What is known about a layout."""

    SOLVABLE = "solvable"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Status:
    """What is known, and why."""

    verdict: Verdict
    witness: tuple[Placement, ...] = ()
    """If solvable: the missing pieces in an order that the challenge allows."""
    reason: Reason | None = None
    """If impossible: why."""
    tried: int = 0
    """How many pieces were tried to know it."""


@dataclass(frozen=True)
class Hint:
    """What to do next: place a piece, take one back, or neither if nothing is known."""

    place: Placement | None = None
    take_back: Placement | None = None


class Inquiry:
    """One layout in question; `status` is what is known so far and never gets worse."""

    def __init__(self, layout: Layout, seed: int = 0) -> None:
        self.layout = layout
        self._seed = seed
        self._solver: Solver | None = None
        reason = find_reason(layout)
        self.status = Status(Verdict.IMPOSSIBLE, reason=reason) if reason else Status(Verdict.UNKNOWN)

    @property
    def settled(self) -> bool:
        """Whether the answer is final."""
        return self.status.verdict is not Verdict.UNKNOWN

    def settle(self, witness: tuple[Placement, ...]) -> None:
        """Take over a way that somebody else knows."""
        self.status = Status(Verdict.SOLVABLE, witness, tried=self.status.tried)

    def run(self) -> None:
        """Work for a slice: some milliseconds, hardly ever more than a tenth of a second."""
        if self.settled:
            return
        self._solver = solver = self._solver or Solver(self.layout, self._seed)
        if not solver.settled:
            solver.run()
        witness = solver.completion()
        if witness is not None:
            self.status = Status(Verdict.SOLVABLE, witness, tried=solver.tried)
        elif solver.exhausted:
            reason = Reason("reason-tried", {"count": solver.tried})
            self.status = Status(Verdict.IMPOSSIBLE, reason=reason, tried=solver.tried)
        else:
            self.status = Status(Verdict.UNKNOWN, tried=solver.tried)

    @property
    def progress(self) -> Progress:
        """How much was tried."""
        return Progress(self._solver.tried, self._solver.slices) if self._solver else Progress(0, 0)


class Background:
    """A thread that goes on with an inquiry until it is settled or stopped."""

    def __init__(self, inquiry: Inquiry, when_settled: Callable[[Status], None] | None = None) -> None:
        self._inquiry = inquiry
        self._when_settled = when_settled
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="puzzle tutor")
        self._thread.start()

    def _run(self) -> None:
        while not self._inquiry.settled:
            if self._stopped.is_set():
                return
            self._inquiry.run()
        if self._when_settled is not None:
            self._when_settled(self._inquiry.status)

    def stop(self) -> None:
        """Stop after the slice at work, and wait for that."""
        self._stopped.set()
        self._thread.join()

    def wait(self, seconds: float | None = None) -> Status:
        """Wait for the end, at most so long; return what is known then."""
        self._thread.join(seconds)
        return self._inquiry.status


class Tutor:
    """Answers for one challenge and remembers what it has learned. Not for use by several threads at once."""

    def __init__(self, challenge: Challenge, seed: int = 0, clock: Clock = time.monotonic) -> None:
        self.challenge = challenge
        self._seed = seed
        self._clock = clock
        self._solutions: list[frozenset[Placement]] = []
        self._dead_ends: list[tuple[frozenset[Placement], Reason]] = []
        self._inquiries: dict[tuple[Placement, ...], Inquiry] = {}

    def inquire(self, layout: Layout) -> Inquiry:
        """Return the inquiry about a layout, with everything known; the same one again if it is not settled."""
        inquiry = self._inquiries.get(layout.placements) or Inquiry(layout, self._seed)
        if not inquiry.settled:
            self._recall(inquiry)
        if inquiry.settled:
            self._inquiries.pop(layout.placements, None)
        else:
            self._inquiries = {layout.placements: inquiry}  # only the newest is worth its memory
        return inquiry

    def status(self, layout: Layout, seconds: float = 2.0, watch: WatchSlices | None = None) -> Status:
        """Return what is known after thinking for at most so long. Asked again, it goes on where it was."""
        end = self._clock() + seconds
        inquiry = self.inquire(layout)
        while not inquiry.settled and self._clock() < end:
            inquiry.run()
            if watch is not None and not watch(inquiry.progress):
                break
        self._remember(inquiry)
        return inquiry.status

    def hint(self, layout: Layout, seconds: float = 2.0) -> Hint:
        """Return a piece to place if the layout is solvable, a piece to take back if it is not.

        Where the order is free, the piece of a known solution that lies most snugly; else the one whose turn it is.
        """
        status = self.status(layout, seconds)
        if status.verdict is Verdict.SOLVABLE and status.witness:
            free = not self.challenge.as_in_the_game
            place = max(status.witness, key=lambda piece: _snugness(layout, piece)) if free else status.witness[0]
            return Hint(place=place)
        if status.verdict is Verdict.IMPOSSIBLE:
            return Hint(take_back=self._find_culprit(layout, seconds))
        return Hint()

    def _find_culprit(self, layout: Layout, seconds: float) -> Placement | None:
        """Return the newest piece without which all is well again; if there is none, the newest that can be lifted."""
        lifted: Placement | None = None
        end = self._clock() + seconds
        for placement in reversed(layout.placements):
            try:
                rest = layout.take_back(placement.move)
            except IllegalMove:
                continue
            lifted = lifted or placement
            if self.status(rest, (end - self._clock()) / 4).verdict is Verdict.SOLVABLE:
                return placement
            if self._clock() > end:
                break
        return lifted

    def _recall(self, inquiry: Inquiry) -> None:
        lying = frozenset(inquiry.layout.lying)
        for solution in self._solutions:
            if lying <= solution:
                witness = arrange(inquiry.layout, sorted(solution - lying))
                if witness is not None:
                    inquiry.settle(witness)
                    return
        for dead_end, reason in self._dead_ends:
            if dead_end <= lying:
                inquiry.status = Status(Verdict.IMPOSSIBLE, reason=reason)
                return

    def _remember(self, inquiry: Inquiry) -> None:
        status, lying = inquiry.status, frozenset(inquiry.layout.lying)
        if status.verdict is Verdict.SOLVABLE:
            solution = lying | frozenset(status.witness)
            if solution not in self._solutions:
                self._solutions.append(solution)
        elif status.reason is not None and not any(dead_end <= lying for dead_end, _ in self._dead_ends):
            self._dead_ends.append((lying, status.reason))


def _snugness(layout: Layout, placement: Placement) -> int:
    """Return how many of the squares around a piece are not free: covered, or outside."""
    around = {other for square in placement.squares for other in find_sides(square)}.difference(placement.squares)
    columns, rows = layout.challenge.columns, layout.challenge.rows
    inside = {(column, row) for column, row in around if 0 <= column < columns and 0 <= row < rows}
    return len(around) - len(inside - layout.taken)
