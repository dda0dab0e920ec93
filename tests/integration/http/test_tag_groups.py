"""Groups of tags over HTTP: and, or, not; what is no group is refused."""

from functools import reduce

import httpx
import pytest

from tacitus.client import AsyncClient
from tacitus.wire import MemoryItem

BANK = "/v1/default/banks/notes"
A, B = {"tags": ["a"]}, {"tags": ["b"]}
DEEP: object = reduce(lambda group, _: {"not": group}, range(150), {"tags": ["a"]})

NO_GROUPS: list[object] = [
    {},
    {"tags": "a"},
    {"tags": [" "]},
    {"nor": [A]},
    {"and": []},
    {"or": []},
    {"not": [A]},
    {"and": A},
    {"tags": ["a"], "not": B},
    DEEP,
]


@pytest.fixture
async def tagged(memory: AsyncClient) -> AsyncClient:
    texts = {"a": "Ana rows in Oslo.", "b": "Ben rows in Cork.", "ab": "Cleo rows in Rome."}
    items = [MemoryItem(content=text, tags=[*tags]) for tags, text in texts.items()]
    await memory.retain("notes", [*items, MemoryItem(content="Dan rows in Bern.")])
    return memory


async def test_groups_bind_as_they_are_joined(http: httpx.AsyncClient, tagged: AsyncClient) -> None:
    asked: list[tuple[list[object], str]] = [
        ([A], "Ana Cleo"),
        ([A, B], "Cleo"),
        ([{"or": [A, B]}], "Ana Ben Cleo"),
        ([{"and": [A, {"not": B}]}], "Ana"),
        ([{"not": {"or": [A, B]}}], "Dan"),
        ([{"tags": ["a"], "match": "exact"}], "Ana"),
        ([{"tags": ["a"], "match": "any"}], "Ana Cleo Dan"),
        ([], "Ana Ben Cleo Dan"),
    ]

    for groups, names in asked:
        body = {"query": "Who rows?", "tag_groups": groups}
        found = (await http.post(f"{BANK}/memories/recall", json=body)).json()["results"]
        assert {result["text"].split()[0] for result in found} == {*names.split()}, groups


async def test_an_answer_rests_on_what_the_groups_admit(
    http: httpx.AsyncClient, tagged: AsyncClient
) -> None:
    body: dict[str, object] = {"query": "Who rows?", "tag_groups": [A, {"not": B}]}
    body["include"] = {"facts": {}}

    answer = (await http.post(f"{BANK}/reflect", json=body)).json()

    assert [fact["text"] for fact in answer["based_on"]["memories"]] == ["Ana rows in Oslo."]


async def test_what_is_no_group_is_refused(http: httpx.AsyncClient, tagged: AsyncClient) -> None:
    bodies: list[dict[str, object]] = [
        *({"tag_groups": [group]} for group in NO_GROUPS),
        {"tag_groups": [A] * 200},
        {"tag_groups": [A], "tags": ["a"]},
    ]

    served = [
        (body, answer.status_code)
        for body in bodies
        for path in (f"{BANK}/memories/recall", f"{BANK}/reflect")
        if (answer := await http.post(path, json={"query": "Who rows?", **body})).status_code != 422
    ]

    assert served == []


async def test_tags_are_not_guessed(http: httpx.AsyncClient, tagged: AsyncClient) -> None:
    body = {"query": "Who rows?", "tag_groups": [{"tags": ["a"], "resolve": "fuzzy"}]}

    assert (await http.post(f"{BANK}/memories/recall", json=body)).status_code == 501
