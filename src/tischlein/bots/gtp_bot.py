"""A program that speaks the Go Text Protocol, as a bot. What the protocol says about a game, its folder knows."""

from __future__ import annotations

import contextlib
import shlex
import subprocess
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from tischlein.core.game import Game, Seat, State
from tischlein.core.refusal import BadSetup, IllegalMove, Refusal
from tischlein.core.search import Variation
from tischlein.work.job import Watch

from .bot import Bot, Budget


class Dialect(Protocol):
    """How a game is spoken of: the module `formats.gtp` of its folder."""

    def game_name(self, variant: str) -> str:
        """Return what `set_game` is told."""

    def colour(self, state: State) -> str:
        """Return the name of the colour to move."""

    def history(self, state: State) -> Sequence[tuple[str, str]]:
        """Return the colours and moves that led to a position, as `play` is told them."""


class EngineFailed(Refusal):
    """The other program ended, refused a command or chose what cannot be played."""

    def __init__(self, command: str, reason: str) -> None:
        super().__init__("tischlein.bots", "engine-failed", command=command, reason=reason)


class GtpBot(Bot):
    """Plays what an engine says. It is told the whole game, so only games without secrets can be played."""

    def __init__(self, game: Game, command: str) -> None:
        self._dialect = self.check(game)
        self._command = command
        self._game: tuple[str, list[tuple[str, str]]] | None = None
        """The variant and the moves that the engine knows of."""
        try:
            self._process: subprocess.Popen[str] = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            raise EngineFailed(command, error.strerror or str(error)) from None
        try:
            self._has_clock = self.ask("known_command cputime") == "true"
        except EngineFailed:
            self.close()
            raise

    @staticmethod
    def check(game: Game) -> Dialect:
        """Return how a game is spoken of. Raises BadSetup if it is not."""
        try:
            module: Any = import_module(f"{type(game).__module__.removesuffix('.game')}.formats.gtp")
        except ModuleNotFoundError:
            raise BadSetup("tischlein.bots", "no-gtp", field="bot", game=game.title) from None
        return cast(Dialect, module)

    def close(self) -> None:
        """End the engine."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def processor_time(self) -> float:
        """Return the processor time that the engine has used; if it does not say, what the clock on the wall says."""
        return float(self.ask("cputime")) if self._has_clock else time.monotonic()

    def analyse(
        self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None
    ) -> list[Variation]:
        """Return the engine's move; it thinks as long as its own options say."""
        self._follow(state)
        answer = self.ask(f"genmove {self._dialect.colour(state)}")
        try:
            move = state.canonical(answer)
        except IllegalMove as illegal:
            raise EngineFailed(self._command, f"{answer}: {illegal.text()}") from None
        assert self._game is not None
        self._game[1].append(self._dialect.history(state.play(move))[-1])
        return [Variation(move, 0.5, 0)]

    def _follow(self, state: State) -> None:
        """Tell the engine what was played since it moved; if it was another game, the whole game."""
        variant, moves = state.setup.variant, list(self._dialect.history(state))
        if self._game is None or self._game[0] != variant or self._game[1] != moves[: len(self._game[1])]:
            self.ask(f"set_game {self._dialect.game_name(variant)}")
            self.ask("clear_board")
            self._game = variant, []
        for colour, move in moves[len(self._game[1]) :]:
            self.ask(f"play {colour} {move}")
            self._game[1].append((colour, move))

    def ask(self, command: str) -> str:
        """Send a command and return the answer. Raises EngineFailed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except OSError:
            raise EngineFailed(self._command, f"it ended before {command!r}") from None
        lines: list[str] = []
        while (line := self._process.stdout.readline()).strip() or not lines:
            if not line:
                raise EngineFailed(self._command, f"it ended at {command!r}")
            if line.strip():
                lines.append(line.strip())
        if not lines[0].startswith("="):
            raise EngineFailed(self._command, f"{command!r}: {lines[0].lstrip('? ')}")
        return " ".join(lines)[1:].strip()
