"""Files that are handed in: what is said of them, beside them in the form."""

from pydantic import Field

from tacitus.wire.base import Body, Moment, Request


class FileMetadata(Body):
    """What is said of one file.

    Attributes:
        document_id: Names the document; without one the file's name does.
        timestamp: When it was written; see `MemoryItem`.
        parser: Has no effect but "markitdown", which is what reads files.
        strategy: Documents are read one way.
    """

    document_id: str | None = None
    context: str | None = None
    metadata: dict[str, str] | None = None
    tags: list[str] | None = None
    timestamp: Moment | None = None
    parser: str | list[str] | None = None
    strategy: str | None = None


class FileRetainRequest(Request):
    """What is said of the files of a form, in their order; empty says nothing of any."""

    files_metadata: list[FileMetadata] | None = None
    document_tags: list[str] | None = None
    parser: str | list[str] | None = None


class FilesAccepted(Body):
    """The operations that read the files, in their order."""

    operation_ids: list[str] = Field(default_factory=list[str])
