"""Blockers! for two against OpenSpiel's search for hidden information (IS-MCTS, in Python), at equal processor time.

`scripts/bench ismcts:20:0.2` plays 20 games, each deal twice with swapped seats, 0.2 seconds a move.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tischlein.adapters.openspiel import SpielBot, resample
from tischlein.bots.bot import Budget
from tischlein.bots.levels import make_bot
from tischlein.core.registry import find_game

GAME = "tischlein_blockers_expert"


class Timed:
    """A bot, and the processor time that it took."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.moves = 0

    def step(self, state: Any) -> int:
        """Move."""
        begin = time.process_time()
        action: int = self.bot.step(state)
        self.seconds += time.process_time() - begin
        self.moves += 1
        return action


class Theirs(Timed):
    """IS-MCTS with as many simulations as fit into its time, judged by how long they have taken so far."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        dice = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, dice)
        super().__init__(
            ismcts.ISMCTSBot(game, evaluator, 2, 4, random_state=dice, allow_inconsistent_action_sets=True)
        )
        self.bot.set_resampler(resample)
        self._wanted = seconds
        self.simulations = 0

    def step(self, state: Any) -> int:
        """Move, and use up what is left of its time so far."""
        if self.simulations:
            rate = self.simulations / self.seconds
            left = self._wanted * (self.moves + 1) - self.seconds
            self.bot._max_simulations = max(2, round(rate * left))
        self.simulations += self.bot._max_simulations
        return super().step(state)


def run(games: str = "10", seconds: str = "0.2") -> None:
    """Play, and print our share of the wins with its error."""
    game, each = pyspiel.load_game(GAME), float(seconds)
    wins, used = [], np.zeros(4)
    for number in range(int(games)):
        bot = make_bot(find_game("blockers"), f"{seconds}s", number)
        seat = number % 2
        ours, theirs = Timed(SpielBot(bot, seat, Budget(each))), Theirs(game, each, number)
        state = game.new_initial_state()
        state.apply_action(number // 2)
        while not state.is_terminal():
            state.apply_action((ours if state.current_player() == seat else theirs).step(state))
        wins.append((state.returns()[seat] + 1) / 2)
        used += (ours.seconds, ours.moves, theirs.seconds, theirs.moves)
    share = float(np.mean(wins))
    error = 1.96 * math.sqrt(max(share * (1 - share), 0.25 / len(wins)) / len(wins))
    name = f"Blockers! expert against IS-MCTS, {len(wins)} games"
    times = f"a move: ours {used[0] / used[1]:.2f} s, theirs {used[2] / used[3]:.2f} s"
    print(f"  {name:<52} {100 * share:>12.1f} ± {100 * error:.1f} %      {times}")
