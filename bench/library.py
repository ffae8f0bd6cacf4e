"""How fast the rules are: through the public State, and compiled."""

from __future__ import annotations

import random

from tischlein import State, find_game, game_ids
from tischlein.core.compiled import new_dice

from .meter import seconds, show_rate, show_time

PLAYOUTS = (
    # game, variant, seats, goal of random games a second, games in one try
    ("blokus", "classic", 4, 12_000, 3_000),
    ("blokus", "two", 2, 12_000, 3_000),
    ("blokus", "duo", 2, 12_000, 5_000),
    ("blockers", "basic", 4, 20_000, 5_000),
    ("blockers", "expert", 2, 20_000, 5_000),
    ("planken", "standard", 2, 100_000, 30_000),
    ("planken", "standard", 3, 100_000, 30_000),
    ("planken", "teams", 4, 100_000, 30_000),
)


def run() -> None:
    """Print times of single calls in the middle of a game, and rates of random games."""
    for game_id in game_ids():
        state = _middle(game_id)
        moves = state.legal_moves()
        listed = seconds(lambda state=state: [state.legal_moves() for _ in range(200)]) / 200  # type: ignore[misc]
        played = seconds(lambda state=state, moves=moves: [state.play(move) for move in moves]) / len(moves)  # type: ignore[misc]
        viewed = seconds(lambda state=state: [state.view(0) for _ in range(200)]) / 200  # type: ignore[misc]
        show_time(f"{game_id}: legal_moves() in mid-game ({len(moves)} moves)", listed, 0.001)
        show_time(f"{game_id}: play() in mid-game", played, 0.0002)
        show_time(f"{game_id}: view() in mid-game", viewed, 0.001)
    for game_id, variant, seats, goal, count in PLAYOUTS:
        kernel = find_game(game_id).kernel(variant)
        position = kernel.position(find_game(game_id).new(variant, seats, seed=1))
        kernel.playouts(position, 10, new_dice(1))
        taken = seconds(lambda: kernel.playouts(position, count, new_dice(2)))  # noqa: B023
        show_rate(f"{game_id} {variant}, {seats} seats: random games", count / taken, goal, "games/s")


def _middle(game_id: str) -> State:
    """Return a position half-way through a random game, with the most moves of five of them."""
    best: State | None = None
    for seed in range(5):
        rng, state = random.Random(seed), find_game(game_id).new(seed=seed)
        states = [state]
        while states[-1].to_move is not None:
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        middle = states[len(states) // 2]
        if best is None or len(middle.legal_moves()) > len(best.legal_moves()):
            best = middle
    assert best is not None
    return best
