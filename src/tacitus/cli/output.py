"""Values as JSON for programs, and stored text made safe for a terminal."""

import json
import re

from rich.console import Console

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def print_json(out: Console, value: object) -> None:
    """Print a value as JSON, whatever the width of the terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    out.print(text, soft_wrap=True)


def printable(text: str) -> str:
    """Return stored text in one paragraph, without characters that could steer a terminal."""
    return _CONTROL.sub("\ufffd", " ".join(text.split()))
