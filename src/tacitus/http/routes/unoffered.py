"""Routes of the wire format that Tacitus does not serve: each answers with the reason."""

from collections.abc import Awaitable, Callable

from tacitus.http.bodies import Topic
from tacitus.http.errors import NotOffered

_BANK = "/v1/default/banks/{bank_id:name}"
_OWN = "Tacitus keeps observations of entities up to date by itself"
_MODELS = "Reflect with the same question and tags, which stores nothing"
_PAGES = "Pages are not offered: retain documents and recall them"
_MOVING = "Banks are moved as lines of JSON: GET .../export and POST .../import"
_LOGS = "Logs of requests are not offered"
_ALIAS = "Aliases of banks are not offered"

UNOFFERED: tuple[tuple[str, str, str], ...] = (
    ("GET", "/v1/bank-template-schema", _MOVING),
    ("GET POST", f"{_BANK}/aliases", _ALIAS),
    ("PATCH DELETE", f"{_BANK}/aliases/{{alias:name}}", _ALIAS),
    ("GET", f"{_BANK}/attachments/{{attachment_id:name}}", "Attachments are not kept"),
    ("GET", f"{_BANK}/audit-logs", _LOGS),
    ("GET", f"{_BANK}/audit-logs/stats", _LOGS),
    ("GET", f"{_BANK}/audit-logs/{{log_id:name}}", _LOGS),
    ("POST", f"{_BANK}/clone", _MOVING),
    ("POST", f"{_BANK}/consolidation-strategies/preview", _OWN),
    ("GET POST", f"{_BANK}/document-transfer", _MOVING),
    ("POST", f"{_BANK}/document-transfer/export", _MOVING),
    ("POST", f"{_BANK}/health/llm", "The model's health is not asked; its failures are operations"),
    ("GET", f"{_BANK}/knowledge-base/export", _PAGES),
    ("POST", f"{_BANK}/knowledge-base/folders", _PAGES),
    ("PATCH DELETE", f"{_BANK}/knowledge-base/nodes/{{node_id:name}}", _PAGES),
    ("POST", f"{_BANK}/knowledge-base/pages", _PAGES),
    ("GET", f"{_BANK}/knowledge-base/pages/{{page_id:name}}", _PAGES),
    ("GET", f"{_BANK}/knowledge-base/search", _PAGES),
    ("GET", f"{_BANK}/knowledge-base/tree", _PAGES),
    ("GET", f"{_BANK}/llm-requests", _LOGS),
    ("GET", f"{_BANK}/llm-requests/stats", _LOGS),
    ("DELETE", f"{_BANK}/memories", "Delete the bank, its documents, or single memories"),
    ("POST", f"{_BANK}/memories/dry-run-extract", "Retain into a bank of its own, and delete it"),
    ("DELETE", f"{_BANK}/memories/{{memory_id:name}}/observations", _OWN),
    ("POST", f"{_BANK}/mental-models/{{model_id:name}}/dry-run-refresh", _MODELS),
    ("GET", f"{_BANK}/observations/scopes", _OWN),
    ("POST", f"{_BANK}/prompts/preview", "Prompts lie beside the code that sends them"),
    ("POST", f"{_BANK}/transfer/export", _MOVING),
    ("POST", f"{_BANK}/transfer/import", _MOVING),
    ("GET", "/v1/default/files/download/{key:name}", "Files are not kept"),
)
"""(methods, path, what to do instead)."""

router = Topic(include_in_schema=False)


def _refusing(reason: str) -> Callable[[], Awaitable[None]]:
    async def refuse() -> None:
        raise NotOffered(reason)

    return refuse


for _methods, _path, _reason in UNOFFERED:
    router.add_api_route(_path, _refusing(_reason), methods=[*_methods.split()])
