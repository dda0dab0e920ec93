"""Everything that the field's client can call is served, or refused with a reason."""

import re
from importlib import import_module, resources
from inspect import getsource

from starlette.routing import Match

from tacitus.bootstrap import in_memory_runtime
from tacitus.http.app import create_app


def paths_of_the_client() -> list[tuple[str, str]]:
    """Return method and path of everything that the generated client can call."""
    call = re.compile(r"method='(\w+)',\s+resource_path='([^']+)'")
    modules = [
        import_module(f"hindsight_client_api.api.{file.name.removesuffix('.py')}")
        for file in resources.files("hindsight_client_api.api").iterdir()
        if file.name.endswith("_api.py")
    ]
    return sorted({pair for module in modules for pair in call.findall(getsource(module))})


def test_every_path_of_the_client_is_served_or_refused_with_a_reason() -> None:
    routes = create_app(in_memory_runtime()).routes

    def served(method: str, path: str) -> bool:
        scope: dict[str, object] = {"type": "http", "method": method, "path": path, "headers": []}
        return any(route.matches(scope)[0] is Match.FULL for route in routes)

    assert [pair for pair in paths_of_the_client() if not served(*pair)] == []
