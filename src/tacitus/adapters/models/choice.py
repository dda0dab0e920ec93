"""Which language model to use, worked out from one string."""

from dataclasses import dataclass, field
from enum import StrEnum

from tacitus.adapters.models.addresses import checked_address
from tacitus.domain.errors import Misconfigured


class ProviderName(StrEnum):
    """Who serves the model, as it stands before the colon."""

    OPENAI = "openai"
    GROQ = "groq"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"
    OLLAMA = "ollama"


_HOME = {
    ProviderName.OPENAI: "https://api.openai.com/v1",
    ProviderName.GROQ: "https://api.groq.com/openai/v1",
    ProviderName.ANTHROPIC: "https://api.anthropic.com",
    ProviderName.GOOGLE: "https://generativelanguage.googleapis.com",
    ProviderName.OLLAMA: "http://127.0.0.1:11434/v1",
}

_NO_KEY = "none"
"""Sent where no key is needed: the clients insist on one, and would look for it by themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """A language model and where it is reached.

    Attributes:
        model: As the provider calls it; may hold colons and slashes.
        base_url: Where the provider's API is; for OpenAI, Groq and Ollama it speaks the OpenAI
            protocol and usually ends in `/v1`.
    """

    provider: ProviderName
    model: str
    base_url: str
    api_key: str = field(repr=False)

    @property
    def name(self) -> str:
        return f"{self.provider}:{self.model}"

    @classmethod
    def parse(
        cls, text: str, *, base_url: str | None = None, api_key: str | None = None
    ) -> "ModelChoice":
        """Read a choice such as `groq:openai/gpt-oss-120b`.

        Args:
            base_url: Another server with the provider's protocol. It may need no key.

        Raises:
            Misconfigured: An unknown provider, no model, a broken address, or no key for a
                provider that asks for one.
        """
        before, colon, model = text.strip().partition(":")
        known = ", ".join(ProviderName)
        if not colon or not model.strip():
            # What stands there is not repeated: it may be a key in the wrong place.
            raise Misconfigured(f"TACITUS_LLM names no model: write provider:model, one of {known}")
        try:
            provider = ProviderName(before.strip().lower())
        except ValueError:
            raise Misconfigured(
                f"TACITUS_LLM names no known provider: use one of {known}"
            ) from None
        address = checked_address(base_url, "TACITUS_LLM_BASE_URL") if base_url else ""
        key = (api_key or "").strip()
        if not key and not address and provider is not ProviderName.OLLAMA:
            raise Misconfigured(
                f"TACITUS_LLM '{provider}:{model.strip()}' needs an API key (TACITUS_LLM_API_KEY),"
                " or a base URL that needs none (TACITUS_LLM_BASE_URL)"
            )
        return cls(
            provider=provider,
            model=model.strip(),
            base_url=address or _HOME[provider],
            api_key=key or _NO_KEY,
        )
