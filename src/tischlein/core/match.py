"""A match: a record in play. It knows whose turn it is and which ply comes next, and nothing of input or output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .game import Move, Seat, Setup, State
from .record import Record
from .refusal import BadRecord, OutOfTurn
from .registry import find_game


class Match:
    """A game between the first move and the last, with every position on the way for taking back."""

    def __init__(self, record: Record) -> None:
        self._states = list(record.states())
        self._moves = list(record.moves)
        self._ply = len(self._moves)
        """How far this match has come; its copies share both lists, which may be longer."""
        self._setup = record.setup
        self._tags = dict(record.tags)
        self._legal: Sequence[Move] | None = None
        self._proposed: tuple[Move, Move, State] | None = None
        """The last move that was proposed, as written and canonical, and where it leads: mostly it is played next."""

    @classmethod
    def begin(cls, setup: Setup, tags: Mapping[str, str] | None = None) -> Match:
        """Return a match before its first move."""
        return cls(Record(setup, tags=tags or {}))

    def __repr__(self) -> str:
        return f"<Match after {self.ply} moves: {self.state!r}>"

    def __str__(self) -> str:
        return self.state.text()

    def _repr_svg_(self) -> str:
        """Show the board in a notebook, as an onlooker sees it."""
        return self.state.svg()

    def copy(self) -> Match:
        """Return a match that goes on by itself; what was played is shared until one of them goes another way."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)  # much quicker than copy.copy, and once for each move
        return other

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[self._ply]

    def state_at(self, ply: int) -> State:
        """Return the position after so many moves."""
        if not 0 <= ply <= self.ply:
            raise BadRecord("tischlein.core", "no-such-ply", line=0, ply=ply, last=self.ply)
        return self._states[ply]

    @property
    def setup(self) -> Setup:
        """How the match was set up."""
        return self._setup

    @property
    def moves(self) -> Sequence[Move]:
        """The moves so far."""
        return self._moves[: self._ply]

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return self._ply

    @property
    def record(self) -> Record:
        """The game so far."""
        return Record(self._setup, tuple(self.moves), dict(self._tags))

    def propose(self, seat: Seat, ply: int, move: Move) -> State:
        """Return the position that a move would lead to, and change nothing.

        `ply` is the number of moves that the sender has seen. Raises OutOfTurn or IllegalMove.
        """
        to_move = self.state.to_move
        if to_move is None:
            raise OutOfTurn("tischlein.core", "game-over")
        if ply != self.ply:
            raise OutOfTurn("tischlein.core", "stale-ply", ply=ply, expected=self.ply)
        if seat != to_move:
            raise OutOfTurn("tischlein.core", "not-your-turn", seat=seat, expected=to_move)
        state = self.state.play(move)
        self._proposed = move, self.canonical(move), state
        return state

    def play(self, seat: Seat, ply: int, move: Move) -> State:
        """Play a move and return the position after it; a refused move changes nothing."""
        self.propose(seat, ply, move)
        return self.append(self.canonical(move))

    def append(self, move: Move) -> State:
        """Play a move that was checked and made canonical before, as when a stored match is read."""
        known = self._proposed is not None and self._proposed[1] == move
        state = self._proposed[2] if self._proposed is not None and known else self.state.play(move)
        if len(self._moves) > self._ply:  # a copy went on from here, or moves were taken back
            self._moves, self._states = self._moves[: self._ply], self._states[: self._ply + 1]
        self._moves.append(move)
        self._states.append(state)
        self._ply += 1
        self._legal = self._proposed = None
        return state

    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move; found only once for a position, because many ask."""
        if self._legal is None:
            self._legal = self.state.legal_moves()
        return self._legal

    def canonical(self, move: Move) -> Move:
        """Return the one text for a legal move that may be written otherwise."""
        if self._proposed is not None and self._proposed[0] == move:
            return self._proposed[1]
        return move if self._legal is not None and move in self._legal else self.state.canonical(move)

    def take_back(self, plies: int = 1) -> State:
        """Return to the position so many plies ago."""
        if not 1 <= plies <= self.ply:
            raise OutOfTurn("tischlein.core", "nothing-to-take-back", plies=plies, played=self.ply)
        self._ply -= plies
        self._legal = self._proposed = None
        return self.state

    def rematch(self, seed: int | None = None) -> Match:
        """Return a new match of the same kind with new chance; the start player moves on."""
        old = self._setup
        fresh = find_game(old.game).setup(old.variant, old.seats, old.options, seed, (old.first + 1) % old.seats)
        return Match.begin(fresh, self._tags)
