"""Whole banks over HTTP: out as lines, in again under another name, all of it or nothing."""

import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import httpx
import pytest

from tacitus.bootstrap import Runtime
from tacitus.http.limits import LARGEST_BODY
from tacitus.http.routes.moving import AT_ONCE
from tests.contracts.everything import furnish

BANKS = "/v1/default/banks"


@pytest.fixture
async def lines(http: httpx.AsyncClient, runtime: Runtime) -> list[bytes]:
    """The export of a bank that has some of everything."""
    await furnish(runtime.engine.stores, await runtime.engine.open_bank("a/b"))
    answer = await http.get(f"{BANKS}/a%2Fb/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    return answer.content.splitlines(keepends=True)


async def test_a_bank_imported_under_another_name_is_exported_the_same(
    http: httpx.AsyncClient, lines: list[bytes]
) -> None:
    imported = await http.post(f"{BANKS}/copy/import", content=b"".join(lines))

    assert imported.json()["imported"]["memory"] == 5
    assert (imported.json()["embedded"], imported.json()["bank_id"]) == (0, "copy")
    assert (await http.get(f"{BANKS}/copy/export")).content == b"".join(lines)


async def test_without_vectors_they_are_made_anew_and_the_bank_is_recalled(
    http: httpx.AsyncClient, lines: list[bytes]
) -> None:
    bare = (await http.get(f"{BANKS}/a%2Fb/export", params={"vectors": False})).content

    imported = await http.post(f"{BANKS}/copy/import", content=bare)

    assert imported.json()["embedded"] == 5 + 2  # memories, and two wordings of an opinion
    assert (await http.get(f"{BANKS}/copy/export?vectors=false")).content == bare
    found = await http.post(f"{BANKS}/copy/memories/recall", json={"query": "Did the sun shine?"})
    assert [one["text"] for one in found.json()["results"]][:1] == ["The sun shone."]


async def test_vectors_of_another_embedder_are_made_anew(
    http: httpx.AsyncClient, lines: list[bytes]
) -> None:
    foreign = [line.replace(b'"embedder":"', b'"embedder":"other-') for line in lines]

    imported = await http.post(f"{BANKS}/copy/import", content=b"".join(foreign))

    assert imported.json()["embedded"] == 7
    assert (await http.post(f"{BANKS}/copy/memories/recall", json={"query": "Rain?"})).is_success


async def test_a_bank_that_is_not_there_or_not_empty_is_said_to_be_so(
    http: httpx.AsyncClient, lines: list[bytes]
) -> None:
    assert (await http.get(f"{BANKS}/nowhere/export")).status_code == 404

    again = await http.post(f"{BANKS}/a%2Fb/import", content=b"".join(lines))

    assert again.status_code == 409
    assert "holds something already" in again.json()["detail"]
    assert (await http.get(f"{BANKS}/a%2Fb/export")).content == b"".join(lines)


@dataclass(frozen=True)
class Broken:
    """What is done to a line, found by how it begins, and what is said of it."""

    kind: str
    old: str
    new: str
    said: str


BROKEN = [
    Broken("tacitus", '"format":1', '"format":2', "format 2, and this version reads 1"),
    Broken("tacitus", '"tacitus"', '"hindsight"', "no bank exported"),
    Broken("tacitus", '"memory":5', '"memory":6', "tells of 6 lines of memory, and 5 came"),
    Broken("bank", '{"bank"', '{"bunk"', "'bunk' is no kind"),
    Broken("memory", "}}", "}", "not JSON"),
    Broken("memory", '"tokens":', '"tokenz":', "memory.tokenz is not known"),
    Broken("memory", '"state":"', '"state":"un', "memory.state"),
    Broken("memory", '"mentioned_at":"2024-05-06T12:00:00Z"', '"mentioned_at":"2024-05-06T12:00"', "no zone"),
    Broken("memory", '"vector":"', '"vector":"AAAA', "a vector of 385 numbers|no vector"),
    Broken("memory", '"text":"', '"text":"\\u0000', "no character"),
    Broken("memory", '"superseded_by":"0', '"superseded_by":"f', "superseded_by names f"),
    Broken("source", '"document":"letter / 1"', '"document":"nowhere"', "source.document names nowhere"),
    Broken("mention", '"entity":"', '"entity":"0', "mention.entity"),
    Broken("link", '"weight":', '"weight":1', "link"),
    Broken("bank", '"skepticism":', '"skepticism":9', "skepticism must be"),
    Broken("bank", '"config":{', '"config":{"secrets":"tell",', "each one of"),
    Broken("bank", '"config":{', '"config":{"expire_days_after_known":-1,', "number of days"),
    Broken("webhook", '"url":"http', '"url":"file', "needs a URL"),
    Broken("chunk", '"starts":', '"starts":-1', "before it starts"),
    Broken("source", '"ends":', '"ends":-1', "before it starts"),
    Broken("entity", '"name":"', '"name":"","x":"', "not known|no name"),
    Broken("memory", '"tokens":', '"tokens":-1', "below 0"),
    Broken("memory", '"confidence":null', '"confidence":1.5', "between 0 and 1"),
    Broken(
        "memory",
        '"occurred_end":null,"occurred_start":null',
        '"occurred_end":"2024-01-01T00:00:00Z","occurred_start":"2024-01-02T00:00:00Z"',
        "ends before",
    ),
    Broken("webhook", '"events":[', '"events":["rain",', "no event"),
    Broken("feedback", '{"feedback"', '{"memory"', "line"),
]  # fmt: skip


async def test_what_is_broken_is_refused_by_line_and_reason_and_nothing_is_kept(
    http: httpx.AsyncClient, lines: list[bytes]
) -> None:
    wrong: list[str] = []
    for case in BROKEN:
        at = next(n for n, line in enumerate(lines) if line.startswith(f'{{"{case.kind}"'.encode()))
        line = lines[at].decode()
        assert case.old in line, case
        broken = [*lines[:at], line.replace(case.old, case.new, 1).encode(), *lines[at + 1 :]]
        answer = await http.post(f"{BANKS}/copy/import", content=b"".join(broken))
        told = json.dumps(answer.json())
        there = (await http.get(f"{BANKS}/copy/export")).status_code
        named = "came" in case.said or f"line {at + 1}:" in told
        if (
            answer.status_code != 422
            or there != 404
            or not named
            or not any(said in told for said in case.said.split("|"))
        ):
            wrong.append(f"{case}: {answer.status_code} {there} {told[:300]}")
    assert wrong == []


async def test_a_line_that_is_missing_twice_or_out_of_order_is_missed(
    http: httpx.AsyncClient, lines: list[bytes]
) -> None:
    wrong: list[str] = []
    for at, line in enumerate(lines):
        others = [*lines[:at], *lines[at + 1 :]]
        for name, text in {
            "missing": others,
            "twice": [*lines[: at + 1], line, *lines[at + 1 :]],
            "cut": lines[:at],
        }.items():
            answer = await http.post(f"{BANKS}/copy/import", content=b"".join(text))
            if answer.status_code != 422:
                wrong.append(f"{name} {at}: {answer.status_code}")
    assert wrong == []
    assert (await http.get(f"{BANKS}/copy/export")).status_code == 404


async def test_a_bank_may_be_longer_than_any_other_body(
    http: httpx.AsyncClient, lines: list[bytes]
) -> None:
    async def padded() -> AsyncGenerator[bytes]:
        for line in lines:
            yield line
            yield b" " * (LARGEST_BODY // len(lines) + 1) + b"\n"

    assert (await http.post(f"{BANKS}/copy/import", content=padded())).status_code == 200


async def test_so_many_banks_are_moved_at_once_and_no_more(
    http: httpx.AsyncClient, lines: list[bytes], runtime: Runtime
) -> None:
    seen: dict[int, int] = {}

    async def slow(depth: int) -> AsyncGenerator[bytes]:
        yield lines[0]
        if depth <= AT_ONCE:  # while this one waits, another comes
            answer = await http.post(f"{BANKS}/{depth}/import", content=slow(depth + 1))
            seen[depth] = answer.status_code
        for line in lines[1:]:
            yield line

    assert (await http.post(f"{BANKS}/copy/import", content=slow(1))).status_code == 200
    assert seen == {1: 200, 2: 503}
    assert (await http.get(f"{BANKS}/copy/export")).is_success
