"""Whether all ways of running compiled code play the same games: many of each, compared game by game."""

from __future__ import annotations

import os
import subprocess
import sys

from tischlein import game_ids

WAYS = ("portable", "native")


def run(games: str = "1000") -> None:
    """Play so many games of each kind in both ways and print how many differ."""
    for game_id in game_ids():
        children = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.core.ways", game_id, games],
                env={**os.environ, "TISCHLEIN_WAY": way},
                stdout=subprocess.PIPE,
                text=True,
            )
            for way in WAYS
        ]
        ours, theirs = (child.communicate()[0].splitlines() for child in children)
        different = sum(one != other for one, other in zip(ours, theirs, strict=True))
        plies = sum(int(line.split()[2]) for line in ours)
        print(f"  {game_id:<20} {len(ours):,} games, {plies:,} plies to their end, {different} differ")
