"""Fenced code: what is code, and what follows it."""

from tacitus.domain.fences import fences_in
from tests.tables import table


def without(text: str) -> str:
    """Return what of a text is no code."""
    for fence in reversed(fences_in(text)):
        text = text[: fence.span[0]] + "<code>" + text[fence.span[1] :]
    return text


@table(
    "text, expected",
    [
        ("Run:\n```sh\nmake\n```\nThen wait.", "Run:\n<code>\nThen wait."),
        ("Run ```make``` and wait.", "Run <code> and wait."),
        ("Run:\n~~~\nmake\n~~~\nThen wait.", "Run:\n<code>\nThen wait."),
        ("a\n```\nx\n```\nb\n```\ny\n```\nc", "a\n<code>\nb\n<code>\nc"),
        # Nobody closed it.
        ("Run:\n```sh\nmake\nThen wait.", "Run:\n<code>Then wait."),
        (
            "Run:\n```sh\nmake\n\nThe kiln is warm.\nIt rains.",
            "Run:\n<code>The kiln is warm.\nIt rains.",
        ),
        (
            "Run:\n```sh\nmake\n\nThe kiln is warm.\n```py\nx = 1\n```\nIt rains.",
            "Run:\n<code>The kiln is warm.\n<code>\nIt rains.",
        ),
        ("```\nx = f(1)\ny = 2", "<code>"),
        ("```", "<code>"),
        ("No code here.", "No code here."),
    ],
)
def test_code_ends_where_it_is_closed_or_prose_begins(text: str, expected: str) -> None:
    assert without(text) == expected
