"""The web page: files that were built into the package; every address that is no file is the page itself.

The home page is there in each language, drawn already (web/plugins/prerender.ts).
"""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tischlein.server.service import Service

from .preview import describe

FOLDER = Path(__file__).parents[1] / "page"
LANGUAGES = ("de", "en")
FOREVER = "public, max-age=31536000, immutable"

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tischlein</title>
<h1>Tischlein</h1><p>The server runs, but its page was not built. In a clone, run <code>scripts/build-web</code>.</p>
<p>Der Server läuft, aber seine Seite wurde nicht gebaut. Im Klon hilft <code>scripts/build-web</code>.</p></html>"""


@get(["/", "/{path:path}"], include_in_schema=False)
async def serve_page(
    request: Request[Any, Any, Any], service: NamedDependency[Service], path: FromPath[str] = ""
) -> Response[bytes]:
    """Return a file of the page, or the page itself, which finds its way by the address."""
    wanted = path.strip("/")
    if wanted.startswith(("api/", "schema/")) or wanted in ("api", "schema"):
        raise NotFoundException
    file = _find_file(wanted)
    if file is not None:
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        # Names of built files carry a hash of what is in them; all others must be asked for again.
        lasting = FOREVER if file.parent.name == "assets" else "no-cache"
        return Response(file.read_bytes(), media_type=kind, headers={"Cache-Control": lasting})
    if "." in wanted.rpartition("/")[2]:
        raise NotFoundException
    language = _choose_language(request.headers.get("accept-language", ""))
    index = FOLDER / ("index.html" if wanted else f"home.{language}.html")
    content = index.read_bytes() if index.is_file() else NOT_BUILT.encode()
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
    if (tags := await describe(service, wanted, request.query_params.get("ply"), language, origin)) is not None:
        content = _put_tags(content, tags, language)
    if service.settings.operator:
        content = content.replace(b"<html ", b'<html data-operator="yes" ', 1)  # the page links imprint and privacy
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(content, media_type="text/html", headers=headers | _hint(language))


def _put_tags(content: bytes, tags: str, language: str) -> bytes:
    """Return the page with what is to be said of its address; it names itself in the language of whoever asks."""
    content = re.sub(rb'<meta name="description"[^>]*>', b"", content)
    content = re.sub(rb'<html lang="\w+"', b'<html lang="%s"' % language.encode(), content)
    return content.replace(b"</head>", f"    {tags}\n  </head>".encode(), 1)


def _find_file(wanted: str) -> Path | None:
    try:
        file = (FOLDER / wanted).resolve()
        return file if file.is_file() and file.is_relative_to(FOLDER) else None
    except (OSError, ValueError):  # a name that is too long, or has a NUL in it
        raise NotFoundException from None


def _choose_language(accepted: str) -> str:
    """Return the language that is wanted most; of equals, the first."""
    wanted = {tag.strip()[:2].lower(): _weigh(tag) for tag in reversed(accepted.split(","))}
    return max((tag for tag in reversed(wanted) if tag in LANGUAGES), key=lambda tag: wanted[tag], default="en")


def _weigh(tag: str) -> float:
    found = re.search(r";\s*q=(\d(?:\.\d+)?)\s*$", tag)
    return float(found[1]) if found else 1.0


def _hint(language: str) -> dict[str, str]:
    """Return the header that lets the browser fetch its texts at once, and not only when the page asks for them."""
    texts = next((FOLDER / "assets").glob(f"{language}-*.js"), None)
    return {"Link": f"</assets/{texts.name}>; rel=modulepreload"} if texts else {}
