"""Secrets known by how people and programs write them down, whoever issued them."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from tacitus.domain.sensitive import Found

_MARKS = (
    "pass", "pwd", "secret", "token", "key", "credential", "kennwort", "contrase", "senha",
    "wachtwoord", "парол", "密", "パスワード", "비밀", "bearer", "basic", "authorisation",
    "authorization", "cookie", "://", "-----begin", "curl", "sk-", "pat_", "pat-", "ghp_", "gho_",
    "ghu_", "ghs_", "ghr_", "aiza", "ya29", "gocspx", "whsec_", "hf_", "xapp", "xox", "npm_",
    "dop_", "dapi", "shp", "rk_", "sk_", "sntrys", "figd", "lin_api", "akc", "tct_", "sig=",
    ":aa", "mnemonic", "phrase", "mysql", "mariadb", "sshpass",
)  # fmt: skip
"""One of them stands in every text that holds a secret, in whatever case, or the word PIN does; looked for
first, one after the other: a pattern of them all takes a second, in which nothing else runs, for some
megabytes."""
_PIN_MARK = re.compile(r"\bpin\b")
_ODD = re.compile("[ıİſ]")
"""What a pattern takes for another letter, and lower case does not."""
_PASSWORD = (
    r"pass(?:word|wd|phrase|code|wort)|kennwort|(?:(?<=[_.-])|\b)pwd|contraseña|mot de passe|senha|wachtwoord"
    r"|пароль|密码|密碼|パスワード|비밀번호"
)
_KEY = r"(?:api|access|private|secret|account|signing|encryption)[ _-]?key"
_TOKEN = rf"secret|token|{_KEY}|credential"
_VALUE = (
    r"(?:\"(?P<double>[^\"\n]{4,200})\"|'(?P<single>[^'\n]{4,200})'|`(?P<tick>[^`\n]{4,200})`"
    r"|(?P<bare>[^\s\"'`,;<>，。、]{4,200}))"
)
_SIGN = r"[\"'`*]*\s{0,2}(?:=>|:=|=|:|：)\s{0,2}\**"
_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?P<kind>[A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?)-----"
    # To its end; of one that breaks off, what looks like its body.
    r"(?:(?:(?!-----BEGIN )[\s\S]){1,20000}?-----END (?P=kind)-----"
    r"|(?:\s|\\[nr]|[A-Za-z0-9+/=]{30,}|[A-Z][\w-]+: [^\n]*|(?<=\n)[A-Za-z0-9+/=]{8,}(?=\n|\Z))*)"
)
_PASSWORD_SET = re.compile(
    rf"(?:{_PASSWORD})s?(?:{_SIGN}|[^\S\n]*\|[^\S\n]*|>){_VALUE}", re.IGNORECASE
)
_PASSWORD_TOLD = re.compile(
    r"\b(?:pass(?:word|phrase|code|wort)|PIN)(?: (?:for|of|to|on|here)(?: [\w.'’-]+){0,4}?)?"
    rf"(?: now| still)? (?:is|was|ist|lautet|will be)(?: now| still)?:? {_VALUE}",
    re.IGNORECASE,
)
_TOKEN_SET = re.compile(rf"(?:{_TOKEN})s?{_SIGN}{_VALUE}", re.IGNORECASE)
_KEY_TOLD = re.compile(rf"\b{_KEY} (?:is|was|ist|lautet):? {_VALUE}", re.IGNORECASE)
_OPTION = re.compile(
    rf"(?<!\S)--?(?:[\w-]*-)?(?:password|passwd|token|secret|api-key|access-key) {_VALUE}"
)
_USER_OPTION = re.compile(
    r"\bcurl\b[^\n]*? (?:-u|--user)[ =]?['\"]?[^\s:'\"]+:(?P<bare>[^\s'\"]{4,200})"
)
_SHORT_OPTION = re.compile(
    r"\b(?:sshpass\b[^\n]*? -p ?|(?:mysql|mariadb)\w*\b[^\n]*? -p)['\"]?(?P<bare>[^\s'\"]{4,200})"
)
_SIGNATURE = re.compile(r"[?&;]sig=(?P<bare>[\w%+/=-]{20,})", re.IGNORECASE)
_PHRASE = re.compile(
    r"\b(?:(?:seed|recovery|backup|secret)[ -]phrase|mnemonic)(?: is|:| =|=)?\s+"
    r"(?P<bare>(?:[a-z]{3,8}[\s,]+){11,23}[a-z]{3,8})\b",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"\b(?:(?:proxy-)?authorization|x-api-key|x-auth-token|set-cookie|cookie)[\"']?\s{0,2}[:=]\s{0,2}[\"']?"
    r"(?:(?:bearer|basic|digest|token|apikey|negotiate)\s+)?"
    r"(?P<bare>[^\s\"'`,;]{6,4000}(?:; ?[\w-]+=[^\s;\"'`]+)*)",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\b(?:bearer|basic)\s+(?P<bare>[A-Za-z0-9._~+/-]{16,4000}=*)", re.IGNORECASE)
_ADDRESS = re.compile(
    r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@?#\"']{0,100}:(?P<bare>[^\s/\"'<>]{1,200})@(?=[\w\[])"
)
_PIN = re.compile(r"\b(?:PIN|[Pp]in code|PIN code)(?: is|:| =|=) ?(?P<bare>\d{4,8})\b(?![-/.:]\d)")
_ISSUED = re.compile(
    r"(?<![A-Za-z0-9_-])(?P<bare>sk-(?:ant-|proj-|svcacct-|or-)?[A-Za-z0-9_-]{20,}|github_pat_\w{22,}"
    r"|gh[pousr]_[A-Za-z0-9]{36,}|glpat-[\w-]{20,}|AIza[\w-]{35,}|ya29\.[\w.-]{20,}|GOCSPX-[\w-]{20,}"
    r"|hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{40,}|xapp-[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|npm_[A-Za-z0-9]{36}"
    r"|dop_v1_[a-f0-9]{64}|dapi[a-f0-9]{32}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"
    r"|whsec_[A-Za-z0-9+/=]{24,}|sntrys_[\w+/=]{40,}|figd_[\w-]{30,}|lin_api_[A-Za-z0-9]{32,}"
    r"|AKC[a-zA-Z0-9]{30,}|tct_[\w-]{20,}|\d{8,10}:AA[\w-]{33})"
)
_PLACEHOLDER = re.compile(
    r"[<$%{*\[(#].*|~?\.{0,2}(?:/[\w.-]+){2,}/?|[x.•…*]+|your[\W_].*|.*\.\.\.|.*[\w\])]\(.*|[\w.-]*(?:environ|env|config|settings|vault|secrets)[.\[(].*"
    r"|[\w-]*(?:password|passwd|secret|token|(?:api_?)key)\)*|pass|pw|pwd|key|string|none|null|nil|true|false|undefined|changeme|redacted|hidden",
    re.IGNORECASE,
)
"""Stands where a secret would, and is none."""
_MIXED = re.compile(r"(?=.*\d)(?=.*[^\W\d_])")
_TELLING = re.compile(r"(?=.*\d)(?=.*[^\W\d_])|[^\W_][!@#$%^&*+=~?|]+[^\W_]|[a-z][A-Z]")
"""What no word of a language looks like."""
_MEASURE = re.compile(
    r"(?:\d+[smhdkxMG]?|\d+(?:ms|min|hrs?|days?|[kKmMgG][bB]|st|nd|rd|th|%)|\d{4}-\d\d.*|v?\d+(?:\.\d+)+.*)[.!?)]*"
)
"""A number, a date or a version."""
_STATE = re.compile(
    r"(?:un|in)?(?:changed|reset|expired|required|optional|known|valid|correct|wrong|missing|set|rotated|revoked|forgotten"
    r"|needed|empty|weak|strong|lost|leaked|protected|manager|same|later|here|below|above|again|please)",
    re.IGNORECASE,
)
"""Says what became of a password, or what it is like."""
_LONG = 16
_WORD = re.compile(r"[^\W\d_]+(?:[-'’/][^\W\d_]+)*[.!?)]*")


def secrets_written(text: str) -> list[Found]:
    """Return what is written as a secret; overlapping where it is one in two ways."""
    if not _may_be_told(text):
        return []
    return [one for look in _LOOKS for one in look(text)]


def _may_be_told(text: str) -> bool:
    lowered = text.lower()
    if any(mark in lowered for mark in _MARKS):
        return True
    odd = not text.isascii() and _ODD.search(text)
    return bool(odd or ("pin" in lowered and _PIN_MARK.search(lowered)))


def _private_keys(text: str) -> Iterator[Found]:
    for match in _PRIVATE_KEY.finditer(text):
        end = match.start() + len(match[0].rstrip())
        yield Found(match.start(), end, "private key")


def _values(
    pattern: re.Pattern[str], secret: Callable[[str, bool, str], bool], what: str, text: str
) -> Iterator[Found]:
    """Yield the values that a pattern finds, as far as they are none that anybody may see."""
    for match in pattern.finditer(text):
        group = str(match.lastgroup)
        value = match[group]
        after = text[match.end() : match.end() + 80].split("\n", 1)[0]
        if not _PLACEHOLDER.fullmatch(value) and secret(value, group != "bare", after):
            yield Found(*match.span(group), what)


def _is_password(value: str, quoted: bool, after: str) -> bool:
    """Whether a password is told; a plain word is one in quotes alone, or where nothing follows."""
    if _MEASURE.fullmatch(value) and len(value) < 6:
        return False
    if _TELLING.search(value) or value.isdigit():
        return True
    alone = quoted or not after.strip(" .!)*_")
    return alone and " " not in value and not _STATE.fullmatch(value.rstrip(".!?)*_"))


def _is_said_password(value: str, quoted: bool, after: str) -> bool:
    return bool(_TELLING.search(value.rstrip(".!?"))) or (quoted and " " not in value)


def _is_token(value: str, quoted: bool, after: str) -> bool:
    plain = len(value) < 8 or _MEASURE.fullmatch(value) or " " in value or "://" in value
    return not plain and bool(_MIXED.search(value))


def _is_said_key(value: str, quoted: bool, after: str) -> bool:
    return len(value) >= _LONG and _is_token(value.rstrip(".!?"), quoted, after)


def _is_header(value: str, quoted: bool, after: str) -> bool:
    return not _WORD.fullmatch(value)


def _is_bearer(value: str, quoted: bool, after: str) -> bool:
    return bool(_MIXED.search(value) or value.endswith("="))


def _is_any(value: str, quoted: bool, after: str) -> bool:
    return True


def _is_issued(value: str, quoted: bool, after: str) -> bool:
    return bool(_MIXED.search(value)) or value.startswith("hf_")


_LOOKS: tuple[Callable[[str], Iterator[Found]], ...] = (
    _private_keys,
    partial(_values, _PASSWORD_SET, _is_password, "password"),
    partial(_values, _PASSWORD_TOLD, _is_said_password, "password"),
    partial(_values, _OPTION, _is_password, "password"),
    partial(_values, _USER_OPTION, _is_any, "password"),
    partial(_values, _ADDRESS, _is_any, "password"),
    partial(_values, _PIN, _is_any, "PIN"),
    partial(_values, _TOKEN_SET, _is_token, "secret"),
    partial(_values, _KEY_TOLD, _is_said_key, "secret"),
    partial(_values, _SHORT_OPTION, _is_any, "password"),
    partial(_values, _SIGNATURE, _is_token, "secret"),
    partial(_values, _PHRASE, _is_any, "secret"),
    partial(_values, _HEADER, _is_header, "credentials"),
    partial(_values, _BEARER, _is_bearer, "credentials"),
    partial(_values, _ISSUED, _is_issued, "token"),
)
