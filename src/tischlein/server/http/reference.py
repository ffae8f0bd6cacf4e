"""The description of the HTTP interface as a page without scripts, made from the OpenAPI description."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import MediaType, Request
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tischlein: HTTP interface</title><h1>Tischlein: HTTP interface</h1>
<p>As data: <a href="/schema/openapi.json">openapi.json</a>. The WebSocket and all messages: docs/protocol.md.</p>"""


class ReferencePlugin(OpenAPIRenderPlugin):
    """The page at /schema."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the page."""
        return render_reference(openapi_schema).encode()


class StrictJsonPlugin(JsonRenderPlugin):
    """The description as data, made when somebody first wants it: at the start everybody would wait for it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the description."""
        forbid_unknown_fields(openapi_schema)
        return super().render(request, openapi_schema)


def forbid_unknown_fields(description: dict[str, Any]) -> None:
    """Let the OpenAPI description say what holds: requests with other fields than the known ones are refused."""
    for name, shape in description["components"]["schemas"].items():
        if name.rpartition("_")[2].endswith(("Request", "Question", "SaveChange", "Token", "Placed")):
            shape["additionalProperties"] = False


def render_reference(schema: dict[str, Any]) -> str:
    """Return the page for an OpenAPI description."""
    parts = [HEAD]
    for path, item in sorted(schema["paths"].items()):
        for method, operation in item.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation.get('description', operation.get('summary', '')))}</p>")
            parts += [_list_parameters(operation), _list_answers(operation)]
    parts.append("<h1>Data</h1>")
    for name, shape in sorted(schema.get("components", {}).get("schemas", {}).items()):
        parts.append(f'<h2 id="{escape(name)}">{escape(name)}</h2><ul>')
        for field, kind in shape.get("properties", {}).items():
            parts.append(f"<li><code>{escape(field)}</code>: {_name(kind)}</li>")
        parts.append("</ul>")
    return "\n".join(parts)


def _list_parameters(operation: dict[str, Any]) -> str:
    rows = [
        f"<li><code>{escape(one['name'])}</code> ({one['in']}): {_name(one.get('schema', {}))}</li>"
        for one in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {})
    rows += [f"<li>body: {_name(content['schema'])}</li>" for content in body.values()]
    return f"<ul>{''.join(rows)}</ul>" if rows else ""


def _list_answers(operation: dict[str, Any]) -> str:
    rows = []
    for status, answer in operation.get("responses", {}).items():
        kinds = ", ".join(_name(content.get("schema", {})) for content in answer.get("content", {}).values())
        rows.append(f"<li>{escape(status)}: {kinds or escape(answer.get('description', ''))}</li>")
    return f"<p>Answers:</p><ul>{''.join(rows)}</ul>"


def _name(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "oneOf" in schema:
        return " or ".join(map(_name, schema["oneOf"]))
    if "enum" in schema:
        return ", ".join(escape(repr(value)) for value in schema["enum"])
    if "items" in schema:
        return f"list of {_name(schema['items'])}"
    kind = schema.get("type", "anything")
    return escape(kind if isinstance(kind, str) else " or ".join(kind))
