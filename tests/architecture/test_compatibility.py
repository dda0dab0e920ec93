"""The page of compatibility says what the routes are, and every path of the format is in it."""

import re

from scripts.compatibility import PAGE, asked, page, read, refused, served, spoken


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


HARMLESS = {
    ("GET", "/v1/default/banks/{}/stats"): {"refresh"},  # they are always fresh
    ("GET", "/v1/default/banks/{}/operations"): {"exclude_parents"},  # none is listed
    ("GET", "/v1/default/banks/{}/mental-models"): {"exclude_knowledge_pages"},  # there are none
}
TOGETHER = {"tags_match": "tags", "time_field": "start_date"}
"""What says nothing but with another, which is refused."""


def test_what_an_address_asks_for_is_read_or_refused_and_never_swallowed() -> None:
    ours = {(method, shape(path)): names for (method, path), names in read().items()}
    spoken_here = {(method, shape(path)) for method, path in served()}
    swallowed: dict[tuple[str, str], set[str]] = {}

    for (method, path), names in asked().items():
        key = (method, shape(path))
        if key in spoken_here:
            lost = names - ours[key] - HARMLESS.get(key, set())
            swallowed[key] = {name for name in lost if TOGETHER.get(name) not in ours[key]}

    assert len(swallowed) > 50
    assert {key: lost for key, lost in swallowed.items() if lost} == {}
