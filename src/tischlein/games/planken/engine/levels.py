"""The ten levels of Planken legen, from what a child can beat to the strongest; `level-N` says what each sees."""

from __future__ import annotations

from tischlein.core.search import Level

LEVELS = (
    # thinks of own lines only, and overlooks most wins
    Level(1, 1, {"rollouts": 0, "proof_nodes": 2, "proof_depth": 1, "candidates": 3}),
    # takes every win
    Level(1, 1, {"rollouts": 0, "proof_nodes": 1_000, "proof_depth": 1, "candidates": 3}),
    # overlooks threats
    Level(
        1, 1, {"rollouts": 0, "proof_nodes": 50_000, "proof_depth": 2, "candidates": 6, "lookahead_probability": 0.5}
    ),
    # sees what is one turn away
    Level(1, 1, {"rollouts": 0, "proof_nodes": 50_000, "proof_depth": 2, "candidates": 12}),
    # makes two threats at once
    Level(1, 1, {"rollouts": 0, "proof_nodes": 200_000, "proof_depth": 3}),
    # sees them coming, and tries a few games
    Level(2, 200, {"proof_depth": 4, "mcts_solver": 0}),
    Level(4, 2_000, {"proof_depth": 5, "mcts_solver": 0}),
    Level(8, 6_000, {"proof_depth": 6, "mcts_solver": 0}),
    Level(8, 20_000, {"proof_depth": 7, "mcts_solver": 0}),
    # with three seats, also knows what somebody does who can no longer win
    Level(10, 200_000, thrifty=True),
)
