"""Secrets are found whoever issued them and however they are pasted; ordinary talk stays."""

from tacitus.adapters.secrets import DetectedSecrets
from tacitus.domain.sensitive import redacted
from tests.tables import table

LETTERS = "aB3dE5gH7jK9mN1pQ4sT6vW8xY0zC2f"
"""Stand-in for what nobody can guess; no provider ever issued it."""
BODY = "\n".join(["MIIEpAIBAAKCAQEA7bqd0fTzq3Lr1Xm5vK8nHs2pYw4c"] * 3)


def shown(text: str) -> str:
    return redacted(text, DetectedSecrets().find(text))


@table(
    "before, secret, after",
    [
        ("Authorization: Bearer ", LETTERS, ""),
        ("curl -H 'Authorization: Basic ", "dXNlcjpwYXNzd29yZA==", "' https://memory"),
        ("the proxy wants Bearer ", LETTERS, " and nothing else"),
        ("Cookie: ", "session=8f14e45fceea; csrf=c9f0f895fb98", ""),
        ('{"X-Api-Key": "', "k-83920-aa", '"}'),
        ("", f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n-----END RSA PRIVATE KEY-----", "\nbye"),
        ("it broke off: ", f"-----BEGIN OPENSSH PRIVATE KEY-----\n{BODY}", "\n and we went home"),
        ("password: ", "hunter2", " (do not tell)"),
        ("Password: ", "swordfish", ""),
        ("DB_PASSWORD=", "hunter2", " make run"),
        ("Passwort: ", "Geheim!sache", ""),
        ("密码：", "abc12345", "。"),
        ("the wifi password is ", "Sunshine2019", ", he said"),
        ("my password for the router is '", "sunflower", "'"),
        ("mysql --password ", "hunter2", " -h db"),
        ("mysql -u root -p", "S3cretPw1", " shop"),
        ("sshpass -p '", "S3cretPw1", "' ssh host"),
        ("| password | ", "S3cretPw1", " |"),
        ("<password>", "S3cretPw1", "</password>"),
        ("PIN: ", "4821", ""),
        ("postgresql://ana:", "s3cr3t", "@db.internal:5432/app"),
        ("redis://:", "s3cr3t", "@cache/0"),
        ("curl -u ana:", "s3cr3t", " https://x"),
        ("api_key = '", LETTERS, "'"),
        ("API key: ", LETTERS, ""),
        ("AWS Secret Access Key: ", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY", ""),
        ("our API key is ", LETTERS, ", keep it"),
        ("https://a.blob.core.windows.net/c?sv=2020&sig=", LETTERS + "%3D", ""),
        ("recovery phrase: ", " ".join(["ability", "able", "about"] * 4), ""),
        ("", "110201543:AA" + (LETTERS * 2)[:33], ""),
        ("", "hf_" + LETTERS + "aB3d", ""),
        ('"client_secret": "', LETTERS, '"'),
        ("", "AKIA" + "IOSFODNN7EXAMPLE", " was ours"),
        ("aws_secret_access_key = ", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY", ""),
        ("The hook is signed by ", "whsec_" + LETTERS + "aB3dE", " in production."),
        ("use ", "ghp_" + LETTERS + "aB3dE", " to push"),
        ("", "github_pat_" + LETTERS, ""),
        ("", "sk-proj-" + LETTERS, ""),
        ("", "sk-ant-api03-" + LETTERS, ""),
        ("", "xoxb-" + "123456789012-abcdefghijkl", ""),
        ("", "glpat-" + LETTERS[:24], ""),
        ("", "AIza" + LETTERS + "aB3d", ""),
        ("", "npm_" + LETTERS + "aB3dE", ""),
        ("", "SG." + LETTERS[:22] + "." + (LETTERS * 2)[:43], ""),
        ("", "sk_live_" + LETTERS[:24], ""),
        ("", f"tct_{'0a' * 16}_{'b1' * 32}", ""),
        ("https://hooks.slack.com/services/T0/B0/"[:0] + "see ",
         "https://hooks.slack.com/services/T01AB/B02CD/" + LETTERS, ""),
        ("", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + LETTERS, ""),
    ],
)  # fmt: skip
def test_a_secret_is_named_instead_of_shown(before: str, secret: str, after: str) -> None:
    told = shown(before + secret + after)

    assert secret not in told
    assert told.startswith(before + "[redacted: ")
    assert told.endswith("]" + after)
    assert shown(told) == told


@table(
    "text",
    [
        "commit 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b broke it; image sha256:" + "9f86d081" * 8,
        "trace_id=4bf92f3577b34da6a3ce929d0e0e4736 span_id=00f067aa0ba902b7",
        "operation 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b, order 12345678901, build 2024.05.06-1",
        "I forgot the password: it was long. My password is safe; the secret is patience.",
        "Password: expired. Token: revoked. Authorization: required. API key: rotated on 2024-05-06",
        "max_tokens: 4096, tokens: 12k a day, token bucket: 100/s, primary key: user_id",
        "password = os.environ['DB_PASSWORD']; password=$PASSWORD; password: <yours>; token: xxxx",
        "Authorization: Bearer <token>, postgresql://user:password@host:5432/database",
        "The secret: butter in the pan. Keys: under the mat. Compass: north5. Pass: 12/15 tests2",
        "pwd: /var/boats/ana, the api key is missing, the token is v2.31.4-rc1, my access key is 12345678",
        "the phrase is old; a recovery phrase has twelve words, and nobody wrote any of them down so far",
        "mysql -u root -p shop; | password | token |; <secret>",
        "a bearer of good news with a basic understanding of internationalization",
        "http://host:8080/a@b and ana@example.com and git@github.com:ana/boats.git",
        "-----BEGIN CERTIFICATE----- is public",
        "Ana rows in Oslo; her boat is AB-1234, berth 12.",
    ],
)
def test_ordinary_talk_ids_and_hashes_stay(text: str) -> None:
    assert shown(text) == text


def test_every_secret_of_a_text_is_found_and_nothing_else_of_it_is_lost() -> None:
    told = shown("a password: hunter2\nb\nTOKEN=" + LETTERS + "\nc")

    assert told == "a password: [redacted: password]\nb\nTOKEN=[redacted: secret]\nc"


def test_what_overlaps_is_named_once() -> None:
    assert shown("token: " + "ghp_" + LETTERS + "aB3dE") == "token: [redacted: GitHub Token]"
