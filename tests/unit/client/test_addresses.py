"""What a client never sends: an address that leads elsewhere once somebody tidies it up."""

import httpx
import pytest

from tacitus.client import AsyncClient, InvalidRequest


async def test_a_name_that_leads_elsewhere_is_refused_before_anything_is_sent() -> None:
    def never(request: httpx.Request) -> httpx.Response:
        raise AssertionError(f"sent {request.url}")

    async with AsyncClient("http://memory", transport=httpx.MockTransport(never)) as client:
        for name in ("", ".", "..", "a/..", "../a", "a/%2e%2e/b", "a\\.."):
            with pytest.raises(InvalidRequest, match="would lead elsewhere"):
                await client.delete_document("notes", name)
            with pytest.raises(InvalidRequest, match="would lead elsewhere"):
                await client.delete_bank(name)
