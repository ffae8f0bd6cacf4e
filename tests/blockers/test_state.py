"""States as the rest of the program uses them: deals, views, samples, records, the compiled fast lane."""

import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from tischlein.core.compiled import JIT, new_dice
from tischlein.core.game import Setup, State
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup
from tischlein.core.words import LANGUAGES
from tischlein.games.blockers import GAME
from tischlein.games.blockers.game import BlockersState
from tischlein.games.blockers.kernel import draw_move
from tischlein.games.blockers.pieces import TILES

from .positions import table
from .reference import Reference, perft
from .skip_game import RED_RACK, moves_until_skip, skip_setup

HERE = Path(__file__).parent
SEATS = [("expert", 2), ("basic", 2), ("basic", 3), ("basic", 4), ("basic", 5)]


def play(state: State, moves: list[str]) -> State:
    for move in moves:
        state = state.play(move)
    return state


def random_moves(state: State, count: int, seed: int) -> list[str]:
    rng, moves = random.Random(seed), []
    for _ in range(count):
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return moves


def rack_of(state: State, colour: int) -> list[str]:
    """Return a colour's true rack without the cost of a view."""
    position = cast(BlockersState, state).position
    placed = int(position.placed[colour])
    return [TILES[tile] for tile in sorted(position.tiles[colour, placed : placed + 5].tolist())]


# ------------------------------------------------------------------ setting up


def test_defaults() -> None:
    assert (GAME.setup(seats=2).variant, GAME.setup(seats=4).variant) == ("expert", "basic")
    assert GAME.setup("basic").seats == 4


def test_importing_the_game_loads_no_compiler() -> None:
    code = "import sys, tischlein.games.blockers; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_missing_options_are_the_defaults() -> None:
    full = GAME.setup("expert", seed=1)
    bare = GAME.start(replace(full, options={}))
    assert bare.view(0) == GAME.start(full).view(0)
    assert bare.legal_moves() == GAME.start(full).legal_moves()


@pytest.mark.parametrize(
    "change",
    [
        {"green": None},
        {"violet": " ".join(TILES)},
        {"red": ""},
        {"red": " ".join(TILES[:-1])},
        {"red": " ".join([*TILES[:-1], TILES[0]])},
        {"red": " ".join([*TILES, "joker"])},
        {"red": " ".join(TILES).replace("moon", "sun")},
        {"red": " ".join(TILES).lower()},
    ],
)
def test_impossible_deals_are_refused(change: dict[str, str | None]) -> None:
    setup = GAME.setup("basic", 4, seed=1)
    deal = {colour: tiles for colour, tiles in {**setup.deal, **change}.items() if tiles is not None}
    with pytest.raises(BadSetup) as caught:
        GAME.start(replace(setup, deal=deal))
    assert caught.value.code == "bad-deal"
    assert all(caught.value.text(language) for language in LANGUAGES)


def test_a_setup_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSetup):
        GAME.start(Setup("blockers", "expert", 3, 0, {}, {}))


# ------------------------------------------------------------------ views


def test_a_view_hides_racks_and_the_order_of_piles() -> None:
    state = play(GAME.new("basic", 4, seed=3), random_moves(GAME.new("basic", 4, seed=3), 30, 1))
    for viewer, colour in itertools.product((None, 0, 1, 2, 3), range(4)):
        shown = state.view(viewer)["colours"][colour]
        hidden = viewer != colour
        assert (shown["rack"] is None) == hidden
        assert len(shown["unseen"]) == shown["pile_count"] + 5 * hidden
        assert sorted(shown["played"] + shown["unseen"] + (shown["rack"] or [])) == sorted(TILES)
        for tiles in (shown["unseen"], shown["rack"] or []):
            assert tiles == sorted(tiles, key=TILES.index)


def test_a_view_explains_the_points() -> None:
    state = GAME.new("expert", seed=3)
    view = play(state, random_moves(state, 80, 1)).view(None)
    for score in view["scores"]:
        own = [colour for colour in view["colours"] if colour["seat"] == score["seat"]]
        assert score["groups"] == sum(len(colour["groups"]) for colour in own)
        assert score["most"] == max(map(len, score["taken"].values()), default=0)
        assert score["taken_count"] == sum(map(len, score["taken"].values()))
        assert score["points"] == score["groups"] + score["most"]
    for colour in view["colours"]:
        cells = [cell for cell, tile in view["board"]["cells"].items() if tile["colour"] == colour["id"]]
        assert sorted(itertools.chain(*colour["groups"])) == sorted(cells)


def test_a_view_names_the_tiles_that_hold_their_groups_together() -> None:
    assert table("rrr gg. .b. bbb").view(None)["board"]["locked"] == ["A2", "D2"]


def test_before_the_first_move_there_is_no_last_one() -> None:
    state = GAME.new("expert", seed=3)
    assert state.view(0)["last"] is None
    move = state.legal_moves()[0]
    assert state.play(move).view(0)["last"]["move"] == move


# ------------------------------------------------------------------ samples


@pytest.mark.parametrize(("variant", "seats"), SEATS)
def test_the_moves_replay_on_the_deal_of_a_sample(variant: str, seats: int) -> None:
    state = GAME.new(variant, seats, seed=4)
    moves = random_moves(state, 17 * seats, 5)
    for seat in range(seats):
        sample = play(state, moves).sample(seat, random.Random(seat))
        replayed = play(GAME.start(sample.setup), moves)
        for viewer in range(seats):
            assert replayed.view(viewer) == sample.view(viewer)
        assert sample.setup.deal != state.setup.deal
        own = [colour["id"] for colour in sample.view(seat)["colours"] if colour["seat"] == seat]
        drawn = min(28, len(sample.view(seat)["colours"][seat]["played"]) + 5)
        for colour in own if variant == "basic" else []:
            assert sample.setup.deal[colour].split()[:drawn] == state.setup.deal[colour].split()[:drawn]


def test_a_sample_depends_on_nothing_that_is_hidden() -> None:
    state = play(GAME.new("basic", 3, seed=4), random_moves(GAME.new("basic", 3, seed=4), 30, 5))
    other = state.sample(1, random.Random(1))
    assert state.sample(1, random.Random(2)) == other.sample(1, random.Random(2))


def test_samples_deal_evenly() -> None:
    state = play(GAME.new("basic", 2, seed=4), random_moves(GAME.new("basic", 2, seed=4), 36, 5))
    rng, racks, tops, last = random.Random(6), Counter[str](), Counter[str](), Counter[str]()
    for _ in range(1000):
        sample = state.sample(0, rng)
        racks.update(rack_of(sample, 1))
        tops[sample.setup.deal["red"].split()[23]] += 1
        last[sample.setup.deal["green"].split()[27]] += 1
    unseen = state.view(0)["colours"][1]["unseen"]
    assert len(unseen) == 10
    assert set(racks) == set(unseen)
    assert all(430 < count < 570 for count in racks.values())  # 500 each, four standard deviations
    assert len(tops) == 5
    assert all(150 < count < 250 for count in tops.values())
    assert len(last) == 10
    assert all(60 < count < 140 for count in last.values())


def test_samples_know_what_a_skip_has_told() -> None:
    state: State = play(GAME.start(skip_setup()), moves_until_skip())
    possible = {"1", "2", "3", "star", "heart", "moon"}
    seen = Counter(tuple(rack_of(state.sample(1, random.Random(seed)), 0)) for seed in range(300))
    assert set(itertools.chain(*seen)) == possible
    assert len(seen) == 6
    assert min(seen.values()) > 25
    # H3 falls to red's 3; the four that were there before are still of the same kind, the fifth is new.
    state = play(state, ["A7:A", "D8:8", "B9:triangle", "H4:joker", "H3:3"])
    racks = [rack_of(state.sample(1, random.Random(seed)), 0) for seed in range(300)]
    assert all(len(possible & set(rack)) >= 4 for rack in racks)
    assert set(itertools.chain(*racks)) == set(state.view(1)["colours"][0]["unseen"])
    assert "3" not in itertools.chain(*racks)


def test_a_sample_replays_even_after_a_skip() -> None:
    state: State = GAME.start(skip_setup())
    moves, rng = [*moves_until_skip(), "A7:A", "D8:8", "B9:triangle", "H4:joker"], random.Random(6)
    state = play(state, moves)
    while len(moves) < 66:
        # Red plays what it held during the skip, so that little is left of what it can have held then.
        held = [move for move in state.legal_moves() if state.to_move == 0 and move[3:] in RED_RACK.split()]
        moves.append(rng.choice(held or state.legal_moves()))
        state = state.play(moves[-1])
    assert len(set(RED_RACK.split()) - set(state.view(None)["colours"][0]["played"])) == 1
    for seed in range(30 if JIT else 5):
        sample = state.sample(2, random.Random(seed))
        assert play(GAME.start(sample.setup), moves).view(2) == sample.view(2) == state.view(2)


def test_a_finished_game_hides_nothing() -> None:
    state = GAME.new("basic", 2, seed=4)
    state = play(state, random_moves(state, 48, 5))
    assert state.sample(0, random.Random(1)) is state


# ------------------------------------------------------------------ the compiled fast lane


def test_playouts_are_uniform() -> None:
    """Drawing blindly gives each legal move the same chance, also where most pairs of tile and cell are refused."""
    state = table("rrrr.rrrr rgggggggr", {"red": "A B star joker 9"}, seats=2)
    kernel = GAME.kernel("basic")
    position, dice = kernel.position(state), new_dice(1)
    moves = state.legal_moves()
    count = 60 * len(moves)
    drawn = Counter(kernel.decode(state, draw_move(position, dice)) for _ in range(count))
    assert set(drawn) == set(moves)
    assert sum((number - 60) ** 2 / 60 for number in drawn.values()) < len(moves) + 4 * (2 * len(moves)) ** 0.5


def test_playouts_list_the_moves_where_few_are_legal() -> None:
    full = " ".join(["rrrrrrrrr"] * 8 + ["rrrrrrrr."])
    state = table(full, {"red": "joker 1 2 3 4"}, seats=2)
    assert state.legal_moves() == ["I9:joker"]
    kernel = GAME.kernel("basic")
    for seed in range(4):
        assert kernel.decode(state, draw_move(kernel.position(state), new_dice(seed))) == "I9:joker"


@pytest.mark.parametrize(("variant", "seats"), SEATS)
def test_playouts_end_after_all_placements(variant: str, seats: int) -> None:
    state = GAME.new(variant, seats, seed=2)
    kernel = GAME.kernel(variant)
    plies = 24 * (4 if variant == "expert" else seats)
    assert kernel.playouts(kernel.position(state), 3, new_dice(1)) == 3 * plies
    position = kernel.position(state)
    assert kernel.playout(position, new_dice(1)) == plies
    assert position.turn == -1
    assert kernel.moves(position, np.zeros(kernel.buffer, np.int32)) == 0
    assert kernel.perft(position, 1) == 0


def test_perft_agrees_with_the_reference() -> None:
    state = GAME.new("basic", 2, seed=8)
    moves = random_moves(state, 44, 8)
    slow = Reference("basic", 2, state.setup.first, state.setup.options, state.setup.deal)
    for move in moves:
        slow.play(move)
    kernel = GAME.kernel("basic")
    position = kernel.position(play(state, moves))
    before = position.tobytes()
    for depth in range(3):
        assert kernel.perft(position, depth) == perft(slow, depth)
    assert position.tobytes() == before


# ------------------------------------------------------------------ golden records


@pytest.mark.parametrize("path", sorted((HERE / "golden").glob("*.record")), ids=lambda path: path.stem)
def test_golden_records(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    assert record.text() == text
    final = record.final_state()
    assert final.to_move is None
    assert final.view(None) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
