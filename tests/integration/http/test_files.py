"""Files that are handed in over HTTP: their text is retained, or one reason why not."""

import json

import httpx
import pytest
from fastapi import FastAPI

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient, InvalidRequest
from tacitus.wire import FileMetadata

FILES = "/v1/default/banks/notes/files/retain"


@pytest.fixture
def memory(memory: AsyncClient, app: FastAPI, runtime: Runtime) -> AsyncClient:
    app.state.runtime = runtime
    return memory


async def test_the_text_of_files_is_retained(memory: AsyncClient, runtime: Runtime) -> None:
    files = {
        "talk.txt": b"Ana rows in Oslo.",
        "note.MD": b"# Bees\n\nBen keeps bees in Cork.",
    }

    answer = await memory.retain_files("notes", files)
    await runtime.work(forever=False)

    assert len(answer.operation_ids) == len(files)
    documents = (await memory.documents("notes")).items
    assert {document.id for document in documents} == {*files}
    texts = " ".join(item.text for item in (await memory.memories("notes")).items)
    assert "Ana rows" in texts
    assert "Ben keeps" in texts


async def test_what_is_said_of_a_file_is_kept_with_it(
    memory: AsyncClient, runtime: Runtime
) -> None:
    told = FileMetadata(
        document_id="talks/1",
        context="phone",
        tags=["calls"],
        metadata={"line": "7"},
        timestamp="2024-05-06",
    )

    await memory.retain_files("notes", {"talk.txt": b"Ana rows in Oslo."}, [told])
    await runtime.work(forever=False)

    document = await memory.document("notes", "talks/1")
    [item] = (await memory.memories("notes")).items
    assert document.document_metadata == {"line": "7", "filename": "talk.txt"}
    assert (document.tags, item.context) == (["calls"], "phone")
    assert item.mentioned_at is not None
    assert item.mentioned_at.startswith("2024-05-06")


async def test_a_file_that_cannot_be_read_keeps_all_from_being_taken(memory: AsyncClient) -> None:
    rows = {
        "picture.png": (b"\x89PNG", "such files are not read"),
        "nothing": (b"Hi", "such files are not read"),
        "talk.txt": (b"\xff\xfe", "not UTF-8 from byte 0"),
        "empty.md": (b" \n", "there is no text in it"),
        "broken.docx": (b"PK nonsense", "no readable .docx file"),
    }

    for name, (content, reason) in rows.items():
        with pytest.raises(InvalidRequest, match=f"{name}: .*{reason}"):
            await memory.retain_files("notes", {"fine.txt": b"Ana rows.", name: content})

    assert (await memory.banks()).total == 0


async def test_a_form_that_makes_no_sense_is_refused(
    http: httpx.AsyncClient, memory: AsyncClient
) -> None:
    fine = ("files", ("talk.txt", b"Ana rows."))
    rows: list[tuple[str, int]] = [
        ("{", 422),
        ("[]", 422),
        (json.dumps({"files_metadata": []}), 200),
        (json.dumps({"files_metadata": [{}, {}]}), 422),
        (json.dumps({"files_metadata": [{"tags": [" "]}]}), 422),
        (json.dumps({"files_metadata": [{"document_id": ".."}]}), 422),
        (json.dumps({"parser": "iris"}), 501),
        (json.dumps({"parser": ["iris", "markitdown"]}), 200),
        (json.dumps({"files_metadata": [{"strategy": "fast"}]}), 501),
    ]

    found = [
        (await http.post(FILES, files=[fine], data={"request": request})).status_code
        for request, _ in rows
    ]

    assert found == [status for _, status in rows]
    assert (await http.post(FILES, data={"request": "{}"})).status_code == 422
