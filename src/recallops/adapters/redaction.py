"""Secrets found by the detectors of detect-secrets, and by how they are written in logs."""

import re
from collections.abc import Iterable
from typing import Protocol, cast

from detect_secrets.plugins.artifactory import ArtifactoryDetector
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.basic_auth import BasicAuthDetector
from detect_secrets.plugins.cloudant import CloudantDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.keyword import KeywordDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.npm import NpmDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector


class _Detector(Protocol):
    secret_type: str

    def analyze_string(self, string: str) -> Iterable[str]: ...


_DETECTORS = cast(
    "tuple[_Detector, ...]",
    tuple(
        detector()
        for detector in (
            ArtifactoryDetector,
            AWSKeyDetector,
            AzureStorageKeyDetector,
            BasicAuthDetector,
            CloudantDetector,
            DiscordBotTokenDetector,
            GitHubTokenDetector,
            GitLabTokenDetector,
            JwtTokenDetector,
            KeywordDetector,
            MailchimpDetector,
            NpmDetector,
            OpenAIDetector,
            PypiTokenDetector,
            SendGridDetector,
            SlackDetector,
            SquareOAuthDetector,
            StripeDetector,
            TelegramBotTokenDetector,
            TwilioKeyDetector,
        )
    ),
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_WRITTEN = re.compile(
    r"(?P<name>\b(?:[\w-]{0,60}(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)s?"
    r"|authorization)[\"']?\s*(?:=|:=|:|=>)\s*(?:(?:bearer|basic|token)\s+)?[\"']?)"
    r"(?P<secret>[^\s\"',;&)}\]]{6,})",
    re.IGNORECASE,
)
_BEARER = re.compile(r"(?P<name>\b(?:bearer|basic)\s+)(?P<secret>[A-Za-z0-9._~+/=-]{16,})", re.IGNORECASE)  # fmt: skip
_PASSWORD = r"(?:pass(?:word|wd|phrase|code|wort)|pwd|kennwort|contraseña|senha|secret[ _-]?key|api[ _-]?key)"
_ISSUED = re.compile(
    r"(?<![\w-])(?:sk-(?:ant-|proj-|svcacct-|or-)?[A-Za-z0-9_-]{20,}|github_pat_\w{22,}|AIza[\w-]{35,}|ya29\.[\w.-]{20,}"
    r"|GOCSPX-[\w-]{20,}|hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{40,}|xapp-[\w-]{20,}|dop_v1_[a-f0-9]{64}|dapi[a-f0-9]{32}"
    r"|whsec_[A-Za-z0-9+/=]{24,}|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|tct_[\w-]{20,}"
    r"|hooks\.slack\.com/services/[\w/]{20,})"
)
"""Tokens that tell who issued them, and the detectors do not know."""
_ANY = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<name>\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@?#\"']{0,100}:)(?P<secret>[^\s/\"'<>@\[]{1,200})(?=@[\w\[])",
        r"(?P<name>\bcurl\b[^\n]{0,300}? (?:-u|--user)[ =]?['\"]?[^\s:'\"]+:)(?P<secret>[^\s'\"\[]{4,200})",
        r"(?P<name>\b(?:sshpass\b[^\n]{0,300}? -p ?|(?:mysql|mariadb)\w*\b[^\n]{0,300}? -p)['\"]?)(?P<secret>[^\s'\"\[]{4,200})",
        r"(?P<name>\b(?:set-)?cookie[\"']?\s*[:=]\s*[\"']?[\w.-]+=)(?P<secret>[^\s;\"',\[]{6,})",
        r"(?P<name>[?&;]sig=)(?P<secret>[\w%+/=-]{20,})",
    )
)
"""Where only a secret can stand."""
_ASSIGNED = re.compile(
    rf"(?P<name>\b(?:pass|pw|[\w-]{{0,60}}{_PASSWORD})=[\"']?)(?!(?:true|false|null|none)\b)(?P<secret>[^\s\"',;&)}}\]<>\[$*{{]{{4,}})",
    re.IGNORECASE,
)
"""The same, by its name."""
_TOLD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<name>\b{_PASSWORD}\s*(?:[|:=]|=>|>)\s*[\"'`]?)(?P<secret>[^\s\"'`|,;<\[]{{4,}})",
        rf"(?P<name>\b{_PASSWORD}(?: (?:for|of|to|on)(?: [\w.-]+){{1,3}}?)? (?:is|was)(?: now)? [\"'`]?)(?P<secret>[^\s\"'`,;<\[]{{4,}})",
        rf"(?P<name>(?<!\S)--?(?:[\w-]{{0,60}}-)?(?:{_PASSWORD}|token|secret)[ =][\"']?)(?P<secret>[^\s\"'\[]{{4,}})",
    )
)
"""Where a secret may stand, if it does not read like a word, a number or a version."""
_NAMED = re.compile(
    r"pass|pw|kennwort|contraseña|senha|secret|token|credential|authorization|key", re.IGNORECASE
)
"""One of these stands in every name that says what is behind it: most texts hold none."""
_PLAIN = re.compile(
    r"[A-Za-z]+(?:[-'/][A-Za-z]+)*[.!?)]*|[vV]?[\d.,:%/-]+(?:[a-zA-Z%]{1,4})?[.!?)]*"
    r"|[a-z]+://.*|\$\{?[A-Z_]+\}?|[~.]{0,2}/[\w./-]*"
)
_VARIABLE = re.compile(r"\$\{?[A-Z_]+\}?")
_SHORTEST = 6
_TELLING = re.compile(r"[\d!@#$%^&*+=/]|[a-z][A-Z]")


class DetectedSecrets:
    """`Redactor`. Looks at texts only; whether a secret still opens anything is never tried."""

    def redact(self, text: str) -> str:
        if not text:
            return text
        shown = _PRIVATE_KEY.sub("[redacted: Private Key]", text)
        shown = "\n".join(_line(line) for line in shown.split("\n"))
        shown = _BEARER.sub(r"\g<name>[redacted: Token]", shown)
        is_named = _NAMED.search(shown) is not None
        if is_named:
            shown = _WRITTEN.sub(_named, shown)
        shown = _ISSUED.sub("[redacted: Token]", shown)
        for pattern in _ANY:
            shown = pattern.sub(_stands, shown)
        return _by_name(shown) if is_named else shown


def _by_name(text: str) -> str:
    text = _ASSIGNED.sub(_stands, text)
    for pattern in _TOLD:
        text = pattern.sub(_told, text)
    return text


def _line(line: str) -> str:
    for detector in _DETECTORS:
        for secret in sorted(_found(detector, line), key=len, reverse=True):
            if len(secret) >= _SHORTEST and "[redacted" not in secret:
                # Some detectors find the begin of a token only.
                whole = re.escape(secret) + r"[\w+/=-]*"
                line = re.sub(whole, f"[redacted: {detector.secret_type}]", line)
    return line


def _found(detector: _Detector, line: str) -> set[str]:
    """Return the secrets in a line; where a detector tells only a prefix, all that it matched."""
    found = {*detector.analyze_string(line)}
    if any(len(secret) < _SHORTEST for secret in found):
        for pattern in cast("tuple[re.Pattern[str], ...]", getattr(detector, "denylist", ())):
            found |= {match[0] for match in pattern.finditer(line)}
    return found


def _named(found: re.Match[str]) -> str:
    """Redact what a name calls a secret; "token: expired" only says what became of one."""
    secret = found["secret"]
    if "[redacted" in secret or not _TELLING.search(secret) or _VARIABLE.fullmatch(secret):
        return found[0]
    return f"{found['name']}[redacted: Secret]"


def _stands(found: re.Match[str]) -> str:
    return f"{found['name']}[redacted: Secret]"


def _told(found: re.Match[str]) -> str:
    return found[0] if _PLAIN.fullmatch(found["secret"]) else _stands(found)
