"""Secrets are taken out; what only talks of secrets stays."""

from recallops.adapters.redaction import DetectedSecrets
from recallops.domain.rewriting import rewritten
from tests.tables import table
from tests.unit.recallops.builders import an_incident

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


@table(
    "text, secret",
    [
        ("key AKIAIOSFODNN7EXAMPLE leaked", "AKIAIOSFODNN7EXAMPLE"),
        ("password=hunter2!x host=db", "hunter2!x"),
        ("DB_PASSWORD: 'correct-horse-9'", "correct-horse-9"),
        ("postgres://user:s3cretPw@db:5432/x", "s3cretPw"),
        ("Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijk", "abcdefghijk"),
        (f"token ghp_{LETTERS} used", LETTERS),
        ("xoxb-1234567890-abcdefghijkl", "abcdefghijkl"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----", "MIIEow"),
        ("export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalr"),
    ],
)
def test_a_secret_does_not_stay(text: str, secret: str) -> None:
    shown = DetectedSecrets().redact(text)

    assert secret not in shown
    assert "[redacted: " in shown


@table(
    "text",
    [
        "token: expired",
        "The secret: rotation failed",
        "maxPoolSize was raised from 50 to 100",
        "Token-signing certificates applied to the login expired",
        "commit dbda32b5d823ab9c220b3fbc906b73decaab22dc broke it",
        "",
    ],
)
def test_what_is_no_secret_stays_as_it_is(text: str) -> None:
    assert DetectedSecrets().redact(text) == text


def test_every_text_of_an_incident_is_looked_at() -> None:
    said = "password=hunter2!x"
    incident = an_incident(title=said, problem=said, symptoms=(said,), cause=said, fix=said)

    assert "hunter2" not in repr(rewritten(incident, DetectedSecrets().redact))
