"""The HTTP interface of the solo page. docs/protocol.md explains it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from importlib.resources import files
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from litestar import delete, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Meta

from tischlein.core.refusal import IllegalMove
from tischlein.core.words import Detail
from tischlein.puzzles import CHALLENGES, LEVELS, Challenge, Layout, Placement, Status, draw_picture, show_layout
from tischlein.puzzles.blokus.generator import DAILY, LONGEST, MOST_SQUARES, SHORTEST
from tischlein.puzzles.blokus.view import LayoutView
from tischlein.server.live.messages import Id, show_refusal
from tischlein.server.solo.jobs import Thought
from tischlein.server.solo.solo import Asker, Known, Progress, Save
from tischlein.server.table.table import refuse
from tischlein.server.visitors.visitor import Visitor

from .parameters import Language, LanguageInPath, PuzzleInPath, SaveInPath
from .routes import QUESTION, REFUSED, AnyRequest, Served
from .schemas import OptionCard, RefusedRequest

T = TypeVar("T")

PuzzleName: TypeAlias = Annotated[str, Meta(min_length=2, max_length=40)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]

# ---------------------------------------------------------------------- what comes in


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One piece that a person has placed."""

    colour: Annotated[str, Meta(max_length=12)]
    move: Annotated[str, Meta(max_length=60)]


class LayoutRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A puzzle, and what was placed in it, in that order."""

    puzzle: PuzzleName
    placements: Annotated[list[Placed], Meta(max_length=84)] = []


class Question(LayoutRequest, frozen=True, kw_only=True):
    """A layout to think about. A question ends those of the same asker that do not have a higher number."""

    asker: Id
    number: Count = 0


class PictureRequest(LayoutRequest, frozen=True, kw_only=True):
    """A layout to draw."""

    language: Language = "en"


class SaveRequest(LayoutRequest, frozen=True, kw_only=True):
    """Progress to keep."""

    seconds: Count = 0
    moves: Count = 0


class SaveChange(SaveRequest, frozen=True, kw_only=True):
    """Newer progress; `version` is the one it goes on from."""

    version: Annotated[int, Meta(ge=1, le=2_000_000_000)]


# ---------------------------------------------------------------------- what goes out


class ChallengeCard(msgspec.Struct, frozen=True):
    """One of the six challenges."""

    id: str
    rows: int
    columns: int
    pieces: int
    as_in_the_game: bool
    may_touch: bool
    descending: bool
    options: list[OptionCard]


class DailyCard(msgspec.Struct, frozen=True):
    """The puzzle of the day in one of its sizes."""

    puzzle: str
    date: str
    rows: int
    columns: int
    level: str


class SoloCard(msgspec.Struct, frozen=True):
    """Everything that can be chosen."""

    challenges: list[ChallengeCard]
    today: list[DailyCard]
    levels: list[str]
    shortest: int
    longest: int
    most_squares: int


class SoloLayout(msgspec.Struct, frozen=True):
    """A puzzle and what lies there; `level` is null for the six challenges."""

    puzzle: str
    level: str | None
    view: LayoutView


class CheckCard(msgspec.Struct, frozen=True):
    """Why a layout is not allowed; null if it is."""

    refusal: RefusedRequest | None


class ReasonCard(msgspec.Struct, frozen=True):
    """Why a layout cannot be completed: a code with details, as of a refusal."""

    code: str
    source: str
    details: dict[str, Detail]


class StatusCard(msgspec.Struct, frozen=True):
    """Whether a layout can be completed: `solvable`, `impossible` with a reason, or `unknown` so far: ask again."""

    verdict: str
    reason: ReasonCard | None
    tried: int
    """How many pieces were tried so far; 0 if nothing has come yet, as while the search is compiled."""


class HintCard(StatusCard, frozen=True):
    """What to do next: place a piece, or take one back; neither while nothing is known."""

    place: Placed | None
    take_back: Placed | None


class SolutionCard(StatusCard, frozen=True):
    """The missing pieces in an order that the challenge allows; null unless it can be completed."""

    placements: list[Placed] | None


class SaveCard(msgspec.Struct, frozen=True):
    """Progress that was kept."""

    id: str
    version: int
    puzzle: str
    placements: list[Placed]
    seconds: int
    moves: int


# ---------------------------------------------------------------------- puzzles


@get("/api/solo", summary="The solo challenges", responses=REFUSED)
async def list_challenges(service: Served) -> SoloCard:
    """Return the six challenges, the puzzle of the day, and what puzzles can be made."""
    day = service.solo.today
    date = day.isoformat()
    today = [DailyCard(f"daily-{date}-{level}", date, *size, level) for level, size in DAILY.items()]
    challenges = [_show_challenge(challenge) for challenge in CHALLENGES.values()]
    return SoloCard(challenges, today, list(LEVELS), SHORTEST, LONGEST, MOST_SQUARES)


@get("/api/solo/rules/{language:str}", summary="The rules page", media_type="text/markdown", responses=REFUSED)
async def read_solo_rules(language: LanguageInPath) -> str:
    """Return the rules of the solo challenges as Markdown."""
    return files("tischlein.puzzles").joinpath(f"rules.{language}.md").read_text(encoding="utf-8")


@get("/api/solo/puzzles/{puzzle:str}", summary="A puzzle", responses=REFUSED)
async def show_puzzle(service: Served, puzzle: PuzzleInPath) -> SoloLayout:
    """Return a challenge, or a puzzle that was made already."""
    return _show_start(await service.solo.find(puzzle))


@put("/api/solo/puzzles/{puzzle:str}", summary="Make a puzzle", responses=REFUSED)
async def make_puzzle(request: AnyRequest, service: Served, puzzle: PuzzleInPath) -> SoloLayout:
    """Make the puzzle of a name such as 8x10-hard-7 or daily-2026-11-16, unless it is there; this may take a minute."""
    return _show_start(await service.solo.make(puzzle, Visitor.read(request.scope).network))


# ---------------------------------------------------------------------- layouts


@post("/api/solo/layout", status_code=200, summary="Check a layout", opt=QUESTION, responses=REFUSED)
async def check_layout(service: Served, data: JSONBody[LayoutRequest]) -> SoloLayout:
    """Return the view of a layout; refused with the rule if a piece may not lie where it does."""
    known, layout = await service.solo.find(data.puzzle), await _lay(service, data)
    return SoloLayout(known.name, known.level, show_layout(layout))


@post("/api/solo/check", status_code=200, summary="Would this be allowed?", opt=QUESTION, responses=REFUSED)
async def explain_layout(service: Served, data: JSONBody[LayoutRequest]) -> CheckCard:
    """Return which rule a layout breaks, and where; for pages that ask before anybody does something."""
    try:
        await _lay(service, data)
    except IllegalMove as refusal:
        shown = show_refusal(refusal, None)
        return CheckCard(RefusedRequest(shown.code, shown.source, shown.rule, shown.details))
    return CheckCard(None)


@post("/api/solo/status", status_code=200, summary="Can it be completed?", opt=QUESTION, responses=REFUSED)
async def ask_status(request: AnyRequest, service: Served, data: JSONBody[Question]) -> StatusCard:
    """Return what the tutor knows after at most a few seconds. Asked again, it goes on where it was."""
    status, _ = await _consult(request, service, data)
    return StatusCard(**_describe(status))


@post("/api/solo/hint", status_code=200, summary="What to do next", opt=QUESTION, responses=REFUSED)
async def ask_hint(request: AnyRequest, service: Served, data: JSONBody[Question]) -> HintCard:
    """Return a piece to place, or one to take back. Ask again while the verdict is `unknown`."""
    status, hint = await _consult(request, service, data, advice=True)
    place, take_back = (None if one is None else _show(one) for one in (hint.place, hint.take_back))
    return HintCard(**_describe(status), place=place, take_back=take_back)


@post("/api/solo/solution", status_code=200, summary="How to complete it", opt=QUESTION, responses=REFUSED)
async def ask_solution(request: AnyRequest, service: Served, data: JSONBody[Question]) -> SolutionCard:
    """Return the missing pieces, in an order in which they can be placed. Ask again while the verdict is `unknown`."""
    status, _ = await _consult(request, service, data)
    found = [_show(placement) for placement in status.witness] if status.verdict == "solvable" else None
    return SolutionCard(**_describe(status), placements=found)


@post(
    "/api/solo/picture", status_code=200, summary="A picture", media_type="image/svg+xml", opt=QUESTION,
    responses=REFUSED,
)  # fmt: skip
async def draw_layout(service: Served, data: JSONBody[PictureRequest]) -> str:
    """Return a layout as SVG."""
    return draw_picture(await _lay(service, data), data.language)


# ---------------------------------------------------------------------- saves


@post("/api/solo/saves", summary="Save progress", responses=REFUSED)
async def create_save(request: AnyRequest, service: Served, data: JSONBody[SaveRequest]) -> SaveCard:
    """Keep progress under a new id; whoever knows it may go on."""
    await service.solo.make(data.puzzle, Visitor.read(request.scope).network)  # the page may have made it without us
    layout = await _lay(service, data)
    return _show_save(await service.solo.create_save(data.puzzle, layout, _read_progress(data, layout)))


@get("/api/solo/saves/{save_id:str}", summary="Saved progress", responses=REFUSED)
async def show_save(service: Served, save_id: SaveInPath) -> SaveCard:
    """Return what was kept."""
    return _show_save(await service.solo.load_save(save_id))


@put("/api/solo/saves/{save_id:str}", summary="Save newer progress", responses=REFUSED)
async def change_save(
    request: AnyRequest, service: Served, save_id: SaveInPath, data: JSONBody[SaveChange]
) -> SaveCard:
    """Keep newer progress; refused if another device has saved since `version`."""
    await service.solo.make(data.puzzle, Visitor.read(request.scope).network)
    layout = await _lay(service, data)
    save = Save(save_id, data.puzzle, _read_progress(data, layout), data.version)
    return _show_save(await service.solo.change_save(save, layout))


@delete("/api/solo/saves/{save_id:str}", status_code=200, summary="Erase saved progress", responses=REFUSED)
async def erase_save(service: Served, save_id: SaveInPath) -> dict[str, bool]:
    """Erase what was kept; whoever knows the id may."""
    await service.solo.load_save(save_id)
    return {"erased": await service.solo.puzzles.erase(save_id)}


SOLO_HANDLERS: list[HTTPRouteHandler] = [
    list_challenges, read_solo_rules, show_puzzle, make_puzzle, check_layout, explain_layout, ask_status, ask_hint,
    ask_solution, draw_layout, create_save, show_save, change_save, erase_save,
]  # fmt: skip

# ---------------------------------------------------------------------- shared


async def _lay(service: Served, asked: LayoutRequest) -> Layout:
    return await service.solo.lay(asked.puzzle, [(one.colour, one.move) for one in asked.placements])


async def _consult(request: AnyRequest, service: Served, asked: Question, advice: bool = False) -> Thought:
    layout = await _lay(service, asked)
    asker = Asker(Visitor.read(request.scope).network, asked.asker)
    return await _while_waited_for(request, service.solo.consult(asker, asked.number, asked.puzzle, layout, advice))


async def _while_waited_for(request: AnyRequest, thought: Coroutine[Any, Any, T]) -> T:
    """Think as long as the page is there to hear the answer."""

    async def hear_goodbye() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    task, gone = asyncio.ensure_future(thought), asyncio.ensure_future(hear_goodbye())
    gone.add_done_callback(lambda done: None if done.cancelled() else task.cancel())
    try:
        return await task
    except asyncio.CancelledError:
        if not gone.done():
            raise
        raise refuse("asked-anew") from None  # nobody hears it
    finally:
        gone.cancel()


def _show_challenge(one: Challenge) -> ChallengeCard:
    options = [OptionCard(option.id, list(option.values)) for option in one.options]
    return ChallengeCard(
        one.id, one.rows, one.columns, one.pieces, one.as_in_the_game, one.may_touch, one.descending, options
    )


def _show_start(known: Known) -> SoloLayout:
    return SoloLayout(known.name, known.level, show_layout(Layout(known.challenge, known.options)))


def _describe(status: Status) -> dict[str, Any]:
    reason = status.reason
    card = None if reason is None else ReasonCard(reason.code, "puzzles", reason.details)
    return {"verdict": str(status.verdict), "reason": card, "tried": status.tried}


def _show(placement: Placement) -> Placed:
    return Placed(placement.colour, placement.move)


def _read_progress(data: SaveRequest, layout: Layout) -> Progress:
    placements = tuple((placement.colour, placement.move) for placement in layout.placements)
    return Progress(placements, data.seconds, data.moves)


def _show_save(save: Save) -> SaveCard:
    placements = [Placed(colour, move) for colour, move in save.progress.placements]
    return SaveCard(save.id, save.version, save.puzzle, placements, save.progress.seconds, save.progress.moves)
