"""Rights, keys and what is kept of them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tacitus.domain.access import Grant, Key, Right, digest_of, id_in, made_key, written
from tacitus.domain.errors import InvalidRequest
from tests.builders import NOON

ALL = Grant(key=None, tenant="acme", banks=None, right=Right.WRITE)
LATER = NOON + timedelta(hours=1)


def a_key(label: str = "agent", *, banks: frozenset[str] | None = None, **other: object) -> Key:
    return made_key(replace(ALL, banks=banks), label, NOON, **{"expires_at": None, **other})  # pyright: ignore[reportArgumentType]


def test_each_right_includes_those_before_it() -> None:
    covered = {(mine.value, asked.value) for mine in Right for asked in Right if mine.covers(asked)}

    assert covered == {
        ("read", "read"),
        *(("write", asked) for asked in ("read", "write")),
        *(("admin", asked) for asked in ("read", "write", "admin")),
    }


def test_of_a_key_nothing_is_kept_that_opens_a_door() -> None:
    key, text = written(a_key())

    assert id_in(text) == key.id
    assert key.digest == digest_of(text)
    assert len(text.removeprefix(f"tct_{key.id.hex}_")) == 64  # 256 bits
    assert text[-64:] not in repr(key)
    assert written(a_key())[1][-64:] != text[-64:]


def test_what_is_no_key_of_ours_names_none() -> None:
    _, text = written(a_key())
    odd = ["", "tct_", text[:-1], text + "0", f" {text}", text.upper(), text.replace("tct", "sk")]
    odd += [f"{text}\n", text[:-1] + "é", "tct_" + "٣" * 32 + "_" + "0" * 64]

    assert {id_in(one) for one in odd} == {None}


def test_a_key_is_good_until_it_expires_or_is_revoked() -> None:
    key, text = written(a_key(expires_at=LATER))
    revoked = replace(key, revoked_at=NOON)

    assert key.why_not(text, LATER - timedelta(seconds=1)) is None
    assert key.why_not(text, LATER) == "expired"
    assert revoked.why_not(text, NOON) == "revoked"
    assert key.why_not(text[:-1] + ("0" if text[-1] != "0" else "1"), NOON) == "wrong"
    assert revoked.why_not("é\udcff", LATER) == "wrong"  # nothing is told to who has no key


def test_a_grant_is_for_all_banks_or_for_those_it_names() -> None:
    some = a_key(banks=frozenset(("a", "b"))).grant

    assert (some.covers("a"), some.covers("c"), some.whole) == (True, False, False)
    assert (a_key().grant.covers("c"), a_key().grant.whole) == (True, True)


def test_keys_that_cannot_be_are_refused() -> None:
    for reason, asked in {
        "A label has at most 200 characters": {"label": "x" * 201},
        "The label is not text": {"label": "a\0"},
        "1 to 100 banks": {"banks": frozenset[str]()},
        "or for all": {"banks": frozenset(str(n) for n in range(101))},
        "A bank's name": {"banks": frozenset(("",))},
        "expired already": {"expires_at": NOON},
    }.items():
        with pytest.raises(InvalidRequest, match=reason):
            a_key(**asked)  # pyright: ignore[reportArgumentType]
