"""The detectors of detect-secrets for what providers issue; `tacitus.domain.secrets` for the rest."""

import importlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Protocol, cast

from tacitus.domain.secrets import secrets_written
from tacitus.domain.sensitive import Found

_DETECTORS = {
    "aws": "AWSKeyDetector",
    "azure_storage_key": "AzureStorageKeyDetector",
    "discord": "DiscordBotTokenDetector",
    "github_token": "GitHubTokenDetector",
    "gitlab_token": "GitLabTokenDetector",
    "jwt": "JwtTokenDetector",
    "mailchimp": "MailchimpDetector",
    "npm": "NpmDetector",
    "openai": "OpenAIDetector",
    "pypi_token": "PypiTokenDetector",
    "sendgrid": "SendGridDetector",
    "slack": "SlackDetector",
    "square_oauth": "SquareOAuthDetector",
    "stripe": "StripeDetector",
    "telegram_token": "TelegramBotTokenDetector",
    "twilio": "TwilioKeyDetector",
}
"""Those that know a token by its form. Others guess by the names of variables: that is done by us."""
_CANDIDATE = re.compile(r"(?<![\w/+=.:-])[\w/+=.:-]{20,}")
_AROUND = 64
"""Characters before a token that a detector may want to see."""
_REST = re.compile(r"[\w+/=-]*")


class _Detector(Protocol):
    secret_type: str
    denylist: Iterable[re.Pattern[str]]

    def analyze_string(self, string: str) -> Iterable[str]: ...


class DetectedSecrets:
    """Fills `SecretDetector`. The library is loaded with the first text that may hold a token."""

    def find(self, text: str) -> list[Found]:
        return [*secrets_written(text), *_issued(text)]


def _issued(text: str) -> Iterator[Found]:
    """Yield the tokens of providers; only long words with a digit are shown to the detectors."""
    seen = 0
    for word in _CANDIDATE.finditer(text):
        if any(character.isdigit() for character in word[0]):
            start = max(seen, word.start() - _AROUND)
            seen = min(len(text), word.end() + 2)
            yield from _detected(text, start, seen)


def _detected(text: str, start: int, end: int) -> Iterator[Found]:
    part = text[start:end]
    for detector in _detectors():
        if not any(detector.analyze_string(part)):
            continue
        for pattern in detector.denylist:
            for match in pattern.finditer(part):
                rest = _REST.match(text, start + match.end())
                stop = rest.end() if rest else start + match.end()
                yield Found(start + match.start(), stop, detector.secret_type)


@cache
def _detectors() -> tuple[_Detector, ...]:
    return tuple(
        cast(
            _Detector, getattr(importlib.import_module(f"detect_secrets.plugins.{module}"), name)()
        )
        for module, name in _DETECTORS.items()
    )
