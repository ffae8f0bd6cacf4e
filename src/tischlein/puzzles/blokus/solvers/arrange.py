"""The order in which missing pieces can be placed, where a challenge asks for one."""

from __future__ import annotations

from collections.abc import Iterable

from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles.blokus.challenge import Layout, Placement, find_corners


def arrange(layout: Layout, missing: Iterable[Placement]) -> tuple[Placement, ...] | None:
    """Return the missing pieces in an order that the challenge allows, None if there is none.

    Only the order is looked at: corner contacts, sizes, and the turn of the colours. A piece that can be placed never
    keeps another one of its colour from being placed, so the first that fits is right.
    """
    if not layout.challenge.as_in_the_game:
        return tuple(missing)
    queues: dict[str, list[Placement]] = {colour: [] for colour in FOUR_COLOURS}
    for placement in missing:
        queues[placement.colour].append(placement)
    for colour, queue in queues.items():
        chained = _chain(layout, colour, queue)
        if chained is None:
            return None
        queues[colour] = chained
    return _merge(layout, queues)


def _chain(layout: Layout, colour: str, rest: list[Placement]) -> list[Placement] | None:
    """Return the pieces of one colour, each touching an earlier one; larger ones first, strictly so if asked for."""
    contacts = layout.contacts(colour)
    started = any(placement.colour == colour for placement in layout.lying)
    rest = sorted(rest, key=lambda placement: -len(placement.squares))
    chained: list[Placement] = []
    while rest:
        ready = (placement for placement in rest if not contacts.isdisjoint(placement.squares))
        chosen = next(ready, None)
        if chosen is None or (layout.challenge.descending and len(chosen.squares) < len(rest[0].squares)):
            return None
        rest.remove(chosen)
        chained.append(chosen)
        contacts = contacts | find_corners(chosen) if started else find_corners(chosen)
        started = True
    return chained


def _merge(layout: Layout, queues: dict[str, list[Placement]]) -> tuple[Placement, ...]:
    """Return the pieces of all colours: in turn if the colours must, else the large ones first."""
    if layout.turn is None:
        together = [placement for queue in queues.values() for placement in queue]
        return tuple(
            sorted(together, key=lambda placement: -len(placement.squares)) if layout.challenge.descending else together
        )
    first = FOUR_COLOURS.index(layout.turn)
    order = FOUR_COLOURS[first:] + FOUR_COLOURS[:first]
    rounds = max(map(len, queues.values()))
    return tuple(queues[colour][i] for i in range(rounds) for colour in order if i < len(queues[colour]))
