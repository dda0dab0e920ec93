"""Everything that the application answers, and something to ask each of it with."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import Any
from urllib.parse import quote

import httpx
from fastapi.routing import APIRoute

from tacitus.http import routes

Json = dict[str, Any]
BANK = "/v1/default/banks/{bank_id}"
BESIDE = [
    *(("GET", path) for path in ("/docs", "/redoc", "/openapi.json", "/nowhere")),
    ("GET", "/mcp/{bank_id}"),
    ("POST", "/mcp/{bank_id}"),
    ("OPTIONS", BANK),
]
"""What is no route of ours, and answered or refused all the same."""
_PARAMETER = re.compile(r"\{(\w+)(?::name)?\}")


def _routes() -> Iterator[APIRoute]:
    for found in iter_modules(routes.__path__, f"{routes.__name__}."):
        yield from import_module(found.name).router.routes


def every_route() -> list[tuple[str, str]]:
    """Return method and path of all routes, as each topic lists them."""
    return sorted(
        (method, _PARAMETER.sub(r"{\1}", route.path))
        for route in _routes()
        for method in route.methods or ()
    )


PARAMETERS = sorted({name for _, path in every_route() for name in _PARAMETER.findall(path)})
"""Of all paths."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What one route is asked with.

    Attributes:
        body: A body with which the route gets as far as looking for what it is about.
    """

    method: str
    path: str
    body: Json = field(default_factory=dict[str, Any])
    files: bool = False

    async def ask(self, asking: httpx.AsyncClient, names: Mapping[str, str]) -> httpx.Response:
        """Ask about what these parameters name; `bank_id` is among them."""
        path = _PARAMETER.sub(lambda found: quote(names[found[1]], safe=""), self.path)
        if self.files:
            return await asking.post(path, files={"files": ("a.txt", b"Rain fell.")})
        body = None if self.method in {"GET", "HEAD"} else self._named(names)
        return await asking.request(self.method, path, json=body)

    def _named(self, names: Mapping[str, str]) -> Any:
        text = json.dumps(self.body)
        return json.loads(re.sub(r"\{(\w+_id)\}", lambda found: names[found[1]], text))


_BODIES: Mapping[tuple[str, str], Json] = {
    ("POST", f"{BANK}/memories"): {"items": [{"content": "Rain fell.", "document_id": "rain"}]},
    ("POST", f"{BANK}/memories/recall"): {
        "query": "Who keeps the lighthouse?",
        "trace": True,
        "include": {"chunks": {}, "source_facts": {}},
    },
    ("POST", f"{BANK}/import"): {"tacitus": {"format": 1, "vectors": False, "counts": {}}},
    ("POST", f"{BANK}/memories/recall/feedback"): {"query": "Who?", "helpful": ["{memory_id}"]},
    ("POST", f"{BANK}/reflect"): {"query": "Who keeps the lighthouse?"},
    ("PUT", f"{BANK}/profile"): {
        "disposition": {"skepticism": 1, "literalism": 1, "empathy": 1},
    },
    ("POST", f"{BANK}/background"): {"content": "I am told."},
    ("PATCH", f"{BANK}/config"): {"updates": {}},
    ("PATCH", f"{BANK}/memories/{{memory_id}}"): {"text": "Rain fell."},
    ("POST", f"{BANK}/opinions"): {
        "text": "Rain is fine.",
        "confidence": 0.5,
        "drawn_from": ["{memory_id}"],
        "who": "me",
    },
    ("POST", f"{BANK}/opinions/{{opinion_id}}/evidence"): {
        "memory_id": "{memory_id}",
        "relation": "reinforce",
        "who": "me",
    },
    ("POST", f"{BANK}/directives"): {"name": "Short", "content": "Be short."},
    ("PATCH", f"{BANK}/directives/{{directive_id}}"): {"name": "Long"},
    ("POST", f"{BANK}/mental-models"): {"name": "Rain", "source_query": "Did rain fall?"},
    ("PATCH", f"{BANK}/mental-models/{{model_id}}"): {"name": "Snow"},
    ("POST", f"{BANK}/webhooks"): {"url": "https://example.org/b"},
    ("PATCH", f"{BANK}/webhooks/{{webhook_id}}"): {"enabled": False},
    ("PATCH", f"{BANK}/documents/{{document_id}}"): {"tags": ["b"]},
    ("POST", f"{BANK}/entities/{{entity_id}}/merge"): {"entity_id": "{memory_id}"},
    ("POST", f"{BANK}/entities/{{entity_id}}/split"): {"name": "Rain"},
    ("POST", f"{BANK}/entities/{{entity_id}}/aliases"): {"alias": "Rain"},
}
"""Of routes that want a body; whoever adds one says here how to ask it."""


def probe(method: str, path: str) -> Probe:
    """Return what to ask a route with."""
    return Probe(
        method, path, _BODIES.get((method, path), {}), files=path.endswith("/files/retain")
    )
