"""Reads files, one at a time and beside the event loop."""

import asyncio
import io
import zipfile
from collections.abc import Callable
from pathlib import PurePath

from tacitus.domain.errors import InvalidRequest

_TEXTS = frozenset((".txt", ".md", ".markdown", ".text", ".log", ".csv", ".json", ".jsonl"))
_PAGES = frozenset((".html", ".htm"))
_PDF, _WORD = ".pdf", ".docx"
LARGEST_UNPACKED = 100 * 1024**2
_SECONDS = 60.0


class Files:
    """Fills `FileReader`. Nothing is fetched: a page is read without what it links to.

    Args:
        largest_unpacked: Bytes; what is packed more tightly than any text is not unpacked.
    """

    def __init__(self, *, largest_unpacked: int = LARGEST_UNPACKED) -> None:
        self._turn = asyncio.Lock()
        self._largest_unpacked = largest_unpacked

    @property
    def endings(self) -> frozenset[str]:
        return _TEXTS | _PAGES | {_PDF, _WORD}

    async def read(self, name: str, content: bytes) -> str:
        ending = PurePath(name).suffix.lower()
        if ending not in self.endings:
            known = ", ".join(sorted(self.endings))
            raise InvalidRequest(f"{name}: such files are not read; these are: {known}")
        if ending == _WORD:
            _check_unpacked(name, content, self._largest_unpacked)
        reader = _decoded if ending in _TEXTS else _converted
        async with self._turn:
            try:
                async with asyncio.timeout(_SECONDS):
                    text = await asyncio.to_thread(reader, name, ending, content)
            except TimeoutError:
                raise InvalidRequest(f"{name}: not read within {_SECONDS:g} s: split it") from None
        if not text.strip():
            raise InvalidRequest(f"{name}: there is no text in it; pictures of text are not read")
        return text


def _decoded(name: str, ending: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRequest(f"{name}: it is not UTF-8 from byte {error.start} on") from None


def _converted(name: str, ending: str, content: bytes) -> str:
    # Imported here: it takes half a second that nobody pays who hands in no such file.
    from markitdown import StreamInfo  # noqa: PLC0415
    from markitdown.converters import (  # noqa: PLC0415
        DocxConverter,
        HtmlConverter,
        PdfConverter,
    )

    converters: dict[str, Callable[[], object]] = {_PDF: PdfConverter, _WORD: DocxConverter}
    converter = converters.get(ending, HtmlConverter)()
    assert isinstance(converter, PdfConverter | DocxConverter | HtmlConverter)
    info = StreamInfo(extension=ending, charset="utf-8", filename=name)
    try:
        return converter.convert(io.BytesIO(content), info).markdown
    except Exception as error:  # each library has errors of its own
        raise InvalidRequest(f"{name}: it is no readable {ending} file") from error


def _check_unpacked(name: str, content: bytes, most: int) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            size = sum(part.file_size for part in packed.infolist())
    except zipfile.BadZipFile:
        raise InvalidRequest(f"{name}: it is no readable {_WORD} file") from None
    if size > most:
        raise InvalidRequest(f"{name}: unpacked it is larger than {most:,} bytes")
