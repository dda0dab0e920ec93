"""What every layout is read into."""

from dataclasses import dataclass

from tacitus.domain.documents import RetainItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Documents that belong together.

    Attributes:
        name: What the file calls the conversation; empty for documents that are nobody's.
        documents: In the order in which they were said.
    """

    name: str = ""
    documents: tuple[RetainItem, ...]


def turns_in(item: RetainItem) -> int:
    """Return how many turns an item has; text that is not told apart counts as one."""
    return 1 if isinstance(item.content, str) else len(item.content)


def with_caption(text: str, caption: str | None) -> str:
    """Return the words of a turn with what its picture shows."""
    if not caption or not caption.strip():
        return text
    return f"{text} [shares a photo: {caption.strip()}]".strip()
