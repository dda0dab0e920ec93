"""The pages, where they were built."""

from pathlib import Path

from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse, PlainTextResponse, Response

NOT_BUILT = "The pages are not built yet: run `make ui`. The API is at /api, described at /docs.\n"


def serve_pages(app: FastAPI, folder: Path) -> None:
    """Serve the built pages; an address that is no file is one of the page's own."""

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        if path.startswith("api/"):
            raise HTTPException(404, f"There is no /{path}")
        index = folder / "index.html"
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, status_code=200)
        asked = (folder / path).resolve()
        inside = asked.is_relative_to(folder.resolve()) and asked.is_file()
        return FileResponse(asked if inside else index)
