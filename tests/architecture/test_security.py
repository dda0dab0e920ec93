"""The threat model names tests that exist: a line loses its proof only together with the page."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`")


def test_every_test_that_the_threat_model_names_exists() -> None:
    named = NAMED.findall(PAGE)

    assert len(named) > 30
    assert [f"{file}::{test}" for file, test in named if not _is_there(file, test)] == []


def test_every_page_that_the_threat_model_names_exists() -> None:
    assert [
        page for page in re.findall(r"`(docs/[^`]+)`", PAGE) if not (ROOT / page).exists()
    ] == []


def _is_there(file: str, test: str) -> bool:
    path = ROOT / file
    return path.exists() and (not test or f"def {test}(" in path.read_text("utf-8"))
