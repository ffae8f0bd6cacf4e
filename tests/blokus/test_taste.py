"""How moves look to a network that sees the whole board, and how that is learned from the search."""

from typing import Any

import numpy as np
import pytest

from tischlein import find_game
from tischlein.games.blokus import imitation, learned, priors, taste
from tischlein.games.blokus.foresight import new_glass, note_inputs
from tischlein.games.blokus.search import BlokusThinker, weights_for
from tischlein.games.blokus.tables import A1, STRIDE

from .positions import play_randomly, positions, turn_board

GAME = find_game("blokus")


def random_taste(width: int, colours: int) -> taste.Taste:
    """Return a network of random numbers; small ones, because chances near zero cannot be compared."""
    rng, blank = np.random.default_rng(3), taste.new_taste(width, colours)
    return taste.Taste(*(rng.normal(0, 0.03, part.shape).astype(np.float32) for part in blank))


def eyes(position: Any) -> tuple[taste.Eye, taste.Eye]:
    """Return one that sees with a random network, and one without any."""
    width, colours = int(position.width), int(position.colours)
    weights = weights_for(width, int(position.sides))
    return taste.new_eye(weights, random_taste(width, colours)), taste.new_eye(weights, taste.no_taste())


def cells_of(position: Any) -> list[tuple[int, int, int]]:
    """Return column, row and cell of all squares."""
    width = range(int(position.width))
    return [(x, y, A1 + STRIDE * y + x) for y in width for x in width]


@pytest.mark.parametrize(("variant", "plies"), [("duo", 7), ("two", 24), ("classic", 41)])
def test_the_network_adds_to_what_priors_see(variant: str, plies: int) -> None:
    position, glass = positions(variant, plies), new_glass()
    width, colours = int(position.width), int(position.colours)
    with_it, without = eyes(position)
    assert taste.regard(position, False, without) == 0
    count = taste.regard(position, False, with_it)
    assert count == note_inputs(position, False, glass)
    liked = with_it.taste
    hidden = np.maximum(liked.rows[glass.inputs[:count]].sum(axis=0) + liked.bias, 0)
    more = with_it.sight[3] - without.sight[3]
    for x, y, cell in cells_of(position):
        for _ in range(int(position.turn) * 4 // colours):  # a quarter turn against the clock
            x, y = width - 1 - y, x  # noqa: PLW2901
        wanted = np.array([part[:, y * width + x] @ hidden for part in (liked.covered, liked.opened)])
        assert more[cell, :2] == pytest.approx(wanted * (position.owner[cell] == 0), abs=1e-3)
    assert not more[:, 2].any()
    pieces = (with_it.own - without.own)[priors.CELL_FEATURES :]
    assert pieces == pytest.approx(hidden @ liked.pieces, abs=1e-3)


@pytest.mark.parametrize(("variant", "plies"), [("duo", 9), ("classic", 17)])
def test_on_a_turned_board_the_next_colour_likes_the_turned_cells(variant: str, plies: int) -> None:
    position = positions(variant, plies)
    width, colours = int(position.width), int(position.colours)
    first, second = (taste.find_places(board, False) for board in (position, turn_board(position)))
    for x, y, _ in cells_of(position):
        column, row = (width - 1 - x, width - 1 - y) if colours == 2 else (y, width - 1 - x)
        assert first[y * width + x] == second[row * width + column]


def test_duo_looks_the_same_in_a_mirror() -> None:
    """The squares that a colour likes are mirrored with the board."""
    position = positions("duo", 11)
    plain, mirrored = (taste.find_places(position, reflected) for reflected in (False, True))
    for x, y, _ in cells_of(position):
        assert plain[y * 14 + x] == mirrored[(13 - x) * 14 + 13 - y]


@pytest.mark.compiled
@pytest.mark.parametrize(("options", "settings"), [({"corners": "free"}, {}), ({}, {"sight": 1}), ({}, {"sight": 0})])
def test_who_does_not_see_the_whole_board_has_no_taste(options: dict[str, str], settings: dict[str, int]) -> None:
    state: Any = GAME.new("duo", options=options)
    choices = []
    for liked in (random_taste(14, 2), taste.no_taste()):
        thinker = BlokusThinker(state, 1, {"nodes": 50_000, **settings}, (weights_for(14, 2), liked))
        thinker.think(100)
        choices.append(thinker.lines())
    assert choices[0] == choices[1]


@pytest.mark.compiled
def test_a_taste_changes_what_is_tried() -> None:
    state = play_randomly("duo", 6)
    visits = []
    for liked in (random_taste(14, 2), taste.no_taste()):
        thinker = BlokusThinker(state, 1, {"nodes": 50_000}, (weights_for(14, 2), liked))
        thinker.think(100)
        visits.append({line.move: line.visits for line in thinker.lines() if line.visits})
    assert visits[0] != visits[1]


@pytest.mark.compiled
def test_flatter_looks_make_fewer_moves_hopeless() -> None:
    state, likely = play_randomly("duo", 6), []
    for flat in (1.0, 3.0):
        thinker = BlokusThinker(state, 1, {"nodes": 100_000, "flat": flat})
        thinker.think(100)
        likely.append((len(thinker.lines()), -thinker.tried()["prior"].max()))
    assert likely[0] < likely[1]
    assert likely[0][1] < likely[1][1], "and the best one less certain"


# ------------------------------------------------------------------ learning


@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "plies"), [("duo", 10), ("classic", 30)])
def test_slopes_are_those_of_the_cross_entropy(variant: str, plies: int) -> None:
    """Compared with its change when a number changes a little."""
    position = positions(variant, plies)
    width, colours = int(position.width), int(position.colours)
    weights = weights_for(width, int(position.sides)).copy()
    eye, slope = taste.new_eye(weights, random_taste(width, colours)), imitation.new_slope(width, colours)
    taste.regard(position, False, eye)
    codes = position.lists[position.turn][: int(position.counts[position.turn]) : 7].astype(np.uint16)
    visits = np.arange(1, len(codes) + 1, dtype=np.float32)

    def loss() -> float:
        return float(imitation.note_choice(position, False, codes, visits, eye, imitation.new_slope(width, colours)))

    imitation.note_choice(position, False, codes, visits, eye, slope)
    phase, square = priors.phase_of(position, int(position.turn)), int(np.abs(slope.taste.covered).sum(axis=0).argmax())
    corner = int(np.abs(slope.taste.opened).sum(axis=0).argmax())
    lit = int(eye.glass.hidden.argmax())
    piece = int(np.abs(slope.pieces).argmax())
    places: list[tuple[Any, Any, Any]] = [
        (eye.taste.rows, slope.taste.rows, (int(eye.glass.inputs[3]), lit)),
        (eye.taste.bias, slope.taste.bias, lit),
        (eye.taste.covered, slope.taste.covered, (lit, square)),
        (eye.taste.opened, slope.taste.opened, (lit, corner)),
        (eye.taste.pieces, slope.taste.pieces, (lit, piece)),
        (weights, slope.weights, (phase, priors.VACANT)),
        (weights, slope.weights, (phase, priors.SPACE)),
        (weights, slope.weights, (phase, priors.FREE)),
        (weights, slope.weights, (phase, priors.CELL_FEATURES + piece)),
    ]
    for numbers, found, at in places:
        before, around = numbers[at], []
        for change in (0.01, -0.01):
            numbers[at] = before + change
            around.append(loss())
        numbers[at] = before
        assert found[at] == pytest.approx((around[0] - around[1]) / 0.02, rel=0.05, abs=0.02)


@pytest.mark.compiled
@pytest.mark.parametrize("variant", ["duo", "classic"])
def test_priors_learn_to_foretell_the_search(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    halves = [imitation.collect(variant, games=games, simulations=60, seed=games) for games in (3, 21)]
    sample = imitation.join(halves)
    assert len(sample.lengths) == 24
    assert sample.bounds.max() == len(sample.codes) == len(sample.visits)
    width, sides = (14, 2) if variant == "duo" else (20, 4)
    learner = imitation.Learner(variant, np.zeros_like(weights_for(width, sides)), 1)
    games = np.arange(24)
    before = learner.judge(sample, games)[1]
    for _ in range(60):
        learner.learn(sample, games, 0.02)
    assert learner.judge(sample, games)[1].mean() < 0.6 * before.mean()
    capsys.readouterr()
    found = imitation.fit(variant, sample, weights_for(width, sides), rounds=2)
    assert all(np.isfinite(part).all() for part in (found[0], *found[1]))
    assert [line[:8] for line in capsys.readouterr().out.splitlines()] == ["round 1:", "round 2:"]


@pytest.mark.compiled
def test_joined_samples_are_the_games_of_each() -> None:
    halves = [imitation.collect("duo", games=2, simulations=20, seed=seed) for seed in (1, 2)]
    sample = imitation.join(halves)
    for number, half in enumerate(halves):
        for game in range(2):
            for ply in range(int(half.lengths[game])):
                first, end = half.bounds[game, ply]
                other, last = sample.bounds[2 * number + game, ply]
                assert np.array_equal(half.codes[first:end], sample.codes[other:last])
                assert np.array_equal(half.visits[first:end], sample.visits[other:last])


def test_a_taste_can_be_stored(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned, "__file__", str(tmp_path / "learned.py"))
    liked = random_taste(14, 2)
    taste.save_taste("duo", liked, "by chance")
    with np.load(tmp_path / "taste-duo.npz") as stored:
        assert str(stored["recipe"]) == "by chance"
        for name, part in liked._asdict().items():
            assert learned.FINEST * stored[name] == pytest.approx(part, abs=1e-3)


def test_what_was_learned_fits() -> None:
    liked, blank = taste.taste_for(14, 2), taste.new_taste(14, 2)
    assert [part.shape for part in liked] == [part.shape for part in blank]
    assert all(np.isfinite(part).all() and part.any() for part in liked)


@pytest.mark.parametrize("sides", [2, 4])
def test_with_four_colours_priors_stand_alone(sides: int) -> None:
    assert len(taste.taste_for(20, sides).rows) == 0
