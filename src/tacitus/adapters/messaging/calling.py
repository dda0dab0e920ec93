"""One call by HTTP of an address that was looked up before."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import httpx

from tacitus.domain.errors import DeliveryFailed
from tacitus.domain.webhooks import Webhook


async def called(webhook: Webhook, address: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a message to an address that a webhook's name stands for; return the status.

    Raises:
        DeliveryFailed: There was no answer, or it was no success.
    """
    host = urlsplit(webhook.url).hostname or ""
    url = httpx.URL(webhook.url).copy_with(host=address)
    try:
        return await _answer(webhook, host, url, body, headers)
    except httpx.HTTPError as error:
        raise DeliveryFailed(str(error) or type(error).__name__) from error


async def _answer(
    webhook: Webhook, host: str, url: httpx.URL, body: bytes, headers: Mapping[str, str]
) -> int:
    if webhook.params:
        url = url.copy_merge_params(webhook.params)
    # A proxy would look the name up again, and a redirect lead anywhere.
    async with httpx.AsyncClient(follow_redirects=False, trust_env=False, timeout=None) as client:
        request = client.build_request(
            webhook.method,
            url,
            content=body if webhook.method == "POST" else None,
            headers=dict(headers),
            extensions={"sni_hostname": host},
        )
        answer = await client.send(request, stream=True)  # what is said is not read
        await answer.aclose()
        if not answer.is_success:
            raise DeliveryFailed(f"it said {answer.status_code}")
        return answer.status_code
