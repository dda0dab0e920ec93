"""How routes reach the application."""

from typing import Annotated, cast

from fastapi import Depends, Request

from recallops.bootstrap import Runtime
from recallops.casebook import Casebook


def runtime_of(request: Request) -> Runtime:
    """Return the application that the server was started over."""
    return cast("Runtime", request.app.state.runtime)


def casebook_of(request: Request) -> Casebook:
    """Return its casebook."""
    return runtime_of(request).casebook


RuntimeSeam = Annotated[Runtime, Depends(runtime_of)]
CasebookSeam = Annotated[Casebook, Depends(casebook_of)]
