"""Text out of pages, PDF and Word, by the library that reads them."""

import io
import zipfile

import pytest

from tacitus.adapters.files import Files
from tacitus.domain.errors import InvalidRequest

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


async def test_every_kind_of_file_is_read() -> None:
    files = {
        "page.html": b"<html><body><script>no()</script><p>Cleo sings in Rome.</p></body></html>",
        "letter.DOCX": a_docx("Dan paints in Bern."),
        "report.pdf": a_pdf("Eve dives in Malta."),
    }

    texts = [await Files().read(name, content) for name, content in files.items()]

    assert [text.strip() for text in texts] == [
        "Cleo sings in Rome.",
        "Dan paints in Bern.",
        "Eve dives in Malta.",
    ]


async def test_what_cannot_be_read_is_refused_by_name() -> None:
    rows = {
        "scan.pdf": (a_pdf(""), "there is no text in it"),
        "broken.pdf": (b"%PDF-1.4 nonsense", "no readable .pdf file"),
        "broken.docx": (b"PK nonsense", "no readable .docx file"),
        "odd.docx": (packed(readme="Hi"), "no readable .docx file"),
    }

    for name, (content, reason) in rows.items():
        with pytest.raises(InvalidRequest, match=f"{name}: .*{reason}"):
            await Files().read(name, content)


async def test_what_is_packed_too_tightly_is_not_unpacked() -> None:
    files = Files(largest_unpacked=1000)

    with pytest.raises(InvalidRequest, match=r"bomb\.docx: unpacked it is larger than 1,000 bytes"):
        await files.read("bomb.docx", packed(**{"word/document.xml": "0" * 1001}))
