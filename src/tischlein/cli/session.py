"""One evening at the terminal: whose turn it is, what they type, and what they see.

Hidden racks stay hidden: between two people at one keyboard the screen is cleared, and shows the next rack only
when its owner says so.
"""

from __future__ import annotations

import re
from pathlib import Path

import typer
from rich.console import Console
from rich.markdown import Markdown

from tischlein import IllegalMove, Match, find_game
from tischlein.bots.bot import Bot
from tischlein.bots.levels import make_bot
from tischlein.bots.own import find_player
from tischlein.core.game import Move, Seat, State

from .commands.rules import find_rule, read_page
from .files import last_game, write_record
from .language import own_words
from .options import split_player
from .screen import show_outcome, show_position

COMMANDS = {
    "?": "help", "help": "help", "hilfe": "help",
    "moves": "moves", "züge": "moves", "zuege": "moves",
    "back": "back", "zurück": "back", "zurueck": "back",
    "board": "board", "brett": "board",
    "save": "save", "sichern": "save",
    "rules": "rules", "regeln": "rules", "rule": "rules", "regel": "rules",
    "hint": "hint", "tipp": "hint",
    "quit": "quit", "ende": "quit", "exit": "quit",
}  # fmt: skip
LISTED = 24


class Session:
    """A match between people and programs at one terminal."""

    def __init__(self, console: Console, match: Match, path: Path, language: str) -> None:
        self.console = console
        self.match = match
        self.path = path
        self.language = language
        self.words = own_words(language)
        seats = range(match.state.seats)
        self.players = [match.record.tags.get(f"Seat {seat}", "human") for seat in seats]
        self.names = [self._name(seat) for seat in seats]
        self.bots = [self._make_bot(split_player(player)[0]) for player in self.players]
        self.last_human: Seat | None = None
        self.listed: list[Move] = []
        self.cannot_keep = False

    def run(self) -> None:
        """Play to the end. Leaving in between keeps the game."""
        try:
            self._save()
            self._play_on()
        except (KeyboardInterrupt, EOFError) as stop:
            self._say_kept()
            raise typer.Exit(130 if isinstance(stop, KeyboardInterrupt) else 0) from None
        finally:
            for bot in filter(None, self.bots):
                bot.close()

    def _play_on(self) -> None:
        while (seat := self.match.state.to_move) is not None:
            bot = self.bots[seat]
            if bot is None:
                if not self._ask(seat):
                    self._say_kept()
                    return
            else:
                with self.console.status(self.words("thinking", name=self.names[seat])):
                    move = bot.choose(self.match.state, seat)
                self._play(seat, move)
        show_position(self.console, self.match.state, None, self.language)
        show_outcome(self.console, self.match.state, self.names, self.language)
        self._say_kept()

    # -------------------------------------------------------------- a person's turn

    def _ask(self, seat: Seat) -> bool:
        """Let a person move; False when they leave."""
        self._draw_curtain(seat)
        self._command_board(seat, "")
        ply = self.match.ply
        while self.match.ply == ply:
            typed = self.console.input(self.words("prompt", name=self.names[seat]) + " ", markup=False).strip()
            word, _, rest = typed.partition(" ")
            command = COMMANDS.get(word.lower())
            if command == "quit":
                return False
            if command is not None:
                getattr(self, f"_command_{command}")(seat, rest.strip())
            elif typed:
                self._try_move(seat, typed)
        return True

    def _try_move(self, seat: Seat, typed: str) -> None:
        """Play what was typed, if it is a move or the beginning of just one."""
        picked = re.fullmatch(r"#(\d+)", typed)
        if picked and 1 <= int(picked[1]) <= len(self.listed):
            typed = self.listed[int(picked[1]) - 1]
        try:
            self._play(seat, self.match.state.canonical(typed))
        except IllegalMove as illegal:
            fitting = find_fitting(self.match.state, typed)
            if len(fitting) == 1:
                self._play(seat, fitting[0])
            elif fitting:
                self._list(fitting)
            else:
                self._say("refused", rule=illegal.rule, reason=illegal.text(self.language))

    def _draw_curtain(self, seat: Seat) -> None:
        """Hide what the last person saw until the next one sits down."""
        people = [player for player in self.players if split_player(player)[0] == "human"]
        state = self.match.state
        if len(people) > 1 and seat != self.last_human and state.view(seat) != state.view(None):
            self._wipe()
            self.console.input(self.words("curtain", name=self.names[seat]) + " ", markup=False)
            self._wipe()
        self.last_human = seat

    def _wipe(self) -> None:
        """Clear the screen and what could be scrolled back to."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")

    # -------------------------------------------------------------- commands

    def _command_help(self, _seat: Seat, _rest: str) -> None:
        self._say("help")

    def _command_board(self, seat: Seat, _rest: str) -> None:
        self.listed = []
        show_position(self.console, self.match.state, seat, self.language)

    def _command_moves(self, _seat: Seat, rest: str) -> None:
        self._list(find_fitting(self.match.state, rest))

    def _command_back(self, seat: Seat, _rest: str) -> None:
        """Take back everything since this person's last turn."""
        earlier = [ply for ply, state in enumerate(self.match.record.states()) if state.to_move == seat][:-1]
        if not earlier:
            self._say("nothing-to-take-back")
            return
        self.match.take_back(self.match.ply - earlier[-1])
        self._save()
        self._command_board(seat, "")

    def _command_hint(self, seat: Seat, _rest: str) -> None:
        """Show what a strong player would do."""
        game = find_game(self.match.state.setup.game)
        bot = make_bot(game, "2s")
        with self.console.status(self.words("thinking", name="…")):
            best = bot.analyse(self.match.state, seat)[0]
        show_position(self.console, self.match.state.play(best.move), seat, self.language)
        if best.is_sure:
            self._say("hinted", move=best.move, share=round(100 * best.value))
        else:
            self._say("hinted-only", move=best.move)

    def _command_save(self, _seat: Seat, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self.path
        if rest and not path.parent.is_dir():  # a mistyped name should not become a folder
            self._say("not-saved", file=str(path), reason=self.words("no-folder", folder=str(path.parent)))
            return
        try:
            write_record(path, self.match.record)
        except OSError as error:
            self._say("not-saved", file=str(path), reason=error.strerror or str(error))
        else:
            self._say("kept", file=str(path))

    def _command_rules(self, _seat: Seat, rest: str) -> None:
        page = read_page(self.match.state.setup.game, self.language)
        try:
            self.console.print(Markdown(find_rule(page, rest) if rest else page))
        except typer.BadParameter as error:
            self.console.print(error.message, highlight=False)

    # -------------------------------------------------------------- the rest

    def _play(self, seat: Seat, move: Move) -> None:
        self.match.play(seat, self.match.ply, move)
        self._say("played", ply=self.match.ply, name=self.names[seat], move=move)
        self._save()

    def _save(self) -> None:
        """Keep the game; without a home it is played all the same, and one line says so."""
        try:
            write_record(self.path, self.match.record)
        except OSError as error:
            if self.path != last_game():  # somebody has asked for this file
                raise
            if not self.cannot_keep:
                self._say("not-saved", file=str(self.path), reason=error.strerror or str(error))
            self.cannot_keep = True
        else:
            self.cannot_keep = False

    def _say_kept(self) -> None:
        if not self.cannot_keep:
            self._say("kept", file=str(self.path))

    def _list(self, moves: list[Move]) -> None:
        self.listed = moves[:LISTED]
        for number, move in enumerate(self.listed, start=1):
            self.console.print(f"  #{number:<3} {move}", highlight=False, markup=False)
        self._say("listed", shown=len(self.listed), count=len(moves))

    def _say(self, key: str, **details: str | int) -> None:
        # A file gets whole lines; a person gets whole words.
        whole = not self.console.is_terminal
        self.console.print(self.words(key, **details), highlight=False, markup=False, soft_wrap=whole)

    def _make_bot(self, kind: str) -> Bot | None:
        return None if kind == "human" else find_player(find_game(self.match.state.setup.game), kind)

    def _name(self, seat: Seat) -> str:
        kind, name = split_player(self.players[seat])
        if name:
            return name
        if kind.startswith("level"):
            return self.words("player-level", level=kind.removeprefix("level"), number=seat + 1)
        if kind in ("random", "human"):
            return self.words("player-random" if kind == "random" else "seat", number=seat + 1)
        return kind


def find_fitting(state: State, typed: str) -> list[Move]:
    """Return the legal moves that contain every word typed, for people who write only part of a move.

    The name of a piece, such as X, is a part of every move that places it.
    """
    wanted = [part.lower() for part in re.split(r"[\s,:]+", typed) if part]
    return [move for move in state.legal_moves() if set(wanted) <= _words_of(state, move)]


def _words_of(state: State, move: Move) -> set[str]:
    return {*re.split(r"[^\w+-]+", move.lower()), *(name.lower() for name in state.nicknames(move))}
