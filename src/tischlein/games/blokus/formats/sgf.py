"""Games as `.blksgf` files, the format of Pentobi: a Smart Game Format with moves such as `;1[a19,a20,b20]`.

Read is the main line: moves, comments, names, date and the like; marks and annotations are left out, and variations,
which `tischlein.study` reads and writes with the parts that are here. A set-up at the root is read as the moves that
lead to it. Moves are judged while they are read, because whose turn it is follows from the rules.

Written is what other programs understand, and in the property `TISCHLEIN` of the root what the format has no word
for, as lines of a record: teams, free corners, the start seat, further tags. So a record comes back equal. A line
there holds only while the standard properties say the same: a name that was changed elsewhere stays changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Self

from tischlein.core.game import Move, Seat, Setup
from tischlein.core.record import Record
from tischlein.core.refusal import BadRecord, BadSetup, IllegalMove, Refusal, because
from tischlein.games.blokus import GAME
from tischlein.games.blokus.game import BlokusState, start
from tischlein.games.blokus.notation import read, write_square
from tischlein.games.blokus.variants import PLANS

from .sgf_tree import Node, Property, read_main_line, refuse, write_nodes

GAME_NAMES = {
    "classic": "Blokus",
    "teams": "Blokus",
    "two": "Blokus Two-Player",
    "three": "Blokus Three-Player",
    "duo": "Blokus Duo",
}
"""The value of GM by variant; a name means the first variant that has it."""

TWO_COLOURS, FOUR_COLOURS = ("B", "W"), ("1", "2", "3", "4")

# Very old files have other names for the same colours.
_OLD_IDS = {2: {"1": 0, "2": 1, "BLUE": 0, "GREEN": 1}, 4: {"BLUE": 0, "YELLOW": 1, "RED": 2, "GREEN": 3}}
_EVERY_ID = {*TWO_COLOURS, *FOUR_COLOURS, "BLUE", "YELLOW", "RED", "GREEN"}

_OWN = "TISCHLEIN"
_COMMENT = "Comment"
_TAGS = {"GN": "Title", "EV": "Event", "RO": "Round", "DT": "Date", "PC": "Place", "TM": "Time", "RE": "Result"}

_BREAK = "¶"
"""Where a comment has a new line, for a tag is one line."""


def find_variant(name: str) -> str | None:
    """Return the variant that a name in GM means, in any case."""
    wanted = name.strip().lower()
    return next((variant for variant, known in GAME_NAMES.items() if known.lower() == wanted), None)


def colour_ids(variant: str) -> tuple[str, ...]:
    """Return what the colours of a variant are called, in their order."""
    return TWO_COLOURS if len(PLANS[variant].colours) == 2 else FOUR_COLOURS


def write_move(move: Move) -> str:
    """Return a move with its squares from the bottom row to the top, as this format orders them."""
    return ",".join(write_square(square) for square in sorted(read(move), key=lambda square: square[::-1]))


# ------------------------------------------------------------------ reading


def read_sgf(text: str) -> Record:
    """Read the main line of a file with one game.

    Raises BadRecord with the line of what cannot be read or played, BadSetup for a variant that is not known here.
    """
    nodes = read_main_line(text)
    setup, tags = read_head(nodes[0])
    game = Replay(setup)
    for node in nodes:
        game.read(node)
    _merge(tags, {key: f" {_BREAK} ".join(texts) for key, texts in game.comments.items()})
    return Record(setup, tuple(game.moves), tags)


def read_head(root: Node) -> tuple[Setup, dict[str, str]]:
    """Return what the root says about the game: set-up and tags. Raises BadRecord, or BadSetup."""
    notes = _read_notes(root)
    setup = _read_setup(root, notes)
    tags = {key: value for key, (_, value) in notes.items() if not _belongs_to_setup(key)}
    _merge(tags, _read_names(root, setup) | _read_tags(root))
    return setup, tags


class Replay:
    """The moves of a file, played while they are read."""

    def __init__(self, setup: Setup) -> None:
        self.state: BlokusState = start(setup)
        self.moves: list[Move] = []
        self.comments: dict[str, list[str]] = {}
        self._ids = colour_ids(setup.variant)
        self._colours = {name: colour for colour, name in enumerate(self._ids)} | _OLD_IDS[len(self._ids)]

    def fork(self) -> Self:
        """Return another one at the same position, for a variation."""
        other = copy(self)
        other.moves, other.comments = list(self.moves), {}
        return other

    def read(self, node: Node) -> None:
        """Play what a node says and keep its comment."""
        if _find_placements(node):
            self._set_up(node)
        played = [name for name in node.properties if name in _EVERY_ID]
        for name in played:
            found = node.properties[name]
            move = ",".join(found.values)
            if len(played) > 1 or name not in self._colours:
                raise refuse(found.line, f"{name}[{move}]")
            self._play(self._colours[name], move, found.line)
        if (player := node.properties.get("PL")) is not None:
            self._check_turn(player)
        if comment := _fold(node.text("C") or ""):
            key = f"{_COMMENT} {len(self.moves)}" if self.moves else _COMMENT
            self.comments.setdefault(key, []).append(comment)

    def _play(self, colour: int, move: str, line: int) -> None:
        turn = int(self.state.position.turn)
        if turn not in (colour, -1):
            raise self._refuse(self._show(colour, move), line, self._say_turn())
        try:
            canonical = self.state.canonical(move)
        except IllegalMove as illegal:
            raise self._refuse(self._show(colour, move), line, illegal) from illegal
        self.state = self.state.play(canonical)
        self.moves.append(canonical)

    def _set_up(self, node: Node) -> None:
        """Find moves that lead to a set-up: colours in turn, pieces in the order of the file as far as they fit.

        A piece that fits never stands in the way of another one of its colour, so taking the first is enough.
        """
        waiting = {colour: list(placed) for colour, placed in self._read_placements(node).items()}
        while any(waiting.values()):
            turn = int(self.state.position.turn)
            fitting = next((move for move in waiting.get(turn, []) if self._fits(move)), None)
            if fitting is None:
                colour = next(colour for colour, placed in waiting.items() if placed)
                shown = "A" + self._show(colour, waiting[colour][0])
                raise self._refuse(shown, node.line, Refusal("tischlein.core", "reason-set-up"))
            waiting[turn].remove(fitting)
            self._play(turn, fitting, node.line)

    def _read_placements(self, node: Node) -> dict[int, list[Move]]:
        placements: dict[int, list[Move]] = {}
        for name, (line, values) in _find_placements(node).items():
            colour = self._colours.get(name[1:])
            if colour is None or self.moves:
                raise self._refuse(f"{name}[{values[0]}]", line, Refusal("tischlein.core", "reason-late-set-up"))
            placements.setdefault(colour, []).extend(values)
        return placements

    def _fits(self, move: Move) -> bool:
        try:
            self.state.judge(move)
        except IllegalMove:
            return False
        return True

    def _check_turn(self, player: Property) -> None:
        turn = int(self.state.position.turn)
        if turn >= 0 and self._colours.get(player.values[0]) != turn:
            raise self._refuse(f"PL[{player.values[0]}]", player.line, self._say_turn())

    def _show(self, colour: int, move: str) -> str:
        return f"{self._ids[colour]}[{move}]"

    def _say_turn(self) -> Refusal:
        return Refusal("tischlein.core", "reason-turn", turn=self._ids[self.state.position.turn])

    def _refuse(self, shown: str, line: int, reason: Refusal) -> BadRecord:
        ply = len(self.moves) + 1
        return BadRecord("tischlein.core", "illegal-move", line=line, ply=ply, move=shown, **because(reason))


def _find_placements(node: Node) -> dict[str, Property]:
    ids = {*TWO_COLOURS, *FOUR_COLOURS, "E"}
    return {name: found for name, found in node.properties.items() if name[0] == "A" and name[1:] in ids}


def _read_notes(root: Node) -> dict[str, tuple[int, str]]:
    """Return the lines of a record in our own property, with the line of the file."""
    notes = {}
    found = root.properties.get(_OWN, Property(0, []))
    for value in found.values:
        key, sign, rest = (part.strip() for part in value.partition(":"))
        if not sign or key in notes:
            raise refuse(found.line, value)
        notes[key] = found.line, rest
    return notes


def _belongs_to_setup(key: str) -> bool:
    return key in ("Variant", "First") or key.startswith("Option ")


def _read_setup(root: Node, notes: Mapping[str, tuple[int, str]]) -> Setup:
    name = root.text("GM")
    if name is None:
        raise BadRecord("tischlein.core", "missing-key", line=root.line, text="GM")
    usual = find_variant(name)
    if usual is None:
        allowed = ", ".join(dict.fromkeys(GAME_NAMES.values()))
        raise BadSetup("tischlein.core", "bad-setup", field="GM", value=name, allowed=allowed)
    line, variant = notes.get("Variant", (root.line, usual))
    if GAME_NAMES.get(variant) != GAME_NAMES[usual]:
        raise refuse(line, f"{_OWN}[Variant: {variant}]")
    line, first = notes.get("First", (root.line, "0"))
    if not (first.isascii() and first.isdigit() and len(first) == 1):
        raise BadRecord("tischlein.core", "bad-number", line=line, key="First", text=first)
    options = {key.removeprefix("Option "): value for key, (_, value) in notes.items() if key.startswith("Option ")}
    return GAME.setup(variant, options=options, seed=0, first=int(first))


def _read_names(root: Node, setup: Setup) -> dict[str, str]:
    given = {f"Seat {seat}": _fold(root.text(name) or "") for name, seat in _seats_by_id(setup)}
    return {key: f"human:{name}" for key, name in given.items() if name}


def _read_tags(root: Node) -> dict[str, str]:
    given = {key: _fold(root.text(name) or "") for name, key in _TAGS.items()}
    return {key: value for key, value in given.items() if value}


def _merge(tags: dict[str, str], said: Mapping[str, str]) -> None:
    """Take what the standard properties say, unless a note says the same in more detail."""
    for key, value in said.items():
        if key not in tags or _read_back(key, tags[key]) != value:
            tags[key] = value


def _fold(text: str) -> str:
    """Return a text of several lines as one."""
    return f" {_BREAK} ".join(line.strip() for line in text.strip().splitlines())


# ------------------------------------------------------------------ writing


def write_sgf(record: Record) -> str:
    """Return a game as a file; `read_sgf` gives an equal record back, with every option filled in.

    Raises BadRecord for a record with an illegal move.
    """
    setup, tags = record.setup, record.tags
    nodes = [write_head(record)]
    ids = dict(zip(PLANS[setup.variant].colours, colour_ids(setup.variant), strict=True))
    for placed in record.final_state().view(None)["placed"]:
        comment = _tell("C", f"{_COMMENT} {placed['ply']}", tags)
        nodes.append({ids[placed["colour"]]: [write_move(placed["move"])], **comment})
    return write_nodes(nodes)


def write_head(record: Record) -> dict[str, list[str]]:
    """Return the properties of the root. Raises BadSetup for a set-up that does not exist."""
    setup, tags = record.setup, record.tags
    GAME.check(setup)
    root = {"GM": [GAME_NAMES[setup.variant]], "CA": ["UTF-8"], "AP": ["Tischlein"]}
    for name, key in [*((name, f"Seat {seat}") for name, seat in _seats_by_id(setup)), *_TAGS.items()]:
        root |= _tell(name, key, tags)
    root |= _tell("C", _COMMENT, tags)
    if notes := list(_notes(record)):
        root[_OWN] = notes
    return root


def _tell(name: str, key: str, tags: Mapping[str, str]) -> dict[str, list[str]]:
    """Return a tag as a property, or nothing."""
    text = _spell(key, tags.get(key, ""))
    return {name: [text]} if text else {}


def _spell(key: str, value: str) -> str:
    """Return the text of a property for a tag."""
    if key.startswith("Seat "):
        kind, _, name = value.partition(":")
        return name.strip() or ("" if kind == "human" else kind)
    return value.replace(f" {_BREAK} ", "\n") if key.startswith(_COMMENT) else value


def _read_back(key: str, value: str) -> str:
    """Return the tag that reading would make of the property for a tag; empty if there would be none."""
    text = _fold(_spell(key, value))
    return f"human:{text}" if text and key.startswith("Seat ") else text


def _notes(record: Record) -> Iterator[str]:
    """Yield the lines of the record that reading could not find out without them."""
    setup = record.setup
    if find_variant(GAME_NAMES[setup.variant]) != setup.variant:
        yield f"Variant: {setup.variant}"
    if setup.first:
        yield f"First: {setup.first}"
    for option in GAME.variants[setup.variant].options:
        if setup.options.get(option.id, option.default) != option.default:
            yield f"Option {option.id}: {setup.options[option.id]}"
    written = {*_TAGS.values(), *(f"Seat {seat}" for seat in range(setup.seats)), _COMMENT}
    written |= {f"{_COMMENT} {ply}" for ply in range(1, len(record.moves) + 1)}
    for key, value in record.tags.items():
        if not value or key not in written or _read_back(key, value) != value:
            yield f"{key}: {value}"


def _seats_by_id(setup: Setup) -> list[tuple[str, Seat]]:
    """Return the players in the order in which they start: PB and PW for two, else P1, P2 ..."""
    ids = TWO_COLOURS if setup.seats == 2 else FOUR_COLOURS[: setup.seats]
    return [(f"P{name}", (setup.first + number) % setup.seats) for number, name in enumerate(ids)]
