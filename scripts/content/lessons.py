"""Plays the guided first games and writes their positions beside the pages: `python scripts/content/lessons.py`.

A lesson is a short game in which every own move is given; what the others do is chosen so that each step shows what its
sentence says. The sentences are in the page's text.*.ftl as lesson-<step>.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tischlein import new_game
from tischlein.core.game import State

WEB = Path(__file__).parents[2] / "web" / "src" / "games"
Choose = Callable[[State], str | None]
Step = dict[str, Any]


def play_blokus(rng: Random) -> list[Step] | None:
    """Corner, corner to corner, on towards the middle; the others play large pieces at random."""
    wanted = ["a18,a19,a20,b18,c18", "d17,e17,f17,g16,g17", "h14,h15,i13,i14,j13", "k12,l11,l12,m12,n12"]
    return walk(new_game("blokus", "classic", seats=4, first=0), wanted, lambda state: large(state, rng))


def large(state: State, rng: Random) -> str:
    """One of the largest pieces, anywhere."""
    moves = state.legal_moves()
    most = max(move.count(",") for move in moves)
    return rng.choice([move for move in moves if move.count(",") == most])


def play_blockers(rng: Random) -> list[Step] | None:
    """A number, a letter, a symbol, and a tile that is taken."""
    state = new_game("blockers", "basic", seats=2, first=0, seed=rng.randrange(10**6))
    kinds: list[Callable[[str, State], bool]] = [
        lambda tile, _: tile.isdigit(),
        lambda tile, _: len(tile) == 1 and tile.isalpha(),
        lambda tile, _: len(tile) > 1 and tile != "joker",
    ]
    steps: list[Step] = []
    for kind in kinds:
        found = [m for m in state.legal_moves() if kind(m.split(":")[1], state) and not taken(state, m)]
        best = [m for m in found if beside_own(state, m)] if steps else found
        if not best:
            return None
        steps.append(show(state, rng.choice(best)))
        state = state.play(steps[-1]["move"])
        state = state.play(rng.choice([m for m in state.legal_moves() if not taken(state, m)]))
    takes = [m for m in state.legal_moves() if taken(state, m)]
    if not takes:
        return None
    steps.append(show(state, rng.choice(takes)))
    return [*steps, {"view": state.play(steps[-1]["move"]).view(0)}]


def taken(state: State, move: str) -> bool:
    """Whether a move takes a tile."""
    return move.partition(":")[0] in state.view(0)["board"]["cells"]


def beside_own(state: State, move: str) -> bool:
    """Whether a tile comes to lie beside one of the first seat."""
    view = state.view(0)
    row, column = ord(move[0]), int(move[1])
    cells = view["board"]["cells"]
    own = view["scores"][0]["colours"][0]
    around = [f"{chr(row + dy)}{column + dx}" for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return any(cells.get(cell, {}).get("colour") == own for cell in around)


def play_planken(rng: Random) -> list[Step] | None:
    """A game that is won with the third nail: a plank, another plank, and the line."""
    state = new_game("planken", "standard", seats=2, first=0)
    steps: list[Step] = []
    while state.outcome() is None:
        moves = state.legal_moves()
        if state.to_move == 0:
            wins = [move for move in moves if state.play(move).outcome() is not None]
            steps.append(show(state, rng.choice(wins or moves)))
            state = state.play(steps[-1]["move"])
        else:
            state = state.play(rng.choice(moves))
        if state.view(0)["ply"] > 7:
            return None
    outcome = state.outcome()
    won = outcome is not None and list(outcome.winners) == [0]
    laid = [":" in step["move"] for step in steps]
    return [*steps, {"view": state.view(0)}] if won and len(steps) == 4 and laid[:2] == [True, True] else None


def show(state: State, move: str) -> Step:
    """A position and the move that is asked for in it."""
    return {"view": state.view(0), "move": move}


def walk(state: State, wanted: list[str], others: Choose) -> list[Step] | None:
    """Play given moves, the others in between; None if one of them is not possible."""
    steps: list[Step] = []
    for move in wanted:
        if move not in state.legal_moves():
            return None
        steps.append(show(state, move))
        state = state.play(move)
        while state.to_move != 0 and state.outcome() is None:
            answer = others(state)
            if answer is None:
                return None
            state = state.play(answer)
    return [*steps, {"view": state.view(0)}]


def main() -> None:
    """Write the lessons of all games."""
    for game, play in {"blokus": play_blokus, "blockers": play_blockers, "planken": play_planken}.items():
        steps = next(found for seed in range(5000) if (found := play(Random(seed))) is not None)
        (WEB / game / "lesson.json").write_text(json.dumps(steps, ensure_ascii=False, separators=(",", ":")) + "\n")
        print(game, [step.get("move") for step in steps])


if __name__ == "__main__":
    main()
