"""Exercises from games: positions with exactly one good answer, by a clear margin that a longer search confirms.

    for exercise in make_exercises("planken", "standard", seed=7):
        print(exercise.kind, exercise.answer)

Bots play a game. Where the game can prove that one move alone does something (`Game.find_task`), that is the exercise.
Elsewhere, if the first look says that one move stands out, it and its rivals are searched by themselves, sixteen times
as long; what is asked then is the game's affair (`Game.name_task`). How hard an exercise is follows from how long the
engine must look until it finds the answer and stays with it. People's own mistakes become exercises in the same way.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec

from tischlein.bots.analysis import MISTAKE, Assessment
from tischlein.bots.levels import levels_of, make_bot
from tischlein.bots.search_bot import start_search
from tischlein.core.game import Game, Move, Seat, State
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.core.search import Variation
from tischlein.work.resumable import Executor, complete

from .practice import RATING

LOOK, CHOOSE, CONFIRM = 100, 200, 1_600
"""Simulations of the first look at a position, of one that chooses the answer, and of each search that confirms it."""

SHORTER = 4
"""So many times shorter is a first search of a move by itself."""

SAMPLES = 4
"""Where tiles are hidden, a move is judged in so many positions that its seat cannot tell from the true one."""

MARGIN = 0.15
"""How much of a win better than every other move the answer must be."""

RIVALS = 3
"""Of the other moves, so many of the best are searched by themselves."""

DEPTHS = (25, 50, 100, 200, 400, 800, CONFIRM)
"""Budgets at which the engine is asked; the least from which on it finds the answer says how hard it is."""

RATING_BY_DOUBLING, RATING_BY_TURN = 100.0, 60.0
"""How much harder it is to be found by looking twice as long, and by a proof that looks a turn further ahead."""

SURPRISE = 0.15
"""How often a random move is played, so that games differ and somebody makes mistakes."""

DATA = Path(__file__).parent / "data"
"""The exercises that come along, a file for each game; the page has the same ones."""


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One exercise. The position is the one after the record's last move, seen by the seat to move."""

    id: str
    record: str
    seat: Seat
    answer: Move
    kind: str
    depth: int
    rating: float
    goal: int = 0
    """The number that the question names: of turns to a win, of squares to lay."""
    margin: float = 1.0
    """How much of a win better the answer is than every other move; 1 if what is asked is proven."""

    @property
    def state(self) -> State:
        """The position."""
        return Record.parse(self.record).final_state()


def make_exercises(game_id: str, variant: str | None = None, seed: int = 0) -> Iterator[Exercise]:
    """Let bots play one game and yield the exercises that it holds. The same seed gives the same ones.

    Where a variant can be played by two, two play it.
    """
    game, rng = find_game(game_id), random.Random(seed)
    allowed = game.variants[variant].seats if variant is not None and variant in game.variants else (2,)
    setup = game.setup(variant, 2 if 2 in allowed else None, None, seed)
    state, moves = game.start(setup), list[Move]()
    while state.to_move is not None:
        lines = _search(game, state, CHOOSE if game.only_proven else LOOK, seed)
        found = make_exercise(Record(setup, tuple(moves)), seed, lines)
        if found is not None:
            yield found
        moves.append(rng.choice(state.legal_moves()) if rng.random() < SURPRISE else lines[0].move)
        state = state.play(moves[-1])


def make_own(record: Record, assessments: Iterable[Assessment], seat: Seat | None = None) -> Iterator[Exercise]:
    """Yield exercises from the mistakes in a game, of one seat or of all: where most was lost first.

    Where nothing can be proven, every other move than the answer is a mistake.
    """
    lost = [one for one in assessments if one.loss >= MISTAKE and seat in (None, one.seat)]
    for one in sorted(lost, key=lambda each: -each.loss):
        found = make_exercise(Record(record.setup, record.moves[: one.ply - 1]), least=MISTAKE)
        if found is not None:
            yield found


def make_exercise(
    record: Record, seed: int = 0, lines: Sequence[Variation] = (), least: float = MARGIN
) -> Exercise | None:
    """Return what there is to find at the position after a record; None unless exactly one move is good.

    `lines` is what a first look has found there, if somebody has looked; `least` is the margin by which the answer is
    better than every other move, where the engine is the judge.
    """
    game, state = find_game(record.setup.game), record.final_state()
    if state.to_move is None:
        return None
    task, margin = game.find_task(state), 1.0
    if task is None and (game.only_proven or not _stands_out(lines or _search(game, state, LOOK, seed), least)):
        return None
    looks = _look_deeper(game, state, seed, least if task is None else None)
    if task is None and looks:
        margin = _confirm(game, state, looks, seed, least)
        task = game.name_task(state, looks[CONFIRM][0].move) if margin >= least else None
    depth = None if task is None else _find_depth(looks, task.answer)
    if task is None or depth is None:
        return None
    rating = RATING + RATING_BY_DOUBLING * (math.log2(depth / DEPTHS[0]) - 2) + RATING_BY_TURN * task.turns
    text = Record(record.setup, record.moves).text()
    name = f"{game.id}-{record.setup.variant}-{sha256(text.encode()).hexdigest()[:10]}"
    return Exercise(name, text, state.to_move, task.answer, task.kind, depth, rating, task.goal, round(margin, 3))


def _search(game: Game, state: State, simulations: int, seed: int) -> list[Variation]:
    assert state.to_move is not None, "somebody moves"
    return make_bot(game, f"{simulations}sims", seed).analyse(state, state.to_move)


def _confirm(game: Game, state: State, looks: Mapping[int, list[Variation]], seed: int, least: float) -> float:
    """Return by how much the move that was found is better than every other one; less than `least` if it is not.

    Looks at all moves together have said so by half of the margin; now the move and its rivals are searched by
    themselves, first for a shorter time, which saves most of it.
    """
    answer, margin = looks[CONFIRM][0].move, 0.0
    rivals = name_rivals(answer, looks[CONFIRM], looks[CHOOSE])
    for simulations, enough in ((CONFIRM // SHORTER, least / 2), (CONFIRM, least)):
        value, margin = _value_of(game, state, answer, simulations, seed), 1.0
        for move in rivals:
            margin = min(margin, value - _value_of(game, state, move, simulations, seed))
            if margin < enough:
                return 0.0
    return margin


def name_rivals(answer: Move, closer: Sequence[Variation], first: Sequence[Variation]) -> list[Move]:
    """Return the moves that might be as good: what was tried most, and what looked best, however seldom tried."""
    by_value = sorted((line for line in closer if line.visits), key=lambda line: -line.value)
    every = [line.move for lines in (by_value, closer, first) for line in _without(answer, lines)[:RIVALS]]
    return list(dict.fromkeys(every))


def _without(answer: Move, lines: Sequence[Variation]) -> list[Variation]:
    return [line for line in lines if line.move != answer]


def _stands_out(lines: Sequence[Variation], least: float, answer: Move | None = None) -> bool:
    """Return whether one move, or this one, is half of so much better than the rivals that were tried most."""
    if answer not in (None, lines[0].move):
        return False
    return len(lines) > RIVALS and max(line.value for line in lines[1 : 1 + RIVALS]) <= lines[0].value - least / 2


def _value_of(game: Game, state: State, move: Move, simulations: int, seed: int) -> float:
    """Return what a move is worth to the seat that plays it, by searches of positions after it, as its seat knows them.

    With more than two seats, others' good chances say little about the own: then the others play what they hold to be
    best until it is the seat's turn again.
    """
    seat, count = state.to_move, SAMPLES if game.secret else 1
    assert seat is not None, "somebody moves"
    samples = (state.sample(seat, random.Random(seed + number)) for number in range(count))
    return sum(_follow(game, one.play(move), seat, simulations // count, seed) for one in samples) / count


def _follow(game: Game, state: State, seat: Seat, simulations: int, seed: int) -> float:
    while state.to_move is not None:
        lines = _search(game, state, simulations, seed)
        if state.to_move == seat:
            return lines[0].value
        if state.seats == 2:
            return 1.0 - lines[0].value
        state = state.play(lines[0].move)
    outcome = state.outcome()
    assert outcome is not None, "the game is over"
    return (seat in outcome.winners) / len(outcome.winners)


def _look_deeper(game: Game, state: State, seed: int, least: float | None) -> dict[int, list[Variation]]:
    """Return what one search finds by its budget.

    Where the answer must stand out, by half of so much, nothing is returned unless one move does, once it was chosen:
    this is given up as soon as it does not any more.
    """
    assert state.to_move is not None, "somebody moves"
    search = start_search(game, state.sample(state.to_move, random.Random(seed)), seed, levels_of(game)[-1].settings)
    looks, done = dict[int, list[Variation]](), 0
    for depth in DEPTHS:
        search.run(depth - done)
        done, looks[depth] = depth, search.variations()
        if least is not None and depth >= CHOOSE and not _stands_out(looks[depth], least, looks[CHOOSE][0].move):
            return {}
    return looks


def _find_depth(looks: Mapping[int, list[Variation]], answer: Move) -> int | None:
    """Return how many simulations the engine needs until it finds the answer and stays with it; None if it does not."""
    wrong = [depth for depth, lines in looks.items() if lines[0].move != answer]
    return min((depth for depth in looks if depth > max(wrong, default=0)), default=None)


# ------------------------------------------------------------------ many of them


def complete_exercises(
    folder: Path, game_id: str, variant: str | None, games: range, executor: Executor | None = None
) -> Iterator[tuple[int, int]]:
    """Make the exercises of many games, one for each seed, on any executor; what is in the folder is not made again.

    Yields (done, in all) at first and after each game.
    """
    tasks: Mapping[str, int] = {f"{game_id}-{variant or 'usual'}-{seed}.jsonl": seed for seed in games}
    yield from complete(folder, tasks, partial(_make_text, game_id, variant), executor)


def _make_text(game_id: str, variant: str | None, seed: int) -> str:
    return write_exercises(make_exercises(game_id, variant, seed))


def gather_exercises(folder: Path, count: int) -> list[Exercise]:
    """Return so many of the exercises in a folder, each position once: from easy to hard, at even distances."""
    by_record = {one.record: one for path in sorted(folder.glob("*.jsonl")) for one in read_exercises(path)}
    found = sorted(by_record.values(), key=lambda one: (one.rating, one.id))
    count = min(count, len(found))
    return [found[(2 * place + 1) * len(found) // (2 * count)] for place in range(count)]


# ------------------------------------------------------------------ files


def write_exercises(exercises: Iterable[Exercise]) -> str:
    """Return exercises as text, one on each line."""
    return "".join(msgspec.json.encode(one).decode() + "\n" for one in exercises)


def read_exercises(source: Path | str) -> list[Exercise]:
    """Return the exercises of a file, or of a text. Raises msgspec's error for what is none."""
    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else source
    return [msgspec.json.decode(line, type=Exercise) for line in text.splitlines()]
