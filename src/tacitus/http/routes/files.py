"""Files: their text is retained."""

from typing import Annotated

from fastapi import File, Form, UploadFile
from pydantic import ValidationError

from tacitus.domain.errors import InvalidRequest
from tacitus.http.asked import items_of
from tacitus.http.bodies import Topic, read_json
from tacitus.http.errors import NotOffered
from tacitus.http.served import ServedRuntime
from tacitus.wire import FileMetadata, FileRetainRequest, FilesAccepted, MemoryItem, RetainRequest

router = Topic(prefix="/v1/default/banks/{bank_id:name}/files", tags=["memory"])

_PARSER = "markitdown"


@router.post("/retain")
async def retain_files(
    bank_id: str,
    runtime: ServedRuntime,
    files: Annotated[list[UploadFile], File()],
    request: Annotated[str, Form()] = "{}",
) -> FilesAccepted:
    """Remember the text of files, each as a document of its own; they are read in the background.

    What cannot be read is refused at once, and then none is taken.
    """
    said = _said(request)
    told = said.files_metadata or [FileMetadata() for _ in files]
    if len(told) != len(files):
        raise InvalidRequest(
            f"files_metadata tells of {len(told)} files, and there are {len(files)}"
        )
    for one in (said, *told):
        _refuse_parser(one.parser)
    items = [await _item(runtime, file, one) for file, one in zip(files, told, strict=True)]
    read = items_of(
        RetainRequest(items=items, document_tags=said.document_tags), runtime.engine.clock.now()
    )
    ids = await runtime.engine.retain_later(bank_id, read)
    return FilesAccepted(operation_ids=[str(id) for id in ids])


def _said(request: str) -> FileRetainRequest:
    try:
        return FileRetainRequest.model_validate(read_json(request.encode("utf-8", "surrogatepass")))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in ("request", *first["loc"]))
        raise InvalidRequest(f"{where}: {first['msg']}") from None


def _refuse_parser(asked: str | list[str] | None) -> None:
    named = [asked] if isinstance(asked, str) else asked or []
    if named and _PARSER not in named:
        raise NotOffered(f"Files are read by {_PARSER} only")


async def _item(runtime: ServedRuntime, file: UploadFile, told: FileMetadata) -> MemoryItem:
    name = file.filename or "file"
    if told.strategy is not None:
        raise NotOffered("strategy is not offered: documents are read one way")
    return MemoryItem(
        content=await runtime.files.read(name, await file.read()),
        document_id=told.document_id or name,
        timestamp=told.timestamp,
        context=told.context,
        metadata={**(told.metadata or {}), "filename": name},
        tags=told.tags,
    )
