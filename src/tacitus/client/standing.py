"""Calls for what stands in a bank besides memories: directives and standing answers."""

from tacitus.client.calls import Calls, path_of
from tacitus.wire import (
    Deleted,
    DirectiveChangeRequest,
    DirectiveDetail,
    DirectiveList,
    DirectiveRequest,
    OperationSubmitted,
    StandingChangeRequest,
    StandingCreated,
    StandingDetail,
    StandingHistory,
    StandingList,
    StandingRequest,
)


class StandingCalls(Calls):
    """Directives and standing answers."""

    async def directives(self, bank: str, *, limit: int = 100, offset: int = 0) -> DirectiveList:
        """List directives, the most important first."""
        query = {"limit": limit, "offset": offset}
        return await self._get(path_of("banks", bank, "directives"), DirectiveList, query)

    async def directive(self, bank: str, id: str) -> DirectiveDetail:
        return await self._get(path_of("banks", bank, "directives", id), DirectiveDetail)

    async def add_directive(self, bank: str, directive: DirectiveRequest) -> DirectiveDetail:
        """Add a rule for answers, where a language model gives them."""
        path = path_of("banks", bank, "directives")
        return await self._send("POST", path, DirectiveDetail, directive)

    async def change_directive(
        self, bank: str, id: str, change: DirectiveChangeRequest
    ) -> DirectiveDetail:
        path = path_of("banks", bank, "directives", id)
        return await self._send("PATCH", path, DirectiveDetail, change)

    async def delete_directive(self, bank: str, id: str) -> Deleted:
        return await self._send("DELETE", path_of("banks", bank, "directives", id), Deleted)

    async def standing_answers(
        self, bank: str, *, limit: int = 100, offset: int = 0
    ) -> StandingList:
        """List standing answers, oldest first."""
        query = {"limit": limit, "offset": offset}
        return await self._get(path_of("banks", bank, "mental-models"), StandingList, query)

    async def standing_answer(self, bank: str, id: str) -> StandingDetail:
        return await self._get(path_of("banks", bank, "mental-models", id), StandingDetail)

    async def add_standing_answer(self, bank: str, asked: StandingRequest) -> StandingCreated:
        """Have a question answered in the background, and anew on request."""
        path = path_of("banks", bank, "mental-models")
        return await self._send("POST", path, StandingCreated, asked)

    async def change_standing_answer(
        self, bank: str, id: str, change: StandingChangeRequest
    ) -> StandingDetail:
        """Change what is asked; what was answered stays until it is refreshed."""
        path = path_of("banks", bank, "mental-models", id)
        return await self._send("PATCH", path, StandingDetail, change)

    async def refresh_standing_answer(self, bank: str, id: str) -> OperationSubmitted:
        """Have the question answered anew in the background."""
        path = path_of("banks", bank, "mental-models", id, "refresh")
        return await self._send("POST", path, OperationSubmitted)

    async def clear_standing_answer(self, bank: str, id: str) -> StandingDetail:
        """Take the answer away; the question stands."""
        path = path_of("banks", bank, "mental-models", id, "clear")
        return await self._send("POST", path, StandingDetail)

    async def standing_history(self, bank: str, id: str) -> StandingHistory:
        """Return what a standing answer said before, latest first."""
        path = path_of("banks", bank, "mental-models", id, "history")
        return await self._get(path, StandingHistory)

    async def delete_standing_answer(self, bank: str, id: str) -> Deleted:
        return await self._send("DELETE", path_of("banks", bank, "mental-models", id), Deleted)
