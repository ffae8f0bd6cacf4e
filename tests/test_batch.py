"""Many games at once: the same games, masks, planes and rewards as the slow public State and Encoding."""

from collections.abc import Iterator

import numpy as np
import pytest

from tischlein import Record, State, find_game, game_ids
from tischlein.batch import Batch, share_rewards
from tischlein.core.game import Game
from tischlein.core.testkit import Case, cases

compiled = pytest.mark.compiled

GAMES = game_ids()


def all_cases() -> Iterator[pytest.ParameterSet]:
    for game_id in GAMES:
        for case in cases(find_game(game_id)):
            yield pytest.param(find_game(game_id), case, id=f"{game_id}-{case}")


def places_of(state: State) -> tuple[int, ...]:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.places


def compare(batch: Batch) -> None:
    """Play the games of a batch to the end and compare everything with the same games played by states."""
    game, count = batch.game, len(batch)
    encoding = batch.encoding
    states = [game.start(batch.setup(number)) for number in range(count)]
    rewards = np.zeros((count, batch.seats))
    rng = np.random.default_rng(1)
    while (batch.to_move >= 0).any():
        assert [seat if seat >= 0 else None for seat in batch.to_move] == [state.to_move for state in states]
        masks = batch.masks()
        if rng.random() < 0.25:
            eyes = rng.integers(batch.seats, size=count)
            planes = batch.observe(eyes)
            for number, state in enumerate(states):
                assert np.array_equal(planes[number], encoding.observe(state, eyes[number])), encoding.planes
                assert np.array_equal(masks[number], encoding.mask(state))
        actions = batch.sample()
        assert all(mask[action] or not mask.any() for mask, action in zip(masks, actions, strict=True))
        step = batch.step(actions)
        for number, state in enumerate(states):
            if state.to_move is not None:
                states[number] = state.play(encoding.move(int(actions[number])))
                assert step.over[number] == (states[number].to_move is None)
        rewards += step.rewards
    planes = batch.observe()
    assert np.allclose(share_rewards(batch.merits()), rewards)
    for number, state in enumerate(states):
        assert np.array_equal(planes[number], encoding.observe(state, 0))
        places = np.array(places_of(state))
        expected = [(np.sum(places > place) - np.sum(places < place)) / (batch.seats - 1) for place in places]
        assert rewards[number] == pytest.approx(expected)


@compiled
@pytest.mark.parametrize(("game", "case"), list(all_cases()))
def test_a_batch_plays_the_same_games_as_states(game: Game, case: Case) -> None:
    compare(Batch(game, 3, case.variant, case.seats, case.options, seed=3, auto_reset=False))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_without_the_compiler(game_id: str) -> None:
    """One game each, the shortest, is enough to see that the source means the same as plain Python."""
    variants = find_game(game_id).variants.values()
    shortest = min(variants, key=lambda variant: min(variant.seats))
    batch = Batch(game_id, 1, shortest.id, min(shortest.seats), seed=3, deals=2, auto_reset=False)
    for illegal in np.flatnonzero(~batch.masks()[0])[:1]:  # in a tiny game everything may be legal at first
        with pytest.raises(ValueError, match="not legal in game 0"):
            batch.step([illegal])
    compare(batch)


@compiled
def test_a_game_without_compiled_loops_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("planken")
    fast = Batch(game, 2, seed=3, auto_reset=False)
    monkeypatch.setattr(type(game), "batch_kernel", lambda _game, _variant: None)
    slow = Batch(game, 2, seed=3, auto_reset=False)
    while (fast.to_move >= 0).any():
        assert np.array_equal(fast.to_move, slow.to_move)
        assert np.array_equal(fast.masks(), slow.masks())
        assert np.array_equal(fast.observe(), slow.observe())
        actions = fast.sample()
        one, other = fast.step(actions), slow.step(actions)
        assert np.array_equal(one.rewards, other.rewards)
    compare(Batch(game, 2, seed=4, auto_reset=False))


@compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_samples_are_uniform(game_id: str) -> None:
    """The first move of the same game, drawn often: each legal action about equally often."""
    batch = Batch(game_id, 4000, deals=1, seed=5)
    legal = np.flatnonzero(batch.masks()[0])
    counts = np.bincount(batch.sample(), minlength=batch.encoding.actions)
    assert counts.sum() == counts[legal].sum()
    expected = 4000 / len(legal)
    chi_square = ((counts[legal] - expected) ** 2 / expected).sum()
    assert chi_square < len(legal) + 5 * np.sqrt(2 * len(legal))


@compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_games_that_end_begin_anew(game_id: str) -> None:
    batch = Batch(game_id, 16, seed=2)
    ends = 0
    for _ in range(150):
        step = batch.step(batch.sample())
        ends += step.over.sum()
        assert (batch.to_move >= 0).all()
        assert np.allclose(step.rewards.sum(axis=1), 0, atol=1e-6)
        assert not step.rewards[~step.over].any()
    assert ends >= 16


@compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_games_rest_where_nothing_is_asked(game_id: str) -> None:
    batch, rng = Batch(game_id, 6, seed=2, auto_reset=False), np.random.default_rng(1)
    rewards = np.zeros((6, batch.seats))
    while (batch.to_move >= 0).any():
        where, actions, before, movers = rng.random(6) < 0.5, batch.sample(), batch.look(), batch.to_move
        actions[~where] = rng.integers(-5, 5, size=6)[~where]  # whatever stands there, legal or not
        step, after = batch.step(actions, where), batch.look()
        assert np.array_equal(before.masks[~where], after.masks[~where])
        assert np.array_equal(before.pictures[~where], after.pictures[~where])
        assert np.array_equal(before.numbers[~where], after.numbers[~where])
        assert np.array_equal(movers[~where], batch.to_move[~where])
        assert not step.over[~where].any()
        rewards += step.rewards
    assert np.allclose(share_rewards(batch.merits()), rewards)
    for wrong in ([True] * 5, [1, 0, 1, 0, 1, 0], True):
        with pytest.raises(ValueError, match="where must be 6 times"):
            batch.step(np.zeros(6, np.int64), wrong)


@compiled
def test_merits_are_points_where_points_count() -> None:
    batch = Batch("blokus", 3, "three", seed=3, auto_reset=False)
    states = [batch.game.start(batch.setup(number)) for number in range(3)]
    while (batch.to_move >= 0).any():
        going, actions = batch.to_move >= 0, batch.sample()
        shown = [[seat["score"] for seat in state.view(None)["scores"]] for state in states]
        assert batch.merits().tolist() == shown, "also while the game goes on"
        for number in np.flatnonzero(going):
            states[number] = states[number].play(batch.encoding.move(int(actions[number])))
        batch.step(actions)
    outcomes = [state.outcome() for state in states]
    assert batch.merits().tolist() == [list(outcome.scores) for outcome in outcomes if outcome]


@compiled
def test_the_same_seed_gives_the_same_games() -> None:
    def play(batch: Batch) -> list[list[int]]:
        chosen = []
        for _ in range(100):
            chosen.append(batch.sample().tolist())
            batch.step(chosen[-1])
        return chosen

    first, second = Batch("planken", 8, seed=4), Batch("planken", 8, seed=5)
    played = play(first)
    assert play(second) != played
    second.reset(4)
    assert play(second) == played
    first.reset()
    assert play(first) != played, "going on is not beginning with the seed"


@compiled
def test_actions_make_a_record() -> None:
    batch = Batch("blokus", 2, "duo", seed=1, auto_reset=False)
    moves = []
    while batch.to_move[1] >= 0:
        actions = batch.sample()
        moves.append(batch.encoding.move(int(actions[1])))
        batch.step(actions)
    record = Record(batch.setup(1), tuple(moves))
    assert places_of(Record.parse(record.text()).final_state())


@compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_an_illegal_action_changes_nothing(game_id: str) -> None:
    batch = Batch(game_id, 4, seed=1)
    for _ in range(5):
        batch.step(batch.sample())
    before = batch.masks()
    for illegal in np.flatnonzero(~before[3])[:: 1 + batch.encoding.actions // 500]:
        actions = batch.sample()
        actions[3] = illegal
        with pytest.raises(ValueError, match=f"action {illegal} is not legal in game 3"):
            batch.step(actions)
    assert np.array_equal(batch.masks(), before)
    for wrong, reason in (([0, 0], "shape"), ([-1] * 4, "not in 0"), ([10**6] * 4, "not in 0")):
        with pytest.raises(ValueError, match=reason):
            batch.step(wrong)
    with pytest.raises(ValueError, match="seats"):
        batch.observe(9)
    with pytest.raises(ValueError, match="at least one"):
        Batch(game_id, 0)


@compiled
def test_what_is_given_is_filled() -> None:
    batch = Batch("blockers", 3, seed=1)
    masks = np.ones((3, batch.encoding.actions), np.bool_)
    planes = np.full((3, *batch.encoding.shape), 7, np.float32)
    assert batch.masks(masks) is masks
    assert batch.observe(out=planes) is planes
    assert np.array_equal(masks, batch.masks())
    assert np.array_equal(planes, batch.observe())


@compiled
def test_a_game_of_planks_without_memory_left_is_drawn() -> None:
    """R10 needs the past; a batch has a fixed room for it."""
    batch = Batch("planken", 1, seed=1, auto_reset=False)
    while not (batch._positions[0].run == 1 and batch.to_move[0] >= 0):
        batch.step(batch.sample())
        if batch.to_move[0] < 0:
            batch.reset()
    batch._positions[0].run = batch._positions["history"].shape[1] - 1
    batch._positions["history"][0] = 0
    for action in np.flatnonzero(batch.masks()[0]):
        copy = batch._positions.copy()
        step = batch.step([action])
        if step.over[0] and not step.rewards.any():
            break
        batch._positions, batch._to_move = copy, np.array([copy[0].turn])
    else:
        pytest.fail("no move of a nail filled the memory")


def test_rewards_are_shared_by_rank() -> None:
    merits = np.array([[3, 3, 1, 0], [0, 0, 0, 0]])
    assert np.allclose(3 * share_rewards(merits), [[2, 2, -1, -3], [0, 0, 0, 0]])
