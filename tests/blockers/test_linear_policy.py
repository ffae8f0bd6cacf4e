"""What the search looks at: groups and edges kept up to date, hidden tiles dealt anew, the policy, its training."""

import random
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray
from training.blockers import reinforce as training

from tischlein.core.compiled import JIT, new_dice, roll
from tischlein.core.game import State
from tischlein.core.testkit import Case, cases
from tischlein.games.blockers import GAME, rules
from tischlein.games.blockers.engine import determinize, group_index, learned, linear_policy
from tischlein.games.blockers.game import BlockersState
from tischlein.games.blockers.pieces import TILES

from .positions import table
from .skip_game import moves_until_skip, skip_setup

SEATS = [("expert", 2), ("basic", 2), ("basic", 3), ("basic", 4), ("basic", 5)]


def after(variant: str, seats: int, plies: int, seed: int) -> BlockersState:
    """Return a position of a random game."""
    rng, state = random.Random(seed), GAME.new(variant, seats, seed=seed)
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    return cast(BlockersState, state)


# ------------------------------------------------------------------ deals


def deals(state: State, seat: int, count: int) -> list[BlockersState]:
    """Return positions as the search deals them."""
    state = cast(BlockersState, state)
    array = determinize.known_position(state._array, seat)
    excluded = determinize.exclusions(array[0])
    dice, found = new_dice(3), []
    for _ in range(count):
        dealt = array.copy()
        determinize.determinize(dealt[0], seat, excluded, dice)
        found.append(BlockersState(state.setup, dealt))
    return found


@pytest.mark.parametrize(("variant", "seats"), SEATS)
def test_deals_look_the_same_and_differ(variant: str, seats: int) -> None:
    for plies in (0, 37, 24 * seats - 3):
        state = after(variant, seats, plies, seed=plies)
        found = deals(state, 0, 8)
        assert all(other.view(0) == state.view(0) for other in found)
        if plies < 40:
            assert len({other.key() for other in found}) == 8


@pytest.mark.parametrize("further", [0, 4])
def test_deals_respect_what_a_skip_proved(further: int) -> None:
    state: State = GAME.start(skip_setup())
    for move in moves_until_skip():
        state = state.play(move)
    rng = random.Random(further)
    for _ in range(further):
        state = state.play(rng.choice(state.legal_moves()))
    assert isinstance(state, BlockersState)
    placed = int(state.position.placed[0])
    proven = int(state.position.barred[0].max())
    assert proven
    for other in deals(state, 1, 40):
        rack = other.position.tiles[0, placed : placed + 5].tolist()
        assert placed > 15 or not any(proven >> tile & 1 for tile in rack)
        assert other.view(1) == state.view(1)


def test_deals_are_as_likely_as_samples() -> None:
    state = after("basic", 3, 30, seed=2)
    racks = np.zeros((2, len(TILES)))
    rng = random.Random(1)
    placed = int(state.position.placed[1])
    count = 1500
    for other in deals(state, 0, count):
        racks[0, other.position.tiles[1, placed : placed + 5].tolist()] += 1 / count
    for _ in range(count):
        sample = state.sample(0, rng)
        racks[1, sample.position.tiles[1, placed : placed + 5].tolist()] += 1 / count
    assert np.abs(racks[0] - racks[1]).max() < 0.08


# ------------------------------------------------------------------ what it looks at


@pytest.mark.parametrize(("variant", "seats"), SEATS)
def test_the_index_keeps_up(variant: str, seats: int) -> None:
    state = after(variant, seats, 0 if JIT else 24 * seats - 20, seed=seats)
    rng = random.Random(seats)
    kept, fresh, policy = (
        np.zeros(1, group_index.GROUP_INDEX),
        np.zeros(1, group_index.GROUP_INDEX),
        np.zeros(1, linear_policy.POLICY),
    )
    group_index.index_groups(state.position, kept[0])
    while state.to_move is not None:
        group_index.index_groups(state.position, fresh[0])
        for field in ("groups", "adjacent", "liberties", "joinable", "unplaced"):
            assert np.array_equal(kept[0][field], fresh[0][field]), field
        assert same_partition(kept[0]["label"], fresh[0]["label"])
        linear_policy.list_moves(state.position, kept[0], False, policy[0])
        codes = policy[0].code[: policy[0].count]
        assert sorted(state.move(int(code)) for code in codes) == state.legal_moves()
        move = rng.choice(state.legal_moves())
        group_index.update_index(state.position, kept[0], state.code(move))
        state = state.play(move)


@pytest.mark.parametrize("case", list(cases(GAME)), ids=str)
def test_the_fast_list_of_moves_is_that_of_the_rules(case: Case) -> None:
    """`list_moves` is a fast copy of `rules.moves`: 400 whole games in all, some 30,000 positions."""
    index, policy, buffer = np.zeros(1, group_index.GROUP_INDEX), np.zeros(1, linear_policy.POLICY), new_buffer()
    kernel = GAME.kernel(case.variant)
    for seed in range(40 if JIT else 1):
        position, dice = kernel.position(GAME.new(case.variant, case.seats, case.options, seed=seed)), new_dice(seed)
        group_index.index_groups(position, index[0])
        while position.turn >= 0:
            linear_policy.list_moves(position, index[0], False, policy[0])
            count = rules.moves(position, buffer)
            assert policy[0].code[: policy[0].count].tolist() == buffer[:count].tolist()
            linear_policy.play_move(position, index[0], int(buffer[roll(dice, count)]))


def new_buffer() -> NDArray[np.int32]:
    return np.empty(rules.BUFFER, np.int32)


def same_partition(one: NDArray[np.int64], other: NDArray[np.int64]) -> bool:
    pairs = set(zip(one.tolist(), other.tolist(), strict=True))
    return len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)


def features_of(state: BlockersState, move: str) -> dict[str, float]:
    """Return what the policy sees in a move, without what is 0."""
    seen, out = np.zeros(1, group_index.GROUP_INDEX), np.zeros(group_index.FEATURE_COUNT)
    group_index.index_groups(state.position, seen[0])
    code = state.code(move)
    group_index.write_features(state.position, seen[0], code, group_index.rack_bits(state.position, code >> 12), out)
    return {name: value for name, value in zip(group_index.FEATURES, out.tolist(), strict=True) if value}


def test_a_move_is_described() -> None:
    state = table("rr.r..... ..g...... ...", {"red": "A 3 9 I joker"}, seats=3, taken={0: "1green"})
    joins = features_of(state, "A3:3")
    assert joins["groups joined beyond one"] == 1
    assert joins["last cell where the tile could join"] == 1
    assert joins["own neighbours"] == 2
    assert joins["others who could join here"] == 1
    assert "new group" not in joins
    takes = features_of(state, "B3:3")
    assert takes["new group"] == takes["new group with a tile that could join"] == 1
    assert takes["take"] == takes["take that costs a point"] == takes["take of somebody's lone tile"] == 1
    assert takes["joins prepared"] == 3  # from A3, B2 and B4
    assert features_of(state, "I9:joker")["joker"] == 1


def test_own_second_colour_is_told_apart() -> None:
    state = table("y.y...... .........", {"red": "A 3 9 I joker"}, variant="expert", seats=2)
    denies = features_of(state, "A2:red-A")
    assert denies["joins denied to the own second colour"] == 1
    assert "joins denied to others" not in denies
    assert features_of(state, "A1:red-A")["take of the own second colour's lone tile"] == 1


@pytest.mark.parametrize(("variant", "seats"), SEATS)
def test_own_points_change_as_described(variant: str, seats: int) -> None:
    state = after(variant, seats, 20 * seats, seed=seats)
    seat = state.to_move or 0
    for move in state.legal_moves()[:: 1 if JIT else 9]:
        seen = features_of(state, move)
        change = seen.get("new group", 0) - seen.get("groups joined beyond one", 0)
        change += seen.get("take that costs a point", 0) - seen.get("take of the own second colour's lone tile", 0)
        assert rules.points(state.play(move).position, seat) - rules.points(state.position, seat) == change


# ------------------------------------------------------------------ the policy


@pytest.mark.parametrize("pruned", [False, True])
def test_chances_add_up(pruned: bool) -> None:
    state = after("expert", 2, 50, seed=1)
    seen, policy = np.zeros(1, group_index.GROUP_INDEX), np.zeros(1, linear_policy.POLICY)
    group_index.index_groups(state.position, seen[0])
    linear_policy.evaluate(state.position, seen[0], learned.weights_for("expert", 2), pruned, policy[0])
    chances = policy[0].probability[: policy[0].count]
    assert 0 < len(chances) <= len(state.legal_moves())
    assert abs(chances.sum() - 1) < 1e-9
    assert chances.min() >= 0


def random_game(case: Case, seed: int) -> list[BlockersState]:
    """Return the positions of a random game with a variant and its options."""
    rng, states = (
        random.Random(seed),
        [cast(BlockersState, GAME.new(case.variant, case.seats, case.options, seed=seed))],
    )
    while states[-1].to_move is not None:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
    return states


@pytest.mark.parametrize("case", list(cases(GAME)), ids=str)
def test_shares_follow_the_outcome(case: Case) -> None:
    result = np.zeros(1, linear_policy.RESULT)
    for seed in range(3 if JIT else 1):
        state = random_game(case, seed)[-1]
        outcome = state.outcome()
        assert outcome is not None
        linear_policy.score_game(state.position, result[0])
        shares, margins = result[0].share.tolist(), result[0].margin.tolist()
        winners = outcome.winners
        assert [place == 1 for place in outcome.places] == [share > 0 for share in shares[: case.seats]]
        assert all(shares[seat] == 1 / len(winners) for seat in winners)
        assert all((margins[seat] >= 0) == (seat in winners) for seat in range(case.seats))


@pytest.mark.parametrize("case", list(cases(GAME)), ids=str)
def test_leaders_are_those_who_have_the_fewest_points(case: Case) -> None:
    seen = np.zeros(1, group_index.GROUP_INDEX)
    for state in random_game(case, seed=5)[:-1:7]:
        position = state.position
        group_index.index_groups(position, seen[0])
        group_index.find_leaders(position, seen[0])
        scores = {seat: rules.points(position, seat) for seat in range(case.seats) if seat != state.to_move}
        leading = {seat for seat, score in scores.items() if score == min(scores.values())}
        colours = {colour for colour in range(int(position.colours)) if int(seen[0].leaders) >> colour & 1}
        assert colours == {colour for colour in range(int(position.colours)) if int(position.owner[colour]) in leading}


def test_weights_survive_their_file() -> None:
    kept = {f"{variant}-{seats}": learned.weights_for(variant, seats) for variant, seats in SEATS}
    again = learned.from_text(learned.as_text(kept))
    assert all(np.array_equal(again[name], kept[name]) for name in kept)
    assert all(table.shape == (linear_policy.STAGES, group_index.FEATURE_COUNT) for table in kept.values())


def test_training_learns_and_repeats_itself() -> None:
    batches, games = (8, 20) if JIT else (1, 1)
    learned = training.train("basic", 2, batches, games)
    own, other = group_index.FEATURES.index("new group"), group_index.FEATURES.index("take of the own second colour")
    assert (learned[:, other] == 0).all()  # nobody has one here
    if JIT:
        assert (learned[:, own] != -2).all()
        assert np.array_equal(learned, training.train("basic", 2, batches, games))


def test_features_are_added_up_four_at_a_time() -> None:
    """One more would be left out, or read from the next move: `compute_logit` asks for no rest."""
    assert group_index.FEATURE_COUNT % 4 == 0
