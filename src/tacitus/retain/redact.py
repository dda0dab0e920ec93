"""Step 0 of retain, and of all else that is stored: what a bank is not to hold is taken out at the door."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from tacitus.domain.aside import aside
from tacitus.domain.bank_config import policies_of
from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import SensitiveContent
from tacitus.domain.personal import personal_in
from tacitus.domain.sensitive import Found, Policies, Policy, apart, redacted
from tacitus.ports.redaction import SecretDetector

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Thing = TypeVar("Thing", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class Redaction:
    """Does what a bank's configuration says about secrets and personal data.

    Nothing is changed where nothing is found; done twice it changes nothing more. Ids, tags and names
    are left as they are: others address by them.
    """

    detector: SecretDetector

    async def items(
        self, config: Mapping[str, object], items: Sequence[RetainItem]
    ) -> list[RetainItem]:
        """Return documents without what the bank is not to hold.

        Raises:
            SensitiveContent: The bank refuses what is in one of them.
        """
        policies = policies_of(config)
        size = sum(_length(part) for item in items for part in item.parts)
        return await aside(lambda: [self._item(one, policies) for one in items], size)

    def text(self, config: Mapping[str, object], text: str, what: str = "The text") -> str:
        """Return a text without what the bank is not to hold; raises as `items` does."""
        return self._text(text, policies_of(config), what)

    def fields(self, config: Mapping[str, object], thing: Thing, *names: str) -> Thing:
        """Return a dataclass with these texts of it looked through; raises as `items` does."""
        policies, texts = policies_of(config), {name: getattr(thing, name) for name in names}
        cleaned = {
            name: self._text(text, policies, f"The {name}")
            for name, text in texts.items()
            if isinstance(text, str)
        }
        return replace(thing, **cleaned) if cleaned != texts else thing

    def _item(self, item: RetainItem, policies: Policies) -> RetainItem:
        content = item.content
        return replace(
            item,
            content=self._text(content, policies, "The content")
            if isinstance(content, str)
            else tuple(self._turn(turn, policies) for turn in content),
            context=self._text(item.context, policies, "The context"),
            metadata={
                key: self._text(value, policies, f"metadata[{key!r}]")
                for key, value in item.metadata.items()
            },
            more=tuple(self._item(part, policies) for part in item.more),
        )

    def _turn(self, turn: Turn, policies: Policies) -> Turn:
        return replace(turn, text=self._text(turn.text, policies, "The content"))

    def _text(self, text: str, policies: Policies, what: str) -> str:
        found: list[Found] = []
        for policy, look in (
            (policies.secrets, self.detector.find),
            (policies.personal, personal_in),
        ):
            seen = [] if policy is Policy.KEEP else look(text)
            if seen and policy is Policy.REFUSE:
                raise _refusal(apart(seen), what)
            found += seen
        return redacted(text, found) if found else text


def _refusal(found: Sequence[Found], what: str) -> SensitiveContent:
    first = found[0]
    more = f", and {len(found) - 1} more like it" if len(found) > 1 else ""
    return SensitiveContent(
        f"{what} holds what this bank refuses: {first.what} at character {first.start}{more};"
        " take it out, or let the bank redact it"
    )


def _length(item: RetainItem) -> int:
    content = item.content
    return len(content) if isinstance(content, str) else sum(len(turn.text) for turn in content)
