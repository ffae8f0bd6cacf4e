"""Openings of Blokus from games of the engine: which moves were played, how they ended, what the engine thinks of them.

    openings = find_openings("duo")
    for choice in openings.choices(tischlein.new_game("blokus", "duo")):
        print(choice.move, choice.games, choice.result, choice.value)

The first moves of each game are drawn by how much a search likes them, so that games differ but nobody plays nonsense;
then two quick bots play to the end. Positions that differ only in the order of moves are one, and in Duo those that are
mirror images of each other. `tischlein openings make` writes the files in `data`.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tischlein.bots.levels import find_level, make_bot
from tischlein.core.game import Move, State
from tischlein.core.refusal import BadSetup
from tischlein.core.search import Variation
from tischlein.games.blokus import GAME
from tischlein.games.blokus.engine.book import mirror
from tischlein.games.blokus.variants import CORNERS, PLANS
from tischlein.work.resumable import Executor, complete

VARIANTS = ("duo", "two", "classic")

DEPTH = 12
"""Of each game, so many moves are kept."""

BOT, REST = "100sims", "5sims"
"""Who chooses the first moves, and who plays the rest."""

A_FILE = 25
"""So many games go into a file of their own; a run that was stopped goes on with the files that are missing."""

LIKED = 0.25
"""Only moves that the search tried so much as often as its favourite are drawn."""

LEAST = 2
"""Moves that fewer games played are left out: they say nothing."""

DATA = Path(__file__).parent / "data"
"""The openings that come along, a file for each variant; the page has the same ones."""

Key: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Amount:
    """So many games of one variant from a seed on: who chooses the first moves, and who plays the rest."""

    variant: str
    games: int
    seed: int = 0
    bot: str = BOT
    rest: str = REST


class Choice(NamedTuple):
    """A move that was played from a position."""

    move: Move
    games: int
    result: int
    """What the seat to move got of these games, in per cent; who shares a win has a part of it."""
    value: int
    """What the engine's searches expected of the move, in per cent of a win."""


class Openings:
    """The openings of one variant."""

    def __init__(self, amount: Amount, positions: Mapping[Key, list[Choice]]) -> None:
        self.amount = amount
        self._positions = positions

    def __len__(self) -> int:
        return len(self._positions)

    def choices(self, state: State) -> list[Choice]:
        """Return what was played from a position, the most played first; nothing where no game came by."""
        if not _is_opening(state) or state.setup.variant != self.amount.variant:
            return []
        key, image = _find_keys(state)
        if image >= key:
            return list(self._positions.get(key, []))
        size = PLANS[self.amount.variant].size
        return [choice._replace(move=mirror(choice.move, size)) for choice in self._positions.get(image, [])]

    def text(self) -> str:
        """Return all as text: how it was made, then a line for each position. `parse` reads it back."""
        lines = [json.dumps(asdict(self.amount))]
        for key, choices in sorted(self._positions.items()):
            lines.append(f"{key} = {'; '.join(' '.join(map(str, choice)) for choice in choices)}")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Openings:
        """Read what `text` has written."""
        head, *lines = text.splitlines()
        positions = {}
        for line in lines:
            key, choices = line.split("=")
            rows = (row.split() for row in choices.split(";"))
            positions[key.strip()] = [Choice(move, *map(int, numbers)) for move, *numbers in rows]
        return cls(Amount(**json.loads(head)), positions)


@cache
def find_openings(variant: str) -> Openings:
    """Return the openings that come along. Raises BadSetup for a variant without."""
    if variant not in VARIANTS:
        allowed = ", ".join(VARIANTS)
        raise BadSetup("tischlein.core", "bad-setup", field="variant", value=variant, allowed=allowed)
    return Openings.parse((DATA / f"openings-{variant}.txt").read_text(encoding="ascii"))


# ------------------------------------------------------------------ positions


def _is_opening(state: State) -> bool:
    return state.setup.game == GAME.id and state.setup.options.get(CORNERS.id, CORNERS.default) == CORNERS.default


def _has_mirror(variant: str) -> bool:
    return len(PLANS[variant].colours) == 2  # with more colours a mirror would change the order of turns


def _find_keys(state: State) -> tuple[Key, Key]:
    """Return the name of a position and of its mirror image; the smaller one is kept. Without a mirror both are one."""
    plan = PLANS[state.setup.variant]
    lying: dict[str, list[Move]] = {colour: [] for colour in plan.colours}
    for piece in state.view(None)["placed"]:
        lying[piece["colour"]].append(piece["move"])
    key = _join(lying.values())
    if not _has_mirror(state.setup.variant):
        return key, key
    return key, _join([mirror(move, plan.size) for move in moves] for moves in lying.values())


def _join(moves: Iterable[Iterable[Move]]) -> Key:
    """Return the pieces of all colours; in which order they came does not matter."""
    return "/".join(" ".join(sorted(one)) for one in moves)


def _fold(state: State, move: Move) -> tuple[Key, Move]:
    """Return a position and a move as they are kept; from a position that is its own mirror image, one of two moves."""
    key, image = _find_keys(state)
    if not _has_mirror(state.setup.variant) or key < image:
        return key, move
    reflected = mirror(move, PLANS[state.setup.variant].size)
    return (image, reflected) if image < key else (key, min(move, reflected))


# ------------------------------------------------------------------ making


def play_games(folder: Path, amount: Amount, executor: Executor | None = None) -> Iterator[tuple[int, int]]:
    """Play the games that are missing in a folder and yield (files done, files in all) after each file."""
    for bot in (amount.bot, amount.rest):
        find_level(GAME, bot)  # refuses a bot that does not exist
    yield from complete(folder, _shards(amount), play_shard, executor)


def _shards(amount: Amount) -> dict[str, Amount]:
    """Return the files of an amount of games, each with its share; the names say which games they hold."""
    shares = (
        replace(amount, seed=amount.seed + first, games=min(A_FILE, amount.games - first))
        for first in range(0, amount.games, A_FILE)
    )
    return {f"{share.variant}-{share.bot}-{share.rest}-{share.seed:06}-{share.games}.jsonl": share for share in shares}


def play_shard(amount: Amount) -> str:
    """Play some games and return the beginning of each as a line. The same amount gives the same games."""
    games = (_play_game(replace(amount, seed=amount.seed + number)) for number in range(amount.games))
    return "".join(json.dumps(game) + "\n" for game in games)


def _play_game(amount: Amount) -> list[tuple[Move, float, int, float]]:
    """Play a game and return its first moves: each with the search's value and visits, and what its seat got."""
    rng = random.Random(amount.seed)
    first, rest = (make_bot(GAME, bot, amount.seed) for bot in (amount.bot, amount.rest))
    state, played = GAME.new(amount.variant, first=0), list[tuple[int, Variation]]()
    while (seat := state.to_move) is not None:
        opening = len(played) < DEPTH
        lines = (first if opening else rest).analyse(state, seat)
        line = _draw(lines, rng) if opening else lines[0]
        played.append((seat, line))
        state = state.play(line.move)
    outcome = state.outcome()
    assert outcome is not None, "the game is over"
    shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(state.seats)]
    return [(line.move, round(line.value, 4), line.visits, shares[seat]) for seat, line in played[:DEPTH]]


def _draw(lines: list[Variation], rng: random.Random) -> Variation:
    """Draw a move by how often the search tried it."""
    liked = [line for line in lines if line.visits >= LIKED * lines[0].visits]
    return rng.choices(liked, [line.visits for line in liked])[0]


@dataclass(slots=True)
class _Sum:
    games: int = 0
    result: float = 0.0
    value: float = 0.0
    visits: int = 0

    def add(self, value: float, visits: int, result: float) -> None:
        self.games += 1
        self.result += result
        self.value += value * visits
        self.visits += visits

    def choice(self, move: Move) -> Choice:
        return Choice(move, self.games, round(100 * self.result / self.games), round(100 * self.value / self.visits))


def gather(folder: Path, amount: Amount, least: int = LEAST) -> Openings:
    """Return the openings of games that were played, without moves that fewer than `least` games played."""
    sums: dict[Key, dict[Move, _Sum]] = defaultdict(lambda: defaultdict(_Sum))
    for name in _shards(amount):
        for line in (folder / name).read_text(encoding="ascii").splitlines():
            state = GAME.new(amount.variant, first=0)
            for move, value, visits, result in json.loads(line):
                key, folded = _fold(state, move)
                sums[key][folded].add(value, visits, result)
                state = state.play(move)
    positions = {}
    for key, moves in sums.items():
        choices = [one.choice(move) for move, one in moves.items() if one.games >= least]
        if choices:
            positions[key] = sorted(choices, key=lambda choice: (-choice.games, -choice.value, choice.move))
    return Openings(amount, positions)
