"""What other memory systems gave away: facts with their times and states, and what was left out."""

import io
import json
import zipfile
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest

from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.foreign import End
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.ids import DocumentId
from tacitus.formats.foreign import read_foreign


def day(month: int, number: int = 1) -> datetime:
    return datetime(2024, month, number, tzinfo=UTC)


def told(value: object) -> bytes:
    return json.dumps(value).encode()


def packed(**files: Any) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in files.items():
            archive.writestr(name.replace("__", "/") + ".json", json.dumps(value))
    return out.getvalue()


MEM0: list[dict[str, Any]] = [
    {"id": "b", "memory": "Ann lives in Oslo.", "hash": "x", "created_at": "2024-02-01T00:00:00Z",
     "updated_at": None, "user_id": "ann", "metadata": {"mood": "good", "n": 2}, "score": 0.5},
    {"id": "a", "memory": "Ann likes rain.", "created_at": "2024-01-01T01:00:00+01:00",
     "user_id": "ann", "categories": ["weather"], "expiration_date": "2025-01-01"},
    {"id": "c", "memory": " "},
]  # fmt: skip


def test_memories_of_mem0_are_documents_tagged_by_whose_they_are() -> None:
    for value in (MEM0, {"results": MEM0, "relations": [1, 2]}, {"count": 3, "memories": MEM0}):
        found = read_foreign("export.json", told(value))

        assert found.system == "mem0"
        assert found.items == (
            RetainItem(
                content="Ann likes rain.",
                document=DocumentId("mem0:a"),
                timestamp=datetime.fromisoformat("2024-01-01T01:00:00+01:00"),
                metadata={"user_id": "ann"},
                tags=("user:ann", "weather"),
            ),
            RetainItem(
                content="Ann lives in Oslo.",
                document=DocumentId("mem0:b"),
                timestamp=day(2),
                metadata={"user_id": "ann", "mood": "good", "n": "2"},
                tags=("user:ann",),
            ),
        )
        assert found.left_out["memories without words"] == 1
        assert found.left_out["expiration dates"] == 1
    assert (
        read_foreign("", told({"results": MEM0, "relations": [1, 2]})).left_out[
            "relations of the graph"
        ]
        == 2
    )


NODES: list[Any] = [
    {"uuid": "ann", "name": "Ann", "labels": ["Entity", "Person"], "summary": "Somebody.",
     "group_id": "g", "created_at": "2024-01-01T00:00:00Z", "attributes": {"age": 7}},
    {"uuid": "oslo", "name": "Oslo", "labels": ["Entity"], "group_id": "g"},
]  # fmt: skip


def an_edge(uuid: str, fact: str, valid: str, invalid: str | None = None, **more: Any) -> Any:
    return {
        "uuid": uuid,
        "name": "LIVES_IN",
        "fact": fact,
        "source_node_uuid": "ann",
        "target_node_uuid": "oslo",
        "created_at": "2024-06-01T00:00:00Z",
        "valid_at": valid,
        "invalid_at": invalid,
        "episodes": ["e"],
    } | more


ZEP: dict[str, Any] = {
    "nodes": NODES,
    "edges": [
        an_edge("new", "Ann lives in Rome.", "2024-03-01T00:00:00Z"),
        an_edge("other", "Ann sings.", "2024-03-01T00:00:00Z", name="SINGS"),
        an_edge("old", "Ann lives in Oslo.", "2024-01-01T00:00:00Z", "2024-03-01T00:00:00Z"),
        an_edge("job", "Ann works.", "2024-02-01T00:00:00Z", "2024-05-01T00:00:00Z", name="WORKS"),
        an_edge("gone", "Ann hums.", "2024-02-02T00:00:00Z", expired_at="2024-05-02T00:00:00Z"),
        an_edge("bare", "", "2024-01-01T00:00:00Z"),
    ],
    "episodes": [
        {"uuid": "e", "name": "chat", "source": "message", "source_description": "A chat.",
         "content": "Ann: I moved.", "valid_at": "2024-03-02T00:00:00Z", "entity_edges": ["new"]}
    ],
    "communities": [{}],
}  # fmt: skip


def test_facts_of_zep_begin_when_they_became_true_and_end_by_what_followed() -> None:
    found = read_foreign("graph.json", told(ZEP))

    assert found.system == "Zep"
    assert [(item.content, item.timestamp) for item in found.items] == [
        ("Ann lives in Oslo.", day(1)),
        ("Ann works.", day(2)),
        ("Ann hums.", day(2, 2)),
        ("Ann lives in Rome.", day(3)),
        ("Ann sings.", day(3)),
        ("Ann: I moved.", day(3, 2)),
        ("No longer true since 2024-05-01: Ann works.", day(5)),
        ("No longer true since 2024-05-02: Ann hums.", day(5, 2)),
    ]
    assert found.items[0].entities == (Surface("Ann", EntityType.PERSON), Surface("Oslo"))
    assert found.items[0].metadata == {"relation": "LIVES_IN"}
    assert set(found.ends) == {
        End(DocumentId("zep:edge:old"), DocumentId("zep:edge:new"), day(3)),
        End(DocumentId("zep:edge:job"), DocumentId("zep:edge:job:end"), day(5)),
        End(DocumentId("zep:edge:gone"), DocumentId("zep:edge:gone:end"), day(5, 2)),
    }
    assert found.left_out == {
        "summaries of entities": 1,
        "attributes of entities": 1,
        "edges without a fact": 1,
        "communities": 1,
    }


def a_message(role: str, text: str, **more: Any) -> Any:
    at = "2024-01-01T00:00:00+00:00"
    return {"role": role, "content": [{"type": "text", "text": text}], "created_at": at} | more


SENT: Any = {"function": {"name": "send_message", "arguments": '{"message": "Hello Ann."}'}}
MESSAGES: list[Any] = [
    a_message("system", "You are an agent."),
    a_message("user", '{"type": "login", "last_login": "never"}'),
    a_message("user", '{"type": "user_message", "message": "I am Ann.", "time": "now"}'),
    a_message("assistant", "She said her name.", tool_calls=[SENT]),
    a_message("tool", '{"status": "OK"}'),
    a_message("user", "I like rain."),
    a_message("assistant", "So do I."),
]
BLOCKS: list[Any] = [
    {"label": "human", "value": "\nName: Ann\n", "description": "Whom I talk to.", "limit": 9},
    {"label": "persona", "value": ""},
]


def test_an_agent_of_letta_is_its_talk_its_blocks_and_its_passages() -> None:
    newer: dict[str, Any] = {
        "agents": [{"id": "agent-0", "name": "Sam", "messages": MESSAGES, "block_ids": ["b"]}],
        "blocks": BLOCKS,
        "groups": [],
        "files": [{"file_name": "a.txt", "content": "Rain falls."}, {"file_name": "b.txt"}],
        "tools": [{}, {}],
    }
    older: dict[str, Any] = {
        "agent_type": "memgpt_agent",
        "name": "Sam",
        "core_memory": BLOCKS,
        "messages": MESSAGES,
        "archival_memory": [{"text": "Ann sings.", "created_at": "2024-01-02T00:00:00Z"}],
        "tools": [{}, {}],
    }
    for value in (newer, older):
        found = read_foreign("agent.af", told(value))
        by_name = {item.document: item for item in found.items}

        assert found.system == "Letta"
        block = by_name[DocumentId("letta:block:human:0")]
        assert (block.content, block.context) == ("Name: Ann", "Whom I talk to.")
        talk = by_name[DocumentId("letta:messages:Sam")]
        assert talk.timestamp == day(1)
        assert talk.content == (
            Turn(text="I am Ann.", speaker="User", role=Role.USER, at=day(1)),
            Turn(text="Hello Ann.", speaker="Sam", role=Role.ASSISTANT, at=day(1)),
            Turn(text="I like rain.", speaker="User", role=Role.USER, at=day(1)),
            Turn(text="So do I.", speaker="Sam", role=Role.ASSISTANT, at=day(1)),
        )
        left = dict(found.left_out)
        assert left.pop("files without their text", 1) == 1
        assert left == {
            "instructions to the agent": 1,
            "notices to the agent": 1,
            "thoughts of the agent": 1,
            "answers of tools": 1,
            "empty memory blocks": 1,
            "tools": 2,
        }
    assert DocumentId("letta:file:a.txt") in {
        one.document for one in read_foreign("", told(newer)).items
    }
    assert DocumentId("letta:passage:1") in {
        one.document for one in read_foreign("", told(older)).items
    }


def test_documents_of_hindsight_are_their_facts_with_times_tags_and_names() -> None:
    facts: list[Any] = [
        {"text": "Ann moved to Rome.", "fact_type": "world", "mentioned_at": "2024-01-01T00:00:00Z",
         "tags": ["a"], "context": "A chat.", "metadata": {"k": "v"}, "entities": ["Ann", "Rome"],
         "causal_relations": [{"relation_type": "caused_by", "target_fact_index": 0}]},
        {"text": "I helped Ann.", "fact_type": "experience", "occurred_start": "2024-01-02T00:00:00Z"},
    ]  # fmt: skip
    archive = packed(
        manifest={"schema_version": 1, "source_bank_id": "b", "directive_count": 2},
        documents__000000={"id": "chat / 1", "original_text": "…", "tags": ["t"], "facts": facts},
        documents__000001={"id": "bare", "original_text": "It rained.", "created_at": "2023-01-01T00:00:00Z"},
        observations=[{"text": "Ann moves."}],
    )  # fmt: skip

    found = read_foreign("bank.zip", archive)

    bare, chat = found.items
    assert (bare.document, bare.content) == ("bare", "It rained.")
    assert (chat.document, chat.timestamp, chat.tags) == ("chat / 1", day(1), ("t",))
    assert chat.entities == (Surface("Ann"), Surface("Rome"))
    moved, helped = chat.content
    assert isinstance(moved, Turn)
    assert isinstance(helped, Turn)
    assert (moved.text, moved.at, moved.role) == ("Ann moved to Rome.", day(1), Role.USER)
    assert moved.about is not None
    assert (moved.about.tags, moved.about.context, moved.about.metadata) == (
        ("a",),
        "A chat.",
        {"k": "v"},
    )
    assert (helped.at, helped.role) == (day(1, 2), Role.ASSISTANT)
    assert found.left_out == {
        "directives": 2,
        "observations": 1,
        "relations between causes": 1,
        "texts of documents whose facts were taken": 1,
    }


def test_what_is_none_of_them_or_broken_is_refused_with_the_reason() -> None:
    cases: list[tuple[bytes, str]] = [
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"{", "not JSON"),
        (told({"a": 1}), "no export that is known"),
        (told([{"id": "a", "memory": ""}]), "nothing to keep"),
        (told([{"id": "a", "memory": "x", "created_at": "soon"}]), "memory a: 'soon' is no time"),
        (told([{"id": "a", "memory": "x"}, {"memory": "y"}]), "memory 2: id"),
        (told({"nodes": NODES[:1], "edges": ZEP["edges"]}), "there is no node oslo"),
        (packed(manifest={"schema_version": 2}), "version 2; 1 is read"),
        (packed(other={}), "no manifest.json"),
        (packed(manifest={"schema_version": 1})[:-30], "cannot be read"),
    ]
    wrong: list[str] = []
    for content, said in cases:
        try:
            read_foreign("file", content)
        except InvalidRequest as refused:
            if said not in str(refused) or not str(refused).startswith("file: "):
                wrong.append(f"{said}: {refused}")
        else:
            wrong.append(said)
    assert wrong == []
    with pytest.raises(InvalidRequest, match="more than 1024 MB"):
        read_foreign("bomb", _bomb())


def _bomb() -> bytes:
    """An archive whose directory tells of more than it unpacks to."""
    made = bytearray(packed(manifest={"schema_version": 1}))
    at = made.index(b"PK\x01\x02")
    made[at + 24 : at + 28] = (2**31).to_bytes(4, "little")
    return bytes(made)


def test_a_damaged_archive_is_refused_wherever_it_is_damaged() -> None:
    document = {"id": "a", "original_text": "Ann rows. " * 9, "facts": [{"text": "Ann rows."}]}
    whole = packed(manifest={"schema_version": 1}, documents__a=document)
    for at in range(len(whole)):
        for mark in (0x00, 0x07, 0xFF):
            damaged = whole[:at] + bytes([mark]) + whole[at + 1 :]
            with suppress(InvalidRequest):  # and nothing else; some damage does not matter
                read_foreign("transfer.zip", damaged)
