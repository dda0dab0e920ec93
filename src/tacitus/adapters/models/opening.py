"""From what the settings say to the models; what is not configured costs nothing."""

from pathlib import Path
from typing import TYPE_CHECKING

from tacitus.adapters.models.addresses import checked_address
from tacitus.domain.errors import Misconfigured
from tacitus.ports.models import Embedder, Reranker

# What is not chosen costs neither memory nor time: each is imported where it is opened.
if TYPE_CHECKING:
    from tacitus.adapters.models.language_model import RemoteLanguageModel


def open_language_model(
    choice: str | None,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    seconds: float = 60.0,
) -> "RemoteLanguageModel | None":
    """Return the model that a string such as `openai:gpt-4o-mini` names; None where there is none.

    The provider's client is loaded with the first question. Close the model when done.

    Args:
        seconds: Longest wait for one answer.

    Raises:
        Misconfigured: The string, the address or the key cannot work.
    """
    if choice is None:
        return None
    from tacitus.adapters.models.language_model import (  # noqa: PLC0415
        Limits,
        remote_language_model,
    )

    limits = Limits(seconds=seconds)
    return remote_language_model(choice, base_url=base_url, api_key=api_key, limits=limits)


async def open_embedder(
    choice: str, base_url: str | None = None, api_key: str | None = None
) -> Embedder:
    """Return the embedder that a string names: `minilm`, which is shipped, or `openai:MODEL`.

    Raises:
        Misconfigured: The string names no embedder, or a server without its address.
        ModelError: The server did not say how long its vectors are.
    """
    if choice == "minilm":
        from tacitus.adapters.models.minilm_embedder import MiniLmEmbedder  # noqa: PLC0415

        return MiniLmEmbedder()
    provider, _, model = choice.partition(":")
    if provider != "openai" or not model:
        raise Misconfigured("TACITUS_EMBEDDER names no embedder: use minilm or openai:MODEL")
    if not base_url:
        raise Misconfigured("TACITUS_EMBEDDER needs the address TACITUS_EMBEDDER_BASE_URL")
    address = checked_address(base_url, "TACITUS_EMBEDDER_BASE_URL")
    from tacitus.adapters.models.remote_embedder import open_remote_embedder  # noqa: PLC0415

    return await open_remote_embedder(model, base_url=address, api_key=api_key)


def open_reranker(choice: str | None, api_key: str | None = None) -> Reranker | None:
    """Return the reranker that a string names; None where there is none.

    Args:
        choice: `tei:URL`, `cohere:` or `jina:` with an optional URL, or a folder of an ONNX
            cross-encoder.

    Raises:
        Misconfigured: The folder holds no model, or a service lacks its URL or key.
    """
    if choice is None:
        return None
    from tacitus.adapters.models.rerankers import HttpReranker, RerankService  # noqa: PLC0415

    before, colon, address = choice.partition(":")
    if not colon or before.lower() not in set(RerankService):
        return _from_folder(Path(choice).expanduser())
    service = RerankService(before.lower())
    if address:
        address = checked_address(address, f"What follows {service}: in TACITUS_RERANKER")
    if not address and service is RerankService.TEI:
        raise Misconfigured(
            "TACITUS_RERANKER needs the URL of the server, such as tei:http://127.0.0.1:8080"
        )
    if not address and not api_key:
        raise Misconfigured(
            f"TACITUS_RERANKER '{service}:' needs an API key (TACITUS_RERANKER_API_KEY)"
        )
    return HttpReranker(service, base_url=address or None, api_key=api_key)


def _from_folder(folder: Path) -> Reranker:
    from tacitus.adapters.models.onnx_cross_encoder import OnnxCrossEncoder  # noqa: PLC0415

    return OnnxCrossEncoder(folder)
