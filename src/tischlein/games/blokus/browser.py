"""Names and numbers of the material for the engine in a browser; `scripts/build-wasm` writes them as TypeScript."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from . import rules
from .engine import beginner, linear_policy, policy_net, search, value_net
from .engine.learned import is_known
from .game import FAULTS
from .pieces import PIECE_OF_SHAPE, PIECES, SHAPES
from .tables import A1, CELLS, ORIGIN_BITS, STRIDE
from .variants import CORNERS, FOURTH, PLANS, kind_of


def tables() -> dict[str, Any]:
    """Return what TypeScript reads."""
    kinds = {name: kind_of(plan.size, plan.sides) for name, plan in PLANS.items()}
    policy = json.loads(files(linear_policy.__package__).joinpath("data", "linear_policy.json").read_text("utf-8"))
    return {
        "plans": {
            name: {
                "size": plan.size,
                "colours": plan.colours,
                "starts": plan.starts,
                "sides": plan.sides,
                "kind": kinds[name],
                "policy_net": is_known(f"policy_net-{kinds[name]}"),
            }
            for name, plan in PLANS.items()
        },
        "corners_option": CORNERS.id,
        "fourth_option": FOURTH.id,
        "pieces": [piece.name for piece in PIECES],
        "shapes": SHAPES,
        "piece_of_shape": PIECE_OF_SHAPE,
        "faults": ["", *(FAULTS[number] for number in range(1, len(FAULTS) + 1))],
        "board": {"a1": A1, "stride": STRIDE, "cells": CELLS, "origin_bits": ORIGIN_BITS, "buffer": rules.BUFFER},
        "settings": dict(search.DEFAULTS),
        "parameters": search.SearchParameters._fields,
        "remembered": search.REMEMBERED,
        "explained": search.EXPLAINED,
        "border_feature": linear_policy.BORDER,
        "cell_features": linear_policy.CELL_FEATURES,
        "hidden": [
            [[part.start, part.stop] for part in parts]
            for parts in (
                (linear_policy.COVERED, linear_policy.OPENED, linear_policy.CLOSED),
                (linear_policy.COVERED,),
                (),
            )
        ],
        "value_net": value_net.ValueNet._fields,
        "policy_net": policy_net.PolicyNet._fields,
        "value_net_shapes": {
            f"{width}-{colours}": [part.shape for part in value_net.new_value_net(width, colours)]
            for width, colours in ((14, 2), (20, 4))
        },
        "policy_net_shapes": [part.shape for part in policy_net.empty_policy_net()],
        "linear_policy": policy["weights"],
        "beginners": {
            kinds[name]: [
                beginner.beginner_policy(plan.size, plan.sides, stage).weights.tolist()
                for stage in (beginner.NEW, beginner.SEES_CORNERS)
            ]
            for name, plan in PLANS.items()
        },
    }
