"""Studies that live at the server, so that a link to one leads to what it is today. docs/protocol.md explains it.

The key of a study lets somebody change it. Its id is made from the key and cannot lead back to it: whoever knows only
the id may read. What is stored is a save like that of a puzzle; the moves are judged by whoever reads them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

import msgspec
from litestar import delete, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Meta

from tischlein.server.store.puzzle_store import STUDY, StoredSave
from tischlein.server.table.table import refuse
from tischlein.server.visitors.keys import ALPHABET, is_id, new_secret
from tischlein.study.tree import check_text

from .parameters import SaveInPath
from .routes import REFUSED, AnyRequest, Served, charge

LONGEST = 50_000
"""Letters of a study, some thousand moves; more would not fit into a request, where quotation marks are two letters."""

STATUS = "over"
"""Studies that nobody uses are deleted when finished games are."""


class StudyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A study as `Study.text` writes it."""

    text: Annotated[str, Meta(max_length=LONGEST)]


class StudyChange(StudyRequest, frozen=True, kw_only=True):
    """A newer one; `version` is the one it goes on from."""

    key: Annotated[str, Meta(max_length=40)]
    version: Annotated[int, Meta(ge=1, le=2_000_000_000)]


class StudyKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lets somebody change a study."""

    key: Annotated[str, Meta(max_length=40)]


class StudyMade(msgspec.Struct, frozen=True):
    """Where a new study is, and what is needed to change it."""

    id: str
    key: str
    version: int


class StudyCard(msgspec.Struct, frozen=True):
    """A study as it is now."""

    id: str
    version: int
    text: str


def name_study(key: str) -> str:
    """Return the id that belongs to a key: 81 bits of its hash."""
    number = int.from_bytes(sha256(f"study {key}".encode()).digest())
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(14))


@post("/api/studies", summary="Share a study", responses=REFUSED)
async def create_study(request: AnyRequest, service: Served, data: JSONBody[StudyRequest]) -> StudyMade:
    """Keep a study under a new id."""
    charge(service, request, len(data.text))
    check_text(data.text)
    key = new_secret()
    made = StudyMade(name_study(key), key, 1)
    store = service.solo.puzzles
    await store.create(made.id, StoredSave(STUDY, data.text, made.version), STATUS, service.tables.now())
    return made


@get("/api/studies/{study_id:str}", summary="A shared study", responses=REFUSED)
async def show_study(service: Served, study_id: SaveInPath) -> StudyCard:
    """Return a study; whoever knows the id may read it."""
    found = await service.solo.puzzles.load(study_id, service.tables.now()) if is_id(study_id) else None
    if found is None or found.puzzle != STUDY:
        raise refuse("no-such-study", study=study_id[:40])
    return StudyCard(study_id, found.version, found.progress)


@put("/api/studies/{study_id:str}", summary="Change a shared study", responses=REFUSED)
async def change_study(
    request: AnyRequest, service: Served, study_id: SaveInPath, data: JSONBody[StudyChange]
) -> StudyCard:
    """Keep a newer study; needs its key, and is refused if somebody else was faster."""
    charge(service, request, len(data.text))
    await show_study.fn(service, study_id)
    if name_study(data.key) != study_id:
        raise refuse("bad-link")
    check_text(data.text)
    newer = StoredSave(STUDY, data.text, data.version + 1)
    if not await service.solo.puzzles.replace(study_id, newer, STATUS, service.tables.now()):
        raise refuse("stale-save")
    return StudyCard(study_id, newer.version, data.text)


@delete("/api/studies/{study_id:str}", status_code=200, summary="Erase a shared study", responses=REFUSED)
async def erase_study(service: Served, study_id: SaveInPath, data: JSONBody[StudyKey]) -> dict[str, bool]:
    """Erase a study; needs its key."""
    await show_study.fn(service, study_id)
    if name_study(data.key) != study_id:
        raise refuse("bad-link")
    return {"erased": await service.solo.puzzles.erase(study_id)}


STUDY_HANDLERS: list[HTTPRouteHandler] = [create_study, show_study, change_study, erase_study]
