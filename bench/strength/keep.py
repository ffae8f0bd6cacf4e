"""What it brings a bot to keep its search between moves, as at a server's table: against one that starts afresh."""

from __future__ import annotations

import time

from tischlein import Game, find_game
from tischlein.arena.contest import estimate
from tischlein.bots.levels import make_bot


def run(game: str = "blokus", variant: str = "duo", bot: str = "level5", games: str = "40") -> None:
    """Play pairs of games with swapped seats and print the share of the wins of the one that keeps its search."""
    played = find_game(game)
    _play(played, variant, bot, 0, 0)  # compiles
    pairs = [[_play(played, variant, bot, pair, own) for own in (0, 1)] for pair in range(int(games) // 2)]
    share, error = estimate([[points for points, _ in pair] for pair in pairs])
    kept, fresh = (sum(times[who] for pair in pairs for _, times in pair) for who in (0, 1))
    print(f"  {game} {variant} {bot}: the one that keeps wins {100 * share:.1f} ± {100 * error:.1f} % of {games} games")
    print(f"  processor time of all moves: kept {kept:.1f} s, afresh {fresh:.1f} s")


def _play(game: Game, variant: str, name: str, seed: int, own: int) -> tuple[float, tuple[float, float]]:
    """Return the points of the bot that keeps its search, and the times of both."""
    state, keeper = game.new(variant, 2, seed=seed, first=0), make_bot(game, name, seed)
    times, moves = [0.0, 0.0], 0
    while (seat := state.to_move) is not None:
        keeps = seat % 2 == own
        begin = time.process_time()
        bot = keeper if keeps else make_bot(game, name, 1000 * seed + moves)
        move = bot.choose(state, seat)
        times[not keeps] += time.process_time() - begin
        state, moves = state.play(move), moves + 1
    outcome = state.outcome()
    assert outcome is not None
    return float(own in outcome.winners) / len(outcome.winners), (times[0], times[1])
