"""The WebSocket of a real server: two people at a table, and whatever else may come over the line."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from tests.server.client import Message, Screen, Visitor
from tests.server.process import Server
from tischlein import Record, find_game
from tischlein.core.game import Setup

pytestmark = pytest.mark.compiled


@pytest.fixture
def anna(server: Server) -> Visitor:
    return Visitor(server.address)


@pytest.fixture
def ben(server: Server) -> Visitor:
    return Visitor(server.address)


@pytest.fixture
def table(anna: Visitor, ben: Visitor) -> str:
    """A table of Planken for two; Anna starts."""
    card = anna.create("planken", "me", "open", first=0)
    ben.take(card["id"], 1, name="Ben")
    return str(card["id"])


async def finish(*screens: Screen) -> None:
    """Play first moves until the game is over, and let everybody see the end."""
    by_seat = {screen.seat: screen for screen in screens}
    while True:
        now = screens[0].now
        if now["result"]:
            break
        mover = by_seat[now["table"]["to_move"]]
        answer = await mover.play()
        assert answer["type"] == "done", answer
        for screen in screens:
            await screen.until(lambda seen, version=answer["version"]: seen["version"] >= version)
    for screen in screens:
        await screen.until(lambda seen: seen["result"])


GAMES = [
    ("planken", "standard", 2), ("planken", "standard", 3), ("planken", "teams", 4),
    ("blockers", "basic", 2), ("blockers", "basic", 5), ("blockers", "expert", 2),
    ("blokus", "classic", 4), ("blokus", "two", 2), ("blokus", "three", 3), ("blokus", "teams", 4),
    ("blokus", "duo", 2),
]  # fmt: skip


@pytest.mark.parametrize(("game", "variant", "seats"), GAMES)
def test_everybody_sees_the_whole_game(anna: Visitor, ben: Visitor, game: str, variant: str, seats: int) -> None:
    async def play() -> None:
        card = anna.create(game, *["me"] * (seats - 1), "open", variant=variant, public=True)
        ben.take(card["id"], seats - 1)
        async with asyncio.TaskGroup() as group:
            sitting = [anna.sit(card["id"], seat) for seat in range(seats - 1)] + [ben.sit(card["id"], seats - 1)]
            onlooker = Visitor(anna.address, "x" * 22).sit(card["id"])
            for screen in [*sitting, onlooker]:
                group.create_task(screen.__aenter__())
        await finish(*sitting)
        await onlooker.until(lambda seen: seen["result"])
        record = Record.parse(anna.ask("GET", f"/tables/{card['id']}/record").text)
        final = record.final_state()
        for screen in [*sitting, onlooker]:
            assert screen.now["view"] == json.loads(json.dumps(final.view(screen.seat)))
            assert screen.now["result"]["places"] == list(final.outcome().places)  # type: ignore[union-attr]
            await screen.__aexit__()

    asyncio.run(play())


def test_a_move_is_answered_with_the_version_that_everybody_gets(anna: Visitor, ben: Visitor, table: str) -> None:
    async def play() -> None:
        async with anna.sit(table, 0) as left, ben.sit(table, 1) as right:
            done = await left.play()
            update = await right.hear("update")
            assert update["version"] == done["version"]
            assert update["event"] == {"kind": "played", "seat": 0, "ply": 1, "move": update["event"]["move"]}
            assert update["legal"], "it is Ben's turn"
            await left.until(lambda seen: seen["ply"] == 1)
            assert left.now["legal"] is None

    asyncio.run(play())


def test_who_has_the_rules_knows_the_position_without_a_list_of_moves(anna: Visitor, ben: Visitor, table: str) -> None:
    async def play() -> None:
        async with anna.sit(table, 0, legal="no") as bare, anna.sit(table, 0) as told, ben.sit(table, 1) as other:
            state = find_game("planken").start(Setup(**bare.now["setup"]))
            assert told.now["legal"] == list(state.legal_moves())
            assert bare.now["legal"] is None
            done = await bare.request("play", ply=0, move=state.legal_moves()[-1])
            await other.play()
            for screen in (bare, told):
                await screen.until(lambda seen: seen["version"] == done["version"] + 1)
            assert (bare.now["legal"], len(told.now["legal"]) > 1) == (None, True)

    asyncio.run(play())


def test_a_setup_with_hidden_tiles_is_told_to_nobody(anna: Visitor) -> None:
    async def look() -> None:
        card = anna.create("blockers", "me", "level1", first=0)
        async with anna.sit(card["id"], 0) as screen:
            assert screen.now["setup"] is None

    asyncio.run(look())


def test_the_same_message_twice_is_one_move(anna: Visitor, ben: Visitor, table: str) -> None:
    async def play() -> None:
        async with anna.sit(table, 0) as one, anna.sit(table, 0) as two:
            move = one.now["legal"][0]
            answers = await asyncio.gather(
                one.request("play", id="same", ply=0, move=move), two.request("play", id="same", ply=0, move=move)
            )
            assert [answer["type"] for answer in answers] == ["done", "done"]
            assert len({answer["version"] for answer in answers}) == 1
        async with anna.sit(table, 0) as again:
            answer = await again.request("play", id="same", ply=0, move=move)
            assert (answer["type"], answer["version"], again.now["ply"]) == ("done", answers[0]["version"], 1)

    asyncio.run(play())


def test_of_two_moves_at_once_one_counts_and_the_other_is_told(anna: Visitor, table: str) -> None:
    async def play() -> None:
        async with anna.sit(table, 0) as one, anna.sit(table, 0) as two:
            first, second = one.now["legal"][:2]
            answers = await asyncio.gather(
                one.request("play", ply=0, move=first), two.request("play", ply=0, move=second)
            )
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            assert next(one["code"] for one in answers if one["type"] == "refused") == "stale-ply"

    asyncio.run(play())


def test_refusals_name_the_rule(anna: Visitor, ben: Visitor) -> None:
    async def play() -> None:
        card = anna.create("blokus", "me", "me", variant="duo", first=0)
        async with anna.sit(card["id"], 0) as left, anna.sit(card["id"], 1) as right:
            answer = await left.request("check", ply=0, move="a1")
            assert (answer["type"], answer["source"]) == ("refused", "games.blokus")
            assert answer["rule"] == answer["code"].partition("-")[0]
            assert (await left.request("check", ply=0, move=left.now["legal"][0]))["type"] == "done"
            assert left.now["ply"] == 0
            refused = await right.request("play", ply=0, move="a1")
            assert (refused["code"], refused["source"], refused["rule"]) == ("not-your-turn", "core", None)

    asyncio.run(play())


def test_takeback_by_consent_and_rematch_with_the_same_people(anna: Visitor, ben: Visitor, table: str) -> None:
    async def play() -> None:
        async with anna.sit(table, 0) as left, ben.sit(table, 1) as right:
            await left.play()
            await left.request("ask", what="takeback")
            await right.until(lambda seen: seen["request"])
            assert right.now["request"]["needs"] == [1]
            await right.request("answer", yes=True)
            await left.until(lambda seen: seen["ply"] == 0)
            assert left.now["legal"]
            await left.request("resign")
            await right.until(lambda seen: seen["result"])
            assert right.now["result"] == {"reason": "resigned", "places": [2, 1], "winners": [1]}
            await right.request("ask", what="rematch")
            await left.until(lambda seen: seen["request"])
            await left.request("answer", yes=True)
            await right.until(lambda seen: seen["table"]["next"])
            following = right.now["table"]["next"]
        async with anna.sit(following, 0) as left, ben.sit(following, 1) as right:
            assert left.now["table"]["to_move"] == 1, "the start player moves on"
            assert (await right.play())["type"] == "done"

    asyncio.run(play())


def test_a_left_seat_loses_its_screens(anna: Visitor, ben: Visitor, table: str) -> None:
    async def play() -> None:
        async with anna.sit(table, 0) as left, ben.sit(table, 1) as right:
            ben.ask("DELETE", f"/tables/{table}/seats/1")
            await left.hear("update")
            assert await right.close_code() == 4409

    asyncio.run(play())


@pytest.mark.parametrize(
    ("path", "headers", "code"),
    [
        ("nothing/socket", {}, 4404),
        ("{table}/socket", {}, 4401),
        ("{table}/socket?seat=0", {}, 4401),
        ("{table}/socket?seat=7", {}, 4401),
        ("{table}/socket?seat=x", {}, 4401),
        ("{table}/socket", {"Origin": "https://evil.example"}, 4403),
    ],
)
def test_strangers_are_turned_away(server: Server, table: str, path: str, headers: dict[str, str], code: int) -> None:
    async def knock() -> None:
        address = server.address.replace("http", "ws", 1) + "/api/tables/" + path.format(table=table)
        async with connect(address, additional_headers=headers) as line:
            assert json.loads(await line.recv())["type"] == "refused"
            await line.wait_closed()
            assert line.close_code == code

    asyncio.run(knock())


def test_presence_and_reactions(anna: Visitor, ben: Visitor, table: str) -> None:
    async def play() -> None:
        async with anna.sit(table, 0) as left:
            async with ben.sit(table, 1) as right:
                await left.hear("presence", seats=[True, True])
                await right.request("react", reaction="hello")
                await left.hear("reaction", seat=1, reaction="hello")
                refused = await right.request("react", reaction="insult")
                assert refused["code"] == "bad-message"
            await left.hear("presence", seats=[True, False])

    asyncio.run(play())


def test_sync_tells_what_was_missed(anna: Visitor, ben: Visitor, table: str) -> None:
    async def play() -> None:
        async with anna.sit(table, 0) as left, ben.sit(table, 1) as right:
            before = right.now["version"]
            await left.play()
            await right.send("sync", version=before)
            assert (await right.hear("snapshot"))["ply"] == 1
            answer = await right.request("sync", version=right.now["version"])
            assert answer["type"] == "done"
            assert sum('"type":"snapshot"' in frame for frame in right.frames) == 2, "nothing new, nothing sent"

    asyncio.run(play())


def test_bots_answer_and_hints_come_from_the_own_view(anna: Visitor) -> None:
    async def play() -> None:
        card = anna.create("blockers", "me", "level2", first=0)
        async with anna.sit(card["id"], 0) as screen:
            request = await screen.send("hint")
            hint = await screen.hear("hint", id=request, share=1.0)
            assert hint["lines"][0]["move"] in screen.now["legal"]
            await screen.hear("done", id=request)
            await screen.play(hint["lines"][0]["move"])
            await screen.until(lambda seen: seen["ply"] == 2)
            assert screen.now["moves"] or screen.now["legal"]
        strict = anna.create("planken", "me", "level1", first=0, hints=False)
        async with anna.sit(strict["id"], 0) as screen:
            assert (await screen.request("hint"))["code"] == "no-hints"

    asyncio.run(play())


def test_a_game_between_bots_plays_itself_and_is_analysed(anna: Visitor) -> None:
    async def watch() -> None:
        card = anna.create("planken", "level1", "random")
        async with anna.sit(card["id"]) as screen:
            await screen.until(lambda seen: seen["result"])
            assert anna.ask("GET", f"/tables/{card['id']}/analysis").json() == {"share": None, "moves": None}
            assert anna.ask("POST", f"/tables/{card['id']}/analysis").status_code == 202
            await screen.hear("analysis", share=1.0)
            judged = anna.ask("GET", f"/tables/{card['id']}/analysis").json()
            assert (judged["share"], len(judged["moves"])) == (1.0, screen.now["ply"])
            assert all(0 <= one["value"] <= 1 for one in judged["moves"])

    asyncio.run(watch())


def test_a_clock_runs_out(anna: Visitor) -> None:
    async def wait() -> None:
        card = anna.create("planken", "me", "me", first=0, clock={"seconds": 1, "increment": 0})
        async with anna.sit(card["id"], 0) as screen:
            assert screen.now["clock"]["running"] == 0
            await screen.until(lambda seen: seen["result"])
            assert screen.now["result"] == {"reason": "time", "places": [2, 1], "winners": [1]}

    asyncio.run(wait())


# ---------------------------------------------------------------------- noise


@pytest.fixture(scope="module")
def noisy(server: Server) -> Iterator[tuple[asyncio.Runner, Screen]]:
    """A screen that is still there after everything it was sent."""
    visitor = Visitor(server.address)
    card = visitor.create("planken", "me", "me", first=0)
    with asyncio.Runner() as runner:
        screen = visitor.sit(card["id"], 0)
        runner.run(screen.__aenter__())
        yield runner, screen
        runner.run(screen.__aexit__())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(["play", "check", "ask", "answer", "resigned", "hint", "react", "sync", "ping", "x"])
FIELDS = st.dictionaries(
    st.sampled_from(["id", "ply", "move", "what", "yes", "reaction", "version", "seat", "table"]), JSON, max_size=5
)
NOISE = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200),
    JSON.map(json.dumps),
    st.builds(lambda kind, fields: json.dumps({"type": kind, **fields}), KINDS, FIELDS),
)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frame=NOISE)
def test_every_frame_is_answered(noisy: tuple[asyncio.Runner, Screen], frame: str | bytes) -> None:
    """Whatever is sent, an answer comes back, and the line stays open."""
    runner, screen = noisy

    async def send() -> Message:
        await screen.line.send(frame)
        return await screen.hear("done", "refused", "hint")

    answer = runner.run(send())
    assert answer["type"] in ("done", "hint") or answer["code"]


@pytest.mark.parametrize("padding", ["x" * 9000, "\N{HAMMER}\N{VARIATION SELECTOR-16}" * 1500])
def test_a_frame_of_too_many_bytes_is_refused(noisy: tuple[asyncio.Runner, Screen], padding: str) -> None:
    runner, screen = noisy
    frame = json.dumps({"type": "ping", "id": "1", "padding": padding}, ensure_ascii=False)

    async def send() -> Message:
        await screen.line.send(frame)
        return await screen.hear("refused")

    assert runner.run(send())["code"] == "too-long"


def test_somebody_who_shouts_is_slowed_down_and_then_shown_out(folder: Path) -> None:
    own = Server(folder, messages_per_second=1).start()
    visitor = Visitor(own.address)
    card = visitor.create("planken", "me", "me")

    async def shout() -> None:
        async with visitor.sit(card["id"], 0) as screen:
            for _ in range(10):
                await screen.send("ping")
            await screen.hear("refused", code="too-fast")
            for _ in range(400):
                await screen.send("ping")
            assert await screen.close_code() == 4429

    asyncio.run(shout())
    own.stop()
