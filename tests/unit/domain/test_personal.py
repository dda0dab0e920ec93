"""Personal data is known by its shape and its check digits."""

from tacitus.domain.personal import passes_luhn, personal_in
from tacitus.domain.sensitive import Found, apart, redacted
from tests.tables import table


@table(
    "text, what",
    [
        ("ana@example.com", "email address"),
        ("ana.ruud+boats@mail.example.co.uk", "email address"),
        ("+49 30 1234567", "telephone number"),
        ("+4917612345678", "telephone number"),
        ("(415) 555-0132", "telephone number"),
        ("415-555-0132", "telephone number"),
        ("030/1234567", "telephone number"),
        ("4111 1111 1111 1111", "card number"),
        ("5500-0000-0000-0004", "card number"),
        ("DE89 3704 0044 0532 0130 00", "bank account"),
        ("GB82WEST12345698765432", "bank account"),
    ],
)
def test_it_is_named_instead_of_shown(text: str, what: str) -> None:
    whole = f"write to {text}, she said"

    assert redacted(whole, personal_in(whole)) == f"write to [redacted: {what}], she said"


@table(
    "text",
    [
        "on 2024-05-06 at 12:30:00, or 12.05.2024",
        "4111 1111 1111 1112 lacks its check digit, and so does DE88370400440532013000",
        "1 234 567 890 people, ip 192.168.100.200, version 1.2.3.4567, order 12345678901",
        "@ana wrote to ana@localhost from 1998-2005",
        "the insurance number on every page: 26 190142 H 512",
    ],
)
def test_other_numbers_and_names_stay(text: str) -> None:
    assert personal_in(text) == []


def test_a_number_without_a_shape_is_one_where_it_is_called_so() -> None:
    assert personal_in("room 5550132") == []
    assert personal_in("my number is 5550132") == [Found(13, 20, "telephone number")]


def test_the_last_digit_of_a_card_follows_from_those_before() -> None:
    # Doubled from the right: 1*2, and what is above nine less nine.
    assert passes_luhn("18")  # 8 + 1*2 = 10
    assert not passes_luhn("17")  # 7 + 1*2 = 9


def test_what_overlaps_is_one_thing_called_as_its_longest_part() -> None:
    found = [Found(0, 3, "short"), Found(2, 9, "long"), Found(9, 12, "next")]

    assert apart(found) == [Found(0, 9, "long"), Found(9, 12, "next")]
