"""Writes docs/compatibility.md: what of the field's wire format is spoken, refused, and added.

    python scripts/compatibility.py

Needs hindsight-client, whose generated code knows every path of the format.
"""

import re
from collections.abc import Iterator
from importlib import import_module, resources
from inspect import getsource
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from tacitus.http import routes
from tacitus.http.routes.unoffered import UNOFFERED
from tacitus.http.unoffered import CONFIGURATION
from tacitus.http.unoffered import UNOFFERED as FIELDS

PAGE = Path(__file__).parents[1] / "docs/compatibility.md"
_BANK = "/v1/default/banks/{bank_id}"
_INTRODUCTION = """\
# Compatibility

Tacitus speaks the wire format of Hindsight 1.1.0: its clients and what is built on them work by
changing one address. `default` in a path is the tenant.

This page is made by `scripts/compatibility.py` from the routes themselves, and a test compares the two.
`~` stands for `/v1/default/banks/{bank_id}`, and `/v1/default` is left out of other paths.

What we do not offer answers 501, with the reason in `detail`. Fields that ask for it do the same; null
asks for nothing. Our additions are further fields and paths, and nobody has to know them.
"""
_NOTES = """\
## Where answers differ

- Passwords, keys and tokens in what is handed in are replaced by `[redacted: ...]` before anything is stored. The
  configuration fields `secrets` (`redact`, `refuse`, `keep`) and `personal` (likewise; `keep` unless it is said) are ours.
- Every answer has an `X-Request-ID`: the request's own, or a new one. `GET /audit` is ours, and not the field's
  `audit-logs`: it knows no bodies.
- Once there is a key (`tacitus key create`, `POST /v1/default/keys`), requests without a good one answer 401, and
  with one whose right does not cover them 403; too many at once 429 with `Retry-After`. The key says whose banks
  `default` is.
- Nulls are sent. An unknown bank answers 404, a malformed id 400, a body that cannot be read 422 with
  the place in `loc`.
- `scores.final` ranks; `relevance` (ours) is a probability, and memories under a floor are not returned.
  Where nothing is, `reason` (ours) says why.
- A time has a zone, or is a date (its midnight in UTC): anything else answers 422. Two are read as UTC
  instead, since the field's clients send them so: `query_timestamp`, which the documentation of
  hindsight-client writes as "2023-05-30T23:40:00", and `temporal_window`, where that client makes
  "2024-05-06T00:00:00" of a date. Neither is stored nor leaves anything out. The npm client and the
  integrations send times with a zone, or none at all. Times inside a conversation in `content` that name
  no zone are in that of its `timestamp`, or UTC.
- Bank names and document ids that tidying an address would change (`..`) and bank names in which
  something is hidden are refused. So are blank tags; space around a tag is taken off.
- Several documents handed in at once with `async` are one operation with `child_operations`; single jobs
  are listed, the whole is not.
- The same `operation_id` with other documents answers 409.
- Mental models are standing questions: answered in the background when they are made and on request, from
  memories with all their tags. `is_stale` says whether more is known by now. Of their `trigger` nothing but
  the defaults is offered: a clock (`refresh_cron`) is the caller's own, who can ask for a refresh at any
  time; an answer that is only patched (`delta`) would keep sentences whose evidence is gone.
- `GET ~/export` and `POST ~/import` are ours: a whole bank as lines of JSON (docs/moving.md), not the template
  of a bank that the field has there. Archives of its bank transfer are read by `tacitus import`.
- Webhooks are told of `retain.completed` (a document handed in with `async`) and `operation.completed`
  (ours, any background work). With a secret, `X-Tacitus-Signature: t=<seconds>,v1=<hex>` holds the
  HMAC-SHA256 of `<seconds>.<body>`. `event_id` is the same however often it is sent. Private networks are
  not told unless `TACITUS_WEBHOOKS_PRIVATE=true`; no redirect is followed. Deliveries are operations: they
  are tried five times, and can be retried by hand.
- Files are text, Markdown, HTML, PDF and Word (`.docx`); what cannot be read is refused at once with 422.
- `reprocess` reads a document anew as it is: what people put right stays, and what comes out the same is
  the same memory. A document of which it is not known who said what when (it came before that was kept)
  answers 409. `history` lists what was done to it, synchronous work too, the latest 200 changes;
  observations are of entities, and not in it.
- Edits of a memory keep its sources and its speaker. Whom an edited text names is read anew, by rule, and
  resolved as when it is retained; what it was evidence of is weighed anew. `GET .../history` lists what
  people changed of it, with what stood there before.
- Without a language model reflect quotes (`mode` is `extractive`), and what only a model can do waits as a
  pending operation.
"""

_CALL = re.compile(r"method='(\w+)',\s+resource_path='([^']+)'")
_SERIALIZED = re.compile(
    r"    def _\w+_serialize\(.*?(?=\n    (?:async )?def |\n    @validate|\Z)", re.DOTALL
)
_QUERY = re.compile(r"_query_params\.append\(\('(\w+)'")

Path_ = tuple[str, str]


def spoken() -> list[Path_]:
    """Return method and path of everything that the client can call."""
    calls = {pair for module in _modules() for pair in _CALL.findall(getsource(module))}
    return sorted(calls, key=_order)


def asked() -> dict[Path_, set[str]]:
    """Return what the client can put into the query of each method and path."""
    told: dict[Path_, set[str]] = {}
    for module in _modules():
        for call in _SERIALIZED.findall(getsource(module)):
            found = _CALL.search(call)
            if found:
                told[found[1], found[2]] = set(_QUERY.findall(call))
    return told


def read() -> dict[Path_, set[str]]:
    """Return what our routes read of the query, or refuse, by method and path."""
    return {
        (method, _plain(route.path)): _read_by(route.dependant)
        for topic in _topics()
        for route in topic
        for method in route.methods
    }


def served() -> dict[Path_, str]:
    """Return method and path of all our routes, and what each does in a word."""
    return {
        (method, _plain(route.path)): (route.endpoint.__doc__ or "").partition("\n")[0].rstrip(".")
        for topic in _topics()
        for route in topic
        if route.include_in_schema
        for method in route.methods
    }


def refused() -> dict[Path_, str]:
    """Return method and path of what answers 501, and the reason."""
    return {
        (method, _plain(path)): reason
        for methods, path, reason in UNOFFERED
        for method in methods.split()
    }


def page() -> str:
    """Return the page."""
    ours, theirs, not_offered = served(), spoken(), refused()
    shapes = {(method, _shape(path)): what for (method, path), what in ours.items()}
    reasons = {(method, _shape(path)): why for (method, path), why in not_offered.items()}
    known = {(method, _shape(path)) for method, path in theirs}
    rows = [_row(pair, shapes, reasons) for pair in theirs]
    added = [
        f"| {method} | `{_short(path)}` | {what} |"
        for (method, path), what in sorted(ours.items(), key=lambda pair: _order(pair[0]))
        if (method, _shape(path)) not in known
    ]
    counted = sum("| spoken |" in row for row in rows)
    head = f"## Every path of the format\n\n{counted} of {len(rows)} are spoken.\n"
    parts = [
        _INTRODUCTION,
        head,
        "| | path | |\n|---|---|---|\n" + "\n".join(rows) + "\n",
        "## Added\n\n| | path | |\n|---|---|---|\n" + "\n".join(added) + "\n",
        "## Fields that answer 501\n\n" + "\n".join(_fields()) + "\n",
        _NOTES,
    ]
    return "\n".join(parts)


def _modules() -> list[ModuleType]:
    return [
        import_module(f"hindsight_client_api.api.{file.name.removesuffix('.py')}")
        for file in resources.files("hindsight_client_api.api").iterdir()
        if file.name.endswith("_api.py")
    ]


def _read_by(dependant: Any) -> set[str]:
    names = {parameter.alias for parameter in dependant.query_params}
    names |= set(getattr(dependant.call, "names", ()))
    return names.union(*map(_read_by, dependant.dependencies))


def _topics() -> Iterator[list[Any]]:
    for found in iter_modules(routes.__path__, f"{routes.__name__}."):
        yield import_module(found.name).router.routes


def _row(pair: Path_, ours: dict[Path_, str], reasons: dict[Path_, str]) -> str:
    method, path = pair
    key = (method, _shape(path))
    what = "spoken" if key in ours else f"501: {reasons[key]}"
    return f"| {method} | `{_short(path)}` | {what} |"


def _fields() -> list[str]:
    rows = [
        f"- `{body.__name__}.{field}`: {unoffered.instead}"
        for body, fields in FIELDS.items()
        for field, unoffered in fields.items()
    ]
    reasons: dict[str, list[str]] = {}
    for field, why in CONFIGURATION.items():
        reasons.setdefault(why, []).append(f"`{field}`")
    return [*rows, *(f"- configuration {', '.join(keys)}: {why}" for why, keys in reasons.items())]


def _plain(path: str) -> str:
    return path.replace(":name}", "}")


def _shape(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def _short(path: str) -> str:
    return path.replace(_BANK, "~").replace("/v1/default", "")


def _order(pair: Path_) -> tuple[str, str]:
    return pair[1], pair[0]


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
