"""The client."""

from collections.abc import Mapping, Sequence
from typing import Literal

from tacitus.client.access import KeyCalls
from tacitus.client.calls import Query, path_of
from tacitus.client.feedback import FeedbackCalls
from tacitus.client.forgetting import ForgettingCalls
from tacitus.client.standing import StandingCalls
from tacitus.client.telling import WebhookCalls
from tacitus.wire import (
    BackgroundRequest,
    BackgroundResponse,
    BankChangeRequest,
    BankList,
    BankProfile,
    BankStats,
    Deleted,
    DocumentChanged,
    DocumentChangeRequest,
    DocumentDeleted,
    DocumentDetail,
    DocumentList,
    EntityAliasRequest,
    EntityDetail,
    EntityList,
    EntityMergeRequest,
    EntitySplit,
    EntitySplitRequest,
    EvidenceRequest,
    FileMetadata,
    FileRetainRequest,
    FilesAccepted,
    FoldName,
    Health,
    MemoryChangeRequest,
    MemoryDetail,
    MemoryHistory,
    MemoryItem,
    MemoryList,
    NetworkName,
    OperationChanged,
    OperationDetail,
    OperationList,
    OpinionDetail,
    OpinionList,
    OpinionRequest,
    RecallRequest,
    RecallResponse,
    Recomputed,
    RecomputeRequest,
    ReflectRequest,
    ReflectResponse,
    RetainRequest,
    RetainResponse,
    StatedOpinion,
    TagList,
    Version,
)


class AsyncClient(StandingCalls, FeedbackCalls, ForgettingCalls, WebhookCalls, KeyCalls):
    """Speaks to a Tacitus server.

    Every method but `close` raises `ClientError`. Nothing is retried: an error says whether that
    is worth while. Use it as a context manager, or close it.
    """

    # ------------------------------------------------------------------------------- the server

    async def health(self) -> Health:
        return await self._get("/health", Health)

    async def version(self) -> Version:
        return await self._get("/version", Version)

    # ------------------------------------------------------------------------------------ banks

    async def create_bank(self, bank: str, change: BankChangeRequest | None = None) -> BankProfile:
        """Create the bank; where it is there already, change what `change` names."""
        body = change or BankChangeRequest()
        return await self._send("PUT", path_of("banks", bank), BankProfile, body)

    async def bank(self, bank: str) -> BankProfile:
        return await self._get(path_of("banks", bank, "profile"), BankProfile)

    async def banks(self, *, limit: int = 100, offset: int = 0) -> BankList:
        return await self._get(path_of("banks"), BankList, {"limit": limit, "offset": offset})

    async def delete_bank(self, bank: str) -> Deleted:
        """Delete a bank with everything in it."""
        return await self._send("DELETE", path_of("banks", bank), Deleted)

    async def stats(self, bank: str) -> BankStats:
        return await self._get(path_of("banks", bank, "stats"), BankStats)

    # ------------------------------------------------------------------ retain, recall, reflect

    async def retain(
        self,
        bank: str,
        content: str | MemoryItem | Sequence[MemoryItem],
        *,
        wait: bool = True,
    ) -> RetainResponse:
        """Remember documents; the bank is created where it does not exist.

        Args:
            wait: False returns at once, with the id of an operation to watch.
        """
        one = MemoryItem(content=content) if isinstance(content, str) else content
        items = [one] if isinstance(one, MemoryItem) else list(one)
        body = RetainRequest(items=items, async_=not wait)
        return await self._send("POST", path_of("banks", bank, "memories"), RetainResponse, body)

    async def retain_files(
        self,
        bank: str,
        files: Mapping[str, bytes],
        told: Sequence[FileMetadata] | None = None,
    ) -> FilesAccepted:
        """Remember the text of files, each as a document; they are read in the background.

        Args:
            files: Content by name; the ending says what it is.
            told: What is said of each, in their order.
        """
        said = FileRetainRequest(files_metadata=None if told is None else [*told])
        request = self._http.build_request(
            "POST",
            path_of("banks", bank, "files", "retain"),
            files=[("files", (name, content)) for name, content in files.items()],
            data={"request": said.model_dump_json()},
        )
        return await self._exchange(request, FilesAccepted)

    async def recall(self, bank: str, question: str | RecallRequest) -> RecallResponse:
        """Find what bears on a question."""
        body = RecallRequest(query=question) if isinstance(question, str) else question
        path = path_of("banks", bank, "memories", "recall")
        return await self._send("POST", path, RecallResponse, body)

    async def reflect(self, bank: str, question: str | ReflectRequest) -> ReflectResponse:
        """Answer from memory, with sources."""
        body = ReflectRequest(query=question) if isinstance(question, str) else question
        return await self._send("POST", path_of("banks", bank, "reflect"), ReflectResponse, body)

    # --------------------------------------------------------------------------------- contents

    async def memories(
        self,
        bank: str,
        *,
        network: NetworkName | None = None,
        words: str | None = None,
        document: str | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> MemoryList:
        """List memories, latest mention first.

        Args:
            words: Only memories whose text contains this, whatever the case.
            document: Only memories read in this document.
        """
        asked = {"type": network, "q": words, "document_id": document}
        query: Query = {**asked, "limit": limit, "offset": offset}
        return await self._get(path_of("banks", bank, "memories", "list"), MemoryList, query)

    async def memory(self, bank: str, id: str) -> MemoryDetail:
        return await self._get(path_of("banks", bank, "memories", id), MemoryDetail)

    async def set_state(
        self, bank: str, id: str, state: Literal["valid", "invalidated"], reason: str = ""
    ) -> MemoryDetail:
        """Invalidate a memory, with a reason, or make it valid again."""
        body = MemoryChangeRequest(state=state, reason=reason)
        return await self._send("PATCH", path_of("banks", bank, "memories", id), MemoryDetail, body)

    async def edit_memory(self, bank: str, id: str, change: MemoryChangeRequest) -> MemoryDetail:
        """Put a fact or an experience right; return it as it then stands."""
        return await self._send(
            "PATCH", path_of("banks", bank, "memories", id), MemoryDetail, change
        )

    async def memory_history(self, bank: str, id: str) -> MemoryHistory:
        """Return what people changed of a memory, latest first."""
        return await self._get(path_of("banks", bank, "memories", id, "history"), MemoryHistory)

    async def delete_memory(self, bank: str, id: str) -> Deleted:
        return await self._send("DELETE", path_of("banks", bank, "memories", id), Deleted)

    async def documents(self, bank: str, *, limit: int = 100, offset: int = 0) -> DocumentList:
        query = {"limit": limit, "offset": offset}
        return await self._get(path_of("banks", bank, "documents"), DocumentList, query)

    async def document(self, bank: str, id: str) -> DocumentDetail:
        return await self._get(path_of("banks", bank, "documents", id), DocumentDetail)

    async def tag_document(self, bank: str, id: str, tags: Sequence[str]) -> DocumentChanged:
        """Give a document and what was read in it other tags."""
        body = DocumentChangeRequest(tags=[*tags])
        return await self._send(
            "PATCH", path_of("banks", bank, "documents", id), DocumentChanged, body
        )

    async def delete_document(self, bank: str, id: str) -> DocumentDeleted:
        """Delete a document and what was read only from it."""
        return await self._send("DELETE", path_of("banks", bank, "documents", id), DocumentDeleted)

    async def entities(self, bank: str, *, limit: int = 100, offset: int = 0) -> EntityList:
        query = {"limit": limit, "offset": offset}
        return await self._get(path_of("banks", bank, "entities"), EntityList, query)

    async def entity(self, bank: str, id: str) -> EntityDetail:
        return await self._get(path_of("banks", bank, "entities", id), EntityDetail)

    async def merge_entities(self, bank: str, id: str, other: str) -> EntityDetail:
        """Let one entity stand for another; splitting the other's name off takes it back."""
        body = EntityMergeRequest(entity_id=other)
        return await self._send(
            "POST", path_of("banks", bank, "entities", id, "merge"), EntityDetail, body
        )

    async def split_entity(self, bank: str, id: str, name: str) -> EntitySplit:
        """Split a name off an entity with its mentions; merging the two takes it back."""
        body = EntitySplitRequest(name=name)
        return await self._send(
            "POST", path_of("banks", bank, "entities", id, "split"), EntitySplit, body
        )

    async def alias_entity(self, bank: str, id: str, alias: str) -> EntityDetail:
        """Let a form of the name mean an entity from now on."""
        body = EntityAliasRequest(alias=alias)
        return await self._send(
            "POST", path_of("banks", bank, "entities", id, "aliases"), EntityDetail, body
        )

    async def unalias_entity(self, bank: str, id: str, alias: str) -> EntityDetail:
        """Take an alias back; what was mentioned under it stays."""
        return await self._send(
            "DELETE", path_of("banks", bank, "entities", id, "aliases", alias), EntityDetail
        )

    async def tags(
        self, bank: str, *, like: str | None = None, limit: int = 100, offset: int = 0
    ) -> TagList:
        """List tags, the most used first.

        Args:
            like: Only tags of this shape, whatever the case; `*` stands for any text.
        """
        query = {"q": like, "limit": limit, "offset": offset}
        return await self._get(path_of("banks", bank, "tags"), TagList, query)

    # --------------------------------------------------------------------------------- opinions

    async def opinions(
        self, bank: str, *, tags: Sequence[str] = (), limit: int = 100, offset: int = 0
    ) -> OpinionList:
        """List opinions, latest formed first.

        Args:
            tags: Only opinions with all of these, if any are named.
        """
        query: Query = {"limit": limit, "offset": offset}
        if tags:
            query = {**query, "tags": tags, "tags_match": "all_strict"}
        return await self._get(path_of("banks", bank, "opinions"), OpinionList, query)

    async def opinion(self, bank: str, id: str) -> OpinionDetail:
        """Return an opinion with its trajectory: why it is believed."""
        return await self._get(path_of("banks", bank, "opinions", id), OpinionDetail)

    async def state_opinion(self, bank: str, opinion: OpinionRequest) -> StatedOpinion:
        """State an opinion; one that is held in the same words comes back as it stands."""
        return await self._send("POST", path_of("banks", bank, "opinions"), StatedOpinion, opinion)

    async def add_evidence(self, bank: str, id: str, evidence: EvidenceRequest) -> OpinionDetail:
        """Move an opinion by evidence; return it as it then stands."""
        path = path_of("banks", bank, "opinions", id, "evidence")
        return await self._send("POST", path, OpinionDetail, evidence)

    async def forget_opinion(self, bank: str, id: str) -> Deleted:
        """Delete an opinion with its evidence."""
        return await self._send("DELETE", path_of("banks", bank, "opinions", id), Deleted)

    async def recompute_opinions(self, bank: str, fold: FoldName | None = None) -> Recomputed:
        """Fold all opinions of a bank anew, from now on in another way if one is named."""
        path = path_of("banks", bank, "opinions", "recompute")
        return await self._send("POST", path, Recomputed, RecomputeRequest(fold=fold))

    async def add_background(self, bank: str, statement: str) -> BackgroundResponse:
        """Add to the bank's biography; it is merged in the background."""
        body = BackgroundRequest(content=statement)
        path = path_of("banks", bank, "background")
        return await self._send("POST", path, BackgroundResponse, body)

    # --------------------------------------------------------------------------- background work

    async def operations(self, bank: str, *, limit: int = 50, offset: int = 0) -> OperationList:
        query = {"limit": limit, "offset": offset}
        return await self._get(path_of("banks", bank, "operations"), OperationList, query)

    async def operation(self, bank: str, id: str) -> OperationDetail:
        """Return an operation; its status is "not_found" where there is none of this id."""
        return await self._get(path_of("banks", bank, "operations", id), OperationDetail)

    async def cancel_operation(self, bank: str, id: str) -> OperationChanged:
        path = path_of("banks", bank, "operations", id)
        return await self._send("DELETE", path, OperationChanged)

    async def delete_operation(self, bank: str, id: str) -> OperationChanged:
        """Forget an operation that is over; what it did stays."""
        path = path_of("banks", bank, "operations", id, "delete")
        return await self._send("DELETE", path, OperationChanged)

    async def retry_operation(self, bank: str, id: str) -> OperationChanged:
        path = path_of("banks", bank, "operations", id, "retry")
        return await self._send("POST", path, OperationChanged)
