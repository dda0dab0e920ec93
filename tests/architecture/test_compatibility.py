"""The page of compatibility says what the routes are, and every path of the format is in it."""

import re

from scripts.compatibility import PAGE, page, refused, served, spoken


def shape(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def test_the_page_is_what_the_routes_are() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python scripts/compatibility.py"


def test_every_path_of_the_format_is_spoken_or_refused_and_never_both() -> None:
    ours = {(method, shape(path)) for method, path in served()}
    no = {(method, shape(path)) for method, path in refused()}
    theirs = {(method, shape(path)) for method, path in spoken()}

    assert theirs - ours - no == set()
    assert ours & no == set()
    assert no - theirs == set()
