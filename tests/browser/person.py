"""Somebody with a browser: what they see on the line, and how they play."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Literal

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, WebSocket, expect

from tischlein import Record
from tischlein.core.game import Setup
from tischlein.core.match import Match

from .hands import HANDS

Way = Literal["mouse", "touch", "keyboard"]


class Person:
    """A page, everything it received, and hands for every game."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.frames: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.complaints: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(f"{said.text} ({said.location['url']})")

    def _listen(self, socket: WebSocket) -> None:
        def receive(payload: str | bytes) -> None:
            frame = json.loads(payload)
            frame["socket"] = socket.url
            self.frames.append(frame)

        socket.on("framereceived", receive)
        socket.on("framesent", lambda payload: self.sent.append(json.loads(payload)))

    # ------------------------------------------------------------------ what is known

    def latest(self, seat: int | None = None) -> dict[str, Any]:
        """Return how the table stands: as this browser keeps it, or in the words of the server."""
        if (kept := self.kept()) is not None:
            return read_kept(kept)
        state: dict[str, Any] = {}
        for frame in self.frames:
            if frame["type"] in ("snapshot", "update") and (seat is None or f"seat={seat}" in frame["socket"]):
                if frame["type"] == "snapshot" and state.get("table", {}).get("id") != frame["table"]["id"]:
                    state = {}
                state.update(frame)
                if event := frame.get("event"):
                    played = [{"move": event["move"]}] if event["kind"] == "played" else []
                    state["moves"] = state["moves"][: frame["ply"] - len(played)] + played
        return state | {"legal": list_legal(state)} if "legal=no" in state.get("socket", "") else state

    def kept(self) -> dict[str, Any] | None:
        """Return what this browser keeps of the table that is shown, if it plays it by itself."""
        script = "() => localStorage.getItem(`tischlein-table-${location.href.split('/t/').at(-1).split(/[/?#]/)[0]}`)"
        try:
            return json.loads(self.page.evaluate(script) or "null")  # type: ignore[no-any-return]
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            return None  # the browser is on its way to another page

    def wait_for(self, condition: str, **details: Any) -> dict[str, Any]:
        """Wait until the state fulfils `condition`, an expression over `state`."""
        for _ in range(1200):
            state = self.latest(details.get("seat"))
            if state and eval(condition, {}, {"state": state, **details}):
                return state
            self.page.wait_for_timeout(50)
        focus = self.page.evaluate("() => document.activeElement?.outerHTML.slice(0, 200)")
        held = self.page.locator(".held").evaluate_all("all => all.map((one) => one.dataset.move)")
        raise AssertionError(
            f"never: {condition}; held {held}, focus on {focus}, the last word was {json.dumps(self.latest())[:500]}"
        )

    # ------------------------------------------------------------------ what is done

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def set_up(self, game: str, variant: str, seats: list[dict[str, str]], **terms: Any) -> str:
        """Set up a table as the page would, and return its id."""
        request = {"game": game, "variant": variant, "seats": seats, **terms}
        answer = self.context.request.post(f"{self.address}/api/tables", data=request)
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def play_one(self, way: Way, rng: Random, seat: int | None = None) -> str:
        """Wait for the own turn, play a random legal move by hand, and wait until it counts."""
        state = self.wait_for("state['legal'] or state['result']", seat=seat)
        if state["result"]:
            return ""
        move = str(rng.choice(state["legal"]))
        # What is known may be ahead of what is shown: hands that look too early take a piece that has just been laid.
        expect(self.page.locator(f"main[data-ply='{state['ply']}']")).to_be_visible(timeout=60_000)
        hands = HANDS[state["table"]["game"]]
        {"mouse": hands.by_mouse, "touch": hands.by_touch, "keyboard": hands.by_keyboard}[way](
            self.page, state["view"], move
        )
        self.wait_for("state['ply'] > ply", ply=state["ply"])
        return move

    # ------------------------------------------------------------------ what must hold

    def forgive(self, text: str) -> None:
        """Expect complaints that have this in them."""
        self.complaints = [complaint for complaint in self.complaints if text not in complaint]

    def check(self) -> None:
        """No complaint of the browser, and nothing received that was not for these eyes."""
        assert self.complaints == []
        for frame in self.frames:
            check_secrets(frame)


def list_legal(state: dict[str, Any]) -> list[str] | None:
    """Return what the server does not tell a page that has the rules, by the library's own."""
    if f"seat={state['table']['to_move']}&" not in state["socket"]:
        return None
    moves = tuple(laid["move"] for laid in state["moves"])
    return list(Record(Setup(**state["setup"]), moves).final_state().legal_moves())


def read_kept(kept: dict[str, Any]) -> dict[str, Any]:
    """Return a table of a device as a server would tell it, by the library's own rules."""
    match, card = Match.begin(Record.parse(kept["record"]).setup), kept["card"]
    for event in kept["events"]:
        if event["kind"] == "played":
            match.play(event["seat"], event["ply"] - 1, event["move"])
        elif event["kind"] == "asked" and event["what"] == "takeback":
            match.take_back(match.ply - event["ply"])
    seat = card["to_move"]
    assert (card["ply"], seat) == (match.ply, None if card["result"] else match.state.to_move)
    own = seat in card["mine"]
    eyes = seat if own else card["mine"][0] if card["mine"] else None
    return {
        "table": card,
        "ply": match.ply,
        "view": match.state.view(eyes),
        "legal": list(match.legal_moves()) if own else None,
        "result": card["result"],
        "version": len(kept["events"]),
    }


def check_secrets(frame: dict[str, Any]) -> None:
    """A frame carries no token, and no rack but those that its seat may see."""
    text = json.dumps(frame)
    assert "token" not in text
    assert "key" not in frame
    view = frame.get("view") or {}
    if frame["type"] not in ("snapshot", "update") or view.get("outcome"):
        return
    for colour in view.get("colours", []):
        if colour.get("rack") is not None and not colour["closed"]:
            assert f"seat={colour['seat']}" in frame["socket"], f"a rack was shown to {frame['socket']}"


def play_on(people: list[tuple[Person, Way]], rng: Random, until: int = 2000) -> None:
    """Let people play by turns until so many moves were played or the game is over; seat 0 is the first of them."""
    first, ply = people[0][0], people[0][0].latest()["ply"]
    while ply < until and not (state := first.wait_for("state['ply'] >= ply", ply=ply))["result"]:
        person, way = people[state["table"]["to_move"]]
        person.wait_for("state['ply'] >= ply", ply=ply)
        person.play_one(way, rng)
        ply += 1
