"""Files that are handed in over HTTP: their text is retained, or one reason why not."""

import io
import json
import zipfile

import httpx
import pytest
from fastapi import FastAPI

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient, InvalidRequest
from tacitus.wire import FileMetadata

FILES = "/v1/default/banks/notes/files/retain"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
TYPES = "http://schemas.openxmlformats.org/package/2006"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"


def packed(**parts: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/"), text)
    return held.getvalue()


def a_docx(text: str) -> bytes:
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{TYPES}/content-types"><Override '
        f'PartName="/word/document.xml" ContentType="{MAIN}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{TYPES}/relationships"><Relationship Id="r" '
        f'Type="{OFFICE}" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body><w:p><w:r>'
        f"<w:t>{text}</w:t></w:r></w:p></w:body></w:document>",
    }
    return packed(**parts)


def a_pdf(text: str) -> bytes:
    drawn = f"BT /F1 24 Tf 72 700 Td ({text}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >> stream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, places = b"%PDF-1.4\n", list[int]()
    for number, one in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    trailer = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, len(body))
    return body + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + trailer


@pytest.fixture
def memory(memory: AsyncClient, app: FastAPI, runtime: Runtime) -> AsyncClient:
    app.state.runtime = runtime
    return memory


async def test_the_text_of_every_kind_of_file_is_retained(
    memory: AsyncClient, runtime: Runtime
) -> None:
    files = {
        "talk.txt": b"Ana rows in Oslo.",
        "note.MD": b"# Bees\n\nBen keeps bees in Cork.",
        "page.html": b"<html><body><script>no()</script><p>Cleo sings in Rome.</p></body></html>",
        "letter.docx": a_docx("Dan paints in Bern."),
        "report.pdf": a_pdf("Eve dives in Malta."),
    }

    answer = await memory.retain_files("notes", files)
    await runtime.work(forever=False)

    assert len(answer.operation_ids) == len(files)
    documents = (await memory.documents("notes")).items
    assert {document.id for document in documents} == {*files}
    texts = " ".join(item.text for item in (await memory.memories("notes")).items)
    for told in ("Ana rows", "Ben keeps", "Cleo sings", "Dan paints", "Eve dives"):
        assert told in texts
    assert "no()" not in texts


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
    bombs = packed(**{"word/document.xml": "0" * (101 * 1024**2)})
    rows = {
        "picture.png": (b"\x89PNG", "such files are not read"),
        "nothing": (b"Hi", "such files are not read"),
        "talk.txt": (b"\xff\xfe", "not UTF-8 from byte 0"),
        "empty.md": (b" \n", "there is no text in it"),
        "scan.pdf": (a_pdf(""), "there is no text in it"),
        "broken.pdf": (b"%PDF-1.4 nonsense", "no readable .pdf file"),
        "broken.docx": (b"PK nonsense", "no readable .docx file"),
        "odd.docx": (packed(readme="Hi"), "no readable .docx file"),
        "bomb.docx": (bombs, "unpacked it is larger than"),
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
