"""Writes the boards of the rules pages on which moves can be tried: `python scripts/content/trials.py`.

A trial is a position and a few moves, right and wrong ones, each with what the rules say to it; it stands below the
rule that it shows. The page holds no rules, so their answers are written down here, and a test asks them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from tischlein.core.game import Setup, State
from tischlein.core.record import Record
from tischlein.core.refusal import IllegalMove
from tischlein.server.live.messages import show_refusal

ROOT = Path(__file__).parents[2]
ALL_SET = "RBG:m2 m3 m1 GRB:n2 GBR:l2 GRB:k1 k2 RBG:j1 n1 n3 j3 k3"
"""A game of Planken legen in which everybody has set all nails."""
Trial = dict[str, Any]


def judge(state: State, move: str) -> dict[str, Any] | None:
    """Return why a move is refused, as the page gets it; None for a legal one."""
    try:
        state.play(move)
    except IllegalMove as refused:
        return dict(msgspec.to_builtins(show_refusal(refused, None)))
    return None


def pick(state: State, candidates: Iterable[str], codes: list[str]) -> list[Trial]:
    """Return the first legal move, and the first one for each refusal; each can be tapped where it lies."""
    wanted: list[str | None] = [None, *codes]
    found: dict[str | None, Trial] = {}
    for move in candidates:
        cells = list_cells(move)
        if any(overlap(cells, one["cells"]) for one in found.values()):
            continue
        refusal = judge(state, move)
        code = refusal["code"] if refusal else None
        if code in wanted and code not in found:
            found[code] = {"move": move, "cells": cells, "refusal": refusal}
    return [found[code] for code in wanted]


def list_cells(move: str) -> list[str]:
    """Return the cells where a move is tapped: those it covers, or the one that a nail leaves."""
    return move.partition(":")[0].partition("-")[0].split(",")


def overlap(cells: list[str], others: list[str]) -> bool:
    """Return whether the boxes around cells touch or have a cell in common; a cell is a letter and a number."""
    boxes = [
        [(min(values), max(values)) for values in ([ord(cell[0]) for cell in some], [int(cell[1:]) for cell in some])]
        for some in (cells, others)
    ]
    return all(
        low <= other_high + 1 and other_low <= high + 1
        for (low, high), (other_low, other_high) in zip(*boxes, strict=True)
    )


def try_blokus() -> Iterable[Trial]:
    """Corners, edges and free squares: places for one piece around what lies there."""
    state = open_game("blokus/golden/classic", 24)
    corner = [move for move in state.legal_moves() if move.count(",") == 4]
    near = [shift(move, dx, dy) for move in corner[::7] for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    for rule in ("R7",):
        yield show(rule, state, pick(state, [corner[len(corner) // 2], *near], ["R7-edge", "R6-corner", "R4-occupied"]))


def shift(move: str, dx: int, dy: int) -> str:
    """Return the same piece elsewhere."""
    return ",".join(f"{chr(ord(square[0]) + dx)}{int(square[1:]) + dy}" for square in move.split(","))


def try_blockers() -> Iterable[Trial]:
    """Where a tile of the rack may lie, and what it may take."""
    state = open_game("blockers/golden/basic-4", 50)
    legal = state.legal_moves()
    tiles = sorted({move.split(":")[1] for move in legal})
    every = [f"{row}{column}:{tile}" for tile in tiles for row in "ABCDEFGHI" for column in range(1, 10)]
    cells = state.view(None)["board"]["cells"]
    takes = [move for move in legal if move[:2] in cells]
    yield show(
        "R4",
        state,
        pick(state, [next(move for move in legal if move[:2] not in cells), *every], ["R4-place", "R5-own"]),
    )
    yield show("R6", state, pick(state, [*takes, *every], ["R6-split"]))


def try_planken() -> Iterable[Trial]:
    """A free field of the nail's colour; then nails that may leave their planks, and one that may not."""
    state = open_game("planken/golden/teams", 12)
    cells = [f"{place['column']}{height}" for place in state.view(None)["board"] for height in (1, 2, 3)]
    yield show("R6", state, pick(state, cells, ["R6-taken"]))
    stock = "RGB BGR RBG GBR GRB BRG"
    setup = Setup("planken", "standard", 2, 0, {}, {"planks 0": stock, "planks 1": stock})
    state = Record(setup, tuple(ALL_SET.split())).final_state()
    columns = [place["column"] for place in state.view(None)["board"]]
    steps = [f"{column}{height}-{to}" for column in columns for height in (1, 2, 3) for to in columns]
    yield show("R7", state, pick(state, steps, ["R7-own", "R7-last", "R7-same"]))


def open_game(name: str, ply: int) -> State:
    """Return a position of a golden game."""
    return Record.parse((ROOT / "tests" / f"{name}.record").read_text(encoding="utf-8")).state_at(ply)


def show(rule: str, state: State, tries: list[Trial]) -> Trial:
    """Return a trial; legal and refused moves are mixed by the cells they name."""
    return {"rule": rule, "view": state.view(state.to_move), "tries": sorted(tries, key=lambda one: one["move"])}


TRIALS = {"blokus": try_blokus, "blockers": try_blockers, "planken": try_planken}


def main() -> None:
    """Write the trials of all games."""
    for game, make in TRIALS.items():
        trials = list(make())
        path = ROOT / "web" / "src" / "games" / game / "trials.json"
        path.write_text(json.dumps(trials, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        for trial in trials:
            print(game, trial["rule"], [(one["move"], (one["refusal"] or {}).get("code")) for one in trial["tries"]])


if __name__ == "__main__":
    main()
