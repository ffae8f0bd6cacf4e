"""Laws that every game obeys, and perft: for the tests of this project and of whoever adds a game.

`check_laws(game, case, seed)` plays one random game and checks every law along the way. A law is a function of a
`Visit`: one position on the way, with what the laws need to judge it.
"""

from __future__ import annotations

import json
import pickle
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from .compiled import new_dice
from .game import Game, Move, Outcome, State
from .record import Record
from .refusal import IllegalMove
from .view import TableView, show_outcome
from .words import LANGUAGES, words

LONGEST_GAME = 2_000
"""No random game of ours is longer; a game that is has probably no end."""

NONSENSE = ("", " ", "?", "pass", "0", "a1,a1", "z99", "\0", "ä", "1" * 500, "G2:", ":", "a1;b2", "None")


@dataclass(frozen=True, slots=True)
class Case:
    """One way to set up a game: a variant, a number of seats, and options that differ from the default."""

    variant: str
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.variant, str(self.seats), *(f"{key}={value}" for key, value in self.options.items())])


def cases(game: Game) -> Iterator[Case]:
    """Yield every variant with every number of seats, and each of them with every single option changed."""
    for variant in game.variants.values():
        for seats in variant.seats:
            yield Case(variant.id, seats)
            for option in variant.options:
                changed = [" ".join(reversed(option.values))] if option.each else option.values[1:]
                for value in changed:
                    case = Case(variant.id, seats, {option.id: value})
                    if game.accepts(case.variant, seats, case.options):
                        yield case


@dataclass(slots=True)
class Visit:
    """One position of a random game, and what was seen on the way to it."""

    game: Game
    state: State
    record: Record
    rng: random.Random
    seen: set[Move]
    """Moves that were legal somewhere in this game."""

    def some(self, moves: Any, count: int) -> list[Move]:
        """Return up to so many of the moves, at random."""
        everything = sorted(moves)
        return self.rng.sample(everything, min(count, len(everything)))


@cache
def rule_numbers(game_id: str, language: str = "en") -> dict[str, str]:
    """Return number and title of every rule on a game's rules page."""
    page = files(f"tischlein.games.{game_id}").joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^## (R\d+) (.+)$", page, flags=re.MULTILINE))


# ------------------------------------------------------------------ laws


def moves_are_sorted(visit: Visit) -> None:
    """Legal moves are sorted, each once; there are none exactly when the game is over."""
    state = visit.state
    moves = list(state.legal_moves())
    assert moves == sorted(set(moves))
    assert bool(moves) == (state.to_move is not None) == (state.outcome() is None)
    assert state.to_move is None or state.to_move in range(state.seats)


def listed_moves_are_playable(visit: Visit) -> None:
    """Every listed move can be played, is its own canonical text, and leaves the position as it was."""
    state, before = visit.state, visit.state.key()
    for move in visit.some(state.legal_moves(), 20):
        after = state.play(move)
        assert after.setup == state.setup
        assert state.canonical(move) == move
    assert state.key() == before


def nothing_else_is_playable(visit: Visit) -> None:
    """What is not listed is refused with a rule that exists; what is accepted is another text for a listed move."""
    state, before = visit.state, visit.state.key()
    legal = set(state.legal_moves())
    strange = visit.some(visit.seen - legal, 40) + list(NONSENSE)
    strange += [_garble(move, visit.rng) for move in visit.some(visit.seen, 10)]
    pages, rules = words(f"tischlein.games.{visit.game.id}"), rule_numbers(visit.game.id)
    refusals: list[IllegalMove] = []
    for move in strange:
        if move in legal:
            continue
        try:
            after = state.play(move)
        except IllegalMove as illegal:
            refusals.append(illegal)
        else:
            assert state.canonical(move) in legal
            assert state.play(state.canonical(move)) == after
    for refused in refusals:
        assert refused.code in pages
        assert refused.rule in rules
        assert all(refused.text(language) for language in LANGUAGES)
    assert state.key() == before


def samples_look_the_same(visit: Visit) -> None:
    """A seat cannot tell a sample from the truth: not by its view, its observation, its moves or the onlookers'."""
    state = visit.state
    encoding = visit.game.encoding(state.setup.variant, state.seats)
    for seat in range(state.seats):
        seed = visit.rng.random()
        sample = state.sample(seat, random.Random(seed))
        assert sample == state.sample(seat, random.Random(seed))
        assert sample == state.sample(seat, visit.rng).sample(seat, random.Random(seed)), "a sample knows the truth"
        assert sample.to_move == state.to_move
        assert sample.outcome() == state.outcome()
        assert sample.view(seat) == state.view(seat)
        assert sample.view(None) == state.view(None)
        assert sample.text(seat) == state.text(seat)
        assert np.array_equal(encoding.observe(sample, seat), encoding.observe(state, seat))
        if seat == state.to_move:
            assert sample.legal_moves() == state.legal_moves()


def samples_can_be_played(visit: Visit) -> None:
    """A sample is a full position: a random game from it ends."""
    if visit.state.to_move is not None:
        state = visit.state.sample(visit.rng.randrange(visit.state.seats), visit.rng)
        for _ in range(LONGEST_GAME):
            if state.to_move is None:
                break
            state = state.play(visit.rng.choice(state.legal_moves()))
        assert state.outcome() is not None


def records_come_back(visit: Visit) -> None:
    """A record survives its text, and replaying it reproduces the position."""
    assert Record.parse(visit.record.text()) == visit.record
    assert visit.record.final_state() == visit.state


def states_are_values(visit: Visit) -> None:
    """A position equals its copy from another process, and differs from the one before."""
    copy = pickle.loads(pickle.dumps(visit.state))
    assert copy == visit.state
    assert hash(copy) == hash(visit.state)
    assert list(copy.legal_moves()) == list(visit.state.legal_moves())
    if visit.record.moves:
        assert visit.record.state_at(-2) != visit.state


def views_are_json(visit: Visit) -> None:
    """Every view survives JSON unchanged, has the keys that all games share, and says who is to move."""
    for seat in (None, *range(visit.state.seats)):
        view = visit.state.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert set(view) >= set(TableView.__annotations__)
        assert view["to_move"] == visit.state.to_move
        assert view["outcome"] == show_outcome(visit.state.outcome())
        assert visit.game.secret or view == visit.state.view(None)


def drawings_are_well_formed(visit: Visit) -> None:
    """Every view can be drawn in every language; as SVG, which takes long, one of them."""
    drawing = visit.game.drawing()
    for language in LANGUAGES:
        own = words(f"tischlein.games.{visit.game.id}", language)
        for seat in (None, *range(visit.state.seats)):
            assert drawing.lines(visit.state.view(seat), own)
        seat = visit.rng.choice((None, *range(visit.state.seats)))
        assert ET.fromstring(drawing.svg(visit.state.view(seat), own)).tag.endswith("svg")


def outcomes_are_consistent(visit: Visit) -> None:
    """Places start at 1 and leave room for ties; there is a score for every seat."""
    outcome = visit.state.outcome()
    if outcome is not None:
        places = sorted(outcome.places)
        assert len(places) == len(outcome.scores) == visit.state.seats
        assert all(place == 1 + sum(other < place for other in places) for place in places)
        assert outcome.winners


def encoding_fits(visit: Visit) -> None:
    """Moves have different numbers that lead back to them; the mask is the list of moves; planes have their shape."""
    state = visit.state
    encoding = visit.game.encoding(state.setup.variant, state.seats)
    moves = list(state.legal_moves())
    numbers = [encoding.index(move) for move in moves]
    assert [encoding.move(number) for number in numbers] == moves
    assert len(set(numbers)) == len(moves)
    assert sorted(numbers) == np.flatnonzero(encoding.mask(state)).tolist()
    assert encoding.mask(state).shape == (encoding.actions,)
    for seat in range(state.seats):
        planes = encoding.observe(state, seat)
        assert planes.shape == encoding.shape
        assert planes.dtype == np.float32
        assert len(encoding.planes) == encoding.shape[0]
        assert np.isfinite(planes).all()
        pictures, flat = np.split(planes, [encoding.pictures])
        assert np.isin(pictures, (0, 1)).all(), "pictures are of 0 and 1"
        assert (flat == flat[:, :1, :1]).all(), "behind the pictures each plane is one number"


def kernel_agrees(visit: Visit) -> None:
    """The compiled fast lane has the same moves, the same mover and result, and games that end."""
    state = visit.state
    kernel = visit.game.kernel(state.setup.variant)
    to_move = kernel.to_move(kernel.position(state))
    assert to_move == (-1 if state.to_move is None else state.to_move)
    if (outcome := state.outcome()) is not None:
        merits = [kernel.result(kernel.position(state), seat) for seat in range(state.seats)]
        assert Outcome.ranked(outcome.scores, merits) == outcome
    buffer = np.zeros(kernel.buffer, dtype=np.int32)
    count = kernel.moves(kernel.position(state), buffer)
    codes = [int(code) for code in buffer[:count]]
    assert sorted(kernel.decode(state, code) for code in codes) == list(state.legal_moves())
    assert [kernel.encode(state, kernel.decode(state, code)) for code in codes] == codes
    for code in visit.rng.sample(codes, min(5, len(codes))):
        position = kernel.position(state)
        kernel.push(position, code)
        after = kernel.position(state.play(kernel.decode(state, code)))
        assert sorted(buffer[: kernel.moves(position, buffer)]) == sorted(buffer[: kernel.moves(after, buffer)])
    untouched = kernel.position(state)
    assert kernel.playouts(untouched, 2, new_dice(visit.rng.randrange(2**32))) >= 2 * bool(codes)
    assert untouched.tobytes() == kernel.position(state).tobytes()


LAWS: tuple[Callable[[Visit], None], ...] = (
    moves_are_sorted,
    listed_moves_are_playable,
    nothing_else_is_playable,
    samples_look_the_same,
    samples_can_be_played,
    records_come_back,
    states_are_values,
    views_are_json,
    drawings_are_well_formed,
    outcomes_are_consistent,
    encoding_fits,
    kernel_agrees,
)


def check_laws(game: Game, case: Case, seed: int, visits: int = 4) -> None:
    """Play one random game to its end and check all laws at the start, at the end and at some positions between."""
    rng = random.Random(seed)
    setup = game.setup(case.variant, case.seats, case.options, seed)
    states, moves, seen = [game.start(setup)], list[Move](), set[Move]()
    while states[-1].to_move is not None:
        assert len(moves) < LONGEST_GAME, "this game does not end"
        legal = states[-1].legal_moves()
        seen.update(rng.sample(list(legal), min(30, len(legal))))
        moves.append(rng.choice(legal))
        states.append(states[-1].play(moves[-1]))
    between = rng.sample(range(len(states)), min(visits, len(states)))
    for ply in sorted({0, len(moves), *between}):
        visit = Visit(game, states[ply], Record(setup, tuple(moves[:ply])), rng, seen)
        for law in LAWS:
            try:
                law(visit)
            except AssertionError as broken:
                broken.add_note(f"law {law.__name__} of {game.id} {case}, seed {seed}, after {ply} plies")
                raise


def check_finished(record: Record) -> None:
    """Compare the result of a finished game with what a person has written into its tags "Places" and "Scores".

    All other laws hold as well if winner and loser are confused everywhere; this one does not.
    """
    places, scores = (tuple(map(int, record.tags[key].split())) for key in ("Places", "Scores"))
    assert record.final_state().outcome() == Outcome(places, scores), record.tags.get("Counted")


def _garble(move: Move, rng: random.Random) -> Move:
    """Return a move with one character changed, doubled or lost."""
    at = rng.randrange(len(move))
    return move[:at] + rng.choice(("", move[at] * 2, rng.choice("0a9jG:,-x "))) + move[at + 1 :]


# ------------------------------------------------------------------ perft


def perft(state: State, depth: int) -> int:
    """Count the sequences of legal moves of a length, slowly, through the public State."""
    if depth == 0:
        return 1
    moves = state.legal_moves()
    return len(moves) if depth == 1 else sum(perft(state.play(move), depth - 1) for move in moves)


def fast_perft(game: Game, state: State, depth: int) -> int:
    """Count the same through the kernel."""
    kernel = game.kernel(state.setup.variant)
    return int(kernel.perft(kernel.position(state), depth))


def divide(game: Game, state: State, depth: int) -> dict[Move, int]:
    """Return the count behind each first move: what one compares to find a wrong rule."""
    return {move: fast_perft(game, state.play(move), depth - 1) for move in state.legal_moves()}


def check_perft(game: Game, record: Record, deepest: int) -> None:
    """Compare the counts in a record's tags "Perft 1", "Perft 2" ... with the kernel's, up to a depth."""
    state = record.final_state()
    for key, value in record.tags.items():
        if key.startswith("Perft "):
            depth = int(key.removeprefix("Perft "))
            if depth <= deepest:
                counted = fast_perft(game, state, depth)
                if counted != int(value):
                    table = "\n".join(f"{move} {count}" for move, count in divide(game, state, depth).items())
                    raise AssertionError(f"perft {depth}: {counted}, expected {value}\n{table}")
