"""The application: routes, errors and pages joined."""

from fastapi import FastAPI
from fastapi.routing import APIRoute

from recallops.bootstrap import Runtime
from recallops.http import analyses, incidents, intake, knowing, system
from recallops.http.errors import answer_errors
from recallops.http.hosts import KnownHosts
from recallops.http.pages import serve_pages


def create_app(runtime: Runtime) -> FastAPI:
    """Return the application over a casebook that is open and stays so."""
    app = FastAPI(
        title="RecallOps",
        version=runtime.version,
        description="Incident investigation on a long-term memory.",
        redirect_slashes=False,
        generate_unique_id_function=_route_name,
    )
    app.state.runtime = runtime
    settings = runtime.settings
    app.add_middleware(KnownHosts, listening=settings.host, allowed=settings.allowed_hosts)
    answer_errors(app)
    for topic in (incidents, analyses, knowing, intake, system):
        app.include_router(topic.router)
    serve_pages(app, settings.ui)
    return app


def _route_name(route: APIRoute) -> str:
    return route.name
