"""Blokus over the Go Text Protocol, as Pentobi speaks it, so that each can play where the other can.

Colours are 1 to 4, in Duo b and w; moves are squares with commas; variants have the names of `.blksgf` files. A
colour that can place nothing answers `pass` and is skipped by everybody; a referee may tell that pass, which changes
nothing. Other than there, colours play in their order only: what no game can lead to is refused. Each seat has a clock
for the whole game, if one was asked for.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from tischlein import __version__
from tischlein.bots.bot import Bot, Budget
from tischlein.bots.levels import make_bot
from tischlein.core.compiled import use_native
from tischlein.core.game import Move
from tischlein.core.match import Match
from tischlein.core.record import Record
from tischlein.core.search import Variation
from tischlein.games.blokus import GAME, notation, rules
from tischlein.games.blokus.formats.sgf import GAME_NAMES, colour_ids, find_variant, read_sgf, write_move, write_sgf
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.pieces import SQUARES_OF_A_COLOUR
from tischlein.games.blokus.variants import PLANS

from .game_clock import GameClock
from .gtp import Engine, Failure, read_arguments, read_choice, read_number, read_seconds

REHEARSED, REHEARSAL = 3, 30
"""So many plies are played before the first game, with so many simulations."""

# What the two colours of Duo are called elsewhere.
_OTHER_NAMES = {"black": 0, "blue": 0, "1": 0, "white": 1, "green": 1, "2": 1}


class BlokusEngine(Engine):
    """One game of Blokus and a bot that moves for any colour.

    Bots are timed by the processor time that they use, like `game_time`, the seconds of each seat for a game. What a
    referee says about time is meant by the clock.
    """

    def __init__(
        self,
        variant: str | None = None,
        bot: str = "random",
        seed: int | None = None,
        threads: int = 1,
        game_time: float | None = None,
    ) -> None:
        super().__init__()
        self._bot_name, self._threads = bot, threads
        self._clock = GameClock(game_time, time.process_time)
        self._bot = self._make_bot(seed)
        self._lines: list[Variation] = []
        self._match = Match.begin(GAME.setup(variant, first=0))
        self.commands |= {
            "all_legal": self._all_legal,
            "clear_board": self._clear_board,
            "cputime": self._cputime,
            "final_score": self._final_score,
            "g": self._g,
            "genmove": self._genmove,
            "get_value": self._get_value,
            "loadsgf": self._loadsgf,
            "name": self._name,
            "p": self._p,
            "play": self._play,
            "reg_genmove": self._reg_genmove,
            "savesgf": self._savesgf,
            "set_game": self._set_game,
            "set_random_seed": self._set_random_seed,
            "showboard": self._showboard,
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": self._version,
        }

    def warm_up(self) -> None:
        """Compile what a game needs, so that all its time is for thinking; a second move goes on with the tree."""
        use_native()
        bot, state = self._make_bot(0), self._state
        for _ in range(REHEARSED):
            assert state.to_move is not None
            after = state.play(bot.analyse(state, state.to_move, Budget(simulations=REHEARSAL))[0].move)
            assert isinstance(after, BlokusState)
            state = after

    @property
    def _state(self) -> BlokusState:
        state = self._match.state
        assert isinstance(state, BlokusState)
        return state

    @property
    def _variant(self) -> str:
        return self._state.setup.variant

    @property
    def _turn(self) -> int | None:
        """The colour to move."""
        turn = int(self._state.position.turn)
        return None if turn < 0 else turn

    def _make_bot(self, seed: int | None) -> Bot:
        return make_bot(GAME, self._bot_name, seed, self._threads, self._clock.now)

    def _begin(self, variant: str) -> None:
        self._match = Match.begin(GAME.setup(variant, first=0))
        self._lines = []
        self._clock.reset()

    # -------------------------------------------------------------- the program

    def _name(self, rest: str) -> str:
        read_arguments(rest, 0)
        return "Tischlein"

    def _version(self, rest: str) -> str:
        read_arguments(rest, 0)
        return __version__

    def _cputime(self, rest: str) -> str:
        read_arguments(rest, 0)
        return f"{time.process_time():.3f}"

    def _set_random_seed(self, rest: str) -> str:
        (seed,) = read_arguments(rest, 1)
        self._bot = self._make_bot(read_number(seed))
        return ""

    def _time_settings(self, rest: str) -> str:
        """Give every seat time for a game and, when it is used up, so long for so many moves each time."""
        main, byo_yomi, moves = read_arguments(rest, 3)
        self._clock.set(read_seconds(main), read_seconds(byo_yomi), read_number(moves))
        return ""

    def _time_left(self, rest: str) -> str:
        """Take note of what a seat has left; the last number says for how many moves, 0 for the whole game."""
        word, seconds, moves = read_arguments(rest, 3)
        seat = self._seat_of(self._read_colour(word))
        self._clock.correct(seat, read_seconds(seconds), read_number(moves))
        return ""

    # -------------------------------------------------------------- the game

    def _clear_board(self, rest: str) -> str:
        read_arguments(rest, 0)
        self._begin(self._variant)
        return ""

    def _set_game(self, rest: str) -> str:
        """Begin a game with a name; of several variants with one name the present one stays."""
        variant = find_variant(rest)
        if variant is None:
            names = ", ".join(dict.fromkeys(GAME_NAMES.values()))
            raise Failure(f"invalid game '{rest}' (possible: {names})")
        self._begin(self._variant if GAME_NAMES[self._variant] == GAME_NAMES[variant] else variant)
        return ""

    def _undo(self, rest: str) -> str:
        read_arguments(rest, 0)
        if not self._match.ply:
            raise Failure("cannot undo: no move was played")
        self._match.take_back()
        return ""

    def _showboard(self, rest: str) -> str:
        read_arguments(rest, 0)
        return "\n" + self._state.text()

    def _final_score(self, rest: str) -> str:
        """Return the difference between two players, else each colour's squares and bonus; now, if not at the end."""
        read_arguments(rest, 0)
        state = self._state
        if state.seats > 2:
            points = (
                SQUARES_OF_A_COLOUR + rules.score(state.position, colour) for colour in range(len(self._colour_ids()))
            )
            return " ".join(map(str, points))
        own, other = state.setup.first, 1 - state.setup.first
        ahead = int(rules.seat_score(state.position, own) - rules.seat_score(state.position, other))
        return f"B+{ahead}" if ahead > 0 else f"W+{-ahead}" if ahead < 0 else "0"

    def _loadsgf(self, rest: str) -> str:
        """Load a game, or its beginning before the move with a number. Its comments stay behind: moves may change."""
        path, *before = read_arguments(rest, 1, 2)
        played = read_number(before[0], least=1) - 1 if before else None
        try:
            record = read_sgf(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise Failure(f"cannot read '{path}': {error.strerror}") from None
        except UnicodeDecodeError:
            raise Failure(f"cannot read '{path}': it is not text in UTF-8") from None
        tags = {key: value for key, value in record.tags.items() if not key.startswith("Comment")}
        self._match = Match(Record(record.setup, record.moves[:played], tags))
        self._lines = []
        self._clock.reset()
        return ""

    def _savesgf(self, rest: str) -> str:
        (path,) = read_arguments(rest, 1)
        text = write_sgf(self._match.record)
        try:
            Path(path).write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise Failure(f"cannot write '{path}': {error.strerror}") from None
        return ""

    # -------------------------------------------------------------- moves

    def _all_legal(self, rest: str) -> str:
        (word,) = read_arguments(rest, 1)
        moves = sorted(map(notation.write, self._legal_codes(self._read_colour(word))))
        return "\n".join(map(write_move, moves))

    def _play(self, rest: str) -> str:
        words = rest.split(maxsplit=1)
        if len(words) < 2:
            raise Failure(f"missing argument {len(words) + 1}")
        self._place(self._read_colour(words[0]), words[1])
        return ""

    def _p(self, rest: str) -> str:
        if not rest:
            raise Failure("missing argument 1")
        self._place(self._turn, rest)
        return ""

    def _genmove(self, rest: str) -> str:
        (word,) = read_arguments(rest, 1)
        return self._choose_and_place(self._read_colour(word))

    def _g(self, rest: str) -> str:
        read_arguments(rest, 0)
        return "pass" if self._turn is None else self._choose_and_place(self._turn)

    def _reg_genmove(self, rest: str) -> str:
        (word,) = read_arguments(rest, 1)
        move = self._choose(self._read_colour(word))
        if move is None:
            raise Failure("this colour can place nothing")
        return write_move(move)

    def _get_value(self, rest: str) -> str:
        """Return what the bot expected of its last choice, 0 to 1."""
        read_arguments(rest, 0)
        if not self._lines:
            raise Failure("no move was chosen yet")
        return f"{self._lines[0].value:.4f}"

    def _colour_ids(self) -> tuple[str, ...]:
        return colour_ids(self._variant)

    def _read_colour(self, word: str) -> int:
        ids = {name.lower(): colour for colour, name in enumerate(self._colour_ids())}
        names = {name: colour for colour, name in enumerate(PLANS[self._variant].colours)}
        return read_choice(word, ids | names | (_OTHER_NAMES if len(ids) == 2 else {}), "colour")

    def _legal_codes(self, colour: int) -> list[int]:
        """Return the moves of any colour, as if it were its turn, as numbers."""
        position = GAME.kernel(self._variant).position(self._state)
        position.turn = colour
        rules.can_place(position, colour)
        buffer = np.empty(rules.BUFFER, dtype=np.int32)
        codes: list[int] = buffer[: rules.moves(position, buffer)].tolist()
        return codes

    def _place(self, colour: int | None, move: str) -> None:
        if move.strip().lower() == "pass":
            if colour is not None and self._legal_codes(colour):
                raise Failure("only a colour that can place nothing passes")
            return
        self._check_turn(colour)
        self._match.play(self._seat(), self._match.ply, move)

    def _choose_and_place(self, colour: int) -> str:
        move = self._choose(colour)
        if move is None:
            return "pass"
        self._match.play(self._seat(), self._match.ply, move)
        return write_move(move)

    def _choose(self, colour: int) -> Move | None:
        """Return the bot's move for a colour, None if it can place nothing."""
        if not self._legal_codes(colour):
            return None
        self._check_turn(colour)
        seat, state = self._seat(), self._state
        with self._clock.running(seat):
            seconds = self._clock.seconds_for(state, seat)
            budget = None if seconds is None else Budget(seconds=seconds, thrifty=True)
            self._lines = self._bot.decide(state, seat, budget)
        return self._lines[0].move

    def _check_turn(self, colour: int | None) -> None:
        if self._turn is None:
            raise Failure("the game is over")
        if colour != self._turn:
            raise Failure(f"it is the turn of {self._colour_ids()[self._turn].lower()}, and nobody may skip it")

    def _seat(self) -> int:
        seat = self._state.to_move
        assert seat is not None
        return seat

    def _seat_of(self, colour: int) -> int:
        """Return whose clock runs for a colour; who plays the colour that three seats share has its turn there."""
        seat = int(self._state.position.seat[colour])
        return seat if seat >= 0 else (self._state.to_move or 0)
