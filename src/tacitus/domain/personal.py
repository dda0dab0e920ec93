"""Personal data that has a shape: addresses of mail, telephone numbers, cards, accounts; no names."""

import re
from collections.abc import Iterator

from tacitus.domain.sensitive import Found

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[^\W\d_]{2,24}(?![\w-]|\.\w)")
_DIGITS = re.compile(r"(?<![\w.,:/-])\+?[(\d][\d ()./-]{5,28}\d(?![\w:/-]|[.,]\d)")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_CARD = re.compile(r"\d(?:[ -]?\d){12,18}")
_DATE = re.compile(r"\(?(?:\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4})\b.*")
_GROUPED = re.compile(r"\d{1,3}(?: \d{3})+")
_ABROAD = re.compile(r"\+[1-9][\d ()./-]*")
_AT_HOME = re.compile(
    r"\(\d{2,5}\)[ .-]?\d{3,4}[ .-]?\d{3,5}|\d{3}[ .-]\d{3}[ .-]\d{4}|0\d{1,4}[ /-]\d[\d -]{4,10}"
)
_CALLED = re.compile(
    r"(?:phone|mobile|cell|tel|telephone|telefon|handy|fax|whatsapp|(?:my|his|her|their) number)\b[\w .:'’#]{0,16}$",
    re.IGNORECASE,
)
_SHORTEST, _LONGEST = 7, 15
"""Digits of a telephone number."""


def personal_in(text: str) -> list[Found]:
    """Return the personal data in a text; overlapping where it is of two kinds."""
    found: list[Found] = []
    if "@" in text:
        found += [Found(*match.span(), "email address") for match in _EMAIL.finditer(text)]
    found += [Found(*one.span(), "bank account") for one in _IBAN.finditer(text) if _sums(one[0])]
    return [*found, *_numbers(text)]


def _numbers(text: str) -> Iterator[Found]:
    for match in _DIGITS.finditer(text):
        number = match[0]
        digits = re.sub(r"\D", "", number)
        if _CARD.fullmatch(number) and passes_luhn(digits):
            yield Found(*match.span(), "card number")
        elif _SHORTEST <= len(digits) <= _LONGEST and _is_dialled(number, text, match.start()):
            yield Found(*match.span(), "telephone number")


def _is_dialled(number: str, text: str, start: int) -> bool:
    if _ABROAD.fullmatch(number):
        return True
    if _DATE.fullmatch(number) or _GROUPED.fullmatch(number):
        return False
    called = _CALLED.search(text[max(0, start - 32) : start]) is not None
    return called or _AT_HOME.fullmatch(number) is not None


def passes_luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of those before (ISO/IEC 7812)."""
    doubled = [int(one) * (1 + place % 2) for place, one in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def _sums(account: str) -> bool:
    """Whether an account's check digits are right (ISO 13616: modulo 97 they leave 1)."""
    plain = account.replace(" ", "")
    turned = plain[4:] + plain[:4]
    return 15 <= len(plain) <= 34 and int("".join(str(int(one, 36)) for one in turned)) % 97 == 1
