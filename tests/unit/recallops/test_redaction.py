"""Secrets are taken out; what only talks of secrets stays."""

from dataclasses import replace

from recallops.adapters.redaction import DetectedSecrets
from recallops.domain.incidents import Confirmed, Update
from recallops.domain.rewriting import rewritten
from recallops.domain.statements import Kind
from tests.tables import table
from tests.unit.recallops.builders import NOON, an_incident

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
        ("password=correcthorse", "correcthorse"),
        ("PGPASSWORD=hunter psql -h db", "hunter"),
        ("mysql -u root -phunter2x", "hunter2x"),
        ("psql --password hunter2x", "hunter2x"),
        ("curl -u admin:hunter2x https://x", "hunter2x"),
        ("The password for the replica is hunter2x", "hunter2x"),
        ("| password | hunter2x |", "hunter2x"),
        ("<password>hunter2x</password>", "hunter2x"),
        ("passphrase: hunter2x", "hunter2x"),
        ("redis://:pa55w0rd@redis:6379", "pa55w0rd"),
        ("Set-Cookie: session=abcdef0123456789", "abcdef0123456789"),
        (f"the key sk-ant-api03-{LETTERS} leaked", LETTERS),
        (f"AIza{LETTERS} leaked", LETTERS),
        ("https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXX", "XXXXXXXX"),
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
        "password: expired for all users",
        "The password was rotated",
        "The api key is invalid since 10:15",
        "Logins pass: 504 of 1000 do",
        "Health checks pass: https://status.example.com/x is up",
        "https://example.com:8443/path answers someone@example.com",
        "Checks pass: INC-12 is over",
        "forgot_password=true in the query",
        "api key: /etc/keys/app-1.pem cannot be read",
        "password=$DB_PASSWORD was not set",
        "a-" * 10_000,
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

    incident = replace(
        incident,
        root_cause=Confirmed(said, confirmed_by=said),
        timeline=(Update(id="u", at=NOON, text=said, kind=Kind.OBSERVED, by=said),),
    )

    assert "hunter2" not in repr(rewritten(incident, DetectedSecrets().redact))
