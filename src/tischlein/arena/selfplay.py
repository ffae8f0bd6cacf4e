"""Games of a bot against itself, with all it thought: for learning from our searches.

    executor = LocalExecutor(2)                           # or RayExecutor(...)
    for done, total in generate(Path("lessons"), Lesson("blokus", "200sims", "duo"), 500, executor):
        print(done, total)
    for example in read_lessons(Path("lessons")):         # position, what the search thought, how the game ended
        ...

Each game is a file of its own, written once; a run that was stopped goes on with those that are missing.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from tischlein.bots.levels import find_level, make_bot
from tischlein.core.game import Move, Outcome, State
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.core.search import Variation
from tischlein.work.resumable import Executor, complete

KEPT = 32
"""How many of the best moves are noted with each position."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A kind of game to learn from. `surprise`: how often a random move is played instead, so that games differ."""

    game: str
    bot: str
    variant: str | None = None
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    surprise: float = 0.1
    seed: int = 0


class Example(NamedTuple):
    """A position of a finished game."""

    state: State
    lines: list[Variation]
    """What the search thought of its best moves, best first, without continuations."""
    played: Move
    outcome: Outcome


def generate(folder: Path, lesson: Lesson, games: int, executor: Executor | None = None) -> Iterator[tuple[int, int]]:
    """Play the games that are missing in a folder and yield (done, in all) after each."""
    find_level(find_game(lesson.game), lesson.bot)  # refuses a bot that does not exist
    tasks = {f"{number + 1:06}.json": replace(lesson, seed=lesson.seed + number) for number in range(games)}
    yield from complete(folder, tasks, play_lesson, executor)


def play_lesson(lesson: Lesson) -> str:
    """Play one game and return it with all thoughts as JSON. The same lesson gives the same game."""
    game, rng = find_game(lesson.game), random.Random(lesson.seed)
    setup = game.setup(lesson.variant, lesson.seats, lesson.options, lesson.seed)
    bot = make_bot(game, lesson.bot, lesson.seed)
    state, moves, thoughts = game.start(setup), list[Move](), list[list[tuple[Move, float, int]]]()
    while (seat := state.to_move) is not None:
        lines = bot.analyse(state, seat)
        surprise = rng.random() < lesson.surprise
        moves.append(rng.choice(state.legal_moves()) if surprise else lines[0].move)
        thoughts.append([(line.move, round(line.value, 5), line.visits) for line in lines[:KEPT]])
        state = state.play(moves[-1])
    return json.dumps({"record": Record(setup, tuple(moves)).text(), "thoughts": thoughts}) + "\n"


def read_lessons(folder: Path) -> Iterator[Example]:
    """Yield every position of every game in a folder, but for the final ones."""
    for path in sorted(folder.glob("*.json")):
        yield from read_lesson(path.read_text(encoding="utf-8"))


def read_lesson(text: str) -> Iterator[Example]:
    """Yield every position of a game that `play_lesson` wrote, but for the final one."""
    content = json.loads(text)
    record = Record.parse(content["record"])
    *states, final = record.states()
    outcome = final.outcome()
    assert outcome is not None, "lessons are played to the end"
    for state, move, thoughts in zip(states, record.moves, content["thoughts"], strict=True):
        yield Example(state, [Variation(*thought) for thought in thoughts], move, outcome)
