"""A table: a match, who sits there, what they agreed on. Pure: no input, no output, no clock of its own.

Everything that people may want is a method that checks it and returns the event, or raises a Refusal. What comes of
an event that was stored is a new table, `after(entry)`; so nobody ever sees a table that is not stored yet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from tischlein.bots.levels import levels_of, usual_bot
from tischlein.core.game import Game, Json, Move, Outcome, Seat, Setup
from tischlein.core.match import Match
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup, Refusal
from tischlein.core.registry import find_game
from tischlein.core.words import Detail

from .clock import Clock, ClockTerms
from .events import (  # fmt: skip
    Answered,
    Ask,
    Asked,
    BotSat,
    Brought,
    Closed,
    Credited,
    Entry,
    Event,
    Flagged,
    Gone,
    Left,
    Played,
    Resigned,
    Took,
)
from .names import clean_name

PACKAGE = "tischlein.server"

MOST_EVENTS = 3000
"""What may happen at a table before only the game itself goes on: with takebacks and requests nothing would end, and
whoever reads the table replays all of it."""

Status: TypeAlias = Literal["waiting", "playing", "over"]
Reason: TypeAlias = Literal["played", "resigned", "time", "agreed", "gone", "closed"]


class Chair(msgspec.Struct, frozen=True, tag_field="kind"):
    """A place at the table, with or without somebody on it."""


class Open(Chair, frozen=True, tag="open"):
    """Nobody yet."""


class Person(Chair, frozen=True, tag="person"):
    """Somebody; an empty name is shown as the number of the seat."""

    name: str


class BotChair(Chair, frozen=True, tag="bot"):
    """A program."""

    level: str


AnyChair: TypeAlias = Open | Person | BotChair


class Terms(msgspec.Struct, frozen=True):
    """What was agreed when the table was set up; it never changes."""

    chairs: tuple[AnyChair, ...]
    created: int
    public: bool = False
    clock: ClockTerms | None = None
    takebacks: bool = True
    hints: bool = True
    imported: bool = False
    """Whether somebody brought the game along: deal and moves are what its text says, so it counts for nothing."""
    local: bool = False
    """Whether the host's own device deals and plays for its bots; what happens there is brought here, and counts for
    nothing, either."""


class Request(msgspec.Struct, frozen=True):
    """What somebody has asked for, and whose word is missing."""

    what: Ask
    seat: Seat
    needs: tuple[Seat, ...]
    ply: int


class Result(msgspec.Struct, frozen=True):
    """How a game ended. Places as in the rules of the game, or by what people did."""

    reason: Reason
    places: tuple[int, ...]
    winners: tuple[Seat, ...]


def refuse(code: str, **details: Detail) -> Refusal:
    """Return a refusal of the server's own."""
    return Refusal(PACKAGE, code, **details)


def level_names(game: Game) -> list[str]:
    """Return the bots that anybody may ask for."""
    return ["random", *(f"level{number + 1}" for number in range(len(levels_of(game))))]


def check_level(game: Game, name: str) -> None:
    """Raise BadSetup unless a bot that anybody may ask for has this name: a level of the game, or random."""
    names = level_names(game)
    if name not in names:
        raise BadSetup("tischlein.core", "bad-setup", field="bot", value=name, allowed=f"random, level1 … {names[-1]}")


class Table:
    """One game on its way from the first chair to the result."""

    def __init__(self, table_id: str, setup: Setup, terms: Terms) -> None:
        self.id = table_id
        self.terms = terms
        self.game = find_game(setup.game)
        self.match = Match.begin(setup)
        self.chairs: tuple[AnyChair, ...] = terms.chairs
        self._movers: list[Seat] = []
        self.version = 0
        self.answered: dict[str, int] = {}
        """The requests that were carried out, and the version that each led to: shared by all that a table becomes, so
        it is noted only once an event is stored."""
        self.request: Request | None = None
        self.next: str | None = None
        self.started = False
        self.welcome = False
        """Whether everybody has agreed that somebody new may take a seat that was left in play."""
        self.resigned: dict[Seat, Person] = {}
        """Who gave up or ran out of time where a bot plays on since; a rematch needs their word, too."""
        self.elsewhere = terms.local
        """Whether the game goes on at the host's device: until it is over, or somebody takes over a seat here."""
        self.clock = Clock(terms.clock, setup.seats) if terms.clock else None
        self.result: Result | None = None
        """How it ended, once it has."""
        self.since = terms.created
        """When the last thing happened here."""
        self.status: Status
        """Where the table is on its way."""
        self.persons: set[Seat]
        """The seats where people sit."""
        self.to_move: Seat | None
        """Whose turn it is; None before the start and after the end."""
        self.bot_to_move: str | None
        """The level of the bot whose turn it is."""
        self._look_around()
        self._set_forth(terms.created)

    # ------------------------------------------------------------------ what is

    @property
    def seats(self) -> int:
        """How many may sit here."""
        return len(self.chairs)

    @property
    def movers(self) -> list[Seat]:
        """Who made each move; seats that could not move were skipped."""
        return self._movers[: self.match.ply]

    @property
    def record(self) -> Record:
        """The game so far, with who sat where."""
        tags = {f"Seat {seat}": _tag(chair) for seat, chair in enumerate(self.chairs)}
        if self.result is not None and self.result.reason != "played":
            tags["Ended"] = " ".join([self.result.reason, "winners", *map(str, self.result.winners)])
        tags |= {name.capitalize(): "yes" for name in ("imported", "local") if getattr(self.terms, name)}
        record = self.match.record
        return Record(record.setup, record.moves, tags)

    def view(self, seat: Seat | None, ply: int | None = None) -> Json:
        """Return what a seat may see, now or after so many moves. Before the start nobody sees anything hidden."""
        state = self.match.state if ply is None else self.match.state_at(ply)
        return state.view(None if self.status == "waiting" else seat)

    # ------------------------------------------------------------------ what people may want

    def take(self, seat: Seat, name: str) -> Took:
        """Sit down on an open chair; in play only where the others have agreed to it."""
        self._check_seat(seat)
        self._check_not_over()
        if not isinstance(self.chairs[seat], Open):
            raise refuse("seat-taken", seat=seat)
        if self.status == "playing" and not self.welcome:
            raise refuse("needs-consent", seat=seat)
        return Took(seat, clean_name(name))

    def take_over(self, seat: Seat, name: str) -> Took:
        """Sit down in place of somebody who passes the seat on."""
        self._check_person(seat)
        self._check_not_over()
        return Took(seat, clean_name(name))

    def leave(self, seat: Seat) -> Left:
        """Stand up."""
        self._check_person(seat)
        self._check_not_over()
        return Left(seat)

    def seat_bot(self, seat: Seat, level: str) -> BotSat:
        """Put a bot on an open chair, or change its level before the start."""
        self._check_seat(seat)
        check_level(self.game, level)
        self._check_not_over()
        changeable = (Open, BotChair) if self.status == "waiting" else Open
        if not isinstance(self.chairs[seat], changeable):
            raise refuse("seat-taken", seat=seat)
        return BotSat(seat, level)

    def play(self, seat: Seat, ply: int, move: Move, now: int) -> Played:
        """Play a move for a person."""
        self.check(seat, ply, move)
        if self.clock is not None and self.clock.running == seat and not self.clock.left(now)[seat]:
            raise refuse("time-is-up")
        return Played(seat, ply + 1, self.match.canonical(move))

    def play_bot(self, seat: Seat, ply: int, move: Move) -> Played:
        """Play a move for a bot."""
        self._check_seat(seat)
        if not isinstance(self.chairs[seat], BotChair):
            raise refuse("not-your-seat", seat=seat)
        self._check_playing()
        self.match.propose(seat, ply, move)
        return Played(seat, ply + 1, self.match.canonical(move))

    def bring(self, event: Brought, now: int) -> Brought:
        """Judge what happened at the host's device as if it happened here: no device is believed."""
        if not self.elsewhere:
            raise refuse("taken-over")
        match event:
            case Played(seat, ply, move):
                return (
                    self.play(seat, ply - 1, move, now) if seat in self.persons else self.play_bot(seat, ply - 1, move)
                )
            case Resigned(seat):
                return self.resign(seat)
            case Asked(seat, "takeback" | "draw" as what):
                return self.ask(seat, what, self.persons, "")
        raise refuse("bad-message", reason=event.what)

    def check_place(self, event: Event) -> None:
        """Raise a refusal if the game goes on at the host's device, unless somebody takes over a seat here."""
        if self.elsewhere and not isinstance(event, Took | Closed):
            raise refuse("played-elsewhere")

    def check_room(self, event: Event) -> None:
        """Raise a refusal if so much has happened here that people may only play on, give up or end the game."""
        if self.version >= MOST_EVENTS and isinstance(event, Took | Left | BotSat | Asked | Answered):
            raise refuse("too-much-happened")

    def check(self, seat: Seat, ply: int, move: Move) -> None:
        """Raise the refusal that playing a move would meet."""
        self._check_person(seat)
        self._check_playing()
        self.match.propose(seat, ply, move)

    def ask(self, seat: Seat, what: Ask, same_device: Collection[Seat], next_id: str) -> Asked:
        """Ask the others. Bots agree to everything, and so do the other seats of the same device."""
        self._check_person(seat)
        if self.request is not None:
            raise refuse("already-asked")
        asked = self.persons | self.resigned.keys() if what == "rematch" else self.persons
        needs = tuple(sorted(asked - {seat} - set(same_device)))
        ply = self._CHECK[what](self, seat)
        return Asked(seat, what, needs, ply, next_id if what == "rematch" and not needs else None)

    def answer(self, seat: Seat, yes: bool, next_id: str) -> Answered:
        """Agree to what is asked, or not. Whoever asked may say no, too: that withdraws the request."""
        asked = self.request
        if asked is None or not (seat in asked.needs or (seat == asked.seat and not yes)):
            raise refuse("nothing-asked")
        settles = yes and asked.what == "rematch" and asked.needs == (seat,)
        return Answered(seat, yes, next_id if settles else None)

    def resign(self, seat: Seat) -> Resigned:
        """Give up."""
        self._check_person(seat)
        self._check_playing()
        return Resigned(seat)

    def claim(self, seat: Seat, gone: Seat, bot: bool, now: int, patience: int) -> Gone:
        """Go on without somebody who is not there, and whose turn it has been for `patience` milliseconds."""
        self._check_person(seat)
        self._check_playing()
        self._check_person(gone)
        if gone == seat or gone != self.to_move or now - self.since < patience:
            raise refuse("not-gone", minutes=patience // 60_000)
        return Gone(gone, bot)

    def close(self) -> Closed:
        """End the game, whatever those who play think of it."""
        self._check_not_over()
        return Closed(-1)

    def flag(self, now: int) -> Flagged | None:
        """Return that somebody has run out of time, if so."""
        due = self.clock.due() if self.clock is not None else None
        if due is None or due > now or self.clock is None or self.clock.running is None:
            return None
        return Flagged(self.clock.running)

    def credit(self, ms: int) -> Credited | None:
        """Return the time to give back if nobody could play for so long."""
        if self.clock is None or self.clock.running is None:
            return None
        return Credited(self.clock.running, ms)

    def check_hint(self, seat: Seat) -> None:
        """Raise a refusal if this seat may not ask for a hint now."""
        if not self.terms.hints:
            raise refuse("no-hints")
        self._check_playing()
        if self.to_move != seat:
            raise Refusal("tischlein.core", "not-your-turn")

    def rematch(self, now: int) -> tuple[Setup, Terms]:
        """Return set-up and terms of the next game at this table: the start player moves on."""
        setup = self.match.rematch().record.setup
        chairs = tuple(self.resigned.get(seat, chair) for seat, chair in enumerate(self.chairs))
        return setup, msgspec.structs.replace(self.terms, chairs=chairs, created=now, imported=False, local=False)

    # ------------------------------------------------------------------ what happens

    def after(self, entry: Entry) -> Table:
        """Return the table after an event. This one stays as it was."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)  # much quicker than copy.copy, and once for each event
        other.match, other.clock = self.match.copy(), self.clock and self.clock.copy()
        other._apply(entry)
        return other

    def note(self, entry: Entry) -> None:
        """Note that a request is carried out: its event is stored."""
        self.answered[entry.request] = entry.version

    @classmethod
    def replayed(cls, table_id: str, setup: Setup, terms: Terms, entries: Iterable[Entry]) -> Table:
        """Return a table after all that happened there."""
        table = cls(table_id, setup, terms)
        for entry in entries:
            table._apply(entry)
            table.note(entry)
        return table

    def _apply(self, entry: Entry) -> None:
        assert entry.version == self.version + 1, f"version {entry.version} after {self.version}"
        self.version = entry.version
        event = entry.event
        if not isinstance(event, Answered):
            self.request = None  # whatever was asked, the table has moved on
        self._APPLY[type(event)](self, event)
        self._set_forth(entry.at)

    def _set_forth(self, at: int) -> None:
        self.since = at
        state = self.match.state
        if self.result is None and (outcome := state.outcome()) is not None:
            self.result = _result("played", outcome)
        # What follows is found out once for each event, because many ask.
        self.status = "over" if self.result else "playing" if self.started else "waiting"
        self.to_move = state.to_move if self.status == "playing" else None
        chair = None if self.to_move is None else self.chairs[self.to_move]
        self.elsewhere = self.elsewhere and self.status == "playing"
        self.bot_to_move = chair.level if isinstance(chair, BotChair) and not self.elsewhere else None
        if self.clock is not None:
            self.clock.turn(self.to_move if self.to_move in self.persons else None, at)

    def _look_around(self) -> None:
        """Find out what follows from who sits where."""
        full = not any(isinstance(chair, Open) for chair in self.chairs)
        self.started, self.welcome = self.started or full, self.welcome and not full
        self.persons = {seat for seat, chair in enumerate(self.chairs) if isinstance(chair, Person)}

    def _sit(self, seat: Seat, chair: AnyChair) -> None:
        self.chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        self._look_around()

    def _apply_took(self, event: Took) -> None:
        self._sit(event.seat, Person(event.name))
        self.elsewhere = False

    def _apply_left(self, event: Left) -> None:
        self._sit(event.seat, Open())

    def _apply_bot(self, event: BotSat) -> None:
        self._sit(event.seat, BotChair(event.level))

    def _apply_played(self, event: Played) -> None:
        if len(self._movers) > self.match.ply:  # another went on from here, or moves were taken back
            self._movers = self.movers
        self._movers.append(event.seat)
        self.match.append(event.move)
        if self.clock is not None:
            self.clock.add_increment(event.seat)

    def _apply_asked(self, event: Asked) -> None:
        self.request = Request(event.what, event.seat, event.needs, event.ply)
        self._grant_if_agreed(event.next)

    def _apply_answered(self, event: Answered) -> None:
        assert self.request is not None, "answers are checked before they are stored"
        if not event.yes:
            self.request = None
            return
        needs = tuple(seat for seat in self.request.needs if seat != event.seat)
        self.request = msgspec.structs.replace(self.request, needs=needs)
        self._grant_if_agreed(event.next)

    def _grant_if_agreed(self, next_id: str | None) -> None:
        asked = self.request
        if asked is None or asked.needs:
            return
        self.request = None
        if asked.what == "takeback":
            self.match.take_back(self.match.ply - asked.ply)
        elif asked.what == "draw":
            self.result = _result("agreed", Outcome((1,) * self.seats, (0,) * self.seats))
        elif asked.what == "newcomers":
            self.welcome = True
        else:
            self.next = next_id

    def _apply_resigned(self, event: Resigned) -> None:
        self._give_up(event.seat, "resigned")

    def _apply_flagged(self, event: Flagged) -> None:
        self._give_up(event.seat, "time")

    def _give_up(self, seat: Seat, reason: Reason) -> None:
        """With two seats the other one has won; with more, a bot plays on, so that the others can finish."""
        if self.seats == 2:
            self._lose(seat, reason)
        else:
            self._replace(seat)

    def _lose(self, seat: Seat, reason: Reason) -> None:
        places = tuple(self.seats if other == seat else 1 for other in range(self.seats))
        self.result = _result(reason, Outcome(places, (0,) * self.seats))

    def _replace(self, seat: Seat) -> None:
        """Let a bot play on for somebody."""
        chair = self.chairs[seat]
        assert isinstance(chair, Person), "bots do not give up"
        self.resigned = {**self.resigned, seat: chair}
        self._sit(seat, BotChair(usual_bot(self.game)))

    def _apply_gone(self, event: Gone) -> None:
        if event.bot:
            self._replace(event.seat)
        else:
            self._lose(event.seat, "gone")

    def _apply_closed(self, event: Closed) -> None:
        self.result = _result("closed", Outcome((1,) * self.seats, (0,) * self.seats))

    def _apply_credited(self, event: Credited) -> None:
        if self.clock is not None:
            self.clock.credit(event.seat, event.ms)

    _APPLY: ClassVar[dict[type, Callable[[Any, Any], None]]] = {
        Took: _apply_took,
        Left: _apply_left,
        BotSat: _apply_bot,
        Played: _apply_played,
        Asked: _apply_asked,
        Answered: _apply_answered,
        Resigned: _apply_resigned,
        Flagged: _apply_flagged,
        Credited: _apply_credited,
        Gone: _apply_gone,
        Closed: _apply_closed,
    }

    # ------------------------------------------------------------------ checks

    def _check_seat(self, seat: Seat) -> None:
        if seat not in range(self.seats):
            raise refuse("no-such-seat", seat=seat)

    def _check_person(self, seat: Seat) -> None:
        self._check_seat(seat)
        if seat not in self.persons:
            raise refuse("not-your-seat", seat=seat)

    def _check_not_over(self) -> None:
        if self.status == "over":
            raise refuse("table-over")

    def _check_playing(self) -> None:
        if self.status == "waiting":
            raise refuse("not-started")
        if self.status == "over":
            raise Refusal("tischlein.core", "game-over")

    def _check_takeback(self, seat: Seat) -> int:
        self._check_playing()
        if not self.terms.takebacks:
            raise refuse("no-takebacks")
        if self.game.secret:
            raise refuse("hidden-was-shown")
        own = [ply for ply, mover in enumerate(self.movers) if mover == seat]
        if not own:
            raise refuse("nothing-to-take-back")
        return own[-1]

    def _check_draw(self, seat: Seat) -> int:
        self._check_playing()
        if not self.game.draws:
            raise refuse("no-draws")
        return self.match.ply

    def _check_rematch(self, seat: Seat) -> int:
        if self.status != "over":
            raise refuse("not-over")
        if self.next is not None:
            raise refuse("already-asked")
        return self.match.ply

    def _check_newcomers(self, seat: Seat) -> int:
        self._check_playing()
        if not any(isinstance(chair, Open) for chair in self.chairs):
            raise refuse("no-open-seat")
        return self.match.ply

    _CHECK: ClassVar[dict[Ask, Callable[[Any, Seat], int]]] = {
        "takeback": _check_takeback,
        "draw": _check_draw,
        "rematch": _check_rematch,
        "newcomers": _check_newcomers,
    }


def _result(reason: Reason, outcome: Outcome) -> Result:
    return Result(reason, outcome.places, outcome.winners)


def _tag(chair: AnyChair) -> str:
    """Return who sits there, as records name it."""
    if isinstance(chair, BotChair):
        return chair.level
    return f"human:{chair.name}" if isinstance(chair, Person) and chair.name else "human"
