"""The value net: inputs that are there on the board, layers over them, and files."""

from typing import Any

import numpy as np
import pytest

from tests.blokus.positions import play_randomly, positions, turn_board
from tischlein import find_game
from tischlein.games.blokus import notation
from tischlein.games.blokus.engine import learned, value_net
from tischlein.games.blokus.engine.search import BlokusSearch
from tischlein.games.blokus.engine.workspace import new_workspace
from tischlein.games.blokus.tables import A1, PIECE_COUNT, STRIDE

GAME = find_game("blokus")
PLACES = [("duo", 8), ("duo", 17), ("two", 22), ("two", 51), ("classic", 13), ("three", 30), ("teams", 40)]

Square = tuple[int, int]


def squares_where(position: Any, holds: Any) -> set[Square]:
    """Return the (column, row) of the squares whose cell something holds for."""
    width = int(position.width)
    return {(x, y) for x in range(width) for y in range(width) if holds(A1 + STRIDE * y + x)}


def spread(start: set[Square], opened: set[Square], steps: int) -> set[Square]:
    """Return what can be reached in so many steps over open squares."""
    for _ in range(steps):
        start = start | {(x + i, y + j) for x, y in start for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))} & opened
    return start


def reach_of(position: Any, colour: int) -> list[set[Square]]:
    """Return what is a contact, near or far for a colour, each with the ones before."""
    opened = squares_where(position, lambda cell: not position.board[cell] >> colour & 1)
    contacts = squares_where(position, lambda cell: position.board[cell] >> (4 + colour) & 1) & opened
    if position.out >> colour & 1:
        contacts = set()
    return [spread(contacts, opened, steps) for steps in (0, 2, 4)]


def list_inputs(position: Any) -> set[int]:
    """Return the inputs that hold, slowly and plainly."""
    width, colours, turn = int(position.width), int(position.colours), int(position.turn)
    inputs = set()
    for step in range(colours):
        colour = (turn + step) % colours
        others = [
            other for other in range(colours) if other != colour and position.side[other] != position.side[colour]
        ]
        rivals = set().union(*(reach_of(position, other)[2] for other in others))
        contacts, near, far = reach_of(position, colour)
        taken = squares_where(position, lambda cell, colour=colour: position.owner[cell] == colour + 1)
        free = squares_where(position, lambda cell: position.owner[cell] == 0)
        closed = squares_where(position, lambda cell, colour=colour: position.board[cell] >> colour & 1) & free
        kinds = [taken, closed]
        for group in (contacts, near - contacts, far - near):
            kinds += [group - rivals, group & rivals]
        for kind, group in enumerate(kinds):
            for x, y in group:
                for _ in range(turn * 4 // colours):  # a quarter turn against the clock
                    x, y = width - 1 - y, x  # noqa: PLW2901
                inputs.add(((y * width + x) * colours + step) * value_net.KINDS + kind)
        after = width * width * colours * value_net.KINDS + step * value_net.INPUTS_OF_A_COLOUR
        inputs |= {after + piece for piece in range(PIECE_COUNT) if not position.placed[colour] >> piece & 1}
        inputs |= {after + PIECE_COUNT} if position.out >> colour & 1 else set()
    return inputs


def collected(position: Any, reflected: bool = False) -> list[int]:
    """Return the inputs that the compiled code notes, sorted."""
    workspace = new_workspace()
    count = value_net.collect_inputs(position, reflected, workspace)
    return sorted(workspace.inputs[:count].tolist())


@pytest.mark.parametrize(("variant", "plies"), PLACES)
def test_inputs_are_what_one_sees_on_the_board(variant: str, plies: int) -> None:
    position = positions(variant, plies)
    inputs = collected(position)
    assert len(set(inputs)) == len(inputs)
    assert set(inputs) == list_inputs(position)


@pytest.mark.parametrize(("variant", "plies"), PLACES)
def test_corners_of_the_newest_pieces_count_at_once(variant: str, plies: int) -> None:
    """The rules put them on a colour's list later, when it is to move."""
    assert collected(play_randomly(variant, plies).position.copy()) == collected(positions(variant, plies))


@pytest.mark.parametrize(("variant", "plies"), PLACES)
def test_every_legal_move_lies_within_reach(variant: str, plies: int) -> None:
    state = play_randomly(variant, plies)
    covered = {square for move in state.legal_moves() for square in notation.read(move)}
    assert covered <= reach_of(positions(variant, plies), int(state.position.turn))[2]


@pytest.mark.parametrize(("variant", "plies"), PLACES)
def test_the_network_adds_rows_and_weighs_the_sums(variant: str, plies: int) -> None:
    position, workspace = positions(variant, plies), new_workspace()
    net = value_net.load_value_net(int(position.width), int(position.sides))
    stage, colours = value_net.stage_of(position), int(position.colours)
    hidden = np.maximum(net.rows[collected(position)].sum(axis=0) + net.bias, 0)
    second = np.maximum(hidden @ net.dense[stage] + net.dense_bias[stage], 0)
    last = value_net.POINTS * (second @ net.output[stage] + net.output_bias[stage])
    by_colour = dict(zip([(int(position.turn) + step) % colours for step in range(colours)], last, strict=True))
    assert value_net.evaluate(position, net, workspace) == net.rmse[stage] >= 1
    sides = range(int(position.sides))
    means = [np.mean([by_colour[c] for c in range(colours) if position.side[c] == side]) for side in sides]
    wanted = [mean - np.mean(means) for mean in means]  # what one side leads by, others are behind
    assert workspace.leads[: len(means)] == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize(("variant", "plies"), [("duo", 9), ("two", 26), ("classic", 17), ("classic", 44)])
def test_a_turned_board_promises_the_same_to_the_next_colour(variant: str, plies: int) -> None:
    position, workspace = positions(variant, plies), new_workspace()
    net, sides = value_net.load_value_net(int(position.width), int(position.sides)), int(position.sides)
    value_net.evaluate(position, net, workspace)
    leads = workspace.leads[:sides].copy()
    for turns in range(1, int(position.colours)):
        position = turn_board(position)
        assert collected(position) == collected(positions(variant, plies))
        value_net.evaluate(position, net, workspace)
        assert workspace.leads[:sides] == pytest.approx(np.roll(leads, turns))


def test_duo_in_a_mirror() -> None:
    """The start squares of Duo lie on a diagonal; what holds at a square holds at its mirror image."""
    position = positions("duo", 11)
    mirrored = position.copy()
    for y in range(14):
        for x in range(14):
            here, there = A1 + STRIDE * y + x, A1 + STRIDE * (13 - x) + 13 - y
            mirrored.board[there], mirrored.owner[there] = position.board[here], position.owner[here]
    assert collected(position, reflected=True) == collected(mirrored)
    assert collected(position, reflected=True) != collected(position)


@pytest.mark.parametrize(("ply", "stage"), [(0, 0), (2, 0), (3, 1), (15, 5), (28, 10), (40, 11)])
def test_stages(ply: int, stage: int) -> None:
    position = GAME.new("duo").position.copy()  # type: ignore[attr-defined]
    position.ply = ply
    assert value_net.stage_of(position) == stage


@pytest.mark.compiled
def test_evaluating_changes_what_moves_are_worth_but_not_how_many_are_tried() -> None:
    state = play_randomly("duo", 8)
    values = []
    for share in (0.0, 0.9):
        search = BlokusSearch(state, 1, {"nodes": 100_000, "value_net": share})
        search.run(400)
        lines = search.variations()
        assert sum(line.visits for line in lines) == 400
        values.append([line.value for line in lines if line.visits >= 10])
    spreads = [np.std(some) for some in values]
    assert all(0 <= value <= 1 for some in values for value in some)
    assert spreads[0] != spreads[1]


@pytest.mark.compiled
@pytest.mark.parametrize(("corners", "matters"), [("fixed", True), ("free", False)])
def test_nothing_is_evaluated_where_colours_choose_their_corners(corners: str, matters: bool) -> None:
    """The network has learned where each colour starts."""
    searches = [
        BlokusSearch(GAME.new("duo", options={"corners": corners}), 1, {"nodes": 50_000, "value_net": used})  # type: ignore[arg-type]
        for used in (0, 1)
    ]
    for search in searches:
        search.run(200)
    without, with_it = ([line.visits for line in search.variations()] for search in searches)
    assert (without != with_it) == matters


# ------------------------------------------------------------------ files


def random_net(width: int, colours: int) -> value_net.ValueNet:
    """Return a network of random numbers."""
    rng, blank = np.random.default_rng(3), value_net.new_value_net(width, colours)
    return value_net.ValueNet(*(rng.normal(0.02, 0.1, part.shape).astype(np.float32) for part in blank))


def test_a_network_can_be_stored(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned, "__file__", str(tmp_path / "learned.py"))
    (tmp_path / "data").mkdir()
    net = random_net(14, 2)
    value_net.save_value_net("duo", net, "by chance")
    with np.load(tmp_path / "data" / "value_net-duo.npz") as stored:
        assert str(stored["recipe"]) == "by chance"
        for name, part in net._asdict().items():
            assert learned.FINEST * stored[name] == pytest.approx(part, abs=1e-3)


@pytest.mark.parametrize(("width", "sides"), [(14, 2), (20, 2), (20, 4)])
def test_what_was_learned_fits(width: int, sides: int) -> None:
    net, blank = value_net.load_value_net(width, sides), value_net.new_value_net(width, 2 if width == 14 else 4)
    assert [part.shape for part in net] == [part.shape for part in blank]
    assert all(np.isfinite(part).all() and part.any() for part in net)
